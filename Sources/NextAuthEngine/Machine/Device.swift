public import FlowEngine

/// All that one app holds, as a value: accounts, factors, history, the time and the sessions.
///
/// It knows no server: what a server is to be asked comes out of each step as requests, and what
/// it answers goes in as inputs.
public struct Device: Sendable, Hashable {
  /// The configuration.
  public var configuration: SDKConfiguration
  /// The accounts, the oldest first.
  public internal(set) var accounts: [Account]
  /// The accounts without a second factor.
  public internal(set) var headless: Set<String>
  /// The second factors.
  public internal(set) var factors: FactorStore
  /// The history, the oldest item first; expired items among them.
  var items: [HistoryItem]
  /// All sessions, the oldest first.
  public internal(set) var sessions: [SessionState] = []
  /// The sessions that go on by themselves once no other takes input, the first first (S11).
  public internal(set) var held: [SessionID] = []
  /// The time since the start of 1970.
  public internal(set) var now: Duration
  /// The ids of push messages that have come, the oldest first.
  var pushMessages: [String] = []
  /// The number of the latest session.
  var lastNumber = 0

  /// Makes a device without sessions.
  ///
  /// - Parameters:
  ///   - configuration: The app's configuration.
  ///   - accounts: Its accounts.
  ///   - headless: The ids of those without a second factor.
  ///   - factors: Its second factors.
  ///   - history: What is told of earlier sessions.
  ///   - now: The time since the start of 1970.
  public init(
    configuration: SDKConfiguration = SDKConfiguration(), accounts: [Account] = [],
    headless: Set<String> = [], factors: FactorStore = FactorStore(), history: [HistoryItem] = [],
    now: Duration
  ) {
    self.configuration = configuration
    self.accounts = accounts
    self.headless = headless
    self.factors = factors
    items = history
    self.now = now
  }

  /// The history, the oldest item first, without what has expired.
  ///
  /// - Parameter now: The time since the start of 1970.
  /// - Returns: The items.
  public func history(at now: Duration) -> [HistoryItem] {
    let kept = configuration.expiryHistoryItems
    guard kept > .zero else { return items }
    return items.filter { now - $0.time < kept }
  }

  /// A session by its number.
  public subscript(id: SessionID) -> SessionState? { index(of: id).map { sessions[$0] } }

  func index(of id: SessionID) -> Int? { sessions.lastIndex { $0.id == id } }

  /// The session that lives under a server's name of it.
  func live(_ nonce: String) -> SessionID? {
    sessions.last { $0.payload.nonce == nonce && !$0.record.status.isFinal }?.id
  }

  /// What surrounds a session.
  func environment(of id: SessionID?) -> SessionEnvironment {
    var isAppLoginActive = false
    var isInputTaken = false
    for session in sessions where session.id != id {
      if session.isActiveAppLogin { isAppLoginActive = true }
      if session.holdsInput { isInputTaken = true }
    }
    return SessionEnvironment(
      now: now, configuration: configuration, accounts: accounts, factors: factors,
      isAppLoginActive: isAppLoginActive, isInputTaken: isInputTaken)
  }
}

/// What a server is to be asked or told for a session.
public enum ServerRequest: Sendable, Hashable {
  case serverInfo(SessionID)
  case secondFactor(SessionID, SecondFactorContext, pin: Secret?, biometric: Bool)
  case login(SessionID)
  case logout(SessionID)
  case abort(SessionID)
  case deleteAccount(String)
}

/// What came of something that a device was told.
public struct DeviceStep: Sendable, Hashable {
  /// The session that was begun.
  public var session: SessionID?
  /// Why a call was not taken.
  public var failure: CallFailure?
  /// What the app is told, in order.
  public var callbacks: [Callback] = []
  /// What a server is asked, in order.
  public var requests: [ServerRequest] = []
  /// The rows of the transition table that were taken, each with its session.
  public var taken: [Row] = []

  /// A row and the session that took it.
  public struct Row: Sendable, Hashable {
    /// The session; `nil` where none was begun.
    public var session: SessionID?
    /// The row.
    public var row: SessionTransition.Taken
  }
}
