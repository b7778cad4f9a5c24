import Synchronization

/// A value that others change and a test waits for, without asking again and again.
public final class Watched<Value: Sendable>: Sendable {
  private struct Waiting: Sendable {
    var isMet: @Sendable (Value) -> Bool
    var continuation: CheckedContinuation<Void, Never>
  }

  private struct State: Sendable {
    var value: Value
    var waiting: [Waiting] = []
  }

  private let state: Mutex<State>

  /// Begins with a value.
  public init(_ value: Value) {
    state = Mutex(State(value: value))
  }

  /// As it is now.
  public var value: Value { state.withLock { $0.value } }

  /// Changes it, and wakes whoever waited for what it is now.
  public func change(_ body: (inout Value) -> Void) {
    let met = state.withLock { state in
      body(&state.value)
      let met = state.waiting.filter { $0.isMet(state.value) }
      if !met.isEmpty { state.waiting.removeAll { $0.isMet(state.value) } }
      return met
    }
    for waiting in met { waiting.continuation.resume() }
  }

  /// Returns once the value is as wanted; a test's own time limit ends a wait in vain.
  public func wait(until isMet: @escaping @Sendable (Value) -> Bool) async {
    await withCheckedContinuation { continuation in
      let isMetNow = state.withLock { state in
        if isMet(state.value) { return true }
        state.waiting.append(Waiting(isMet: isMet, continuation: continuation))
        return false
      }
      if isMetNow { continuation.resume() }
    }
  }
}

/// Cancels the task that it is called in, so that what comes next begins as cancelled.
public func cancelCurrentTask() {
  unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
}
