import Dispatch
import Synchronization

/// Tells work on another thread that the task which waits for it was cancelled.
final class Cancellation: Sendable {
  private struct State {
    var isCancelled = false
    var action: (@Sendable () -> Void)?
  }

  private let state = Mutex(State())

  var isCancelled: Bool { state.withLock(\.isCancelled) }

  /// Sets what ends the work, in place of what was set before; done at once where it is too late.
  ///
  /// It is done under the lock, so that once it is replaced it can't meet the next to use the same
  /// connection.
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

/// Runs work that blocks on a thread outside the pool of tasks, which has one thread a core.
///
/// - Parameter work: what is done; it ends soon after its cancellation is told.
/// - Returns: what the work returns.
/// - Throws: what the work throws, and `TransportFailure.cancelled` instead once the task is
///   cancelled.
func runOffPool<Value: Sendable>(
  _ work: @escaping @Sendable (Cancellation) throws(TransportFailure) -> Value
) async throws(TransportFailure) -> Value {
  let cancellation = Cancellation()
  let result: Result<Value, TransportFailure> = await withTaskCancellationHandler {
    await withCheckedContinuation { continuation in
      // Ahead of work that keeps processors busy: it waits for most of its time.
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
