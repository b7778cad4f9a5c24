#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// An address of this machine.
enum LoopbackAddress: Sendable, Hashable {
  /// The four numbers of an address in `127.0.0.0/8`, the first one lowest.
  case v4(UInt32)
  /// `::1`.
  case v6

  /// The addresses of a loopback host, those to be tried first before the others.
  ///
  /// `localhost` is never asked of a resolver: it means this machine (RFC 6761, section 6.3).
  static func all(of host: String) -> [LoopbackAddress] {
    if host == "localhost" { return [.v4(word([127, 0, 0, 1])), .v6] }
    if host == "::1" { return [.v6] }
    guard let octets = HostName.octets(Array(host.utf8)[...]) else { return [] }
    return [.v4(word(octets))]
  }

  private static func word(_ octets: [UInt8]) -> UInt32 {
    octets.reversed().reduce(0) { $0 << 8 | UInt32($1) }.littleEndian
  }

  var family: Int32 {
    switch self {
    case .v4: AF_INET
    case .v6: AF_INET6
    }
  }

  /// Begins to connect a socket that doesn't block; whether that could be begun.
  func connect(_ descriptor: Int32, port: Int) -> Bool {
    switch self {
    case .v4(let word):
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_port = UInt16(truncatingIfNeeded: port).bigEndian
      address.sin_addr.s_addr = word
      return unsafe begin(descriptor, &address)
    case .v6:
      var address = sockaddr_in6()
      address.sin6_family = sa_family_t(AF_INET6)
      address.sin6_port = UInt16(truncatingIfNeeded: port).bigEndian
      address.sin6_addr = in6addr_loopback
      return unsafe begin(descriptor, &address)
    }
  }

  private func begin<Address>(_ descriptor: Int32, _ address: UnsafePointer<Address>) -> Bool {
    let size = socklen_t(MemoryLayout<Address>.size)
    let result = unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
      unsafe systemConnect(descriptor, $0, size)
    }
    return result == 0 || errno == EINPROGRESS || errno == EINTR
  }
}

/// The name of the system's `connect`, which a method of `LoopbackAddress` hides.
private func systemConnect(
  _ descriptor: Int32, _ address: UnsafePointer<sockaddr>, _ size: socklen_t
) -> Int32 {
  unsafe connect(descriptor, address, size)
}
