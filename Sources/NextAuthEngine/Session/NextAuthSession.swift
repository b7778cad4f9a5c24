import FlowEngine

/// One run with an SDK: the SDK sessions that it has started, and their callbacks.
///
/// A move of a script is a call of the SDK. The run then waits until every session is at a step, is
/// active or has ended, and returns one response.
struct NextAuthSession: Session {
  private var sdk: CalledSDK
  private let surroundings: (any NextAuthSurroundings)?
  private let clock: any RunClock
  private let observer: (@Sendable (String) -> Void)?
  private var view = SessionView()
  /// The steps of the latest response, each with its session; `nil` before the first response.
  private var steps: [(step: Step, session: SessionRecord)]?
  /// The sessions that the run's own calls have begun; the run ignores all others.
  private let own = BegunSessions()
  /// The run's position in the SDK's callbacks; `nil` before the run has begun.
  private var place: Int?
  /// Receives the secret data with which sessions begin.
  private let learn: @Sendable (Secret) -> Void

  var deadline: ContinuousClock.Instant? {
    get { sdk.deadline }
    set { sdk.deadline = newValue }
  }

  /// The interval at which the run asks a simulated SDK for the callbacks that it waits for.
  static let pace = Duration.seconds(1)
  /// The maximum time to wait for callbacks, which is longer than any sign-in.
  static let patience = Duration.seconds(3600)
  /// The maximum time for stopping the sessions of a failed run; it is short because no one waits
  /// for it.
  static let stopTime = Duration.seconds(3)

  init(
    backend: any NextAuthBackend, surroundings: (any NextAuthSurroundings)?,
    clock: any RunClock, observer: (@Sendable (String) -> Void)?,
    learn: @escaping @Sendable (Secret) -> Void
  ) {
    self.learn = learn
    sdk = CalledSDK(backend, isSimulated: surroundings != nil)
    self.surroundings = surroundings
    self.clock = clock
    self.observer = observer
  }

  var traits: SessionTraits { SessionTraits(changesByItself: true, answersCancel: true) }

  /// Returns nothing, because an SDK returns values and not text to read.
  var unreadParts: [String] { [] }

  /// Returns no facts, because the responses contain everything that an SDK reports about the user.
  mutating func userFacts() -> [Fact] { [] }

  func absence(of fact: String) -> String? { Facts.absence(of: fact) }

  // MARK: Beginning

  mutating func start(_ start: Start) async throws(EngineFailure) -> Response {
    guard steps == nil else { throw EngineFailure(.misused, "the session has begun already") }
    guard let asked = try SessionStart(start.intent, start.parameters) else {
      throw EngineFailure(
        .misused, "nextAuth can't start `\(start.intent)`",
        help: "it can start " + NextAuthEngine.vocabulary.intents.words)
    }
    // Earlier callbacks don't belong to this run.
    _ = try await callbacks(until: nil)
    return try await begin(asked, by: "start")
  }

  /// Begins a session; if the data can't be used, the response has the server's error.
  private mutating func begin(
    _ start: SessionStart, by verb: String
  ) async throws(EngineFailure) -> Response {
    if case .offer = start.way, surroundings == nil {
      throw EngineFailure(
        .simulatedOnly, "only a simulated org creates the data that starts a session",
        help: "give it to the SDK: `\(verb) \(start.intent) with data = …`")
    }
    switch try await begin(start.way) {
    case .success(let session): return try await settle(after: session)
    case .failure(let failure): return try await refused(failure)
    }
  }

  private func begin(
    _ way: SessionStart.Way
  ) async throws(EngineFailure) -> Result<SessionID?, CallFailure> {
    switch way {
    case .app(let account):
      let id = try await id(of: account)
      return try await sdk.call("startAppLogin") { [own] sdk throws(CallFailure) in
        try await own.note(sdk.startAppLogin(account: id), of: sdk)
      }
    case .data(let data): return try await begin(with: data)
    case .offer(let offer):
      guard let surroundings else { return .success(nil) }
      let data: SessionData
      do throws(CallFailure) { data = try await surroundings.make(offer) } catch {
        return .failure(error)
      }
      return try await begin(with: data)
    }
  }

  private func begin(
    with data: SessionData
  ) async throws(EngineFailure) -> Result<SessionID?, CallFailure> {
    switch data {
    case .push(let message):
      learn(message)
      return try await sdk.call("processPush") { [own] sdk throws(CallFailure) in
        try await own.note(sdk.processPush(message), of: sdk)
      }
    case .text, .binary:
      if case .text(let text, _) = data { learn(text) }
      return try await sdk.call("startSession") { [own] sdk throws(CallFailure) in
        try await own.note(sdk.startSession(data), of: sdk)
      }
    }
  }

