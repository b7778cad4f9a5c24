/// The result of waiting for code that may ignore the deadline, such as the code of an app.
package enum Waited<Value: Sendable>: Sendable {
  /// The code returned a value.
  case done(Value)
  /// The deadline passed before the code returned.
  case late
  /// The waiting task was canceled before the code returned.
  case cancelled
}

/// Waits for code that may ignore deadlines and cancellation.
///
/// At the deadline, the code is canceled. If it ignores the cancellation, it continues to run, but
/// this function returns.
///
/// - Parameters:
///   - deadline: The end of the wait; `nil` for no limit.
///   - body: The code to wait for.
/// - Returns: The result of the wait.
package func leavingBehind<Value: Sendable>(
  at deadline: ContinuousClock.Instant?, _ body: @escaping @Sendable () async -> Value
) async -> Waited<Value> {
  let (ends, continuation) = AsyncStream.makeStream(of: Waited<Value>.self)
  let work = Task { continuation.yield(.done(await body())) }
  let timer = deadline.map { deadline in
    Task {
      if (try? await Task.sleep(until: deadline, clock: .continuous)) != nil {
        continuation.yield(.late)
      }
    }
  }
  defer {
    work.cancel()
    timer?.cancel()
  }
  // If the waiting task is canceled, the stream ends at once.
  for await end in ends { return end }
  return .cancelled
}
