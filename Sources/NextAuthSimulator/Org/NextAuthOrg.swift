import FlowDiagnostics
public import FlowEngine
public import FlowHTTP
import SimulatorKit

/// A simulated nextAuth: the servers where users sign in, and the device with their accounts.
///
/// A plain value that never changes. Requests change a `NextAuthState`, and an answer is a function
/// of the two: see `answer(_:state:now:random:)`.
public struct NextAuthOrg: Sendable, Hashable {
  /// The name after `org`.
  public let name: String
  /// The scheme of deep links.
  var scheme = "nextauth"
  /// The servers, at least one; the first is the default.
  var servers: [Server] = []
  /// The accounts that the device has at the beginning.
  var accounts: [Account] = []
  /// The device at the beginning.
  var device = Device()
  /// The settings that the org was read from, to find their locations.
  var settings: [Setting] = []

  init(name: String) {
    self.name = name
  }

  /// The address of an org in this process: the host is only a name.
  public static let inProcessAddress = HTTPURL(
    scheme: .https, host: "nextauth.flow.invalid", path: "/")

  /// The state of an org before the first request.
  ///
  /// - Parameter now: Unused, because the state has no ages.
  /// - Returns: The state.
  public func initialState(at now: Duration = .zero) -> NextAuthState { NextAuthState(self) }

  /// The server with this name.
  func server(named name: String) -> Server? { servers.first { $0.name == name } }

  /// An account on the device.
  struct Account: Sendable, Hashable {
    /// Its internal name, never shown to a user.
    var id: String
    /// The name that a user sees.
    var name: String
    /// The name of its server.
    var server: String
  }

  /// Reads the settings of a simulated nextAuth, and reports all mistakes at once.
  ///
  /// `NextAuthOrg.schema` lists the settings.
  ///
  /// - Parameters:
  ///   - name: The name after `org`.
  ///   - settings: The settings in its braces.
  /// - Returns: The org, `nil` if it can't be made, and the problems in the order of the text.
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
  ///   - settings: Its settings, in order.
  /// - Returns: The problems, by location.
  public static func problems(name: String, settings: [Setting]) -> [SettingProblem] {
    build(name: name, settings: settings).problems
  }
}

extension NextAuthOrg {
  /// A server's requirements for logins, and its faults.
  struct Server: Sendable, Hashable {
    /// Its name, such as `bank.example`.
    let name: String
    /// The time that it waits for a ping; zero for one-shot logins.
    var pingTime: Duration = .seconds(60)
    /// The policy for a second factor.
    var secondFactor = SecondFactorPolicy.always
    /// The factors that must be among the factors that are set.
    var requiredFactors: [Factor] = []
    /// The number of wrong PINs that block the PIN.
    var attempts = 3
    /// The time without input after a wrong PIN.
    var penalty = Duration.zero
    /// Whether two of its accounts must not have the same name.
    var hasUniqueNames = false
    /// Whether an enrollment shows a hash of its parameters.
    var showsVisualHash = true
    /// The information shown while the user confirms.
    var announce = Texts()
    /// The information shown after the login.
    var info = Texts()
    /// The result and the delay of a login.
    var login = Answering()
    /// The result of a request for its parameters.
    var parameters = Answering()
    /// The result of verifying a second factor.
    var verification = Answering()
    /// The id of the account that it preselects, if any.
    var preselected: String?
    /// The text that must come with a confirmation.
    var userInput: String?
    /// The lifetime of the data that it shows or sends.
    var offerLife: Duration = .seconds(300)
    /// Whether it logs an enrollment's session out as soon as the account is created.
    var endsEnrolments = true

    init(name: String) {
      self.name = name
    }
  }

  /// A server's policy for a second factor.
  enum SecondFactorPolicy: Sendable, Hashable {
    case never
    case always
    /// Required at this time after the last one.
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

  /// The answer of a server; by default immediate and successful.
  struct Answering: Sendable, Hashable {
    /// The error code that it fails with.
    var code: Int?
    /// Whether it fails only once.
    var isOnce = false
    /// The delay of the answer.
    var delay = Duration.zero
  }
}

extension NextAuthOrg {
  /// The device of the app: its registered factors, and the configuration of its SDK.
  struct Device: Sendable, Hashable {
    /// The registered PIN.
    var pin: Secret?
    /// Whether too many wrong PINs were given before.
    var isPINBlocked = false
    /// The biometric.
    var biometric = Biometric.none
    /// The time since the last second factor.
    var lastInput: Duration?
    /// The time since the last PIN.
    var lastPIN: Duration?
    /// The number of uses of the biometric since then.
    var biometricUses = 0
    /// The earlier sessions that the SDK remembers.
    var history: [PastSession] = []
    /// The configuration of the SDK.
    var configuration = Configuration()
  }

  /// The results of the next uses of a biometric.
  enum Biometric: Sendable, Hashable {
    /// None is registered.
    case none
    /// The next uses fail this often; then each use succeeds.
    case registered(failures: Int)
    /// The device's own set has changed: the next use detects it, and then none is registered.
    case removed
    /// It was removed while the app runs, and an event reports it.
    ///
    /// None is registered, and an attempt to use it detects the removal.
    case lost
  }

  /// An item of the history that the device has at the beginning.
  struct PastSession: Sendable, Hashable {
    /// The result, in capitals.
    var status: String
    /// The id of the account; `nil` if there was none.
    var account: String?
    /// The time since then.
    var age: Duration
  }

  /// The SDK's configuration; a duration or a number of zero means none.
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

    /// The documentation's defaults: READY and the confirmation are never skipped.
    static let documentation = Configuration()

    /// The SDK's own two defaults, which skip both.
    static let sdk: Configuration = {
      var configuration = Configuration()
      configuration.startsManually = false
      configuration.selectsSingleAccount = true
      return configuration
    }()
  }
}
