public import FlowEngine
import FlowScript
import FlowSimulation
import FlowLock

extension SimulatedOrg {
  /// The clock of an org: one-time codes, expiries, lockouts and the waits of runs use it.
  public final class Clock: RunClock {
    /// How the waits of runs take time.
    public enum Waits: Sendable, Hashable {
      /// A wait takes no real time: the clock moves ahead at once.
      case skipped
      /// A wait ends when the test moves the clock to its end.
      ///
      /// The time passes only when the test moves the clock.
      case manual
    }

    private typealias Continuation = CheckedContinuation<Void, any Error>

    private struct State {
      /// The time by which the clock was moved.
      var moved: Duration
      /// The waits of runs, with their ends.
      var waits: [Int: (end: Duration, continuation: Continuation)] = [:]
      /// The tests that wait for a wait.
      var watchers: [Int: Continuation] = [:]
      /// The waits that were canceled before they began.
      var cancelled: Set<Int> = []
      var last = 0
    }

    private let start: Duration
    /// The machine's clock; `nil` if only the test moves the clock.
    private let base: SystemClock?
    private let state: Mutex<State>

    init(from time: Duration?, waits: Waits) {
      let start = ThisMachine.wallTime()
      self.start = start
      base = waits == .manual ? nil : SystemClock(now: start)
      state = Mutex(
        State(moved: time.map { OrgTime.moment($0).offset(at: start) } ?? .zero))
    }

    /// The time since the start of 1970, UTC.
    public var now: Duration { state.withLock { time($0) } }

    private func time(_ state: State) -> Duration {
      (base?.now ?? start) + state.moved
    }

    /// Moves the clock ahead, and ends the waits up to the new time.
    ///
    /// - Parameter duration: The time; nothing happens if it isn't positive.
    public func advance(by duration: Duration) {
      let ended = state.withLock { state -> [Continuation] in
        state.moved += max(duration, .zero)
        let now = time(state)
        let ended = state.waits.filter { $0.value.end <= now }
        for number in ended.keys { state.waits[number] = nil }
        return ended.values.sorted { $0.end < $1.end }.map(\.continuation)
      }
      for continuation in ended { continuation.resume() }
    }

    /// Waits until a run waits.
    ///
    /// - Returns: The time until the end of the first wait that ends.
    /// - Throws: `CancellationError` if the task is canceled.
    public func nextWait() async throws -> Duration {
      while true {
        let left = state.withLock { state -> Duration? in
          state.waits.values.map(\.end).min().map { $0 - time(state) }
        }
        if let left { return left }
        try await hold { state, number, continuation in
          guard state.waits.isEmpty else { return continuation }
          state.watchers[number] = continuation
          return nil
        }
      }
    }

    /// Waits as a run does: until the clock has moved so far, or not at all if waits are skipped.
    public func sleep(for duration: Duration) async throws {
      guard base == nil else {
        try Task.checkCancellation()
        return advance(by: duration)
      }
      let end = now + max(duration, .zero)
      try await hold { state, number, continuation in
        guard time(state) < end else { return continuation }
        state.waits[number] = (end, continuation)
        return nil
      }
    }

    /// Suspends the task until its continuation is resumed, or the task is canceled.
    ///
    /// - Parameter begin: Keeps the continuation by its number, or returns it to resume it at once.
    /// - Throws: `CancellationError` if the task is canceled.
    private func hold(
      _ begin: (inout State, Int, Continuation) -> Continuation?
    ) async throws {
      let number = state.withLock { state in
        state.last += 1
        return state.last
      }
      defer { _ = state.withLock { $0.cancelled.remove(number) } }
      try await withTaskCancellationHandler {
        try await withCheckedThrowingContinuation { (continuation: Continuation) in
          var watchers: [Continuation] = []
          let resumed = state.withLock { state -> Result<Continuation, CancellationError>? in
            if state.cancelled.contains(number) { return .failure(CancellationError()) }
            let resumed = begin(&state, number, continuation)
            if !state.waits.isEmpty {
              watchers = Array(state.watchers.values)
              state.watchers = [:]
            }
            return resumed.map { .success($0) }
          }
          for watcher in watchers { watcher.resume() }
          switch resumed {
          case .success(let continuation)?: continuation.resume()
          case .failure(let error)?: continuation.resume(throwing: error)
          case nil: break
          }
        }
      } onCancel: {
        let held = state.withLock { state -> Continuation? in
          let held =
            state.waits.removeValue(forKey: number)?.continuation
            ?? state.watchers.removeValue(forKey: number)
          if held == nil { state.cancelled.insert(number) }
          return held
        }
        held?.resume(throwing: CancellationError())
      }
    }
  }
}
