import FlowHTTP

/// An address to which the org may redirect a browser (RFC 6749, section 3.1.2).
struct RedirectAddress: Sendable, Hashable {
  /// The address as it was written.
  let text: String
  private let isOnThisMachine: Bool
  private let isOfWeb: Bool

  /// Checks an address; `nil` if the address isn't valid.
  ///
  /// A valid address is absolute and has no fragment. Its scheme doesn't make a browser execute or
  /// read something itself.
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

  /// The redirect address of transactions in an exploration.
  ///
  /// No browser opens it.
  static let walk = RedirectAddress(ofWalk: "walk:/")

  /// Whether the address uses an app's own scheme (RFC 8252, section 7.1) or points to this
  /// machine.
  ///
  /// No other web site can receive the parameters of such an address.
  var isLocal: Bool { !isOfWeb || isOnThisMachine }

  /// Returns the address with parameters added to its query.
  func with(_ pairs: [FormPair]) -> String {
    guard !pairs.isEmpty else { return text }
    let mark = text.utf8.contains(UInt8(ascii: "?")) ? "&" : "?"
    return text + mark + FormEncoding.encode(pairs)
  }

  /// The schemes that make a browser execute code, or read from the machine or from the browser
  /// itself.
  private static let dangerous: Set = [
    "about", "blob", "chrome", "data", "file", "filesystem", "jar", "javascript", "resource",
    "vbscript", "view-source",
  ]

  /// Whether bytes form a scheme (RFC 3986, section 3.1).
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
