#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A reserved port of this machine that no other server gets as long as this object exists.
///
/// Only its holder can listen on it. A port that was merely free might be another test's by the
/// time it is used.
public final class BoundSocket: Sendable {
  /// The port, bound at 127.0.0.1.
  public let port: Int
  /// The socket's number, for its listener; closed with the last reference.
  public let descriptor: Int32

  private struct NoSocket: Error {}

  /// Binds a free port.
  ///
  /// - Throws: An error if the system has no socket left.
  public init() throws {
    #if canImport(Glibc)
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #else
    descriptor = socket(AF_INET, SOCK_STREAM, 0)
    #endif
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let descriptor = descriptor
    let isBound = unsafe withUnsafeMutablePointer(to: &address) { address in
      unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        unsafe bind(descriptor, address, size) == 0 && getsockname(descriptor, address, &size) == 0
      }
    }
    port = Int(UInt16(bigEndian: address.sin_port))
    guard isBound else { throw NoSocket() }
  }

  deinit { _ = close(descriptor) }
}
