import FlowDiagnostics
public import FlowEngine
public import FlowHTTP
import SimulatorKit

/// A simulated nextAuth: servers that people sign in at, and the device that holds their accounts.
///
/// A plain value that never changes. What requests change is in a `NextAuthState`, and answering is a
/// function of the two: see `answer(_:state:now:random:)`.
public struct NextAuthOrg: Sendable, Hashable {
  /// The name after `org`.
  public let name: String
  /// What deep links begin with.
  var scheme = "nextauth"
  /// The servers, at least one; the first is meant where none is named.
  var servers: [Server] = []
  /// The accounts that the device has at the beginning.
  var accounts: [Account] = []
  /// The device at the beginning.
  var device = Device()
  /// What all of this was read from, for whoever tells where it stands.
  var settings: [Setting] = []

  init(name: String) {
    self.name = name
  }

  /// Where an org in this process is asked: the host is only a name.
  public static let inProcessAddress = HTTPURL(
    scheme: .https, host: "nextauth.flow.invalid", path: "/")

  /// The state of an org that nobody has spoken to yet.
  ///
  /// - Parameter now: Not asked for: nothing in it has an age.
  /// - Returns: The state.
  public func initialState(at now: Duration = .zero) -> NextAuthState { NextAuthState(self) }

  /// A server, as it is known by its name.
  func server(named name: String) -> Server? { servers.first { $0.name == name } }

  /// An account on the device.
  struct Account: Sendable, Hashable {
    /// Its own name, never shown to a user.
    var id: String
    /// What a user knows it by.
    var name: String
    /// The name of the server that it is of.
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
  /// - Returns: What is wrong with them, by place.
  public static func problems(name: String, settings: [Setting]) -> [SettingProblem] {
    build(name: name, settings: settings).problems
  }
}

extension NextAuthOrg {
  /// What a server asks of those who sign in, and what goes wrong there.
  struct Server: Sendable, Hashable {
    /// Its name, such as `bank.example`.
    let name: String
    /// How long it waits for a ping; zero for logins that are good once.
    var pingTime: Duration = .seconds(60)
    /// When a second factor is needed.
    var secondFactor = SecondFactorPolicy.always
    /// The factors without which none is set.
    var requiredFactors: [Factor] = []
    /// How many wrong PINs block the PIN.
    var attempts = 3
    /// How long nothing is taken after a wrong PIN.
    var penalty = Duration.zero
    /// Whether no two of its accounts have one name.
    var hasUniqueNames = false
    /// Whether an enrollment shows a hash of its parameters.
    var showsVisualHash = true
    /// What is shown while the user confirms.
    var announce = Texts()
    /// What is shown after the login.
    var info = Texts()
    /// How a login ends, and when.
    var login = Answering()
    /// How asking for its parameters ends.
    var parameters = Answering()
    /// How verifying a second factor ends.
    var verification = Answering()
    /// The id of the account that it asks for, if it asks for one.
    var preselected: String?
    /// The text that has to come with a confirmation.
    var userInput: String?
    /// How long what it shows or sends can be used.
    var offerLife: Duration = .seconds(300)
    /// Whether it logs an enrollment's session out as soon as the account is made.
    var endsEnrolments = true

    init(name: String) {
      self.name = name
    }
  }

  /// When a server wants a second factor.
  enum SecondFactorPolicy: Sendable, Hashable {
    case never
    case always
    /// So long after the last one.
    case after(Duration)
  }

  /// What a user proves it is them with.
  enum Factor: String, Sendable, Hashable, CaseIterable {
    case pin
    case biometric
  }

  /// A picture and texts, each known by a key.
  struct Texts: Sendable, Hashable {
    var logo: String?
    var texts: [Text] = []

    struct Text: Sendable, Hashable {
      var key: String
      var text: String
    }

    var isEmpty: Bool { logo == nil && texts.isEmpty }
  }

  /// How a server answers: at once and well, where nothing else is said.
  struct Answering: Sendable, Hashable {
    /// The error code that it fails with.
    var code: Int?
    /// Whether it fails once, and is well then.
    var isOnce = false
    /// How long it takes.
    var delay = Duration.zero
  }
}

extension NextAuthOrg {
  /// The device that the app runs on: what is registered there, and how its SDK is configured.
  struct Device: Sendable, Hashable {
    /// The PIN that is registered.
    var pin: Secret?
    /// Whether too many wrong PINs were given before.
    var isPINBlocked = false
    /// The biometric.
    var biometric = Biometric.none
    /// How long ago a second factor was given.
    var lastInput: Duration?
    /// How long ago a PIN was given.
    var lastPIN: Duration?
    /// How often the biometric was used since.
    var biometricUses = 0
    /// What the SDK remembers of before.
    var history: [PastSession] = []
    /// How the SDK is configured.
    var configuration = Configuration()
  }

  /// What becomes of the next uses of a biometric.
  enum Biometric: Sendable, Hashable {
    /// None is registered.
    case none
    /// The next so many are not recognized; then each is.
    case registered(failures: Int)
    /// The device's own set has changed: the next use finds it, and none is registered then.
    case removed
    /// It was removed while the app runs, which is told: none is registered, and what still uses it
    /// finds it removed.
    case lost
  }

  /// An item of the history that the device has at the beginning.
  struct PastSession: Sendable, Hashable {
    /// What it came to, in capitals.
    var status: String
    /// The id of the account; `nil` if there was none.
    var account: String?
    /// How long ago.
    var age: Duration
  }

  /// The SDK's configuration; a duration or a number of zero stands for none.
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

    /// The documentation's tone: READY and the confirmation are never skipped.
    static let documentation = Configuration()

    /// The SDK's own two defaults, by which both are.
    static let sdk: Configuration = {
      var configuration = Configuration()
      configuration.startsManually = false
      configuration.selectsSingleAccount = true
      return configuration
    }()
  }
}
