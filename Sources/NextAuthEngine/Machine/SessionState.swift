/// A session as the machine holds it: what an app sees of it, and what it doesn't.
public struct SessionState: Sendable, Hashable {
  /// What an app sees (S34–S36).
  public internal(set) var record: SessionRecord
  /// What it began with.
  public let payload: SessionPayload
  /// What the server said of itself, once it has.
  public internal(set) var parameters: ServerParameters?
  /// Until when it must be active; `nil` for ever (S33).
  public internal(set) var deadline: Duration?
  /// Until when this round of the second factor lasts.
  public internal(set) var inputDeadline: Duration?
  /// Until when input is refused, after a wrong PIN.
  public internal(set) var penalisedUntil: Duration?
  /// Whether the second factor is set or verified, from when on it is asked for.
  public internal(set) var context: SecondFactorContext?
  /// What was given and is being verified.
  public internal(set) var given: Set<SecondFactor> = []
  /// The first factors that were set, until the session is logged in (S20).
  public internal(set) var staged: Set<SecondFactor> = []
  /// The text that the user gave for the server with the account.
  public internal(set) var userInput: String?
  /// When it was logged in.
  public internal(set) var loggedIn: Duration?
  /// When the app last did something.
  public internal(set) var lastActivity: Duration
  /// Whether it stands in READY only until no other session takes input (S11).
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

  /// Whether no other session may take input: it does, or it will without being asked, as an
  /// AppLogin does (S13).
  public var holdsInput: Bool {
    record.status == .waitingForUserInput || record.isAppLogin && record.status == .starting
  }

  /// Whether it is an AppLogin that is logged in.
  public var isActiveAppLogin: Bool {
    record.isAppLogin && record.status == .active && record.history == .loggedIn
  }
}

/// What a session looks at besides itself.
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
