import Synchronization

/// The callbacks of an SDK, kept until they are asked for.
///
/// The vendor's SDK calls an app back when it likes, on a thread of its own; a script asks what has
/// come. An adapter `add`s from the one side and answers `NextAuthBackend.callbacks(until:)` with
/// `take(until:)` on the other.
public final class CallbackQueue: Sendable {
  /// The most callbacks that wait; of an app that never asks the oldest are dropped.
  public static let most = 10_000

  private struct State {
    var callbacks: [Callback] = []
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
      if surplus > 0 { state.callbacks.removeFirst(surplus) }
      defer { state.waiting = [:] }
      return Array(state.waiting.values)
    }
    waiting.forEach { $0.resume() }
  }

  /// Takes all callbacks that are there, the oldest first.
  ///
  /// - Parameter deadline: Until when to wait where there are none; `nil` not to wait.
  /// - Returns: The callbacks; none where none came in time or the task was cancelled.
  public func take(until deadline: ContinuousClock.Instant?) async -> [Callback] {
    let callbacks = takeAll()
    guard callbacks.isEmpty, let deadline, !Task.isCancelled else { return callbacks }
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
          if !state.callbacks.isEmpty || state.woken.contains(number) { return true }
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
    return takeAll()
  }

  private func takeAll() -> [Callback] {
    state.withLock { state in
      defer { state.callbacks = [] }
      return state.callbacks
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
