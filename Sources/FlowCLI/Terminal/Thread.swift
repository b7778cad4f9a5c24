import Dispatch

/// Runs blocking work outside of Swift's pool of threads.
enum Thread {
  static func start(_ work: @escaping @Sendable () -> Void) {
    DispatchQueue.global(qos: .userInitiated).async(execute: work)
  }
}
