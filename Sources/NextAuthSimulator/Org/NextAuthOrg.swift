import FlowDiagnostics
public import FlowEngine
public import FlowHTTP
import SimulatorKit

/// A simulated nextAuth: the servers at which users sign in, and the device with their accounts.
///
/// An org is a value that never changes. Requests change a `NextAuthState`, and
/// `answer(_:state:now:random:)` computes an answer from both.
public struct NextAuthOrg: Sendable, Hashable {
  /// The name after `org`.
  public let name: String
  /// The scheme of deep links.
  var scheme = "nextauth"
  /// The servers, at least one; the first one is the default.
  var servers: [Server] = []
  /// The accounts that the device has when a run begins.
  var accounts: [Account] = []
  /// The device when a run begins.
  var device = Device()
  /// The settings from which the org was read, to find their locations.
  var settings: [Setting] = []

  init(name: String) {
    self.name = name
  }

  /// The address of an org in this process, whose host is only a name.
  public static let inProcessAddress = HTTPURL(
    scheme: .https, host: "nextauth.flow.invalid", path: "/")

  /// The state of an org before the first request.
  ///
  /// - Parameter now: Unused, because the first request sets the time from which ages count.
  /// - Returns: The state.
  public func initialState(at now: Duration = .zero) -> NextAuthState { NextAuthState(self) }

  /// The server with a name; `nil` if there is none.
  func server(named name: String) -> Server? { servers.first { $0.name == name } }

  /// An account on the device.
  struct Account: Sendable, Hashable {
    /// The internal id, never shown to a user.
    var id: String
    /// The name that a user sees.
    var name: String
    /// The name of the account's server.
    var server: String
  }

  /// Reads the settings of a simulated nextAuth, and reports all mistakes at once.
  ///
  /// `NextAuthOrg.schema` lists the settings.
  ///
  /// - Parameters:
  ///   - name: The name after `org`.
  ///   - settings: The settings in the org's braces.
  /// - Returns: The org, or `nil` if it can't be made; and the problems in the order of the text.
  public static func build(
    name: String, settings: [Setting]
  ) -> (org: NextAuthOrg?, problems: [SettingProblem]) {
    let draft = NextAuthDraft(name: name)
    draft.read(settings)
    let problems = draft.reader.problems.sorted { $0.place.start < $1.place.start }
    return (problems.isEmpty ? draft.org : nil, problems)
  }

  /// Checks the settings of a simulated nextAuth.
  ///
  /// - Parameters:
  ///   - name: The org's name.
  ///   - settings: The org's settings, in order.
  /// - Returns: The problems, by location.
  public static func problems(name: String, settings: [Setting]) -> [SettingProblem] {
    build(name: name, settings: settings).problems
  }
}

extension NextAuthOrg {
  /// A server, with its requirements for logins, and its faults.
  struct Server: Sendable, Hashable {
    /// The server's name, such as `bank.example`.
    let name: String
    /// The time that the server waits for a ping; zero for one-shot logins.
    var pingTime: Duration = .seconds(60)
    /// When the server requires a second factor.
    var secondFactor = SecondFactorPolicy.always
    /// The factors that a user must set when setting the first factors.
    var requiredFactors: [Factor] = []
    /// The number of wrong PINs after which the PIN is blocked.
    var attempts = 3
    /// The time for which input is refused after a wrong PIN.
    var penalty = Duration.zero
    /// Whether two accounts of the server must have different names.
    var hasUniqueNames = false
    /// Whether an enrollment shows a hash of the server's parameters.
    var showsVisualHash = true
    /// The information to show while the user confirms.
    var announce = Texts()
    /// The information to show after the login.
    var info = Texts()
    /// The result and the delay of logins.
    var login = Answering()
    /// The result of requests for the server's parameters.
    var parameters = Answering()
    /// The result of verifying second factors.
    var verification = Answering()
    /// The id of the account that the server preselects; `nil` if it preselects none.
    var preselected: String?
    /// The text that a confirmation must contain; `nil` if none is required.
    var userInput: String?
    /// The lifetime of the data that starts sessions.
    var offerLife: Duration = .seconds(300)
    /// Whether the server logs an enrollment's session out as soon as the account is created.
    var endsEnrollments = true

    init(name: String) {
      self.name = name
    }
  }

  /// When a server requires a second factor.
  enum SecondFactorPolicy: Sendable, Hashable {
    case never
    case always
    /// Required if the last second factor was given at least this long ago.
    case after(Duration)
  }

  /// A method that proves a user's identity.
  enum Factor: String, Sendable, Hashable, CaseIterable {
    case pin
    case biometric
  }

  /// A picture and texts, each with a key.
  struct Texts: Sendable, Hashable {
    var logo: String?
    var texts: [Text] = []

    struct Text: Sendable, Hashable {
      var key: String
      var text: String
    }

    var isEmpty: Bool { logo == nil && texts.isEmpty }
  }

  /// How a server answers a request; by default immediately and with success.
  struct Answering: Sendable, Hashable {
    /// The error code with which the request fails; `nil` if it succeeds.
    var code: Int?
    /// Whether the request fails only once.
    var isOnce = false
    /// The delay of the answer.
    var delay = Duration.zero
  }
}

extension NextAuthOrg {
  /// The app's device: the registered factors, and the configuration of the SDK.
  struct Device: Sendable, Hashable {
    /// The registered PIN.
    var pin: Secret?
    /// Whether the PIN was blocked before the run.
    var isPINBlocked = false
    /// The biometric.
    var biometric = Biometric.none
    /// The time since the last second factor.
    var lastInput: Duration?
    /// The time since the last PIN.
    var lastPIN: Duration?
    /// The number of times that the biometric was used since then.
    var biometricUses = 0
    /// The earlier sessions in the SDK's history.
    var history: [PastSession] = []
    /// The configuration of the SDK.
    var configuration = Configuration()
  }

  /// What happens when the biometric is used next.
  enum Biometric: Sendable, Hashable {
    /// No biometric is registered.
    case none
    /// The next `failures` uses fail, and then each use succeeds.
    case registered(failures: Int)
    /// The device's own set of biometrics has changed; the next use detects it, and then none is
    /// registered.
    case removed
    /// The biometric was removed while the app was running, and an event reports it.
    ///
    /// No biometric is registered any more, and an attempt to use it detects the removal.
    case lost
  }

  /// A history item that the device has when a run begins.
  struct PastSession: Sendable, Hashable {
    /// The history status, in capitals.
    var status: String
    /// The id of the account; `nil` if the session didn't have one.
    var account: String?
    /// The time since the session.
    var age: Duration
  }

  /// The SDK's configuration, in which a duration or a number of zero has no effect.
  struct Configuration: Sendable, Hashable {
    var startsManually = true
    var selectsSingleAccount = false
    var sessionTimeout: Duration = .seconds(120)
    var inputTimeout = Duration.zero
    var hasSingleAccount = false
    var hidesVisualHash = false
    var disablesBiometrics = false
    var blocksWhenPINIsBlocked = false
    var maxUsesWithoutPIN = 0
    var maxTimeWithoutPIN = Duration.zero
    var requiresWithoutAppLogin = false
    var appLoginTimeout = Duration.zero
    var appLoginIdle = Duration.zero
    var historyExpiry: Duration = .seconds(90 * 86_400)

    /// The documentation's defaults, which skip neither READY nor the confirmation.
    static let documentation = Configuration()

    /// The SDK's own defaults, which skip both.
    static let sdk: Configuration = {
      var configuration = Configuration()
      configuration.startsManually = false
      configuration.selectsSingleAccount = true
      return configuration
    }()
  }
}
