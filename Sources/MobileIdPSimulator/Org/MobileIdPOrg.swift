public import FlowDiagnostics
public import FlowEngine
public import FlowHTTP
import SimulatorKit

/// A simulated authorization server for mobile identity providers, and the apps of a device.
///
/// An org is a value that never changes. Requests change a `MobileIdPState`, and
/// `answer(_:state:now:random:)` computes an answer from both. `device` has the installed apps.
public struct MobileIdPOrg: Sendable, Hashable {
  /// The name after `org`.
  public let name: String
  /// The hosts at which users sign in, at least one.
  ///
  /// All hosts are the same server.
  public internal(set) var loginHosts: [String] = [MobileIdPOrg.usualHost]
  /// The apps of the settings, in their order; not all are installed on the device.
  public internal(set) var apps: [App] = []
  /// The connected apps, which are the server's records of apps.
  var connectedApps: [ConnectedApp] = []
  /// The users.
  public internal(set) var users: [User] = []
  /// The logins at each app when a run begins.
  public internal(set) var logins: [Login] = []
  /// The lifetimes of codes and tokens.
  var lifetimes = Lifetimes()
  /// The faults of the server.
  var faults: [Fault] = []
  /// The settings from which the org was read, to find their locations.
  var settings: [Setting] = []
  /// The names of the apps that receive schemes that several apps have registered, by scheme in
  /// lower case.
  var receivers: [String: String] = [:]

  init(name: String) {
    self.name = name
  }

  /// The default host of an org.
  static let usualHost = "login.salesforce.com"

  /// The address of an org in this process: the root of the first login host.
  public var inProcessAddress: HTTPURL {
    HTTPURL(scheme: .https, host: loginHosts.first ?? MobileIdPOrg.usualHost, path: "/")
  }

  /// The state of an org before the first request.
  ///
  /// - Parameter now: The time since the start of 1970, at which the apps' tokens become valid.
  /// - Returns: The state.
  public func initialState(at now: Duration) -> MobileIdPState { MobileIdPState(self, at: now) }

  /// The name of the org whose sign-in replaces the providers' login page; `nil` for the login
  /// page.
  public var loginOrg: OrgName? { apps.lazy.compactMap(\.loginOrg).first }

  /// The app with a name; `nil` if there is none.
  public func app(named name: String) -> App? { apps.first { $0.name == name } }

  /// The user with a username, in any case; `nil` if there is none.
  func user(_ name: String) -> User? {
    let name = name.lowercased()
    return users.first { $0.username.lowercased() == name }
  }

  /// The connected app with a consumer key; `nil` if there is none.
  func connectedApp(_ key: String) -> ConnectedApp? { connectedApps.first { $0.key == key } }

  /// The logins at an app when a run begins, in the order of the settings.
  public func logins(at app: String) -> [Login] { logins.filter { $0.app == app } }

  /// Reads the settings of a simulated authorization server for mobile identity providers.
  ///
  /// All mistakes are reported at once. `MobileIdPOrg.schema` lists the settings. The schemes of
  /// two apps must differ (rule K4); the server checks the other rules for connected apps.
  ///
  /// - Parameters:
  ///   - name: The name after `org`.
  ///   - settings: The settings in the org's braces.
  /// - Returns: The org, or `nil` if it can't be made; and the problems in the order of the text.
  public static func build(
    name: String, settings: [Setting]
  ) -> (org: MobileIdPOrg?, problems: [SettingProblem]) {
    let draft = MobileIdPDraft(name: name)
    draft.read(settings)
    let problems = draft.reader.problems.sorted { $0.place.start < $1.place.start }
    return (problems.isEmpty ? draft.org : nil, problems)
  }

  /// Checks the settings of a simulated authorization server for mobile identity providers.
  ///
  /// - Parameters:
  ///   - name: The org's name.
  ///   - settings: The org's settings, in order.
  /// - Returns: The problems, by location.
  public static func problems(name: String, settings: [Setting]) -> [SettingProblem] {
    build(name: name, settings: settings).problems
  }
}

