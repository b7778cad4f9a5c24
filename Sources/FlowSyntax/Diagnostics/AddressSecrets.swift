import FlowDiagnostics

/// Finds user names and passwords in addresses, so that no output shows them.
///
/// An address shouldn't contain any. It may be malformed: `user:password@host` has no scheme, and
/// `https://user:password` has no host. In a script, the whole text is searched instead of the
/// tokens, because output may also quote comments and unclosed texts.
package struct AddressSecrets {
  private let bytes: [UInt8]

  /// The minimum length in bytes of a secret that is masked without its surrounding characters.
  private static let aloneMin = 4
  /// How many bytes before a text are examined to decide whether it is an issuer's address.
  private static let beforeMax = 200

  init(_ source: SourceFile) {
    bytes = source.bytes
  }

  private init(_ address: String) {
    bytes = Array(address.utf8)
  }

  /// Returns an address with its user name and password hidden.
  ///
  /// - Parameters:
  ///   - address: The address of an issuer or of another server, however malformed it is.
  ///   - mask: The text to show instead.
  /// - Returns: The address with the mask, or unchanged if it has no user name and no password.
  package static func hidden(_ address: String, mask: String) -> String {
    let found = AddressSecrets(address)
    let secrets = found.secrets(of: found.body(of: found.bytes[...]), isIssuer: true)
    guard let secret = secrets.first else { return address }
    let head = found.bytes[..<secret.bytes.startIndex] + Array(mask.utf8)
    return String(decoding: head + found.bytes[secret.bytes.endIndex...], as: UTF8.self)
  }

  /// The secrets in the source: every password, and every user name together with its password.
  func texts() -> [String] {
    var texts: [String] = []
    var index = 0
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "\""), isIssuer(before: index) {
        let literal = literal(at: index)
        add(secrets(of: body(of: literal), isIssuer: true), to: &texts)
        index = literal.endIndex
      } else if let start = addressStart(at: index) {
        let address = bytes[start...].prefix { $0 > 0x20 && $0 != UInt8(ascii: "\"") }
        add(secrets(of: address, isIssuer: false), to: &texts)
        index = start
      } else {
        index += 1
      }
    }
    return texts
  }

  private func add(_ secrets: [Found], to texts: inout [String]) {
    for secret in secrets {
      // A short text is masked with its surrounding characters, because the text itself
      // would match anywhere.
      let isShort = secret.bytes.count < Self.aloneMin
      let bytes = isShort ? around(secret) : secret.bytes
      texts.append(String(decoding: bytes, as: UTF8.self))
      if !secret.isPassword, let colon = secret.bytes.firstIndex(of: UInt8(ascii: ":")) {
        texts.append(String(decoding: secret.bytes[(colon + 1)...], as: UTF8.self))
      }
    }
  }

  /// Returns a short secret with the characters before it, such as `//`, and the `@` after it.
  private func around(_ secret: Found) -> ArraySlice<UInt8> {
    let (start, end) = (secret.bytes.startIndex, secret.bytes.endIndex)
    let before = bytes[..<start].reversed().prefix(2).prefix { $0 > 0x20 && $0 != 0x22 }.count
    let after = bytes[end...].first == UInt8(ascii: "@") ? 1 : 0
    return bytes[(start - before)..<(end + after)]
  }

  // MARK: An address

  /// A text in an address that no output may show.
  private struct Found {
    var bytes: ArraySlice<UInt8>
    /// Whether the text is only a password.
    ///
    /// Otherwise it begins with the user name.
    var isPassword = false
  }

  /// Finds the secrets in an address without its scheme.
  ///
  /// - Parameters:
  ///   - address: The address after its scheme.
  ///   - isIssuer: Whether the whole text is known to be an address. A password may then contain
  ///     any character.
  /// - Returns: The secrets. The longest comes first.
  private func secrets(of address: ArraySlice<UInt8>, isIssuer: Bool) -> [Found] {
    let sign = UInt8(ascii: "@")
    let ends = isIssuer ? "/?#" : "/?#\\"
    let authority = address.prefix { !ends.utf8.contains($0) }
    let last = address.lastIndex(of: sign)
    if let end = authority.lastIndex(of: sign) {
      let found = Found(bytes: address[..<end])
      guard isIssuer, let last, last > end else { return [found] }
      return [Found(bytes: address[..<last]), found]
    }
    guard let colon = colon(in: authority) else { return [] }
    let port = authority[(colon + 1)...]
    guard !isPort(isIssuer ? port : withoutPunctuation(port)) else { return [] }
    if let last { return [Found(bytes: address[..<last])] }
    let password = address[(colon + 1)...]
    return [Found(bytes: isIssuer ? password : withoutPunctuation(password), isPassword: true)]
  }

  /// Returns the position of the colon after the host, which may be an IPv6 address in brackets.
  private func colon(in authority: ArraySlice<UInt8>) -> Int? {
    guard authority.first == UInt8(ascii: "[") else {
      return authority.firstIndex(of: UInt8(ascii: ":"))
    }
    guard let end = authority.firstIndex(of: UInt8(ascii: "]")) else { return nil }
    return authority[end...].firstIndex(of: UInt8(ascii: ":"))
  }

  /// Whether the text after a colon is empty or a port number.
  private func isPort(_ text: ArraySlice<UInt8>) -> Bool {
    text.allSatisfy { (0x30...0x39).contains($0) }
      && (text.isEmpty || UInt16(String(decoding: text, as: UTF8.self)) != nil)
  }

  /// Returns a text without punctuation at its end, such as the period of a sentence.
  private func withoutPunctuation(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var text = text
    while let last = text.last, ")]}>,.;:'`!".utf8.contains(last) { text.removeLast() }
    return text
  }

  /// Returns an address without its scheme.
  ///
  /// The scheme may be malformed: `https:/`, `https//`, `https:`.
  private func body(of address: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let address = address.drop { $0 <= 0x20 }
    let rest = address.drop { byte in
      (0x61...0x7A).contains(byte | 0x20) || (0x30...0x39).contains(byte)
        || "+-.".utf8.contains(byte)
    }
    var marks = rest.prefix(while: Self.isMark)
    if !isWeb(before: rest.startIndex) {
      marks = marks.prefix { $0 != UInt8(ascii: "\\") }
      // A single symbol is the end of a user name, or the beginning of a path.
      guard marks.count > 1, marks.contains(UInt8(ascii: "/")) else { return address }
    }
    return bytes[marks.endIndex..<address.endIndex]
  }

  /// Whether a byte can appear between a scheme and the rest of an address.
  private static func isMark(_ byte: UInt8) -> Bool { ":/\\".utf8.contains(byte) }

  /// Whether the text before an index ends with `http` or `https`.
  private func isWeb(before index: Int) -> Bool {
    let word = bytes[..<index].suffix(5).map { $0 | 0x20 }
    return word.elementsEqual("https".utf8) || word.suffix(4).elementsEqual("http".utf8)
  }

  // MARK: A script

  /// Returns the index after `://`, or after a malformed `://`, that begins at an index; `nil` if
  /// there is none.
  private func addressStart(at index: Int) -> Int? {
    guard Self.isMark(bytes[index]) else { return nil }
    let marks = bytes[index...].prefix(while: Self.isMark)
    guard marks.starts(with: "://".utf8) || isWeb(before: index) else { return nil }
    return marks.endIndex
  }

  /// Returns the text between the quotes that begin at an index.
  ///
  /// A text that isn't closed ends at the end of its line.
  private func literal(at quote: Int) -> ArraySlice<UInt8> {
    let mark = UInt8(ascii: "\"")
    let opening = bytes[quote...].prefix { $0 == mark }
    let start = bytes[opening.endIndex...].drop { opening.count > 2 && $0 <= 0x20 }.startIndex
    var end = start
    while end < bytes.count, bytes[end] >= 0x20, bytes[end] != mark {
      let isEscape = bytes[end] == UInt8(ascii: "\\") && end + 1 < bytes.count
      end += isEscape && bytes[end + 1] >= 0x20 ? 2 : 1
    }
    return bytes[start..<end]
  }

  /// Whether the text at an index is the address of `org … at "…"`.
  ///
  /// The `at` may be missing.
  private func isIssuer(before index: Int) -> Bool {
    let before = bytes[max(0, index - Self.beforeMax)..<index]
    let words = before.reversed().drop(while: Self.isBlank)
    if words.starts(with: "ta".utf8), words.dropFirst(2).first.map(Self.isBlank) == true {
      return true
    }
    let line = before.reversed().prefix { !"\n\r;{}\"".utf8.contains($0) }.reversed()
      .drop(while: Self.isBlank)
    return line.starts(with: "org".utf8) && line.dropFirst(3).first.map(Self.isBlank) == true
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
}
