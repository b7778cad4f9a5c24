import FlowText

extension HTTPURL {
  /// Reads an absolute URL; `nil` where it isn't one or is unusual in a way that readers disagree
  /// on.
  ///
  /// Refused beside what the type names: an empty, zero or padded port, an escape or an underscored
  /// or empty label in the host, a number as the host but for an IPv4 address in its usual form,
  /// and bytes that RFC 3986 wants escaped. Dot segments stay as they are; a fragment is dropped.
  ///
  /// - Parameter text: the URL.
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

  /// Reads a URL of this one's origin in its usual form: one that begins as `origin` does, with a
  /// path of unreserved characters (RFC 3986, section 2.3) and nothing behind it.
  ///
  /// - Parameters:
  ///   - text: the URL.
  ///   - origin: this one's origin.
  /// - Returns: what `init(_:)` makes of the text; `nil` where the form is another.
  public func sibling(_ text: String, of origin: String) -> HTTPURL? {
    guard text.hasPrefix(origin) else { return nil }
    let bytes = text.utf8
    let start = bytes.index(bytes.startIndex, offsetBy: origin.utf8.count)
    guard start < bytes.endIndex, bytes[start] == UInt8(ascii: "/") else { return nil }
    var position = start
    while position < bytes.endIndex {
      switch bytes[position] {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        // Digits, and the dot, the hyphen and the slash that stand before them.
        UInt8(ascii: "-")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "~"):
        bytes.formIndex(after: &position)
      default: return nil
      }
    }
    return replacing(path: String(text[start...]), query: nil)
  }

  /// The same origin with another path and query, both percent-encoded already.
  ///
  /// - Parameters:
  ///   - path: the path, from its first slash.
  ///   - query: the query without its `?`.
  /// - Returns: the new URL.
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

  /// Whether every byte is a `pchar` of RFC 3986, section 3.3, or one of the others.
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

  /// Reads nothing, or a colon and a port; the outer `nil` means that it is neither.
  private static func port(_ bytes: ArraySlice<UInt8>) -> Int?? {
    guard let colon = bytes.first else { return .some(nil) }
    let digits = bytes.dropFirst()
    guard colon == UInt8(ascii: ":"), digits.count <= 5, digits.first != UInt8(ascii: "0"),
      digits.allSatisfy(ASCII.isDigit), let port = UInt16(String(decoding: digits, as: UTF8.self))
    else { return nil }
    return Int(port)
  }
}
