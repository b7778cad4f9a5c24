import FlowEngine

/// Calls an SDK with a time limit.
///
/// An app's SDK may ignore the time and cancellation, but must not block the run.
struct CalledSDK: Sendable {
  private let backend: any NextAuthBackend
  /// Whether the SDK is simulated in this process, and so returns at once.
  private let isSimulated: Bool
  /// The deadline for calls; `nil` for no limit.
  var deadline: ContinuousClock.Instant?

  /// The extra time that a call has to return on its own after the deadline.
  private static let grace = Duration.milliseconds(250)

  init(_ backend: any NextAuthBackend, isSimulated: Bool) {
    self.backend = backend
    self.isSimulated = isSimulated
  }

  /// Asks the SDK for a value.
  ///
  /// - Parameters:
  ///   - name: The call's name in the documentation.
  ///   - body: Makes the call.
  /// - Returns: The answer.
  /// - Throws: `EngineFailure` if the answer doesn't arrive in time or the run is canceled.
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

  /// Makes a call that the SDK may refuse.
  ///
  /// - Parameters:
  ///   - name: The call's name in the documentation.
  ///   - body: Makes the call.
  /// - Returns: The answer, or the reason why the call was not accepted.
  /// - Throws: `EngineFailure` if neither arrives in time or the run is canceled.
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
