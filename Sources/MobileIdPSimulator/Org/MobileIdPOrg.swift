public import FlowDiagnostics
public import FlowEngine
public import FlowHTTP
import SimulatorKit

/// A simulated authorization server for mobile identity providers, and the apps of a device.
///
/// A plain value that never changes. What requests change is in a `MobileIdPState`, and answering
/// is a function of the two: see `answer(_:state:now:random:)`. What is on the device is in
/// `device`.
public struct MobileIdPOrg: Sendable, Hashable {
  /// The name after `org`.
  public let name: String
  /// The hosts that people sign in at, at least one; any of them is the same server.
  public internal(set) var loginHosts: [String] = [MobileIdPOrg.usualHost]
  /// The apps that a device has, or could have, in the order of the settings.
  public internal(set) var apps: [App] = []
  /// The connected apps: what the server knows of apps.
  var connectedApps: [ConnectedApp] = []
  /// The people.
  public internal(set) var users: [User] = []
  /// Who is signed in at which app when a run begins.
  public internal(set) var logins: [Login] = []
  /// How long things are good.
  var lifetimes = Lifetimes()
  /// What goes wrong at the server.
  var faults: [Fault] = []
  /// What all of this was read from, for whoever tells where it stands.
  var settings: [Setting] = []
  /// Who gets what is opened with a scheme that several apps claim, by scheme in lower case.
  var receivers: [String: String] = [:]

  init(name: String) {
    self.name = name
  }

  /// The host of an org that names none.
  static let usualHost = "login.salesforce.com"

  /// Where an org in this process is asked: the root of its first login host.
  public var inProcessAddress: HTTPURL {
    HTTPURL(scheme: .https, host: loginHosts.first ?? MobileIdPOrg.usualHost, path: "/")
  }

  /// The state of an org that nobody has spoken to yet.
  ///
  /// - Parameter now: The time since the start of 1970, from which on what apps have is good.
  /// - Returns: The state.
  public func initialState(at now: Duration) -> MobileIdPState { MobileIdPState(self, at: now) }

  /// The org whose sign-in is the login of its providers; `nil` for the server's login page.
  public var loginOrg: OrgName? { apps.lazy.compactMap(\.loginOrg).first }

  /// The app of a name.
  public func app(named name: String) -> App? { apps.first { $0.name == name } }

  /// The user of a name, as they type it.
  func user(_ name: String) -> User? {
    let name = name.lowercased()
    return users.first { $0.username.lowercased() == name }
  }

  /// The connected app of a consumer key.
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
  /// - Returns: What is wrong with them, by place.
  public static func problems(name: String, settings: [Setting]) -> [SettingProblem] {
    build(name: name, settings: settings).problems
  }
}

extension MobileIdPOrg {
  /// An app of the device, as its maker built and configured it.
  public struct App: Sendable, Hashable {
    /// What an app is in the flow.
    public enum Role: String, Sendable, Hashable, CaseIterable {
      /// It wants tokens.
      case client
      /// It knows who is signed in.
      case provider
      /// Neither: it sends or receives what isn't meant for it.
      case hostile
    }

    /// The name that people see.
    public let name: String
    /// What it is in the flow.
    public internal(set) var role = Role.client
    /// What the device tells others of it as the sender; no two apps have the same.
    public internal(set) var id = ""
    /// The custom scheme that it registers, in lower case.
    public internal(set) var scheme = ""
    /// Its consumer key, empty for a hostile app that has none.
    public internal(set) var consumerKey = ""
    /// Its callback URL.
    public internal(set) var callback = ""
    /// The scopes that it requests, in the order of the settings.
    public internal(set) var scopes: [String] = []
    /// Whether it is on the device.
    public internal(set) var isInstalled = true
    /// The login hosts that it knows, the one that it takes first.
    public internal(set) var loginHosts: [String] = []
    /// Of a client: the name of the provider that is configured in it.
    public internal(set) var provider: String?
    /// Of a client: the refresh token that it has stored.
    public internal(set) var refreshToken: Secret?
    /// Of a provider: the names of the apps that it answers; `nil` for any.
    public internal(set) var allowed: [String]?
    /// Of a provider: whether it holds the sender's id against the redirect URI's scheme.
    public internal(set) var checksCaller = false
    /// Of a provider: what it asks for before it hands on a code.
    public internal(set) var passcode: Secret?
    /// Of a provider: whether a hint that matches no account shows the accounts (not the login).
    public internal(set) var showsAccountsOnUnknownHint = false
    /// Of a provider: whether a request waits while another one is under way (it is refused else).
    public internal(set) var queuesSecondRequest = false
    /// Of a provider: whether a session that can't be used leads to a login (to an error else).
    public internal(set) var logsInOnRefusedSession = false
    /// Of a provider: how many wrong passcodes end a request; `nil` for any number.
    public internal(set) var passcodeAttempts: Int?
    /// Of a provider: how many wrong passwords end a request; `nil` for any number.
    public internal(set) var loginAttempts: Int?
    /// Of a provider: the org whose sign-in is its login; `nil` for the server's login page.
    public internal(set) var loginOrg: OrgName?
    /// How it writes and reads messages.
    public internal(set) var messages = Messages.strict
    /// What it runs on; the apps of a device run on the same.
    public internal(set) var platform = Platform.ios
    /// Of a client: the keychain group that the provider puts verifiers into, with which a start at
    /// the provider brings a code; `nil` for none.
    public internal(set) var keychainGroup: String?
    /// Of a client: the keychain group that it reads.
    public internal(set) var keychainAccess: String?
    /// Of a client: what a provider has it open in the end, if it begins at the provider.
    public internal(set) var startURL: String?
    /// Of a client: whether it asks for tokens in the SDK's hybrid mode.
    public internal(set) var isHybrid = false
    /// Of a client: whether a start at the provider takes the place of a request under way (it is
    /// refused else).
    public internal(set) var replacesPending = false

