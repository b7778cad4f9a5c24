import FlowInterpreter
import FlowScript
import FlowTerminal
import FlowLock

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// Writes text to a file descriptor without a buffer, so that each line appears at once.
///
/// After a failure nothing more is written, because a truncated output is better than one with a
/// gap.
final class SystemSink: TextSink {
  private let descriptor: Int32
  private let failed = Mutex<SinkFailure?>(nil)

  /// Creates a sink.
  ///
  /// - Parameter descriptor: 1 for the output, 2 for errors.
  init(descriptor: Int32) {
    self.descriptor = descriptor
  }

  var isTerminal: Bool { isatty(descriptor) == 1 }

  var failure: SinkFailure? { failed.withLock { $0 } }

  func write(_ text: String) {
    guard failure == nil else { return }
    let bytes = Array(text.utf8)
    var written = 0
    while written < bytes.count {
      let count = unsafe bytes[written...].withUnsafeBytes { buffer in
        unsafe FileDescriptor(descriptor).put(buffer)
      }
      guard count > 0 else {
        let failure = errno == EPIPE ? SinkFailure.closed : .unwritten(FileReader.reason(errno))
        return failed.withLock { $0 = failure }
      }
      written += count
    }
  }
}
