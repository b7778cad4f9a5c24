public import FlowDiagnostics
public import FlowEngine
public import FlowHTTP
import SimulatorKit

/// A simulated authorization server for mobile identity providers, and the apps of a device.
///
/// A plain value that never changes. Requests change a `MobileIdPState`, and an answer is a
/// function of the two: see `answer(_:state:now:random:)`. `device` has the installed apps.
public struct MobileIdPOrg: Sendable, Hashable {
  /// The name after `org`.
  public let name: String
  /// The hosts where users sign in, at least one; all of them are the same server.
  public internal(set) var loginHosts: [String] = [MobileIdPOrg.usualHost]
  /// The apps that are or could be on the device, in the order of the settings.
  public internal(set) var apps: [App] = []
  /// The connected apps: the server's records of apps.
  var connectedApps: [ConnectedApp] = []
  /// The users.
  public internal(set) var users: [User] = []
  /// The logged-in users of each app when a run begins.
  public internal(set) var logins: [Login] = []
  /// The lifetimes of codes and tokens.
  var lifetimes = Lifetimes()
  /// The faults of the server.
  var faults: [Fault] = []
  /// The settings that the org was read from, to find their locations.
  var settings: [Setting] = []
  /// The receiver of URLs whose scheme several apps claim, by scheme in lower case.
  var receivers: [String: String] = [:]

  init(name: String) {
    self.name = name
  }

  /// The default host of an org.
  static let usualHost = "login.salesforce.com"

  /// The address of an org in this process: the root of its first login host.
  public var inProcessAddress: HTTPURL {
    HTTPURL(scheme: .https, host: loginHosts.first ?? MobileIdPOrg.usualHost, path: "/")
  }

  /// The state of an org before the first request.
  ///
  /// - Parameter now: The time since the start of 1970, from which the apps' tokens are valid.
  /// - Returns: The state.
  public func initialState(at now: Duration) -> MobileIdPState { MobileIdPState(self, at: now) }

  /// The org whose sign-in is the login of its providers; `nil` for the server's login page.
  public var loginOrg: OrgName? { apps.lazy.compactMap(\.loginOrg).first }

  /// The app with a name.
  public func app(named name: String) -> App? { apps.first { $0.name == name } }

  /// The user with a name, as they type it.
  func user(_ name: String) -> User? {
    let name = name.lowercased()
    return users.first { $0.username.lowercased() == name }
  }

  /// The connected app with a consumer key.
  func connectedApp(_ key: String) -> ConnectedApp? { connectedApps.first { $0.key == key } }

  /// The users who are signed in at an app when a run begins, in the order of the settings.
  public func logins(at app: String) -> [Login] { logins.filter { $0.app == app } }

  /// Reads the settings of a simulated authorization server for mobile identity providers, and
  /// reports all mistakes at once.
  ///
  /// `MobileIdPOrg.schema` lists the settings. The schemes of two apps must differ (rule K4); the
  /// server checks the other rules for connected apps.
  ///
  /// - Parameters:
  ///   - name: The name after `org`.
  ///   - settings: The settings in its braces.
  /// - Returns: The org, `nil` if it can't be made, and the problems in the order of the text.
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
  ///   - settings: Its settings, in order.
  /// - Returns: The problems, by location.
  public static func problems(name: String, settings: [Setting]) -> [SettingProblem] {
    build(name: name, settings: settings).problems
  }
}

extension MobileIdPOrg {
  /// An app of the device, as its maker built and configured it.
  public struct App: Sendable, Hashable {
    /// The role of an app in the flow.
    public enum Role: String, Sendable, Hashable, CaseIterable {
      /// It requests tokens.
      case client
      /// It has logged-in users.
      case provider
      /// Neither: it sends messages that it shouldn't send, or receives messages for other apps.
      case hostile
    }

