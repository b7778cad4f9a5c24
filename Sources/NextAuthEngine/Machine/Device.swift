public import FlowEngine

/// The state of one app's SDK: accounts, factors, history, the time and the sessions.
///
/// A device is a value that doesn't communicate. Each step returns the requests for a server, and
/// the server's answers are inputs of later steps.
public struct Device: Sendable, Hashable {
  /// The app's configuration of the SDK.
  public var configuration: SDKConfiguration
  /// The accounts, oldest first.
  public internal(set) var accounts: [Account]
  /// The ids of the accounts that need no second factor.
  public internal(set) var headless: Set<String>
  /// The second factors.
  public internal(set) var factors: FactorStore
  /// The history, oldest item first, including expired items.
  var items: [HistoryItem]
  /// All sessions, oldest first.
  public internal(set) var sessions: [SessionState] = []
  /// The sessions that wait until no other session takes input, and then continue by themselves
  /// (S11).
  public internal(set) var held: [SessionID] = []
  /// The time since the start of 1970.
  public internal(set) var now: Duration
  /// The ids of received push messages, oldest first.
  var pushMessages: [String] = []
  /// The number of the latest session.
  var lastNumber = 0

  /// Makes a device without sessions.
  ///
  /// - Parameters:
  ///   - configuration: The app's configuration of the SDK.
  ///   - accounts: The accounts.
  ///   - headless: The ids of the accounts that need no second factor.
  ///   - factors: The second factors.
  ///   - history: The items of earlier sessions.
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

  /// The history without expired items, oldest item first.
  ///
  /// - Parameter now: The time since the start of 1970.
  /// - Returns: The items.
  public func history(at now: Duration) -> [HistoryItem] {
    let kept = configuration.expiryHistoryItems
    guard kept > .zero else { return items }
    return items.filter { now - $0.time < kept }
  }

  /// The session with a number; `nil` if there is none.
  public subscript(id: SessionID) -> SessionState? { index(of: id).map { sessions[$0] } }

  func index(of id: SessionID) -> Int? { sessions.lastIndex { $0.id == id } }

  /// The session that has a server's nonce and hasn't ended; `nil` if there is none.
  func live(_ nonce: String) -> SessionID? {
    sessions.last { $0.payload.nonce == nonce && !$0.record.status.isFinal }?.id
  }

  /// The values from outside that a session needs for a step.
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

  /// Handles a server's answer for a session, or the report that the server ended the session.
  public mutating func hear(_ id: SessionID, _ input: SessionInput) -> DeviceStep {
    var step = DeviceStep()
    feed(id, input, &step)
    settle(&step)
    return step
  }

  /// Sets the time, and lets sessions time out; an earlier time is ignored.
  ///
  /// - Parameter time: The time since the start of 1970.
  /// - Returns: The step; empty if no time has passed.
  public mutating func advance(to time: Duration) -> DeviceStep {
    var step = DeviceStep()
    guard time > now else { return step }
    now = time
    for session in sessions where !session.record.status.isFinal {
      feed(session.id, .clock, &step)
    }
    settle(&step)
    return step
  }

  /// Removes the biometric factor, because the device's own biometrics have changed.
  public mutating func removeBiometrics() { factors.apply(.removedBiometric, at: now) }

  /// Handles a push message unless the device has received it before (S5).
  ///
  /// - Parameter message: The message.
  /// - Returns: The step, with a session if the message began one.
  public mutating func take(_ message: PushMessage) -> DeviceStep {
    var step = DeviceStep()
    var isIdle = false
    if pushMessages.contains(message.id) {
      isIdle = true
    } else {
      pushMessages.append(message.id)
      if pushMessages.count > DeviceLimits.pushMessages { pushMessages.removeFirst() }
      switch message.content {
      case .session(let payload):
        if live(payload.nonce) == nil { return start(payload, origin: .push) }
        isIdle = true
      case .logout(let nonce):
        guard let id = live(nonce) else { break }
        step = hear(id, .serverLogout)
      case .removal(let account): step = delete(account, byServer: true)
      case .message: break
      }
    }
    let row = SessionTransition.Taken(.t4, from: .absent, to: .absent)
    if isIdle || step.taken.isEmpty { step.taken.append(.init(session: nil, row: row)) }
    return step
  }

  // MARK: Parts

  /// Gives an input to a session, and performs the effects.
  mutating func feed(_ id: SessionID, _ input: SessionInput, _ step: inout DeviceStep) {
    guard let index = index(of: id) else { return }
    let result = SessionMachine.reduce(sessions[index], input, environment(of: id))
    sessions[index] = result.session
    if let failure = result.failure { step.failure = failure }
    apply(result, &step)
  }

  mutating func apply(_ result: SessionStep, _ step: inout DeviceStep) {
    let id = result.session.id
    for row in result.taken { step.taken.append(.init(session: id, row: row)) }
    for effect in result.effects {
      switch effect {
      case .callback(let callback): step.callbacks.append(callback)
      case .fetchServerInfo: step.requests.append(.serverInfo(id))
      case .verifyFactor(let context, let pin, let biometric):
        step.requests.append(.secondFactor(id, context, pin: pin, biometric: biometric))
      case .authenticate: step.requests.append(.login(id))
      case .tellAbort: step.requests.append(.abort(id))
      case .tellLogout: step.requests.append(.logout(id))
      case .changeFactors(let change): factors.apply(change, at: now)
      case .commitAccount(let account, let isHeadless): keep(account, isHeadless)
      case .history(let item): note(item)
      }
    }
    if result.session.isHeld, !held.contains(id) { held.append(id) }
  }

  /// Continues the held sessions in order, until a session takes input.
  mutating func settle(_ step: inout DeviceStep) {
    while let first = held.first {
      guard let session = self[first], session.isHeld, !session.record.status.isFinal else {
        held.removeFirst()
        continue
      }
      guard !environment(of: first).isInputTaken else { return }
      held.removeFirst()
      feed(first, .turn, &step)
    }
  }

  private mutating func keep(_ account: Account, _ isHeadless: Bool) {
    accounts.append(account)
    if isHeadless { headless.insert(account.id) }
  }

  private mutating func note(_ item: HistoryItem) {
    if let index = items.lastIndex(where: { $0.session == item.session }) {
      items[index] = item
      return
    }
    items.append(item)
    if items.count > DeviceLimits.historyItems { items.removeFirst() }
  }
}

/// A request or a report to a server about a session.
public enum ServerRequest: Sendable, Hashable {
  case serverInfo(SessionID)
  case secondFactor(SessionID, SecondFactorContext, pin: Secret?, biometric: Bool)
  case login(SessionID)
  case logout(SessionID)
  case abort(SessionID)
  case deleteAccount(String)
}

/// The result of one input to a device.
public struct DeviceStep: Sendable, Hashable {
  /// The session that the input began; `nil` if it began none.
  public var session: SessionID?
  /// The reason why a call was not accepted; `nil` if it was accepted.
  public var failure: CallFailure?
  /// The callbacks to the app, in order.
  public var callbacks: [Callback] = []
  /// The requests to the server, in order.
  public var requests: [ServerRequest] = []
  /// The rows of the transition table that sessions took.
  public var taken: [Row] = []

  /// A row of the transition table, and the session that took it.
  public struct Row: Sendable, Hashable {
    /// The session; `nil` if no session was begun.
    public var session: SessionID?
    /// The row.
    public var row: SessionTransition.Taken
  }
}
