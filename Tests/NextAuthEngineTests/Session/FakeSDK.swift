import FlowEngine
import NextAuthEngine
import FlowLock

/// An SDK that answers each call with a test's prepared result, and records every call.
final class FakeSDK: NextAuthBackend, NextAuthSurroundings {
  /// The result of one call.
  struct Turn: Sendable {
    /// The sessions from then on; `nil` leaves them unchanged.
    var records: [SessionRecord]?
    var callbacks: [Callback] = []
    var failure: CallFailure?
    /// Whether it comes only when the time passes, or during a wait for a callback.
    var isLate = false
  }

  private struct State {
    var calls: [String] = []
    var turns: [Turn]
    var late: [Turn] = []
    var records: [SessionRecord]
    var callbacks: [Callback] = []
    var waits: [ContinuousClock.Instant] = []
  }

  private let state: Mutex<State>
  private let device: [Account]
  private let items: [HistoryItem]
  /// The reason why the start of a session can't be made.
  private let makingFailure: CallFailure?

  init(
    _ turns: [Turn], records: [SessionRecord] = [], accounts: [Account] = [],
    history: [HistoryItem] = [], makingFailure: CallFailure? = nil
  ) {
    self.makingFailure = makingFailure
    state = Mutex(State(turns: turns, records: records))
    device = accounts
    items = history
  }

  /// The calls so far, in script notation.
  var calls: [String] { state.withLock { $0.calls } }
  /// The deadlines of waits for callbacks.
  var waits: [ContinuousClock.Instant] { state.withLock { $0.waits } }

  /// Records a call, and answers it with the next turn; later turns marked as late come later.
  private func take(_ call: String) throws(CallFailure) {
    let failure = state.withLock { state -> CallFailure? in
      state.calls.append(call)
      var failure: CallFailure?
      if let turn = state.turns.first, !turn.isLate {
        state.turns.removeFirst()
        FakeSDK.apply(turn, to: &state)
        failure = turn.failure
      }
      while state.turns.first?.isLate == true { state.late.append(state.turns.removeFirst()) }
      return failure
    }
    if let failure { throw failure }
  }

  private static func apply(_ turn: Turn, to state: inout State) {
    if let records = turn.records { state.records = records }
    state.callbacks += turn.callbacks
  }

  private func applyLate() {
    state.withLock { state in
      guard !state.late.isEmpty else { return }
      let turn = state.late.removeFirst()
      FakeSDK.apply(turn, to: &state)
    }
  }

  /// The latest session, as a start returns it.
  private var newest: SessionID {
    state.withLock { state in
      let records = state.records + state.late.flatMap { $0.records ?? [] }
      return records.last?.id ?? SessionID(1)
    }
  }

  func startSession(_ data: SessionData) async throws(CallFailure) -> SessionID {
    switch data {
    case .text(let text, let origin):
      try take("startSession \(origin.rawValue) \(text.reveal())")
    case .binary(let bytes): try take("startSession binary \(bytes)")
    case .push(let message): try take("startSession push \(message.reveal())")
    }
    return newest
  }

  func processPush(_ message: Secret) async throws(CallFailure) -> SessionID? {
    let before = state.withLock { $0.records.count }
    try take("processPush \(message.reveal())")
    return state.withLock { $0.records.count } == before ? nil : newest
  }

  func startAppLogin(account: String?) async throws(CallFailure) -> SessionID {
    try take("startAppLogin \(account ?? "-")")
    return newest
  }

  func startUserInteraction(_ session: SessionID) async throws(CallFailure) {
    try take("startUserInteraction \(session.number)")
  }

  func setAccount(
    _ session: SessionID, account: String, userInput: String?
  ) async throws(CallFailure) {
    try take("setAccount \(session.number) \(account) \(userInput ?? "-")")
  }

  func setPinBiometric(
    _ session: SessionID, pin: Secret?, biometric: Bool
  ) async throws(CallFailure) {
    try take("setPinBiometric \(session.number) \(pin?.reveal() ?? "-") \(biometric)")
  }

  func inputCancel(_ session: SessionID) async throws(CallFailure) {
    try take("inputCancel \(session.number)")
  }

  func stopSession(_ session: SessionID) async throws(CallFailure) {
    try take("stopSession \(session.number)")
  }

