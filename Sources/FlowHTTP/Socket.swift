#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A TCP connection to this machine that blocks only in `wait`.
///
/// The descriptor is closed with the last reference, so that no thread can use a number that the
/// system has reassigned.
final class Socket: Sendable {
  /// The result of a call on the socket.
  enum Outcome: Equatable {
    /// The number of bytes that were sent or received; zero if a read reached the end.
    case moved(Int)
    /// The socket isn't ready.
    case notReady
    /// The connection is refused or broken.
    case failed
  }

  private let descriptor: Int32

  /// Begins to connect to a loopback address; `nil` if the system can't create a socket.
  init?(to address: SocketAddress, port: Int) {
    descriptor = SystemSocket.make(address.family)
    guard descriptor >= 0 else { return nil }
    let flags = fcntl(descriptor, F_GETFL)
    _ = fcntl(descriptor, F_SETFL, flags | O_NONBLOCK)
    SystemSocket.prepare(connection: descriptor)
    guard address.connect(descriptor, port: port) else { return nil }
  }

  deinit {
    _ = close(descriptor)
  }

  /// The error of the connection attempt; 0 if there is none.
  var connectionError: Int32 {
    var error: Int32 = 0
    var size = socklen_t(MemoryLayout<Int32>.size)
    let result = unsafe getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &error, &size)
    return result == 0 ? error : errno
  }

  func send(_ bytes: ArraySlice<UInt8>) -> Outcome {
    Socket.outcome(SystemSocket.send(bytes, to: descriptor))
  }

  /// Reads the available bytes into the buffer, up to its size.
  func receive(into buffer: inout [UInt8]) -> Outcome {
    Socket.outcome(SystemSocket.receive(into: &buffer, from: descriptor))
  }

  private static func outcome(_ result: Int) -> Outcome {
    guard result < 0 else { return .moved(result) }
    return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR ? .notReady : .failed
  }

  /// Waits until the socket is readable or writable, or the time is over.
  ///
  /// - Returns: Whether the socket is ready or has an error.
  func wait(toWrite: Bool, milliseconds: Int32) -> Bool {
    var entry = pollfd(fd: descriptor, events: Int16(toWrite ? POLLOUT : POLLIN), revents: 0)
    return unsafe poll(&entry, 1, milliseconds) > 0
  }

  /// Ends the connection in both directions, which wakes any waiting thread.
  func shutDown() {
    _ = shutdown(descriptor, Int32(SHUT_RDWR))
  }
}
