import FlowEngine

/// An SDK as a run calls it: an app's own may forget about time and cancellation, and must not hold
/// the run up by that.
struct CalledSDK: Sendable {
  private let backend: any NextAuthBackend
  /// Whether it is in this process, and returns at once.
  private let isSimulated: Bool
  /// When a call must have returned; `nil` for as long as it takes.
  var deadline: ContinuousClock.Instant?

  /// How long after that it may take to come back by itself, as it should.
  private static let grace = Duration.milliseconds(250)

  init(_ backend: any NextAuthBackend, isSimulated: Bool) {
    self.backend = backend
    self.isSimulated = isSimulated
  }

  /// Asks it something.
  ///
  /// - Parameters:
  ///   - name: the call, as the documentation names it.
  ///   - body: makes the call.
  /// - Returns: the answer.
  /// - Throws: `EngineFailure`, where it doesn't come in time or the run is cancelled.
  func ask<Answer: Sendable>(
    _ name: String, _ body: @escaping @Sendable (any NextAuthBackend) async -> Answer
  ) async throws(EngineFailure) -> Answer {
    guard !isSimulated else { return await body(backend) }
    let end = deadline.map { $0 + CalledSDK.grace }
    switch await leavingBehind(at: end, { [backend] in await body(backend) }) {
    case .done(let answer): return answer
    case .late:
      throw EngineFailure(
        .outOfTime, "the SDK's `\(name)` has not returned in time",
        help: "a call returns when it is accepted; a callback reports its result")
    case .cancelled:
      throw EngineFailure(.cancelled, "the run was interrupted at the SDK's `\(name)`")
    }
  }

  /// Makes a call that it may not take.
  ///
  /// - Parameters:
  ///   - name: the call, as the documentation names it.
  ///   - body: makes the call.
  /// - Returns: the answer, or why it was not taken.
  /// - Throws: `EngineFailure`, where neither comes in time or the run is cancelled.
  func call<Answer: Sendable>(
    _ name: String,
    _ body: @escaping @Sendable (any NextAuthBackend) async throws(CallFailure) -> Answer
  ) async throws(EngineFailure) -> Result<Answer, CallFailure> {
    try await ask(name) { backend in
      do throws(CallFailure) { return .success(try await body(backend)) } catch {
        return .failure(error)
      }
    }
  }
}
