import Dispatch

/// Work that waits, outside Swift's pool of threads.
enum Background {
  static func start(_ work: @escaping @Sendable () -> Void) {
    DispatchQueue.global().async(execute: work)
  }
}
