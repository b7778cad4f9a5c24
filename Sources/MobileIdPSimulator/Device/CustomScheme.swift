/// The scheme of a URL (RFC 3986, section 3.1), in lower case.
struct CustomScheme: Sendable, Hashable {
  let name: String

  /// Reads the scheme before a URL's first colon; `nil` if there is none.
  init?(of url: String) {
    let bytes = url.utf8
    guard let colon = bytes.prefix(CustomScheme.length + 1).firstIndex(of: UInt8(ascii: ":")) else {
      return nil
    }
    self.init(name: String(decoding: bytes[..<colon], as: UTF8.self))
  }

  /// Reads a scheme's name; `nil` if it isn't valid.
  init?(name: String) {
    let bytes = Array(name.utf8)
    let isLetter = { (byte: UInt8) in (97...122).contains(byte | 32) }
    guard let first = bytes.first, isLetter(first), bytes.count <= CustomScheme.length,
      bytes.allSatisfy({ isLetter($0) || (48...57).contains($0) || "+-.".utf8.contains($0) })
    else { return nil }
    let lowered = bytes.map { (65...90).contains($0) ? $0 | 32 : $0 }
    self.name = String(decoding: lowered, as: UTF8.self)
  }

  /// Whether no app can register the scheme, because a browser or the system opens it.
  var isReserved: Bool { CustomScheme.reserved.contains(name) }

  /// Whether a browser opens the scheme.
  var isWeb: Bool { name == "http" || name == "https" }

  private static let reserved: Set = [
    "about", "blob", "data", "file", "ftp", "http", "https", "intent", "javascript", "mailto",
    "tel",
  ]

  /// The maximum length in bytes.
  private static let length = MobileIdPLimits.name
}