    /// The displayed name.
    public let name: String
    /// Its role in the flow.
    public internal(set) var role = Role.client
    /// The id that the device gives receivers of its URLs; unique on the device.
    public internal(set) var id = ""
    /// The custom scheme that it registers, in lower case.
    public internal(set) var scheme = ""
    /// Its consumer key; empty for a hostile app without one.
    public internal(set) var consumerKey = ""
    /// Its callback URL.
    public internal(set) var callback = ""
    /// The scopes that it requests, in the order of the settings.
    public internal(set) var scopes: [String] = []
    /// Whether it is on the device.
    public internal(set) var isInstalled = true
    /// The login hosts that it knows; the first one is its default.
    public internal(set) var loginHosts: [String] = []
    /// Of a client: the name of the provider that is configured in it.
    public internal(set) var provider: String?
    /// Of a client: the refresh token that it has stored.
    public internal(set) var refreshToken: Secret?
    /// Of a provider: the names of the apps that it answers; `nil` for all.
    public internal(set) var allowed: [String]?
    /// Of a provider: whether it compares the sender's id with the redirect URI's scheme.
    public internal(set) var checksCaller = false
    /// Of a provider: the passcode that it requires before it returns a code.
    public internal(set) var passcode: Secret?
    /// Of a provider: whether a hint that matches no account shows the accounts (not the login).
    public internal(set) var showsAccountsOnUnknownHint = false
    /// Of a provider: whether a request waits while another one is running (otherwise it is
    /// refused).
    public internal(set) var queuesSecondRequest = false
    /// Of a provider: whether a session that can't be used leads to a login (otherwise to an
    /// error).
    public internal(set) var logsInOnRefusedSession = false
    /// Of a provider: the number of wrong passcodes that end a request; `nil` for any number.
    public internal(set) var passcodeAttempts: Int?
    /// Of a provider: the number of wrong passwords that end a request; `nil` for any number.
    public internal(set) var loginAttempts: Int?
    /// Of a provider: the org whose sign-in is its login; `nil` for the server's login page.
    public internal(set) var loginOrg: OrgName?
    /// The profile of its messages.
    public internal(set) var messages = Messages.strict
    /// Its platform; all apps of a device have the same.
    public internal(set) var platform = Platform.ios
    /// Of a client: the keychain group for the provider's verifiers, so that a start at the
    /// provider brings a code; `nil` for none.
    public internal(set) var keychainGroup: String?
    /// Of a client: the keychain group that it reads.
    public internal(set) var keychainAccess: String?
    /// Of a client: the address that it opens at the end of a start at the provider.
    public internal(set) var startURL: String?
    /// Of a client: whether it requests tokens in the SDK's hybrid mode.
    public internal(set) var isHybrid = false
    /// Of a client: whether a start at the provider replaces a running request (otherwise it is
    /// refused).
    public internal(set) var replacesPending = false

    init(name: String) {
      self.name = name
    }
  }

  /// The profile in which an app reads and writes messages.
  public enum Messages: String, Sendable, Hashable, CaseIterable {
    /// As the flow's documents say.
    case strict
    /// Like the iOS SDK.
    case ios
  }

  /// The platform of apps, which determines how they open each other.
  public enum Platform: String, Sendable, Hashable, CaseIterable {
    /// By URLs.
    case ios
    /// By intents with bundles.
    case android
  }

  /// The name of an org of another engine, as it is written.
  public struct OrgName: Sendable, Hashable {
    /// The name.
    public let name: String
    /// Its location.
    public let place: SourceRange
  }

  /// The server's record of an app.
  struct ConnectedApp: Sendable, Hashable {
    /// The consumer key.
    let key: String
    /// The callback URLs, compared exactly.
    var callbacks: [String] = []
    /// The scopes that can be granted.
    var scopes: [String] = []
    /// The consumer secret, if token requests need it (rule K3).
    var secret: Secret?
    /// Whether the user must approve its access to data.
    var needsApproval = true

    init(key: String) {
      self.key = key
    }
  }

  /// A user, named by the login they type.
  public struct User: Sendable, Hashable {
    /// Whether the user, and their org, may sign in.
    enum Status: String, Sendable, Hashable, CaseIterable {
      case active
      case inactive
      case orgInactive = "org-inactive"
    }

    /// The login that they type.
    public let username: String
    /// The name that apps show.
    public internal(set) var displayName = ""
    /// The org's id, which begins with `00D`.
    public internal(set) var orgID = MobileIdPOrg.usualOrgID
    /// Their id, which begins with `005`.
    public internal(set) var userID = ""
    /// The host where they sign in.
    public internal(set) var host = ""
    var password: Secret?
    var status = Status.active
    /// Whether their account was made by native login: a provider lists it, and can't use it.
    public internal(set) var isNative = false
    /// The consumer keys of the apps whose access they have approved.
    var approved: [String] = []

    init(username: String) {
      self.username = username
    }

    /// Both ids in the form of messages between apps.
    public var hint: String { "\(orgID):\(userID)" }
  }

  /// A user who is signed in at an app when a run begins.
  public struct Login: Sendable, Hashable {
    /// The tokens that are still valid.
    enum Health: String, Sendable, Hashable, CaseIterable {
      case good
      /// The access token has expired; the refresh token is valid.
      case expired
      /// Neither is valid.
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
    /// The place of the fault.
    enum Place: String, Sendable, Hashable, CaseIterable {
      case authorize
      case bridge
      case token
      case refresh
    }

    var place: Place
    /// The error; `ec-301` and `ec-302` are a refused session.
    var code: String
    /// Whether it happens only once.
    var isOnce = false
  }

  /// The default org id of users.
  static let usualOrgID = "00D000000000001EAA"

  /// The error codes of an endpoint (section 9.1).
  static let faultCodes = [
    "access_denied", "app_blocked", "auth_timeout", "immediate_unsuccessful", "inactive_org",
    "inactive_user", "invalid_app_access", "invalid_client", "invalid_client_credentials",
    "invalid_client_id", "invalid_grant", "invalid_request", "invalid_scope",
    "oauth_flow_disabled", "rate_limit_exceeded", "redirect_uri_mismatch", "redirect_uri_missing",
    "server_error", "service_unavailable", "unknown_error", "unsupported_grant_type",
    "unsupported_response_type", "wrong_version",
  ]

  /// The codes of a refused session, at authorize.
  static let sessionFaultCodes = ["ec-301", "ec-302"]
}
