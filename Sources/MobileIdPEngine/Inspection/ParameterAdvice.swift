import FlowText
import FlowEngine
import FlowHTTP

/// Advice about a wrong value of a parameter: what its author probably intended.
public struct ParameterAdvice: Sendable, Hashable {
  /// The correction; `nil` if none is known.
  public private(set) var help: String?
  /// The part of the value that is wrong, in bytes of its decoded text; `nil` for the whole value.
  private(set) var wrong: Range<Int>?

  /// Examines a wrong value.
  ///
  /// - Parameters:
  ///   - parameter: The parameter that has the value.
  ///   - value: The value without escapes. The advice repeats it only if it isn't secret.
  ///   - profile: The profile with which the message is read.
  public init(
    _ parameter: MessageParameter, _ value: String, _ profile: MessageProfile = .strict
  ) {
    let bytes = Array(value.utf8)
    switch parameter {
    case .codeChallenge: help = ParameterAdvice.challenge(value)
    case .userHint: help = ParameterAdvice.hint(value)
    case .scopes: adviseScopes(bytes)
    case .loginHost: adviseHost(value, bytes)
    case .redirectURI, .startURL: adviseURI(value, bytes)
    case .codeChallengeMethod: help = "leave it out, or write `S256`: `plain` protects nothing"
    default: break
    }
  }

  // MARK: Challenges (section 6)

  private static func challenge(_ text: String) -> String? {
    let bytes = Array(text.utf8)
    if bytes.count == 64, let digest = hexBytes(bytes) {
      return "this is the digest in hexadecimal; base64url of its bytes is "
        + "`\(Base64URL.encode(digest))`"
    }
    // An unescaped `+` is decoded to a space.
    let standard = String(
      decoding: bytes.map { $0 == UInt8(ascii: " ") ? UInt8(ascii: "+") : $0 }, as: UTF8.self)
    if let digest = Base64URL.decode(standard) {
      if digest.count == CodeChallenge.digestBytes {
        return "this is standard base64; base64url of the same bytes is "
          + "`\(Base64URL.encode(digest))`"
      }
      if let inner = String(validUTF8: digest), CodeChallenge(inner) != nil {
        return "this is the base64 of the challenge's text; write the text itself, `\(inner)`"
      }
      if digest.count == 2 * CodeChallenge.digestBytes, hexBytes(digest) != nil {
        return "this is the base64 of a hexadecimal text; encode the digest's 32 bytes"
      }
    }
    if MessageLimits.verifierCharacters ~= bytes.count, bytes.count > CodeChallenge.characters,
      bytes.allSatisfy(PercentCoding.isUnreserved)
    {
      return "it has \(bytes.count) characters, like a verifier: send its SHA-256, never the "
        + "verifier itself"
    }
    if bytes.count == CodeChallenge.characters {
      return "it has 43 characters, but is not the base64url of 32 bytes"
    }
    return "it has \(bytes.count) characters; the base64url of 32 bytes has 43"
  }

  private static func hexBytes(_ text: [UInt8]) -> [UInt8]? {
    guard text.allSatisfy(PercentCoding.isHex) else { return nil }
    let digits = text.map { $0 & 0x40 == 0 ? $0 & 15 : ($0 & 15) + 9 }
    return stride(from: 0, to: digits.count - 1, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
  }

  // MARK: Hints

  private static func hint(_ text: String) -> String? {
    if UserHint(text) == nil, let turned = UserHint(text, .ios) {
      return "this is the iOS SDK's order; in the documents it is `orgid:userid`: `\(turned)`"
    }
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else {
      return "write the org's id, a colon, and the user's id"
    }
    for (part, kind, prefix) in [(parts[0], "org", "00D"), (parts[1], "user", "005")] {
      if !part.hasPrefix(prefix) {
        return "the id of \(kind == "org" ? "an" : "a") \(kind) begins with `\(prefix)`"
      }
      if part.utf8.count != 15, part.utf8.count != 18 {
        return "the \(kind)'s id has \(part.utf8.count) characters; ids have 15 or 18"
      }
    }
    return "ids have only letters and digits"
  }

  // MARK: Lists, hosts, addresses

  private mutating func adviseScopes(_ bytes: [UInt8]) {
    let space = UInt8(ascii: " ")
    guard
      let first = bytes.firstIndex(where: {
        !PercentCoding.isGraphic($0) || "\"\\".utf8.contains($0)
      })
    else {
      help = "there are more than \(MessageLimits.scopes) of them"
      return
    }
    // Spaces around a name are allowed, but spaces between two names are wrong.
    let inner = bytes.indices.first { index in
      bytes[index] == space && index > 0 && index + 1 < bytes.count
        && bytes[index - 1] > space && bytes[index - 1] != UInt8(ascii: ",")
        && bytes[index...].first { $0 != space }.map { $0 != UInt8(ascii: ",") } ?? false
    }
    let start = inner ?? first
    wrong = start..<start + 1
    guard bytes[start] == space else {
      help = "a scope has letters, digits and punctuation, without quotation marks"
      return
    }
    let names = bytes.split { $0 == space || $0 == UInt8(ascii: ",") }
      .map { String(decoding: $0, as: UTF8.self) }
    help =
      "apps separate scopes with commas, servers with spaces: `\(names.joined(separator: ","))`"
  }

  private mutating func adviseHost(_ text: String, _ bytes: [UInt8]) {
    var start = 0
    if let mark = bytes.firstRange(of: Array("://".utf8)) {
      start = mark.upperBound
      wrong = 0..<start
    }
    let rest = bytes[start...]
    let end = rest.firstIndex { "/:?#@".utf8.contains($0) } ?? bytes.count
    if wrong == nil, end < bytes.count { wrong = end..<bytes.count }
    let bare = String(decoding: bytes[start..<end], as: UTF8.self)
    help =
      LoginHost(bare).map { "write only the name: `\($0)`" }
      ?? "it is a name such as `login.salesforce.com`, without scheme, port and path"
  }

  private mutating func adviseURI(_ text: String, _ bytes: [UInt8]) {
    if let mark = bytes.firstIndex(of: UInt8(ascii: "#")) {
      wrong = mark..<bytes.count
      help = "a redirect address has no fragment"
      return
    }
    guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), colon > 0 else {
      help = "it begins with a scheme, such as `sampleapp://oauth2/done`"
      return
    }
    wrong = 0..<colon
    let scheme = URLScheme(String(decoding: bytes[..<colon], as: UTF8.self))
    if scheme?.isShared == true {
      help = "an answer is sent to the scheme, which must be the app's own"
      return
    }
    if scheme != nil {
      wrong = bytes.firstIndex { !PercentCoding.isGraphic($0) }.map { $0..<$0 + 1 }
      help = "characters that a URL can't contain must be escaped"
    }
  }
}

extension CodeChallenge {
  /// The size of a SHA-256 digest in bytes.
  static let digestBytes = 32
}

extension PercentCoding {
  static func isHex(_ byte: UInt8) -> Bool {
    UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
      || UInt8(ascii: "a")...UInt8(ascii: "f") ~= byte | 0x20
  }

  /// The index in the encoded text at which each byte of the decoded value begins, then the end.
  static func places(_ encoded: ArraySlice<UInt8>) -> [Int] {
    var places: [Int] = []
    var index = encoded.startIndex
    while index < encoded.endIndex {
      places.append(index)
      index += encoded[index] == UInt8(ascii: "%") ? 3 : 1
    }
    return places + [encoded.endIndex]
  }
}
