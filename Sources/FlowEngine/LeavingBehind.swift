/// How a wait for code ended that need not keep to anything, such as an app's own.
package enum Waited<Value: Sendable>: Sendable {
  /// It came to its end.
  case done(Value)
  /// The time was over first.
  case late
  /// Who waited was cancelled first.
  case cancelled
}

/// Waits for code that may forget about time and cancellation; what takes too long is cancelled, and
/// left behind if it does not heed that.
///
/// - Parameters:
///   - deadline: Until when to wait; `nil` for as long as it takes.
///   - body: The code.
/// - Returns: How the wait ended.
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
  // When the task that waits is cancelled the stream ends at once.
  for await end in ends { return end }
  return .cancelled
}
