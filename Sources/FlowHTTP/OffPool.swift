import Dispatch
import FlowLock

/// Signals to work on another thread that the task that waits for its result was canceled.
final class Cancellation: Sendable {
  private struct State {
    var isCancelled = false
    var action: (@Sendable () -> Void)?
  }

  private let state = Mutex(State())

  var isCancelled: Bool { state.withLock(\.isCancelled) }

  /// Sets the action that a cancellation runs, replacing the previous one.
  ///
  /// If the task is already canceled, the action runs at once. An action runs under the lock. So
  /// after it is replaced, it can't affect the next user of the same connection.
  func interrupt(by action: (@Sendable () -> Void)?) {
    state.withLock { state in
      state.action = action
      if state.isCancelled { action?() }
    }
  }

  func cancel() {
    state.withLock { state in
      state.isCancelled = true
      state.action?()
    }
  }
}

/// Runs blocking work on a thread outside of the pool of tasks, which has one thread per core.
///
/// - Parameter work: The work, which must end soon after its cancellation.
/// - Returns: The result of the work.
/// - Throws: The error of the work; `TransportFailure.cancelled` if the task was canceled.
func runOffPool<Value: Sendable>(
  _ work: @escaping @Sendable (Cancellation) throws(TransportFailure) -> Value
) async throws(TransportFailure) -> Value {
  let cancellation = Cancellation()
  let result: Result<Value, TransportFailure> = await withTaskCancellationHandler {
    await withCheckedContinuation { continuation in
      // The priority is higher than for CPU-bound work, because the work mostly waits.
      DispatchQueue.global(qos: .userInitiated).async {
        guard !cancellation.isCancelled else {
          return continuation.resume(returning: .failure(.cancelled))
        }
        do throws(TransportFailure) {
          continuation.resume(returning: .success(try work(cancellation)))
        } catch {
          let failure = cancellation.isCancelled ? .cancelled : error
          continuation.resume(returning: .failure(failure))
        }
      }
    }
  } onCancel: {
    cancellation.cancel()
  }
  return try result.get()
}
