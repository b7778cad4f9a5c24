#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// An open file, pipe or device of this process.
package struct FileDescriptor: Sendable {
  /// The number of the descriptor.
  package let number: Int32

  /// Wraps the number of an open descriptor.
  package init(_ number: Int32) {
    self.number = number
  }

  /// Reads bytes that are available.
  ///
  /// If no bytes are available, the method waits.
  ///
  /// - Parameter buffer: The buffer for the bytes.
  /// - Returns: The number of bytes; 0 at the end; -1 for an error, whose number is in `errno`.
  package func take(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    uninterrupted(POLLIN) { unsafe read(number, buffer.baseAddress, buffer.count) }
  }

  /// Reads bytes that are available, without waiting for more.
  ///
  /// - Parameter buffer: The buffer for the bytes.
  /// - Returns: The number of bytes; 0 at the end; -1 for an error, whose number is in `errno`. The
  ///   number is `EAGAIN` if nothing is available, and `EINTR` after a signal.
  package func takeOnce(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    unsafe read(number, buffer.baseAddress, buffer.count)
  }

  /// Writes as many bytes as possible at once.
  ///
  /// If no bytes can be written, the method waits.
  ///
  /// - Parameter buffer: The bytes to write.
  /// - Returns: The number of bytes; -1 for an error, whose number is in `errno`.
  package func put(_ buffer: UnsafeRawBufferPointer) -> Int {
    uninterrupted(POLLOUT) { unsafe write(number, buffer.baseAddress, buffer.count) }
  }

  /// Repeats a call that a signal interrupted, or that must wait.
  ///
  /// The descriptor can be non-blocking, because another process that shares it may have changed
  /// that.
  private func uninterrupted(_ event: Int32, _ call: () -> Int) -> Int {
    while true {
      let count = call()
      if count >= 0 { return count }
      switch errno {
      case EINTR: continue
      case EAGAIN:
        var request = pollfd(fd: number, events: Int16(event), revents: 0)
        _ = unsafe poll(&request, 1, -1)
      default: return count
      }
    }
  }
}
