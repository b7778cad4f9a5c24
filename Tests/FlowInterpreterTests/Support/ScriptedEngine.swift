import FlowEngine
import FlowLock

/// An engine whose every answer is defined in the test.
struct ScriptedEngine: Engine {
  let log = Log()
  let answer: @Sendable (Move?, Int) async throws(EngineFailure) -> Response?
  /// The failure of a poll, by the number of earlier moves.
  var unanswered: @Sendable (Int) -> EngineFailure? = { _ in nil }

  /// The requests to the engine.
  final class Log: Sendable {
    private let state = Mutex<(start: Start?, moves: [Move], abandoned: Int)>((nil, [], 0))
    var start: Start? { state.withLock { $0.start } }
    var moves: [Move] { state.withLock { $0.moves } }
    var abandoned: Int { state.withLock { $0.abandoned } }

    func begin(_ start: Start) { state.withLock { $0.start = start } }
    func add(_ move: Move) -> Int {
      state.withLock {
        $0.moves.append(move)
        return $0.moves.count
      }
    }
    func abandon() { state.withLock { $0.abandoned += 1 } }
  }

  /// The answers in order; after the last, a refusal.
  init(_ responses: Response...) {
    self.init(responses)
  }

  init(_ responses: [Response]) {
    answer = { (_, index) throws(EngineFailure) in
      guard responses.indices.contains(index) else {
        throw EngineFailure(.refused, "the test has no answer number \(index)")
      }
      return responses[index]
    }
  }

  /// An answer to each move, by the move and the number of earlier ones; `nil` for silence.
  init(answer: @escaping @Sendable (Move?, Int) async throws(EngineFailure) -> Response?) {
    self.answer = answer
  }

  func makeSession(learn: @escaping @Sendable (Secret) -> Void) -> any Session {
    ScriptedSession(engine: self)
  }
}

struct ScriptedSession: Session {
  let engine: ScriptedEngine
  var deadline: ContinuousClock.Instant?
  var traits: SessionTraits { SessionTraits() }
  var unreadParts: [String] { [] }
  mutating func userFacts() -> [Fact] { [] }
  func absence(of fact: String) -> String? { nil }

  mutating func start(_ start: Start) async throws(EngineFailure) -> Response {
    engine.log.begin(start)
    return try await answer(nil, 0)
  }

  mutating func perform(_ move: Move) async throws(EngineFailure) -> Response {
    try await answer(move, engine.log.add(move))
  }

  /// The engine's answer; if it is silent, the end of the wait for one.
  private func answer(_ move: Move?, _ index: Int) async throws(EngineFailure) -> Response {
    if let response = try await engine.answer(move, index) { return response }
    do {
      try await Task.sleep(until: deadline ?? .now + .seconds(600))
    } catch { throw EngineFailure(.cancelled, "no answer") }
    throw EngineFailure(.timedOut, "too late")
  }

  mutating func poll(step: Int) async throws(EngineFailure) -> PollAnswer {
    let response = try await perform(.poll(step: step))
    return engine.unanswered(engine.log.moves.count).map { .unanswered(response, $0) }
      ?? .answered(response)
  }

  mutating func abandon() async { engine.log.abandon() }
}
