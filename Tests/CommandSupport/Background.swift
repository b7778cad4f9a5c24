import FlowHTTP
import Testing

/// Blocking work on a separate thread, because tests keep the pool's threads busy.
package enum Background {
  package static func start(_ work: @escaping @Sendable () -> Void) {
    #expect(DetachedThread.start(work))
  }
}
