/// The state of a session: the part that an app sees, and the internal part.
public struct SessionState: Sendable, Hashable {
  /// The part that an app sees (S34–S36).
  public internal(set) var record: SessionRecord
  /// The data that started the session.
  public let payload: SessionPayload
  /// The server's parameters; `nil` until they have arrived.
  public internal(set) var parameters: ServerParameters?
  /// The time by which the session must be ACTIVE; `nil` for no limit (S33).
  public internal(set) var deadline: Duration?
  /// The time by which the user must give the current second factor; `nil` for no limit.
  public internal(set) var inputDeadline: Duration?
  /// The time until which input is refused after a wrong PIN; `nil` if input isn't refused.
  public internal(set) var penalisedUntil: Duration?
  /// Whether the second factor is set or verified; `nil` until a second factor is required.
  public internal(set) var context: SecondFactorContext?
  /// The factors that the user gave and the server is verifying.
  public internal(set) var given: Set<SecondFactor> = []
  /// The first factors that the user set, which are stored after the session has logged in (S20).
  public internal(set) var staged: Set<SecondFactor> = []
  /// The user's text for the server, given with the account.
  public internal(set) var userInput: String?
  /// The time when the session logged in; `nil` before.
  public internal(set) var loggedIn: Duration?
  /// The time of the app's last activity.
  public internal(set) var lastActivity: Duration
  /// Whether the session waits in READY until no other session takes input (S11).
  public internal(set) var isHeld = false

  /// The session's number.
  public var id: SessionID { record.id }

  /// The session's state, with `WAITING_FOR_USER_INPUT` divided into pseudo states.
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

  /// Whether the session keeps other sessions from taking input.
  ///
  /// The session takes input itself, or will take input without a further call, as an AppLogin does
  /// (S13).
  public var holdsInput: Bool {
    record.status == .waitingForUserInput || record.isAppLogin && record.status == .starting
  }

  /// Whether the session is an AppLogin that is logged in.
  public var isActiveAppLogin: Bool {
    record.isAppLogin && record.status == .active && record.history == .loggedIn
  }
}

/// The values from outside on which a session's step depends.
public struct SessionEnvironment: Sendable, Hashable {
  /// The time since the start of 1970.
  public var now: Duration
  /// The app's configuration of the SDK.
  public var configuration: SDKConfiguration
  /// The accounts of the device.
  public var accounts: [Account]
  /// The second factors of the device.
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
