import FlowText

/// A scheme with which one app opens another (RFC 3986, section 3.1), in lower case.
public struct URLScheme: Sendable, Hashable, CustomStringConvertible {
  /// The scheme without the colon.
  public let text: String

  /// Reads a scheme; `nil` if the text isn't a scheme or is too long.
  public init?(_ text: String) {
    guard let first = text.utf8.first, ASCII.isLetter(first),
      text.utf8.count <= MessageLimits.schemeBytes,
      text.utf8.allSatisfy({ ASCII.isLetterOrDigit($0) || "+-.".utf8.contains($0) })
    else { return nil }
    self.text = ASCII.lowered(text.utf8)
  }

  /// The text.
  public var description: String { text }

  /// Whether the scheme doesn't belong to a single app, so that no message may be sent there
  /// (section 12, row 67).
  ///
  /// These are the schemes that the reference names, and the schemes with which a browser runs
  /// code.
  public var isShared: Bool {
    ["http", "https", "file", "javascript", "data", "about", "blob"].contains(text)
  }
}

/// A client's registered callback: an absolute URI whose scheme opens the client.
public struct CallbackURI: Sendable, Hashable, CustomStringConvertible {
  /// The callback's text; a server compares it byte for byte.
  public let text: String
  /// The scheme that receives answers.
  public let scheme: URLScheme

  /// Reads a callback; `nil` if it isn't absolute, has a fragment (RFC 6749, section 3.1.2), or is
  /// too long.
  public init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard bytes.count <= MessageLimits.uriBytes, bytes.allSatisfy(PercentCoding.isGraphic),
      !bytes.contains(UInt8(ascii: "#")), let colon = bytes.firstIndex(of: UInt8(ascii: ":")),
      colon + 1 < bytes.endIndex,
      let scheme = URLScheme(String(decoding: bytes[..<colon], as: UTF8.self))
    else { return nil }
    self.text = text
    self.scheme = scheme
  }

  /// The text.
  public var description: String { text }
}
