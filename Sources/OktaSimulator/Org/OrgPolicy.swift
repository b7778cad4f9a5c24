import FlowEngine

/// All settings of an org except its users.
struct OrgPolicy: Sendable, Hashable {
  /// The authenticators, in the order in which pages offer them.
  var authenticators: [OfferedAuthenticator] = []
  /// The sign-on rules.
  ///
  /// The first rule whose conditions all hold decides.
  var rules: [SignOnRule] = []
  /// The rules of the global session policy.
  ///
  /// The first rule whose conditions all hold decides.
  var sessionRules: [SessionRule] = []
  /// The network zones that rules and other settings name.
  var zones: [NetworkZone] = []
  /// The facts that clients state: unknown conditions, behaviors, and checks of devices.
  var unknowns: [UnknownFact] = []
  /// The device assurance policies that rules can name.
  var assurances: [DeviceAssurance] = []
  /// The enrollment policies.
  ///
  /// The first policy that fits decides. Empty if there are none in the settings.
  var enrollments: [EnrollmentPolicy] = []
  /// The settings for signing up; `nil` if users can't sign up.
  var registration: Registration?
  /// The rules of the account management policy for enrolling an authenticator.
  ///
  /// The first rule whose conditions all hold decides. If none does, every user who signs in may
  /// enroll it.
  var accountRules: [SignOnRule] = []
  /// The rules for recovery and unlocking.
  ///
  /// The first rule that fits decides.
  var recoveries: [RecoveryRule] = []
  /// The lockout after wrong passwords, for users whose password policy doesn't set one.
  var lockout = Lockout()
  var codes = CodePolicy()
  var temporaryCodes = TemporaryCodePolicy()
  var oktaVerify = OktaVerifyPolicy()
  /// The password policies.
  ///
  /// The first policy that fits decides.
  var passwords: [PasswordPolicy] = []
  var app = App()
  /// The identity providers, in the order in which pages offer them.
  var providers: [IdentityProvider] = []
  /// The rules for where users sign in once they have entered their login.
  ///
  /// The first rule whose conditions all hold decides.
  var routings: [RoutingRule] = []
  var keepMeSignedIn = KeepMeSignedIn()
  /// Whether the first page asks for the identifier and the password together.
  var asksPasswordAtOnce = false
  /// Whether the org answers an unknown identifier as if the user existed, so that the answer
  /// reveals nothing.
  var hidesUnknownUsers = false
  /// Whether the org issues a new state handle after every form.
  var rotatesStateHandle = false
  /// Whether the org sends a code by email only after `authenticator-verification-data`.
  var sendsEmailOnRequest = false
  /// Whether the first page accepts a passkey instead of an identifier.
  var offersPasskeysAtFirst = false
  /// The effect of the link in a mail if the user opens it on another device.
  var emailLink = EmailLink.toApp
  /// The faults that the org has from the start.
  var faults: [Fault] = []
  /// The findings of an audit that the settings accept.
  var acceptances: [Acceptance] = []
  /// The parts of the real org that this org doesn't have.
  var gaps: [OrgGap] = []
  /// The parts of the real org that this org has only as text, to compare two versions.
  var details: [OrgGap] = []
  /// The settings that this policy was read from, used to find locations.
  var settings: [Setting] = []
  /// The time during which a transaction can be continued.
  var transactionLife: Duration = .seconds(3600)

  /// Whether any rule makes the org remember devices.
  var remembersDevices: Bool { sessionRules.contains { $0.prompt == .perDevice } }

  /// Returns the methods of an authenticator of this org; empty if the org doesn't have it.
  func methods(of authenticator: Authenticator) -> Methods {
    authenticators.first { $0.authenticator == authenticator }?.methods ?? []
  }

  /// Whether users can sign in, or recover, with a method.
  func serves(_ purpose: OfferedAuthenticator.Purpose, _ method: Method) -> Bool {
    authenticators.allSatisfy { offered in
      offered.purpose.contains(purpose) || !offered.methods.contains(Methods(method))
    }
  }

  /// Returns the index of the identity provider that vouches for a user who has no password in this
  /// org; `nil` if there is none.
  func provider(of account: Account, in context: SignInContext) -> Int? {
    guard account.password == nil else { return nil }
    return providers.indices.first { index in
      // The user got there from the first page, or by a rule that may decide elsewhere.
      providers[index].signsIn(account, in: context)
        && (providers[index].isOffered
          || routings.contains { $0.providers.contains(index) && $0.isFor(account) })
    }
  }

  /// Whether users can sign up.
  var isOpenToNewcomers: Bool { registration?.isOpen == true }
}

/// An authenticator of an org, with the methods that the org allows.
struct OfferedAuthenticator: Sendable, Hashable {
  /// What users may do with an authenticator.
  struct Purpose: OptionSet, Sendable, Hashable {
    let rawValue: UInt8
    /// Users can sign in with it.
    static let signIn = Purpose(rawValue: 1)
    /// Users can recover passwords and unlock accounts with it.
    static let recovery = Purpose(rawValue: 2)
    static let all: Purpose = [.signIn, .recovery]
  }

  var authenticator: Authenticator
  var methods: Methods
  var purpose = Purpose.all
}

/// A sign-on rule, `sign-on ["name"] { when …; require … }`, or a rule of the account management
/// policy, which has the same parts.
struct SignOnRule: Conditional, Sendable, Hashable {
  var name: String?
  /// The conditions, which must all hold; empty if the rule applies to every sign-in.
  var conditions: [Condition] = []
  /// Whether the rule denies access.
  var isDenied = false
  /// Whether the rule stands for the users who aren't assigned to the app.
  var isAssignment = false
  var requirement: Requirement
  var reauthentication = Reauthentication()
  /// The unknown fact whether users who can't meet the requirement may enroll nevertheless; `nil`
  /// if they can't.
  ///
  /// Only rules of the account management policy have one.
  var unableFact: Int?
}

/// The effect of the link in a mail if the user opens it on another device: `email-link …`.
enum EmailLink: String, Sendable, Hashable, CaseIterable {
  /// The link opens the app on the other device, which shows the code.
  case toApp = "to-app"
  /// The link opens a page that shows the code.
  case showsCode = "shows-code"
  /// The link opens a page that asks the user to confirm.
  ///
  /// The sign-in then continues on the first device.
  case asksConsent = "asks-consent"
  /// Mails contain no link.
  case off
}

/// The settings of codes: `codes { expire D; attempts N }`.
struct CodePolicy: Sendable, Hashable {
  var life: Duration = .seconds(300)
  /// The number of wrong answers after which a challenge ends.
  var attempts = 5
}

/// The app that users sign in to: `app ["label"] { client-id …; redirect …; secret … }`.
struct App: Sendable, Hashable {
  var label = "Simulated App"
  /// The only accepted client id; `nil` if any id is accepted.
  var clientID: String?
  /// The accepted redirect URIs; empty if any `RedirectAddress` is accepted.
  var redirects: [String] = []
  /// The addresses to which a sign-out may redirect; if empty, only local addresses and
  /// `redirects`.
  var logoutRedirects: [String] = []
  /// The time during which a consumed refresh token is accepted once more.
  var refreshGrace: Duration = .zero
  /// The audience of access tokens from the custom authorization server.
  var audience = "api://default"
  /// The secret of the client; `nil` for a public client.
  var secret: Secret?
  /// Whether the client must prove that it has the key of its tokens (DPoP).
  var requiresProof = false
  /// The scopes that require the user's consent.
  var consent: [String] = []

  /// The maximum of `refreshGrace`, as in the real engine.
  static let refreshGraceMax: Duration = .seconds(60)
}
