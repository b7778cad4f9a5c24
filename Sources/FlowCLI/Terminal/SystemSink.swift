#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// A file descriptor that text is written to, unbuffered: a line is seen when it is written.
struct SystemSink: TextSink {
  /// The descriptor: 1 for the output, 2 for errors.
  let descriptor: Int32

  var isTerminal: Bool { isatty(descriptor) == 1 }

  func write(_ text: String) {
    let bytes = Array(text.utf8)
    var written = 0
    while written < bytes.count {
      let count = unsafe bytes[written...].withUnsafeBytes { buffer in
        unsafe Self.write(descriptor, buffer)
      }
      // A closed pipe: nobody reads any more, and nothing is left to tell.
      guard count > 0 else { return }
      written += count
    }
  }

  private static func write(_ descriptor: Int32, _ buffer: UnsafeRawBufferPointer) -> Int {
    while true {
      #if canImport(Darwin)
      let count = unsafe Darwin.write(descriptor, buffer.baseAddress, buffer.count)
      #elseif canImport(Musl)
      let count = unsafe Musl.write(descriptor, buffer.baseAddress, buffer.count)
      #else
      let count = unsafe Glibc.write(descriptor, buffer.baseAddress, buffer.count)
      #endif
      if count >= 0 || errno != EINTR { return count }
    }
  }
}
