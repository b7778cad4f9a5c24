/// The result of waiting for code that may ignore the deadline, such as an app's own.
package enum Waited<Value: Sendable>: Sendable {
  /// The code ended.
  case done(Value)
  /// The deadline came first.
  case late
  /// The waiting task was canceled first.
  case cancelled
}

/// Waits for code that may ignore time and cancellation.
///
/// At the deadline, the code is canceled, and left running if it ignores that.
///
/// - Parameters:
///   - deadline: The end of the wait; `nil` for no limit.
///   - body: The code.
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
  // When the waiting task is canceled, the stream ends at once.
  for await end in ends { return end }
  return .cancelled
}
