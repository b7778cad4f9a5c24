import FlowEngine

/// All settings of an org, except for its users.
struct OrgPolicy: Sendable, Hashable {
  /// The authenticators, in the order in which they are offered.
  var authenticators: [OfferedAuthenticator] = []
  /// The sign-on rules.
  ///
  /// The first whose conditions all hold decides.
  var rules: [SignOnRule] = []
  /// The rules of the global session policy.
  ///
  /// The first whose conditions all hold decides.
  var sessionRules: [SessionRule] = []
  /// The network zones that rules and settings name.
  var zones: [NetworkZone] = []
  /// The conditions that can't be evaluated.
  var unknowns: [UnknownFact] = []
  /// The enrollment policies.
  ///
  /// The first that fits decides; empty if the settings have none.
  var enrollments: [EnrollmentPolicy] = []
  /// The sign-up; `nil` if users can't sign up.
  var registration: Registration?
  /// The rules for recovery and unlocking.
  ///
  /// The first that fits decides.
  var recoveries: [RecoveryRule] = []
  /// The lockout after wrong passwords, if the password policy has none.
  var lockout = Lockout()
  var codes = CodePolicy()
  var oktaVerify = OktaVerifyPolicy()
  /// The password policies.
  ///
  /// The first that fits decides.
  var passwords: [PasswordPolicy] = []
  var app = App()
  /// The identity providers, in the order in which they are offered.
  var providers: [IdentityProvider] = []
  var keepMeSignedIn = KeepMeSignedIn()
  /// Whether the first page asks for the password and the identifier.
  var asksPasswordAtOnce = false
  /// Whether an unknown user is treated like a user with a wrong password.
  var hidesUnknownUsers = false
  /// Whether every answered form invalidates its state handle.
  var rotatesStateHandle = false
  /// Whether a code by e-mail is sent only after `authenticator-verification-data`.
  var sendsEmailOnRequest = false
  /// Whether the first page accepts a passkey instead of an identifier.
  var offersPasskeysAtFirst = false
  /// The effect of a mail's link on another device.
  var emailLink = EmailLink.toApp
  /// The initial faults of the org.
  var faults: [Fault] = []
  /// The findings of an audit that are accepted.
  var acceptances: [Acceptance] = []
  /// The settings that all of this was read from, for locations.
  var settings: [Setting] = []
  /// The time in which a transaction can be continued.
  var transactionLife: Duration = .seconds(3600)

  /// Whether devices are remembered at all.
  var remembersDevices: Bool { sessionRules.contains { $0.prompt == .perDevice } }

  /// Returns the methods of an authenticator of this org; empty if the org doesn't have it.
  func methods(of authenticator: Authenticator) -> Methods {
    authenticators.first { $0.authenticator == authenticator }?.methods ?? []
  }

  /// Returns the identity provider that vouches for a user without a password here, by index.
  func provider(of account: Account) -> Int? {
    account.password == nil ? providers.firstIndex { $0.login == account.login } : nil
  }

  /// Returns a key for the route of a login.
  ///
  /// It is the login itself if an identity provider signs its user in. It is the domain if the
  /// domain's users are sent to a provider, and empty otherwise.
  func route(of login: String) -> String {
    if providers.contains(where: { $0.login == login }) { return login }
    guard providers.contains(where: { $0.routes(login) }), let at = login.lastIndex(of: "@") else {
      return ""
    }
    return login[at...].lowercased()
  }

  /// Whether users can sign up.
  var isOpenToNewcomers: Bool { registration?.isOpen == true }
}

/// An authenticator with the methods that the org allows.
struct OfferedAuthenticator: Sendable, Hashable {
  var authenticator: Authenticator
  var methods: Methods
}

/// `sign-on ["name"] { when …; require … }`.
struct SignOnRule: Conditional, Sendable, Hashable {
  var name: String?
  /// The conditions that must all hold; empty if it always decides.
  var conditions: [Condition] = []
  /// Whether it denies access.
  var isDenied = false
  var requirement: Requirement
  var reauthentication = Reauthentication()
}

/// `email-link …`: the effect of a mail's link that is opened on another device.
enum EmailLink: String, Sendable, Hashable, CaseIterable {
  /// It leads to the app there, which shows the code.
  case toApp = "to-app"
  /// The link shows the code itself.
  case showsCode = "shows-code"
  /// The link asks the user to confirm, and lets the sign-in continue on the first device.
  case asksConsent = "asks-consent"
  /// Mails have no link.
  case off
}

/// `codes { expire D; attempts N }`.
struct CodePolicy: Sendable, Hashable {
  var life: Duration = .seconds(300)
  /// The number of wrong answers that end a challenge.
  var attempts = 5
}

/// `app ["label"] { client-id …; redirect …; secret … }`.
struct App: Sendable, Hashable {
  var label = "Simulated App"
  /// The only client id that is accepted; `nil` for any.
  var clientID: String?
  /// The only redirect URIs that are accepted; empty for any `RedirectAddress`.
  var redirects: [String] = []
  /// The only addresses that a sign-out redirects to; empty for local ones.
  var logoutRedirects: [String] = []
  /// The time for which a used refresh token is accepted once more.
  var refreshGrace: Duration = .zero
  /// The audience of the custom authorization server's access tokens.
  var audience = "api://default"
  /// The client's secret; `nil` for a public client.
  var secret: Secret?
  /// The scopes that require the user's consent.
  var consent: [String] = []

  /// The maximum grace, as in the real engine.
  static let refreshGraceMax: Duration = .seconds(60)
}