extension MobileIdPOrg {
  /// An app of the settings, as its developer configured it.
  public struct App: Sendable, Hashable {
    /// The role of an app in the flow.
    public enum Role: String, Sendable, Hashable, CaseIterable {
      /// The app requests tokens.
      case client
      /// The app has logged-in users, and is the identity provider.
      case provider
      /// The app sends messages that it shouldn't send, or receives messages for other apps.
      case hostile
    }

    /// The displayed name.
    public let name: String
    /// The app's role in the flow.
    public internal(set) var role = Role.client
    /// The app's id, which is unique on the device; the receivers of the app's URLs get it.
    public internal(set) var id = ""
    /// The custom scheme that the app registers, in lower case.
    public internal(set) var scheme = ""
    /// The app's consumer key; empty for a hostile app without one.
    public internal(set) var consumerKey = ""
    /// The app's callback URL.
    public internal(set) var callback = ""
    /// The scopes that the app requests, in the order of the settings.
    public internal(set) var scopes: [String] = []
    /// Whether the app is on the device.
    public internal(set) var isInstalled = true
    /// The login hosts that the app accepts; the first one is the default.
    public internal(set) var loginHosts: [String] = []
    /// For a client: the name of the configured provider.
    public internal(set) var provider: String?
    /// For a client: the stored refresh token.
    public internal(set) var refreshToken: Secret?
    /// For a provider: the names of the apps whose requests it answers; `nil` for all.
    public internal(set) var allowed: [String]?
    /// For a provider: whether the redirect URI's scheme must belong to the sender of a request.
    public internal(set) var checksCaller = false
    /// For a provider: the passcode that it asks for before it returns a code.
    public internal(set) var passcode: Secret?
    /// For a provider: whether a hint that matches no account shows the accounts instead of the
    /// login.
    public internal(set) var showsAccountsOnUnknownHint = false
    /// For a provider: whether a second request waits; otherwise it is refused.
    public internal(set) var queuesSecondRequest = false
    /// For a provider: whether a refused session leads to a login; otherwise it leads to an error.
    public internal(set) var logsInOnRefusedSession = false
    /// For a provider: the number of wrong passcodes after which a request fails; `nil` for no
    /// limit.
    public internal(set) var passcodeAttempts: Int?
    /// For a provider: the number of wrong passwords after which a request fails; `nil` for no
    /// limit.
    public internal(set) var loginAttempts: Int?
    /// For a provider: the org whose sign-in replaces the login page; `nil` for the server's login
    /// page.
    public internal(set) var loginOrg: OrgName?
    /// The profile with which the app reads and writes messages.
    public internal(set) var messages = Messages.strict
    /// The app's platform, which is the same for all apps of a device.
    public internal(set) var platform = Platform.ios
    /// For a client: the keychain group in which a provider stores verifiers for it; `nil` for
    /// none.
    ///
    /// With a group, a start at the provider brings a code.
    public internal(set) var keychainGroup: String?
    /// For a client: the keychain group from which it reads verifiers.
    public internal(set) var keychainAccess: String?
    /// For a client: the address that it opens after a start at the provider.
    public internal(set) var startURL: String?
    /// For a client: whether it requests tokens in the SDK's hybrid mode.
    public internal(set) var isHybrid = false
    /// For a client: whether a start at the provider replaces a running request; otherwise it is
    /// refused.
    public internal(set) var replacesPending = false

    init(name: String) {
      self.name = name
    }
  }

  /// The profile with which an app reads and writes messages.
  public enum Messages: String, Sendable, Hashable, CaseIterable {
    /// The profile of the flow's documents.
    case strict
    /// The profile of the iOS SDK.
    case ios
  }

  /// The platform of apps, which determines how they open each other.
  public enum Platform: String, Sendable, Hashable, CaseIterable {
    /// Apps open URLs.
    case ios
    /// Apps send intents with bundles.
    case android
  }

