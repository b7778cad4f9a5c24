package import FlowHTTP

/// A host that flows may sign in at, as `--live` names it: `HOST` or `HOST:PORT`.
package struct AllowedHost: Sendable, Hashable {
  /// The name or address in lower case, an IPv6 address without its brackets.
  private let host: String
  /// The port; `nil` for the default port of the address's scheme.
  private let port: Int?

  /// The host of an issuer's address.
  package init(of url: HTTPURL) {
    host = url.host
    port = url.port
  }

  /// Reads a host.
  ///
  /// It must be a host and a port in standard form, as in an issuer's address. A user, a path, an
  /// escape, or letters outside of ASCII are refused. An international name is written as in DNS,
  /// `xn--…` (RFC 5890).
  ///
  /// - Parameter text: `acme.okta.com`, `127.0.0.1:8080`, `[::1]:8080` or `::1`.
  package init?(_ text: String) {
    let colons = text.utf8.count { $0 == UInt8(ascii: ":") }
    let isBareAddress = colons > 1 && !text.hasPrefix("[")
    let authority = isBareAddress ? "[\(text)]" : text
    let others = "/?#@\\%".utf8
    guard !text.utf8.contains(where: others.contains), let url = HTTPURL("https://\(authority)")
    else {
      return nil
    }
    let end = authority.utf8.lastIndex(of: UInt8(ascii: "]")) ?? authority.utf8.startIndex
    host = url.host
    port = authority.utf8[end...].contains(UInt8(ascii: ":")) ? url.port : nil
  }

  /// Whether an address has this host and port.
  package func allows(_ url: HTTPURL) -> Bool {
    host == url.host && (port ?? url.scheme.port) == url.port
  }
}

extension HTTPURL {
  /// The host as `--live` names it: with the port unless it is the scheme's default.
  package var liveHost: String { authority }
}