  /// Returns the id of an account that a script names by its id or display name.
  private func id(of account: String?) async throws(EngineFailure) -> String? {
    guard let account else { return nil }
    let accounts = try await accounts()
    if accounts.contains(where: { $0.id == account }) { return account }
    let word = Naming.normalized(account)
    return accounts.first { Naming.normalized($0.displayName) == word }?.id ?? account
  }

  // MARK: Moving

  mutating func perform(_ move: Move) async throws(EngineFailure) -> Response {
    switch move {
    case .submit(let index, let selection, let answers):
      let (step, session) = try self.step(index)
      let call = try SessionCall(submitting: step, of: session, selection, answers)
      return try await make(call, for: session.id, at: step)
    case .use(let capability, let index): return try await use(capability, at: index)
    case .outside(let event, let parameters): return try await happen(event, parameters)
    case .look:
      guard steps != nil else { throw EngineFailure(.misused, "the session has not begun") }
      try await look()
      return try await settle(after: nil)
    case .settle:
      guard steps != nil else { throw EngineFailure(.misused, "the session has not begun") }
      return try await settle(after: nil, changing: view.records)
    case .poll, .resume:
      throw EngineFailure(
        .misused, "a session of nextAuth has nothing to poll or to follow",
        help: "`wait 30s` lets time pass")
    }
  }

  private func step(_ index: Int) throws(EngineFailure) -> (Step, SessionRecord) {
    guard let steps else { throw EngineFailure(.misused, "the session has not begun") }
    guard steps.indices.contains(index) else {
      throw EngineFailure(.misused, "the response has no step \(index)")
    }
    return steps[index]
  }

  /// Uses a capability of a step, by default of the first step.
  private mutating func use(
    _ capability: Capability, at index: Int?
  ) async throws(EngineFailure) -> Response {
    let (step, session) = try step(index ?? 0)
    guard step.capabilities.contains(capability), let call = SessionCall(capability) else {
      throw EngineFailure(
        .misused, "the step `\(step.name)` offers no `\(capability.name)`",
        help: "it offers " + step.capabilities.map { "`\($0.name)`" }.joined(separator: ", "))
    }
    view.endings[session.id] = capability.name
    return try await make(call, for: session.id, at: step)
  }

  private mutating func make(
    _ call: SessionCall, for session: SessionID, at step: Step
  ) async throws(EngineFailure) -> Response {
    let taken = try await sdk.call(call.name) { sdk throws(CallFailure) in
      try await call.make(on: sdk, for: session)
    }
    if case .failure(let failure) = taken {
      return try await refused(failure, at: step, view.reports[session])
    }
    return try await settle(after: session)
  }

  /// Handles a call that was not accepted.
  ///
  /// If the SDK shows the user an error, the error is in the response; otherwise the method throws.
  private mutating func refused(
    _ failure: CallFailure, at step: Step? = nil, _ report: SecondFactorReport? = nil
  ) async throws(EngineFailure) -> Response {
    guard failure.kind == .refused, let error = failure.error else {
      throw EngineFailure(failure, at: step, report)
    }
    view.refusal = error
    return try await settle(after: nil)
  }

  // MARK: Outside

  /// Triggers an event outside of the running sessions.
  private mutating func happen(
    _ event: String, _ parameters: [Answer]
  ) async throws(EngineFailure) -> Response {
    guard steps != nil else { throw EngineFailure(.misused, "the session has not begun") }
    if let start = try SessionStart(event, parameters) {
      // The server's earlier events are applied before the new session begins.
      try await look()
      return try await begin(start, by: "meanwhile")
    }
    let name = Naming.normalized(event)
    guard let known = NextAuthEngine.vocabulary.events.first(where: { $0.name == name }) else {
      throw EngineFailure(
        .misused, "unknown event `\(event)`",
        help: "there is " + NextAuthEngine.vocabulary.events.words)
    }
    let given = try StartParameters(parameters, of: known)
    // Only the removal of an account is a call of the SDK; the other events come from outside.
    guard surroundings != nil || name == KnownEvents.deletion else {
      throw EngineFailure(
        .simulatedOnly, "a script can trigger `\(name)` only with a simulated org",
        help: "remove it, or run against a simulated org")
    }
    guard name != KnownEvents.deletion || given["account"] != nil else {
      throw EngineFailure(
        .misused, "the account to delete isn't named",
        help: "write `meanwhile \(name) with account = …`")
    }
    let happened: Result<Void, CallFailure>
    if name == KnownEvents.deletion {
      let id = try await id(of: given["account"]?.revealed) ?? ""
      happened = try await sdk.call("deleteAccount") { sdk throws(CallFailure) in
        try await sdk.deleteAccount(id)
      }
    } else {
      do throws(CallFailure) {
        try await surroundings?.happen(name, given.all)
        happened = .success(())
      } catch { happened = .failure(error) }
    }
    if case .failure(let failure) = happened { return try await refused(failure) }
    try await look()
    return try await settle(after: nil)
  }

