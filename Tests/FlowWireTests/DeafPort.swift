import Foundation

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A port of this machine that nobody listens on, and that no other server gets as long as this is
/// kept: one that was merely free might be another test's by the time it is used.
final class DeafPort: Sendable {
  let port: Int
  private let holder: Int32

  init() throws {
    #if canImport(Glibc)
    holder = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #else
    holder = socket(AF_INET, SOCK_STREAM, 0)
    #endif
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let holder = holder
    let isBound = unsafe withUnsafeMutablePointer(to: &address) { address in
      unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        unsafe bind(holder, address, size) == 0 && getsockname(holder, address, &size) == 0
      }
    }
    port = Int(UInt16(bigEndian: address.sin_port))
    guard isBound else { throw CocoaError(.featureUnsupported) }
  }

  deinit { _ = close(holder) }
}
