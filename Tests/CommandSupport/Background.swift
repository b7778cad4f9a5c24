import FlowHTTP
import Testing

/// Work that waits, on a thread of its own: the pools' are busy with tests.
package enum Background {
  package static func start(_ work: @escaping @Sendable () -> Void) {
    #expect(DetachedThread.start(work))
  }
}
