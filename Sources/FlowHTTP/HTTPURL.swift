/// An absolute `http` or `https` URL (RFC 3986), read strictly.
///
/// Two readers that disagree on where a URL's host ends are how credentials reach a stranger, so
/// whatever is unusual is refused, and a request is sent to what was read, never to the text: no
/// user information, no backslash, no white space or control byte, no letter outside ASCII, no
/// empty host.
public struct HTTPURL: Sendable, Hashable, CustomStringConvertible {
  /// The scheme, which decides whether the wire is encrypted.
  public enum Scheme: String, Sendable, Hashable {
    case http
    case https
  }

  /// The scheme.
  public var scheme: Scheme
  /// The host in lower case; an IPv6 address without its brackets.
  public var host: String
  /// The port, the scheme's own where the text names none.
  public var port: Int
  /// The path, from its first slash, still percent-encoded; `/` where the text has none.
  public var path: String
  /// The query without its `?`, still percent-encoded.
  public var query: String?

  /// Makes a URL of parts that are known to be sound.
  public init(scheme: Scheme, host: String, port: Int? = nil, path: String, query: String? = nil) {
    self.scheme = scheme
    self.host = host
    self.port = port ?? scheme.port
    self.path = path
    self.query = query
  }

  /// The scheme, host and port: what must be equal for two URLs to be the same origin (RFC 6454).
  public var origin: String { "\(scheme.rawValue)://\(authority)" }

  /// The host, with the port where it isn't the scheme's own: what a `Host` field carries.
  package var authority: String {
    let name = host.utf8.contains(UInt8(ascii: ":")) ? "[\(host)]" : host
    return port == scheme.port ? name : "\(name):\(port)"
  }

  /// Whether two URLs are of one origin.
  public func isSameOrigin(as other: HTTPURL) -> Bool {
    scheme == other.scheme && host == other.host && port == other.port
  }

  /// The path with its query: what a request line carries.
  public var target: String {
    query.map { "\(path)?\($0)" } ?? path
  }

  /// The whole URL; a fragment is never kept.
  public var description: String { origin + target }

  /// Whether the host is this machine: `localhost`, `127.0.0.0/8` or `::1`.
  public var isLoopback: Bool {
    if host == "localhost" || host == "::1" { return true }
    let parts = host.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
  }
}

extension HTTPURL.Scheme {
  /// The port that the scheme means where none is named (RFC 9110, section 4.2).
  public var port: Int {
    switch self {
    case .http: 80
    case .https: 443
    }
  }
}
