import FlowHTTP

/// An address that a browser may be sent back to (RFC 6749, section 3.1.2).
struct RedirectAddress: Sendable, Hashable {
  /// The address as it was written.
  let text: String
  private let isOnThisMachine: Bool
  private let isOfWeb: Bool

  /// Checks an address; `nil` unless it is absolute, has no fragment, and doesn't make a browser run
  /// or read something itself.
  ///
  /// - Parameter text: The address.
  init?(_ text: String) {
    let bytes = text.utf8
    guard bytes.allSatisfy({ 0x21...0x7E ~= $0 && $0 != UInt8(ascii: "#") }),
      let colon = bytes.firstIndex(of: UInt8(ascii: ":")),
      RedirectAddress.isScheme(bytes[..<colon])
    else { return nil }
    let scheme = String(decoding: bytes[..<colon], as: UTF8.self).lowercased()
    guard !RedirectAddress.dangerous.contains(scheme) else { return nil }
    self.text = text
    isOfWeb = scheme == "http" || scheme == "https"
    guard isOfWeb else {
      isOnThisMachine = false
      return
    }
    guard let url = HTTPURL(text), !bytes.contains(UInt8(ascii: "\\")) else { return nil }
    isOnThisMachine = url.isLoopback
  }

  private init(ofWalk text: String) {
    self.text = text
    isOfWeb = false
    isOnThisMachine = false
  }

  /// The address of an exploration, which no browser opens.
  static let walk = RedirectAddress(ofWalk: "walk:/")

  /// Whether the address belongs to an app by its own scheme (RFC 8252, section 7.1) or to this
  /// machine.
  ///
  /// Then no one else's web site can receive the parameters.
  var isLocal: Bool { !isOfWeb || isOnThisMachine }

  /// Returns the address with some parameters added to its query.
  func with(_ pairs: [FormPair]) -> String {
    guard !pairs.isEmpty else { return text }
    let mark = text.utf8.contains(UInt8(ascii: "?")) ? "&" : "?"
    return text + mark + FormEncoding.encode(pairs)
  }

  /// The schemes that a browser executes, or reads from the machine or from itself.
  private static let dangerous: Set = [
    "about", "blob", "chrome", "data", "file", "filesystem", "jar", "javascript", "resource",
    "vbscript", "view-source",
  ]

  /// RFC 3986, section 3.1.
  private static func isScheme(_ bytes: Substring.UTF8View) -> Bool {
    guard let first = bytes.first, isLetter(first) else { return false }
    return bytes.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"),
        UInt8(ascii: "."):
        true
      default: isLetter(byte)
      }
    }
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }
}
