/// A session in the machine: the part that an app sees, and the internal part.
public struct SessionState: Sendable, Hashable {
  /// The part that an app sees (S34–S36).
  public internal(set) var record: SessionRecord
  /// The data that it began with.
  public let payload: SessionPayload
  /// The server's parameters, once they have arrived.
  public internal(set) var parameters: ServerParameters?
  /// The deadline for ACTIVE; `nil` for no limit (S33).
  public internal(set) var deadline: Duration?
  /// The end of this round of the second factor.
  public internal(set) var inputDeadline: Duration?
  /// The end of the time in which input is refused, after a wrong PIN.
  public internal(set) var penalisedUntil: Duration?
  /// Whether the second factor is set or verified, once it is required.
  public internal(set) var context: SecondFactorContext?
  /// The factors that were given and are being verified.
  public internal(set) var given: Set<SecondFactor> = []
  /// The first factors that were set, until the session is logged in (S20).
  public internal(set) var staged: Set<SecondFactor> = []
  /// The text that the user gave for the server with the account.
  public internal(set) var userInput: String?
  /// The time of the login.
  public internal(set) var loggedIn: Duration?
  /// The time of the app's last activity.
  public internal(set) var lastActivity: Duration
  /// Whether it stays in READY only until no other session takes input (S11).
  public internal(set) var isHeld = false

  /// Its number.
  public var id: SessionID { record.id }

  /// Its state with the pseudo state.
  public var place: SessionTransition.Place {
    switch record.status {
    case .starting: .starting
    case .readyForUserInteraction: .ready
    case .waitingForUserInput:
      switch record.input {
      case .secondFactor: .secondFactor
      case .verifying: .verifying
      case .confirmation, nil: .confirmation
      }
    case .active: .active
    case .done: .done
    case .error: .error
    }
  }

  /// Whether no other session may take input: it takes input, or will take it without a call, as an
  /// AppLogin does (S13).
  public var holdsInput: Bool {
    record.status == .waitingForUserInput || record.isAppLogin && record.status == .starting
  }

  /// Whether it is an AppLogin that is logged in.
  public var isActiveAppLogin: Bool {
    record.isAppLogin && record.status == .active && record.history == .loggedIn
  }
}

/// The surroundings that a session depends on.
public struct SessionEnvironment: Sendable, Hashable {
  /// The time since the start of 1970.
  public var now: Duration
  /// The app's configuration.
  public var configuration: SDKConfiguration
  /// The accounts of the device.
  public var accounts: [Account]
  /// Its second factors.
  public var factors: FactorStore
  /// Whether an AppLogin is logged in.
  public var isAppLoginActive: Bool
  /// Whether another session takes input.
  public var isInputTaken: Bool

  /// Makes an environment.
  public init(
    now: Duration, configuration: SDKConfiguration = SDKConfiguration(), accounts: [Account] = [],
    factors: FactorStore = FactorStore(), isAppLoginActive: Bool = false,
    isInputTaken: Bool = false
  ) {
    self.now = now
    self.configuration = configuration
    self.accounts = accounts
    self.factors = factors
    self.isAppLoginActive = isAppLoginActive
    self.isInputTaken = isInputTaken
  }
}
