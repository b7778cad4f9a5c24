import FlowText

/// An absolute `http` or `https` URL (RFC 3986), parsed strictly.
///
/// If two parsers disagree about the end of a URL's host, credentials can reach a stranger. So the
/// parser refuses anything unusual: user information, a backslash, white space, a control byte, a
/// letter outside ASCII, or an empty host. Requests are sent to the parsed URL, never to the text.
public struct HTTPURL: Sendable, Hashable, CustomStringConvertible {
  /// The scheme, which determines whether the connection is encrypted.
  public enum Scheme: String, Sendable, Hashable {
    case http
    case https
  }

  /// The scheme.
  public var scheme: Scheme
  /// The host in lower case, an IPv6 address without brackets.
  public var host: String
  /// The port; the scheme's default if the text contains none.
  public var port: Int
  /// The path from its first slash, still percent-encoded; `/` if the text contains none.
  public var path: String
  /// The query without the `?`, still percent-encoded.
  public var query: String?

  /// Creates a URL from valid parts.
  public init(scheme: Scheme, host: String, port: Int? = nil, path: String, query: String? = nil) {
    self.scheme = scheme
    self.host = host
    self.port = port ?? scheme.port
    self.path = path
    self.query = query
  }

  /// The scheme, host and port, which are equal for URLs of the same origin (RFC 6454).
  public var origin: String { "\(scheme.rawValue)://\(authority)" }

  /// The value of a `Host` header: the host, and the port unless it is the scheme's default.
  package var authority: String {
    let name = host.utf8.contains(UInt8(ascii: ":")) ? "[\(host)]" : host
    return port == scheme.port ? name : "\(name):\(port)"
  }

  /// Whether two URLs have the same origin.
  public func isSameOrigin(as other: HTTPURL) -> Bool {
    scheme == other.scheme && host == other.host && port == other.port
  }

  /// The target of a request line: the path with the query.
  public var target: String {
    query.map { "\(path)?\($0)" } ?? path
  }

  /// The whole URL, without a fragment.
  public var description: String { origin + target }

  /// Whether the host is this machine: `localhost`, `127.0.0.0/8` or `::1`.
  public var isLoopback: Bool {
    if host == "localhost" || host == "::1" { return true }
    let parts = host.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
  }

  /// Parses an absolute URL; `nil` if the URL is invalid, or if other parsers may interpret it
  /// differently.
  ///
  /// In addition to the rules of the type, the parser refuses an empty, zero or padded port. It
  /// refuses a host with an escape, an underscore or an empty label, and a number as the host
  /// except an IPv4 address in its usual form. It refuses bytes that RFC 3986 requires to be
  /// escaped. Dot segments stay as they are, and a fragment is dropped.
  ///
  /// - Parameter text: The URL.
  public init?(_ text: String) {
    var rest = Array(text.utf8)[...]
    guard let scheme = HTTPURL.takeScheme(&rest) else { return nil }
    let authorityEnd = rest.firstIndex { HTTPURL.endsAuthority($0) } ?? rest.endIndex
    guard let (host, port) = HTTPURL.authority(rest[..<authorityEnd]) else { return nil }
    rest = rest[authorityEnd...]
    if let hash = rest.firstIndex(of: UInt8(ascii: "#")) {
      guard HTTPURL.isSound(rest[(hash + 1)...], alsoAllowing: "/?") else { return nil }
      rest = rest[..<hash]
    }
    var query: ArraySlice<UInt8>?
    if let mark = rest.firstIndex(of: UInt8(ascii: "?")) {
      query = rest[(mark + 1)...]
      rest = rest[..<mark]
    }
    guard HTTPURL.isSound(rest, alsoAllowing: "/"),
      HTTPURL.isSound(query ?? [], alsoAllowing: "/?")
    else { return nil }
    self.init(
      scheme: scheme, host: host, port: port,
      path: rest.isEmpty ? "/" : String(decoding: rest, as: UTF8.self),
      query: query.map { String(decoding: $0, as: UTF8.self) })
  }

