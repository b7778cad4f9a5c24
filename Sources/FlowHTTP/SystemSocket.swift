#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The system calls on a stream socket, for client and server.
///
/// The differences between operating systems are only here.
enum SystemSocket {
  /// Creates a socket that child processes don't inherit; negative if the system can't create one.
  static func make(_ family: Int32) -> Int32 {
    #if canImport(Darwin) || canImport(Musl)
    let stream = Int32(SOCK_STREAM)
    #else
    let stream = Int32(SOCK_STREAM.rawValue)
    #endif
    let descriptor = socket(family, stream, 0)
    if descriptor >= 0 { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    return descriptor
  }

  /// Makes a connection send small messages at once, and disables the signal for a broken
  /// connection.
  ///
  /// Writing to a broken connection then returns an error.
  static func prepare(connection descriptor: Int32) {
    enable(TCP_NODELAY, of: Int32(IPPROTO_TCP), on: descriptor)
    #if canImport(Darwin)
    enable(SO_NOSIGPIPE, of: SOL_SOCKET, on: descriptor)
    #endif
  }

  static func enable(_ option: Int32, of level: Int32, on descriptor: Int32) {
    var one: Int32 = 1
    let size = socklen_t(MemoryLayout<Int32>.size)
    _ = unsafe setsockopt(descriptor, level, option, &one, size)
  }

  /// Returns the number of bytes that the system accepted; negative after an error.
  static func send(_ bytes: ArraySlice<UInt8>, to descriptor: Int32) -> Int {
    #if canImport(Darwin)
    let flags: Int32 = 0
    #else
    let flags = Int32(MSG_NOSIGNAL)
    #endif
    return unsafe bytes.withUnsafeBytes {
      unsafe systemSend(descriptor, $0.baseAddress, $0.count, flags)
    }
  }

  /// Returns the number of received bytes; 0 at the end of the stream, negative after an error.
  static func receive(
    into buffer: inout [UInt8], from descriptor: Int32, flags: Int32 = 0
  ) -> Int {
    unsafe buffer.withUnsafeMutableBytes {
      unsafe recv(descriptor, $0.baseAddress, $0.count, flags)
    }
  }

  /// Checks whether a byte can be received, without waiting and without consuming it.
  ///
  /// The result is 1 if a byte is available, 0 at the end of the stream, and negative otherwise.
  static func peek(at descriptor: Int32) -> Int {
    var byte: UInt8 = 0
    return unsafe recv(descriptor, &byte, 1, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT))
  }
}

/// Calls the system's `send`, which a method of `SystemSocket` shadows.
private func systemSend(
  _ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int, _ flags: Int32
) -> Int {
  unsafe send(descriptor, bytes, count, flags)
}
