import Synchronization

/// The callbacks of an SDK, kept for whoever asks what has come.
///
/// The vendor's SDK calls an app back when it likes, on a thread of its own; scripts ask what has
/// come, each from where it has got to. An adapter `add`s from the one side and answers
/// `NextAuthBackend.callbacks(after:until:)` on the other.
public final class CallbackQueue: Sendable {
  /// The most callbacks that are kept; the oldest are dropped.
  public static let most = 10_000

  private struct State {
    var callbacks: [Callback] = []
    /// How many were dropped before these.
    var dropped = 0
    /// The place after all that there are.
    var end: Int { dropped + callbacks.count }
    var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
    /// Those that were woken before they had begun to wait.
    var woken: Set<Int> = []
    var last = 0
  }

  private let state = Mutex(State())
  private let sleep: @Sendable (ContinuousClock.Instant) async throws -> Void

  /// Makes an empty queue.
  ///
  /// - Parameter sleep: Waits until an instant; by real time where nothing else is given.
  public init(
    sleep: @escaping @Sendable (ContinuousClock.Instant) async throws -> Void = {
      try await Task.sleep(until: $0, clock: .continuous)
    }
  ) {
    self.sleep = sleep
  }

  /// Adds callbacks, and wakes whoever waits for some.
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

  /// The callbacks that came after a place, the oldest first.
  ///
  /// - Parameters:
  ///   - place: The place that the latest batch has named; `nil` for the end, as it is now.
  ///   - deadline: Until when to wait where there are none; `nil` not to wait.
  /// - Returns: The callbacks; none where none came in time or the task was cancelled.
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

  /// Ends a wait: the time is up, or nobody wants to know any more.
  private func wake(_ number: Int) {
    let continuation = state.withLock { state in
      state.woken.insert(number)
      return state.waiting.removeValue(forKey: number)
    }
    continuation?.resume()
  }
}
