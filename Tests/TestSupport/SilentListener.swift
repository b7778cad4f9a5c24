#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A port that listens and never answers, so that a test can count its connections.
///
/// The system completes connections by itself. They wait in its queue until they are counted, so
/// that none is missed and no thread is needed.
public final class SilentListener: Sendable {
  private let socket: BoundSocket

  /// The port, at 127.0.0.1.
  public var port: Int { socket.port }

  /// Begins to listen.
  ///
  /// - Throws: If the system has no socket left.
  public init() throws {
    socket = try BoundSocket()
    _ = listen(socket.descriptor, 128)
    _ = fcntl(socket.descriptor, F_SETFL, O_NONBLOCK)
  }

  /// Counts the connections since the last count, and their bytes.
  public func arrived() -> (connections: Int, bytes: Int) {
    var connections = 0
    var bytes = 0
    while true {
      let connection = accept(socket.descriptor, nil, nil)
      guard connection >= 0 else { return (connections, bytes) }
      connections += 1
      _ = fcntl(connection, F_SETFL, O_NONBLOCK)
      var buffer = [UInt8](repeating: 0, count: 1 << 16)
      let size = buffer.count
      let count = unsafe buffer.withUnsafeMutableBytes {
        unsafe read(connection, $0.baseAddress, size)
      }
      bytes += max(0, count)
      _ = close(connection)
    }
  }
}
