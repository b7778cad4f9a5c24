import Synchronization

/// Ends the request of a run that is under way when the run's time is over.
///
/// One task watches all of a run: a task a request would cost more than a request to this machine.
final class RequestWatch: Sendable {
  private struct State {
    /// When the request under way must have been answered.
    var deadline: ContinuousClock.Instant?
    /// Whether a request was under way at its deadline.
    var isLate = false
  }

  private let state = Mutex(State())

  /// The longest sleep: `Task.sleep` keeps what it needs until its time is over, though the task was
  /// cancelled long before, and thousands of runs with minutes to go would fill memory.
  private static let slice = Duration.seconds(1)
  /// How soon a request is noticed that began after the run's first deadline, which moves on while a
  /// person thinks.
  private static let pause = Duration.milliseconds(50)

  /// Notes that a request is under way.
  func begin(within remaining: Duration) {
    state.withLock { $0.deadline = ContinuousClock.now + remaining }
  }

  /// Notes that it is no more.
  ///
  /// - Returns: Whether that was too late.
  func end() -> Bool {
    state.withLock { state in
      state.deadline = nil
      return state.isLate
    }
  }

  /// Does the work, whose task is cancelled where a request of it isn't answered in time.
  ///
  /// - Parameters:
  ///   - time: How long the work has at least.
  ///   - work: The work.
  /// - Returns: What the work returns.
  func over<Result: Sendable>(
    _ time: Duration, _ work: @escaping @Sendable () async -> Result
  ) async -> Result {
    let task = Task { await work() }
    let watching = Task { if await isLate(after: time) { task.cancel() } }
    defer { watching.cancel() }
    return await withTaskCancellationHandler {
      await task.value
    } onCancel: {
      task.cancel()
    }
  }

  /// Waits until a request is late, or the task is cancelled.
  ///
  /// - Returns: Whether a request is late.
  private func isLate(after time: Duration) async -> Bool {
    var next = ContinuousClock.now + time
    while !Task.isCancelled {
      let left = next - .now
      guard left <= .zero else {
        try? await Task.sleep(for: min(left, RequestWatch.slice))
        continue
      }
      let now = ContinuousClock.now
      let isLate = state.withLock { state in
        if let deadline = state.deadline {
          state.isLate = deadline <= now
          next = deadline
        } else {
          next = now + RequestWatch.pause
        }
        return state.isLate
      }
      if isLate { return true }
    }
    return false
  }
}
