import Dispatch

/// Work that waits, outside Swift's pool of threads.
package enum Background {
  package static func start(_ work: @escaping @Sendable () -> Void) {
    DispatchQueue.global().async(execute: work)
  }
}
