package import FlowHTTP

/// A host that `--live` allows flows to sign in at: `HOST` or `HOST:PORT`.
package struct AllowedHost: Sendable, Hashable {
  /// The name or address in lower case.
  ///
  /// An IPv6 address has no brackets here.
  private let host: String
  /// The port; `nil` for the default port of the address's scheme.
  private let port: Int?

  /// Makes the allowed host for an issuer's address.
  package init(of url: HTTPURL) {
    host = url.host
    port = url.port
  }

  /// Reads a host; `nil` if the text isn't one.
  ///
  /// The host must be in standard form. A user name, a path, an escape, and letters outside of
  /// ASCII are refused. An international name is written as in DNS, `xn--…` (RFC 5890).
  ///
  /// - Parameter text: A host such as `acme.okta.com`, `127.0.0.1:8080`, `[::1]:8080` or `::1`.
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

  /// Whether an address has this host and this port.
  package func allows(_ url: HTTPURL) -> Bool {
    host == url.host && (port ?? url.scheme.port) == url.port
  }
}

extension HTTPURL {
  /// The host as the user writes it after `--live`: without the port if it is the scheme's default.
  package var liveHost: String { authority }
}