  /// Parses a URL of the same origin quickly, if it has the most common form.
  ///
  /// The text must begin with `origin`, followed only by a path of unreserved characters (RFC 3986,
  /// section 2.3).
  ///
  /// - Parameters:
  ///   - text: The URL.
  ///   - origin: This URL's origin.
  /// - Returns: The same URL as `init(_:)`; `nil` if the text has another form.
  public func sibling(_ text: String, of origin: String) -> HTTPURL? {
    guard text.hasPrefix(origin) else { return nil }
    let bytes = text.utf8
    let start = bytes.index(bytes.startIndex, offsetBy: origin.utf8.count)
    guard start < bytes.endIndex, bytes[start] == UInt8(ascii: "/") else { return nil }
    var position = start
    while position < bytes.endIndex {
      switch bytes[position] {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        // This range has the digits, and the hyphen, the dot and the slash before them.
        UInt8(ascii: "-")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "~"):
        bytes.formIndex(after: &position)
      default: return nil
      }
    }
    return replacing(path: String(text[start...]), query: nil)
  }

  /// Returns a URL of the same origin with another path and query.
  ///
  /// - Parameters:
  ///   - path: The path from its first slash, percent-encoded.
  ///   - query: The query without the `?`, percent-encoded.
  /// - Returns: The new URL.
  public func replacing(path: String, query: String?) -> HTTPURL {
    HTTPURL(scheme: scheme, host: host, port: port, path: path, query: query)
  }

  private static func takeScheme(_ rest: inout ArraySlice<UInt8>) -> Scheme? {
    guard let colon = rest.firstIndex(of: UInt8(ascii: ":")) else { return nil }
    let name = String(decoding: rest[..<colon].map(ASCII.lowered), as: UTF8.self)
    guard let scheme = Scheme(rawValue: name), rest[colon...].starts(with: "://".utf8) else {
      return nil
    }
    rest = rest[(colon + 3)...]
    return scheme
  }

  private static func endsAuthority(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "/") || byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#")
  }

  /// Whether every byte is a `pchar` (RFC 3986, section 3.3) or one of the other allowed
  /// characters.
  private static func isSound(_ bytes: ArraySlice<UInt8>, alsoAllowing others: String) -> Bool {
    var index = bytes.startIndex
    while index < bytes.endIndex {
      let byte = bytes[index]
      index += 1
      if byte == UInt8(ascii: "%") {
        guard index + 1 < bytes.endIndex, Hex.value(of: bytes[index]) != nil,
          Hex.value(of: bytes[index + 1]) != nil
        else { return false }
        index += 2
      } else if !ASCII.isLetterOrDigit(byte), !"-._~!$&'()*+,;=:@".utf8.contains(byte),
        !others.utf8.contains(byte)
      {
        return false
      }
    }
    return true
  }

  private static func authority(_ bytes: ArraySlice<UInt8>) -> (host: String, port: Int?)? {
    if bytes.first == UInt8(ascii: "[") {
      guard let bracket = bytes.firstIndex(of: UInt8(ascii: "]")),
        let address = IPv6Address(bytes[(bytes.startIndex + 1)..<bracket]),
        let port = port(bytes[(bracket + 1)...])
      else { return nil }
      return (address.description, port)
    }
    let colon = bytes.firstIndex(of: UInt8(ascii: ":")) ?? bytes.endIndex
    guard let host = HostName.read(bytes[..<colon]), let port = port(bytes[colon...]) else {
      return nil
    }
    return (host, port)
  }

  /// Parses an optional colon and port; the inner `nil` means that there is no port.
  ///
  /// The outer `nil` means that the text is invalid.
  private static func port(_ bytes: ArraySlice<UInt8>) -> Int?? {
    guard let colon = bytes.first else { return .some(nil) }
    let digits = bytes.dropFirst()
    guard colon == UInt8(ascii: ":"), digits.count <= 5, digits.first != UInt8(ascii: "0"),
      digits.allSatisfy(ASCII.isDigit), let port = UInt16(String(decoding: digits, as: UTF8.self))
    else { return nil }
    return Int(port)
  }
}

extension HTTPURL.Scheme {
  /// The default port of the scheme (RFC 9110, section 4.2).
  public var port: Int {
    switch self {
    case .http: 80
    case .https: 443
    }
  }
}
