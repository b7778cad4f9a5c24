#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Runs blocking work on a new thread, because the pools have too few for a server's connections.
package enum DetachedThread {
  /// The stack size, which is enough for JSON of the maximum depth in a build without optimization.
  private static let stackBytes = 1 << 20

  private final class Work: Sendable {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) {
      self.body = body
    }
  }

  /// Starts a thread.
  ///
  /// - Returns: Whether the system could create it.
  package static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
    var attributes = pthread_attr_t()
    unsafe pthread_attr_init(&attributes)
    defer { unsafe pthread_attr_destroy(&attributes) }
    unsafe pthread_attr_setstacksize(&attributes, stackBytes)
    unsafe pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    let context = unsafe Unmanaged.passRetained(Work(body))
    #if canImport(Darwin)
    var thread: pthread_t?
    #else
    var thread = pthread_t()
    #endif
    let result = unsafe pthread_create(
      &thread, &attributes,
      { context in
        #if canImport(Darwin)
        unsafe Unmanaged<Work>.fromOpaque(context).takeRetainedValue().body()
        #else
        if let context = unsafe context {
          unsafe Unmanaged<Work>.fromOpaque(context).takeRetainedValue().body()
        }
        #endif
        return nil
      }, unsafe context.toOpaque())
    if result != 0 { unsafe context.release() }
    return result == 0
  }
}