  private func look() async throws(EngineFailure) {
    guard let surroundings else { return }
    do throws(CallFailure) { try await surroundings.look() } catch { throw EngineFailure(error) }
  }

  // MARK: Waiting

  /// Waits until no session changes any more, and returns the response.
  ///
  /// A callback reports the result of a call, so the wait lasts at least until the called session
  /// has one. Otherwise a script could answer the earlier state again.
  ///
  /// - Parameters:
  ///   - session: The session of the latest call.
  ///   - records: The earlier sessions, if the wait must last until one of them changes.
  /// - Returns: The response.
  /// - Throws: `EngineFailure` if there is no result in time.
  private mutating func settle(
    after session: SessionID?, changing records: [SessionRecord]? = nil
  ) async throws(EngineFailure) -> Response {
    var awaited = session
    let end = clock.now + NextAuthSession.patience
    while true {
      try await listen()
      if let session = awaited, view.hasTold(of: session) { awaited = nil }
      let hasChanged = records.map { $0 != view.records || !view.callbacks.isEmpty } ?? true
      if awaited == nil, hasChanged, view.records.allSatisfy(\.isAtRest) {
        return try await respond()
      }
      guard !Task.isCancelled else {
        throw EngineFailure(.cancelled, "waiting for the SDK was canceled")
      }
      if surroundings == nil {
        try await waitForCallback()
      } else {
        guard clock.now < end else { throw silence() }
        do { try await clock.sleep(for: NextAuthSession.pace) } catch {
          throw EngineFailure(.cancelled, "waiting for the SDK was canceled")
        }
        try await look()
      }
    }
  }

  /// Applies all available callbacks, and reads the sessions in the state after them.
  private mutating func listen() async throws(EngineFailure) {
    while true {
      view.records = try await sessions().filter { own.contains($0.id) }
      let new = try await callbacks(until: nil)
      take(new)
      // No callback has come since the sessions were read, so the two are consistent. If an SDK
      // never stops calling back, the loop ends at the deadline.
      let isLate = deadline.map { $0 < .now } ?? false
      if new.isEmpty || isLate || Task.isCancelled { return }
    }
  }

  private mutating func take(_ new: [Callback]) {
    let told = new.filter { $0.session.map(own.contains) ?? true }
    view.note(told)
    guard let observer else { return }
    for callback in told { observer("\(callback)") }
  }

  /// Waits in real time for a callback of a real SDK.
  private mutating func waitForCallback() async throws(EngineFailure) {
    let limit = deadline ?? ContinuousClock.now + NextAuthSession.patience
    guard ContinuousClock.now < limit else { throw silence() }
    take(try await callbacks(until: limit))
  }

  private func silence() -> EngineFailure {
    let waiting = view.records.first { !$0.isAtRest || $0.awaitsResult }?.status.rawValue
    return EngineFailure(
      deadline == nil ? .timedOut : .outOfTime,
      "the session made no progress in \(waiting ?? "its state")",
      help: "an SDK must report the result of each call in a callback")
  }

  private mutating func respond() async throws(EngineFailure) -> Response {
    view.accounts = try await accounts()
    view.history = try await sdk.ask("history") { await $0.history() }
    let response = view.response
    steps = Array(zip(response.steps, view.stepped))
    view.callbacks = []
    view.refusal = nil
    return response
  }

  // MARK: Ending

  mutating func abandon() async {
    deadline = .now + NextAuthSession.stopTime
    own.abandon()
    guard let sessions = try? await sessions() else { return }
    for session in sessions where !session.status.isFinal && own.contains(session.id) {
      // A failure is ignored, because the session may have ended in the meantime.
      _ = try? await sdk.call("stopSession") { sdk throws(CallFailure) in
        try await sdk.stopSession(session.id)
      }
    }
  }

  // MARK: Callbacks

  private func sessions() async throws(EngineFailure) -> [SessionRecord] {
    try await sdk.ask("sessions") { await $0.sessions() }
  }

  private func accounts() async throws(EngineFailure) -> [Account] {
    try await sdk.ask("accounts") { await $0.accounts() }
  }

  private mutating func callbacks(
    until limit: ContinuousClock.Instant?
  ) async throws(EngineFailure) -> [Callback] {
    let batch = try await sdk.ask("callbacks") { [place] in
      await $0.callbacks(after: place, until: limit)
    }
    place = batch.place
    return batch.callbacks
  }
}

extension [EngineVocabulary.Intent] {
  /// The names of the words, for a help text.
  fileprivate var words: String { map { "`\($0.name)`" }.joined(separator: ", ") }
}