    init(name: String) {
      self.name = name
    }
  }

  /// How an app writes and reads messages.
  public enum Messages: String, Sendable, Hashable, CaseIterable {
    /// As the flow's documents say.
    case strict
    /// As the iOS SDK does.
    case ios
  }

  /// What apps run on, and so how they open one another.
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
    /// Where it stands.
    public let place: SourceRange
  }

  /// What the server knows of an app.
  struct ConnectedApp: Sendable, Hashable {
    /// The consumer key.
    let key: String
    /// The callback URLs, compared exactly.
    var callbacks: [String] = []
    /// The scopes that can be granted.
    var scopes: [String] = []
    /// The consumer secret, where token requests need it (rule K3).
    var secret: Secret?
    /// Whether the user must approve its access to data.
    var needsApproval = true

    init(key: String) {
      self.key = key
    }
  }

  /// Somebody who can sign in.
  public struct User: Sendable, Hashable {
    /// Whether they, and their org, can be signed in at all.
    enum Status: String, Sendable, Hashable, CaseIterable {
      case active
      case inactive
      case orgInactive = "org-inactive"
    }

    /// What they type.
    public let username: String
    /// What apps show.
    public internal(set) var displayName = ""
    /// The org's id, which begins with `00D`.
    public internal(set) var orgID = MobileIdPOrg.usualOrgID
    /// Their id, which begins with `005`.
    public internal(set) var userID = ""
    /// The host that they sign in at.
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

    /// Both ids as messages between apps have them.
    public var hint: String { "\(orgID):\(userID)" }
  }

  /// A user who is signed in at an app when a run begins.
  public struct Login: Sendable, Hashable {
    /// What the tokens are still good for.
    enum Health: String, Sendable, Hashable, CaseIterable {
      case good
      /// The access token has expired; the refresh token is good.
      case expired
      /// Neither is good.
      case revoked
    }

    /// The app's name.
    public let app: String
    /// The user's name.
    public let username: String
    /// The access token that the app has.
    public internal(set) var accessToken: Secret
    /// The refresh token that the app has.
    public internal(set) var refreshToken: Secret
    var health = Health.good
  }

  /// How long things are good.
  struct Lifetimes: Sendable, Hashable {
    /// An authorization code.
    var code: Duration = .seconds(120)
    /// An access token, and the session of a browser.
    var accessToken: Duration = .seconds(7200)
    /// A refresh token.
    var refreshToken: Duration = .seconds(90 * 86_400)
  }

  /// Something that goes wrong at an endpoint.
  struct Fault: Sendable, Hashable {
    /// Where.
    enum Place: String, Sendable, Hashable, CaseIterable {
      case authorize
      case bridge
      case token
      case refresh
    }

    var place: Place
    /// The error; `ec-301` and `ec-302` stand for a session that was refused.
    var code: String
    /// Whether it happens once, and all is well then.
    var isOnce = false
  }

  /// The id of the org of users who name none.
  static let usualOrgID = "00D000000000001EAA"

  /// The codes that an endpoint may fail with (section 9.1).
  static let faultCodes = [
    "access_denied", "app_blocked", "auth_timeout", "immediate_unsuccessful", "inactive_org",
    "inactive_user", "invalid_app_access", "invalid_client", "invalid_client_credentials",
    "invalid_client_id", "invalid_grant", "invalid_request", "invalid_scope",
    "oauth_flow_disabled", "rate_limit_exceeded", "redirect_uri_mismatch", "redirect_uri_missing",
    "server_error", "service_unavailable", "unknown_error", "unsupported_grant_type",
    "unsupported_response_type", "wrong_version",
  ]

  /// The codes of a session that was refused, at authorize.
  static let sessionFaultCodes = ["ec-301", "ec-302"]
}
