#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// A file, pipe or device that this process has open.
package struct FileDescriptor: Sendable {
  /// Its number.
  package let number: Int32

  /// Names an open file.
  package init(_ number: Int32) {
    self.number = number
  }

  /// Reads what is there, waiting where nothing is.
  ///
  /// - Parameter buffer: Where it goes.
  /// - Returns: How many bytes; 0 at the end, -1 for an error, which is then in `errno`.
  package func take(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    uninterrupted(POLLIN) { unsafe read(number, buffer.baseAddress, buffer.count) }
  }

  /// Reads what is there in one call.
  ///
  /// - Parameter buffer: Where it goes.
  /// - Returns: How many bytes; 0 at the end, -1 for an error, which is then in `errno`: `EAGAIN` if
  ///   nothing is there, `EINTR` after a signal.
  package func takeOnce(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    unsafe read(number, buffer.baseAddress, buffer.count)
  }

  /// Writes as much as goes at once, waiting where nothing does.
  ///
  /// - Parameter buffer: What is written.
  /// - Returns: How many bytes; -1 for an error, which is then in `errno`.
  package func put(_ buffer: UnsafeRawBufferPointer) -> Int {
    uninterrupted(POLLOUT) { unsafe write(number, buffer.baseAddress, buffer.count) }
  }

  /// Repeats a call that a signal has interrupted, or that must wait: the descriptor may be shared
  /// with a process that has made it non-blocking.
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