  /// The name of another engine's org, as the settings contain it.
  public struct OrgName: Sendable, Hashable {
    /// The name.
    public let name: String
    /// The name's location.
    public let place: SourceRange
  }

  /// The server's record of an app.
  struct ConnectedApp: Sendable, Hashable {
    /// The consumer key.
    let key: String
    /// The callback URLs, of which a request must repeat one exactly.
    var callbacks: [String] = []
    /// The scopes that can be granted.
    var scopes: [String] = []
    /// The consumer secret; `nil` if token requests need none (rule K3).
    var secret: Secret?
    /// Whether the user must approve the app's access to data.
    var needsApproval = true

    init(key: String) {
      self.key = key
    }
  }

  /// A user of the server.
  public struct User: Sendable, Hashable {
    /// Whether the user may sign in, and whether their org is active.
    enum Status: String, Sendable, Hashable, CaseIterable {
      case active
      case inactive
      case orgInactive = "org-inactive"
    }

    /// The login that the user types.
    public let username: String
    /// The name that apps show.
    public internal(set) var displayName = ""
    /// The org's id, which begins with `00D`.
    public internal(set) var orgID = MobileIdPOrg.usualOrgID
    /// The user's id, which begins with `005`.
    public internal(set) var userID = ""
    /// The host at which the user signs in.
    public internal(set) var host = ""
    var password: Secret?
    var status = Status.active
    /// Whether the account was made by native login, so that a provider lists it but can't use it.
    public internal(set) var isNative = false
    /// The consumer keys of the apps whose access the user has approved.
    var approved: [String] = []

    init(username: String) {
      self.username = username
    }

    /// Both ids, in the form of messages between apps.
    public var hint: String { "\(orgID):\(userID)" }
  }

  /// A user who is signed in at an app when a run begins.
  public struct Login: Sendable, Hashable {
    /// Which tokens are still valid.
    enum Health: String, Sendable, Hashable, CaseIterable {
      case good
      /// The access token has expired; the refresh token is valid.
      case expired
      /// Both tokens are invalid.
      case revoked
    }

    /// The app's name.
    public let app: String
    /// The user's name.
    public let username: String
    /// The app's access token.
    public internal(set) var accessToken: Secret
    /// The app's refresh token.
    public internal(set) var refreshToken: Secret
    var health = Health.good
  }

  /// The lifetimes of codes and tokens.
  struct Lifetimes: Sendable, Hashable {
    /// An authorization code.
    var code: Duration = .seconds(120)
    /// An access token, and the session of a browser.
    var accessToken: Duration = .seconds(7200)
    /// A refresh token.
    var refreshToken: Duration = .seconds(90 * 86_400)
  }

  /// A fault of an endpoint.
  struct Fault: Sendable, Hashable {
    /// The endpoint of the fault.
    enum Place: String, Sendable, Hashable, CaseIterable {
      case authorize
      case bridge
      case token
      case refresh
    }

    var place: Place
    /// The error code; `ec-301` and `ec-302` mean a refused session.
    var code: String
    /// Whether the fault happens only once.
    var isOnce = false
  }

  /// The default org id of users.
  static let usualOrgID = "00D000000000001EAA"

  /// The error codes that a fault can have (section 9.1).
  static let faultCodes = [
    "access_denied", "app_blocked", "auth_timeout", "immediate_unsuccessful", "inactive_org",
    "inactive_user", "invalid_app_access", "invalid_client", "invalid_client_credentials",
    "invalid_client_id", "invalid_grant", "invalid_request", "invalid_scope",
    "oauth_flow_disabled", "rate_limit_exceeded", "redirect_uri_mismatch", "redirect_uri_missing",
    "server_error", "service_unavailable", "unknown_error", "unsupported_grant_type",
    "unsupported_response_type", "wrong_version",
  ]

  /// The error codes of a refused session, only at the authorize endpoint.
  static let sessionFaultCodes = ["ec-301", "ec-302"]
}
