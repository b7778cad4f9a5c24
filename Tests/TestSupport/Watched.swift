import FlowLock

/// A value that others change and a test waits for, without polling.
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

  /// The current value.
  public var value: Value { state.withLock { $0.value } }

  /// Changes it, and wakes every waiter for the new value.
  public func change(_ body: (inout Value) -> Void) {
    let met = state.withLock { state in
      body(&state.value)
      let met = state.waiting.filter { $0.isMet(state.value) }
      if !met.isEmpty { state.waiting.removeAll { $0.isMet(state.value) } }
      return met
    }
    for waiting in met { waiting.continuation.resume() }
  }

  /// Returns when the value meets the condition; a test's own time limit ends an endless wait.
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

/// Cancels the task that it is called in, so that the next operation starts as canceled.
public func cancelCurrentTask() {
  unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
}