  func deleteAccount(_ account: String) async throws(CallFailure) {
    try take("deleteAccount \(account)")
  }

  func sessions() async -> [SessionRecord] { state.withLock { $0.records } }
  func accounts() async -> [Account] { device }
  func history() async -> [HistoryItem] { items }

  func callbacks(
    after place: Int?, until deadline: ContinuousClock.Instant?
  ) async -> CallbackBatch {
    if let deadline {
      state.withLock { $0.waits.append(deadline) }
      applyLate()
    }
    return state.withLock { state in
      CallbackBatch(
        Array(state.callbacks[(place ?? state.callbacks.count)...]), place: state.callbacks.count)
    }
  }

  // MARK: Surroundings

  func make(_ start: SessionOffer) async throws(CallFailure) -> SessionData {
    let parameters = start.parameters.map { " \($0.field)=\($0.value.shown)" }.joined()
    let call = "make \(start.origin.rawValue) \(start.kind.rawValue)\(parameters)"
    state.withLock { $0.calls.append(call) }
    if let makingFailure { throw makingFailure }
    switch start.origin {
    case .push: return .push(Secret("made"))
    case .qr, .deepLink, .app: return .text(Secret("made"), origin: start.origin)
    }
  }

  func happen(_ event: String, _ parameters: [Answer]) async throws(CallFailure) {
    let given = parameters.map { " \($0.field)=\($0.value.shown)" }.joined()
    try take("happen \(event)\(given)")
  }

  func look() async throws(CallFailure) {
    state.withLock { $0.calls.append("look") }
    applyLate()
  }
}

/// The sessions of tests.
enum Records {
  static let jane = Account(id: "a1", displayName: "jane", server: "bank.example")
  static let sam = Account(id: "a2", displayName: "sam", server: "bank.example")

  /// A session in a state.
  static func session(
    _ number: Int = 1, _ status: SessionStatus, _ change: (inout SessionRecord) -> Void = { _ in }
  ) -> SessionRecord {
    var record = SessionRecord(
      id: SessionID(number), origin: .qr, kind: .login, server: "bank.example")
    record.status = status
    record.pingTime = .seconds(60)
    change(&record)
    return record
  }

  /// A login that waits for one of these accounts.
  static func confirming(
    _ number: Int = 1, _ accounts: [Account] = [jane, sam], kind: SessionKind = .login
  ) -> SessionRecord {
    session(number, .waitingForUserInput) { record in
      record.kind = kind
      record.candidates = accounts
      record.input = .confirmation(
        SessionRecord.Confirmation(isSecondFactorNeeded: true, visualHash: nil))
    }
  }

  /// A login that waits for a second factor.
  static func proving(
    _ number: Int = 1, _ report: SecondFactorReport = needed
  ) -> SessionRecord {
    session(number, .waitingForUserInput) { record in
      record.account = jane
      record.candidates = [jane]
      record.input = .secondFactor(report)
    }
  }

  static let needed = SecondFactorReport(.verify, .needed, allowed: [.pin])

  /// A session that is logged in.
  static func active(_ number: Int = 1, _ change: (inout SessionRecord) -> Void = { _ in })
    -> SessionRecord
  {
    session(number, .active) { record in
      record.account = jane
      record.history = .loggedIn
      change(&record)
    }
  }

  /// A session that has ended.
  static func ended(
    _ number: Int = 1, _ history: HistoryStatus, _ reason: EndReason,
    status: SessionStatus = .done
  ) -> SessionRecord {
    session(number, status) { record in
      record.history = history
      record.reason = reason
    }
  }
}

/// The reported callbacks, in order.
final class Heard: Sendable {
  private let told = Mutex<[String]>([])

  var lines: [String] { told.withLock { $0 } }

  func note(_ line: String) { told.withLock { $0.append(line) } }
}

/// A run's session with an SDK.
func makeSession(
  over sdk: FakeSDK, isSimulated: Bool = true, clock: any RunClock = ManualClock(now: .zero),
  observer: (@Sendable (String) -> Void)? = nil
) -> any FlowEngine.Session {
  NextAuthEngine(
    backend: sdk, surroundings: isSimulated ? sdk : nil, clock: clock, observer: observer
  ).makeSession()
}
