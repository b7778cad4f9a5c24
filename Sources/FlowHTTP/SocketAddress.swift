#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// An IP address for binding or connecting a socket.
enum SocketAddress: Sendable, Hashable {
  /// The four bytes of an IPv4 address, with the first one in the lowest byte.
  case v4(UInt32)
  /// The sixteen bytes of an IPv6 address, in network order.
  case v6([UInt8])

  /// Returns the addresses of a host in the order to try them; empty if the host is another name.
  ///
  /// The host is an address or `localhost`, which is resolved without a resolver, because it always
  /// means this machine (RFC 6761, section 6.3).
  static func all(of host: String) -> [SocketAddress] {
    if host == "localhost" { return all(of: "127.0.0.1") + all(of: "::1") }
    let bytes = Array(host.utf8)[...]
    if let octets = HostName.octets(bytes) { return [.v4(word(octets))] }
    return IPv6Address(bytes).map { [.v6($0.octets)] } ?? []
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

  /// Begins to connect a nonblocking socket; returns whether the attempt has begun or succeeded.
  func connect(_ descriptor: Int32, port: Int) -> Bool {
    let result = unsafe withSystemAddress(port: port) { unsafe systemConnect(descriptor, $0, $1) }
    return result == 0 || errno == EINPROGRESS || errno == EINTR
  }

  /// Binds a socket to a port; returns whether that succeeded.
  func bind(_ descriptor: Int32, port: Int) -> Bool {
    unsafe withSystemAddress(port: port) { unsafe systemBind(descriptor, $0, $1) } == 0
  }

  private func withSystemAddress(
    port: Int, _ call: (UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) -> Int32 {
    switch self {
    case .v4(let word):
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_port = UInt16(truncatingIfNeeded: port).bigEndian
      address.sin_addr.s_addr = word
      return unsafe SocketAddress.erased(&address, call)
    case .v6(let octets):
      var address = sockaddr_in6()
      address.sin6_family = sa_family_t(AF_INET6)
      address.sin6_port = UInt16(truncatingIfNeeded: port).bigEndian
      unsafe withUnsafeMutableBytes(of: &address.sin6_addr) { unsafe $0.copyBytes(from: octets) }
      return unsafe SocketAddress.erased(&address, call)
    }
  }

  private static func erased<Address>(
    _ address: UnsafePointer<Address>, _ call: (UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) -> Int32 {
    let size = socklen_t(MemoryLayout<Address>.size)
    return unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
      unsafe call($0, size)
    }
  }
}

/// Calls the system's `connect`, which a method of `SocketAddress` shadows.
private func systemConnect(
  _ descriptor: Int32, _ address: UnsafePointer<sockaddr>, _ size: socklen_t
) -> Int32 {
  unsafe connect(descriptor, address, size)
}

/// Calls the system's `bind`, which a method of `SocketAddress` shadows.
private func systemBind(
  _ descriptor: Int32, _ address: UnsafePointer<sockaddr>, _ size: socklen_t
) -> Int32 {
  unsafe bind(descriptor, address, size)
}
