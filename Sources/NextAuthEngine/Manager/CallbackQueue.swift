import FlowLock

/// A queue of an SDK's callbacks, from which each script reads at its own position.
///
/// The vendor's SDK calls back an app at any time, on its own thread. An adapter passes each
/// callback to `add`, and implements `NextAuthBackend.callbacks(after:until:)` with the queue.
public final class CallbackQueue: Sendable {
  /// The maximum number of callbacks in the queue; the oldest are dropped.
  public static let most = 10_000

  private struct State {
    var callbacks: [Callback] = []
    /// The number of callbacks dropped so far, which is the position of the first element of
    /// `callbacks`.
    var dropped = 0
    /// The position after the latest callback.
    var end: Int { dropped + callbacks.count }
    var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
    /// The waits that ended before they were registered.
    var woken: Set<Int> = []
    var last = 0
  }

  private let state = Mutex(State())
  private let sleep: @Sendable (ContinuousClock.Instant) async throws -> Void

  /// Makes an empty queue.
  ///
  /// - Parameter sleep: Waits until an instant; by default in real time.
  public init(
    sleep: @escaping @Sendable (ContinuousClock.Instant) async throws -> Void = {
      try await Task.sleep(until: $0, clock: .continuous)
    }
  ) {
    self.sleep = sleep
  }

  /// Adds callbacks, and wakes all waiting callers.
  public func add(_ callbacks: [Callback]) {
    guard !callbacks.isEmpty else { return }
    let waiting = state.withLock { state in
      state.callbacks += callbacks
      let surplus = state.callbacks.count - CallbackQueue.most
      if surplus > 0 {
        state.callbacks.removeFirst(surplus)
        state.dropped += surplus
      }
      defer { state.waiting = [:] }
      return Array(state.waiting.values)
    }
    waiting.forEach { $0.resume() }
  }

  /// The callbacks after a position, oldest first.
  ///
  /// - Parameters:
  ///   - place: The position after the latest batch; `nil` for the current end.
  ///   - deadline: The time until which to wait for the first callback; `nil` for no wait.
  /// - Returns: The callbacks; empty if none came in time or the task was canceled.
  public func callbacks(
    after place: Int?, until deadline: ContinuousClock.Instant?
  ) async -> CallbackBatch {
    let batch = batch(after: place)
    guard batch.callbacks.isEmpty, let deadline, !Task.isCancelled else { return batch }
    let number = state.withLock { state in
      state.last += 1
      return state.last
    }
    let timer = Task { [sleep] in
      try? await sleep(deadline)
      self.wake(number)
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isLate = state.withLock { state in
          if state.end > batch.place || state.woken.contains(number) { return true }
          state.waiting[number] = continuation
          return false
        }
        if isLate { continuation.resume() }
      }
    } onCancel: {
      wake(number)
    }
    timer.cancel()
    await timer.value
    _ = state.withLock { $0.woken.remove(number) }
    return self.batch(after: batch.place)
  }

  private func batch(after place: Int?) -> CallbackBatch {
    state.withLock { state in
      let known = place.map { min(max($0 - state.dropped, 0), state.callbacks.count) }
      let new = known.map { Array(state.callbacks[$0...]) } ?? []
      return CallbackBatch(new, place: state.end)
    }
  }

  /// Ends a wait because its time is over or its task was canceled.
  private func wake(_ number: Int) {
    let continuation = state.withLock { state in
      state.woken.insert(number)
      return state.waiting.removeValue(forKey: number)
    }
    continuation?.resume()
  }
}
