import FlowEngine

/// All that an org's settings say, but for its people.
struct OrgPolicy: Sendable, Hashable {
  /// What people can be verified with, in the order in which it is offered.
  var authenticators: [OfferedAuthenticator] = []
  /// The sign-on rules; the first whose conditions all hold decides.
  var rules: [SignOnRule] = []
  /// The rules of the global session policy, likewise.
  var sessionRules: [SessionRule] = []
  /// Where requests come from, as far as rules and settings name it.
  var zones: [NetworkZone] = []
  /// What conditions name that can't be evaluated.
  var unknowns: [UnknownFact] = []
  /// What people enroll, the first that fits; empty where the settings leave it open.
  var enrollments: [EnrollmentPolicy] = []
  /// How people sign up; `nil` where they can't.
  var registration: Registration?
  /// How people recover and unlock, the first that fits.
  var recoveries: [RecoveryRule] = []
  /// When wrong passwords lock an account, where its password policy says nothing else.
  var lockout = Lockout()
  var codes = CodePolicy()
  var oktaVerify = OktaVerifyPolicy()
  /// What passwords must be like, the first that fits.
  var passwords: [PasswordPolicy] = []
  var app = App()
  /// Where people can sign in elsewhere, in the order in which it is offered.
  var providers: [IdentityProvider] = []
  var keepMeSignedIn = KeepMeSignedIn()
  /// Whether the first page asks for the password beside the identifier.
  var asksPasswordAtOnce = false
  /// Whether somebody unknown is treated like anybody with a wrong password.
  var hidesUnknownUsers = false
  /// Whether every answered form ends the life of its state handle.
  var rotatesStateHandle = false
  /// Whether a code by e-mail is sent only after `authenticator-verification-data`.
  var sendsEmailOnRequest = false
  /// Whether the first page takes a passkey in place of an identifier.
  var offersPasskeysAtFirst = false
  /// What the link of a mail does on another device.
  var emailLink = EmailLink.toApp
  /// What the org does wrong from its beginning on.
  var faults: [Fault] = []
  /// The findings of an audit that are accepted.
  var acceptances: [Acceptance] = []
  /// What all of this was read from, for whoever tells where it stands.
  var settings: [Setting] = []
  /// How long a transaction can be continued.
  var transactionLife: Duration = .seconds(3600)

  /// Whether devices are remembered at all.
  var remembersDevices: Bool { sessionRules.contains { $0.prompt == .perDevice } }

  /// The methods of an authenticator of this org; empty where it doesn't have it.
  func methods(of authenticator: Authenticator) -> Methods {
    authenticators.first { $0.authenticator == authenticator }?.methods ?? []
  }

  /// The identity provider that vouches for a user who has no password here, by index.
  func provider(of account: Account) -> Int? {
    account.password == nil ? providers.firstIndex { $0.login == account.login } : nil
  }

  /// What a login leads to: the login itself if an identity provider signs its user in, its domain
  /// if the domain's users are sent to a provider, and nothing otherwise.
  func route(of login: String) -> String {
    if providers.contains(where: { $0.login == login }) { return login }
    guard providers.contains(where: { $0.routes(login) }), let at = login.lastIndex(of: "@") else {
      return ""
    }
    return login[at...].lowercased()
  }

  /// Whether people can sign up.
  var isOpenToNewcomers: Bool { registration?.isOpen == true }
}

/// An authenticator with those of its methods that the org allows.
struct OfferedAuthenticator: Sendable, Hashable {
  var authenticator: Authenticator
  var methods: Methods
}

/// `sign-on ["name"] { when …; require … }`.
struct SignOnRule: Conditional, Sendable, Hashable {
  var name: String?
  /// All of them hold where it decides; empty where it always does.
  var conditions: [Condition] = []
  /// Whether nobody is let in by it.
  var isDenied = false
  var requirement: Requirement
  var reauthentication = Reauthentication()
}

/// `email-link …`: what the link of a mail does where it is opened by another device.
enum EmailLink: String, Sendable, Hashable, CaseIterable {
  /// It leads to the app there, which shows the code.
  case toApp = "to-app"
  /// It shows the code itself.
  case showsCode = "shows-code"
  /// It asks whether it was oneself, and lets the sign-in go on where it was begun.
  case asksConsent = "asks-consent"
  /// Mails have no link.
  case off
}

/// `codes { expire D; attempts N }`.
struct CodePolicy: Sendable, Hashable {
  var life: Duration = .seconds(300)
  /// Wrong answers to one challenge before it is given up.
  var attempts = 5
}

/// `app ["label"] { client-id …; redirect …; secret … }`.
struct App: Sendable, Hashable {
  var label = "Simulated App"
  /// The only client id that is accepted; `nil` for any.
  var clientID: String?
  /// The only redirect URIs that are accepted; empty for any `RedirectAddress`.
  var redirects: [String] = []
  /// The only addresses that a sign-out leads back to; empty for those that are local.
  var logoutRedirects: [String] = []
  /// How long a refresh token that was spent can be used once more.
  var refreshGrace: Duration = .zero
  /// What the access tokens of the custom authorization server are for.
  var audience = "api://default"
  /// The client's secret; `nil` for a public client.
  var secret: Secret?
  /// The scopes that people are asked to agree to.
  var consent: [String] = []

  /// The longest grace, as in the real engine.
  static let refreshGraceMax: Duration = .seconds(60)
}
