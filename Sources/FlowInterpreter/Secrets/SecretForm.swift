import FlowText
import FlowSyntax

/// One form in which a text may contain a secret, after the text's escapes are decoded.
struct SecretForm: Sendable, Hashable {
  /// The text; in lower case if `ignoresCase`.
  let bytes: [UInt8]
  /// Whether ASCII letters match in either case.
  let ignoresCase: Bool

  init(_ bytes: [UInt8], ignoresCase: Bool = false) {
    self.bytes = ignoresCase ? bytes.map(ASCII.lowered) : bytes
    self.ignoresCase = ignoresCase
  }

  /// Whether a text begins with it.
  func begins(_ text: ArraySlice<UInt8>) -> Bool {
    guard bytes.count <= text.count else { return false }
    let start = text.prefix(bytes.count)
    return ignoresCase
      ? zip(start, bytes).allSatisfy { ASCII.lowered($0) == $1 } : start.elementsEqual(bytes)
  }

  // MARK: The forms of a secret

  /// The shortest part of a secret that is searched for by itself.
  ///
  /// Shorter ones occur in any text.
  static let partMin = 8
  /// The shortest secret, in bytes, that is found in any letter case.
  static let foldedMin = 8
  /// The longest secret that is searched for in Base64 of Base64.
  ///
  /// Only passwords are encoded twice.
  static let twiceMax = 32

  /// Returns the length of the shortest text that may contain any form of a secret.
  ///
  /// No form of a printable secret is shorter than the secret itself. Otherwise a form may be a
  /// single line, the replacement of a character for a terminal, or the decoded content of an
  /// escape.
  static func lengthMin(of secret: String) -> Int {
    // A loop without an early exit processes many bytes of a token at a time.
    var unprinted = 0
    for byte in Array(secret.utf8) {
      unprinted &+= byte &- 0x20 <= 0x7E - 0x20 && !beginsEscape(byte) ? 0 : 1
    }
    return unprinted == 0 ? secret.utf8.count : Masker.lengthMin
  }

  /// Returns every form of a secret; some may be equal.
  static func all(of secret: [UInt8]) -> [SecretForm] {
    let folds = isFolded(secret)
    var forms = texts(of: secret).map { SecretForm($0, ignoresCase: folds) }
    forms.append(SecretForm(hex(secret), ignoresCase: true))
    forms.append(SecretForm(base32(secret), ignoresCase: true))
    let coded = base64(secret)
    forms += coded.map { SecretForm($0) }
    if secret.count <= twiceMax {
      forms += base64(padded(secret)).map { SecretForm($0) }
    }
    return forms
  }

  /// Whether a secret is found in either case.
  ///
  /// A word of letters only would occur in any text.
  private static func isFolded(_ secret: [UInt8]) -> Bool {
    secret.count >= foldedMin && !secret.allSatisfy { ASCII.isLetter($0) }
  }

  private static func beginsEscape(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "%") || byte == UInt8(ascii: "&") || byte == UInt8(ascii: "\\")
  }

  /// Returns the secret as a text, and in its transformed versions.
  private static func texts(of secret: [UInt8]) -> [[UInt8]] {
    var texts = [secret] + DecodedText.layers(of: secret)
    if secret.contains(where: { !(0x20...0x7E).contains($0) }) {
      let text = String(decoding: secret, as: UTF8.self)
      // The form in which a terminal shows line ends, tabs and other control characters.
      texts.append(Array(DisplayText.line(text).utf8))
      texts += [text.lowercased(), text.uppercased()].map { Array($0.utf8) }
      // The encoding of addresses before UTF-8.
      let scalars = text.unicodeScalars
      if scalars.allSatisfy({ $0.value < 0x100 }) { texts.append(scalars.map { UInt8($0.value) }) }
    }
    // A space in a form is a plus sign; a quotation mark in a table or in SQL is doubled.
    for text in texts where text.contains(32) {
      texts.append(text.map { $0 == 32 ? UInt8(ascii: "+") : $0 })
    }
    for mark in [UInt8(ascii: "'"), UInt8(ascii: "\"")] where secret.contains(mark) {
      texts.append(secret.flatMap { $0 == mark ? [mark, mark] : [$0] })
    }
    return texts
  }

  private static let hexDigits = Array("0123456789abcdef".utf8)
  private static let base32Letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".utf8)
  private static let base64Letters = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// Returns two digits per byte.
  static func hex(_ secret: [UInt8]) -> [UInt8] {
    var digits: [UInt8] = []
    digits.reserveCapacity(secret.count * 2)
    for byte in secret {
      digits.append(hexDigits[Int(byte >> 4)])
      digits.append(hexDigits[Int(byte & 15)])
    }
    return digits
  }

  /// Returns Base32 (RFC 4648, section 6) of the secret by itself, without padding.
  static func base32(_ secret: [UInt8]) -> [UInt8] {
    characters(of: secret, base32Letters, bits: 5, held: 0).whole
  }

  /// Returns Base64 of the secret (RFC 4648), with either alphabet, by itself and inside a longer
  /// text.
  ///
  /// Inside a longer text it begins at one of three positions in a group, and only the characters
  /// that consist of its own bits are known.
  static func base64(_ secret: [UInt8]) -> [[UInt8]] {
    var forms: [[UInt8]] = []
    for offset in 0..<3 {
      let (whole, last) = characters(of: secret, base64Letters, bits: 6, held: offset * 2)
      if offset > 0 {
        forms.append(Array(whole.dropFirst()))
        continue
      }
      forms.append(whole)
      guard let last else { continue }
      var characters = whole + [last]
      forms.append(characters)
      while characters.count % 4 > 0 { characters.append(UInt8(ascii: "=")) }
      forms.append(characters)
    }
    return forms + forms.compactMap(urlSafe)
  }

  /// Returns Base64 of the secret by itself, with padding.
  static func padded(_ secret: [UInt8]) -> [UInt8] {
    let (whole, last) = characters(of: secret, base64Letters, bits: 6, held: 0)
    let characters = whole + [last].compactMap(\.self)
    return characters + Array(repeating: UInt8(ascii: "="), count: -characters.count & 3)
  }

  /// Returns the characters that consist of a secret's bits, and the character that they fill in
  /// part.
  ///
  /// - Parameters:
  ///   - secret: The secret.
  ///   - letters: The alphabet.
  ///   - bits: The number of bits per character.
  ///   - held: The bits before the secret that share a character with it.
  /// - Returns: Both. If the bits fit, no character is filled in part.
  private static func characters(
    of secret: [UInt8], _ letters: [UInt8], bits: Int, held: Int
  ) -> (whole: [UInt8], last: UInt8?) {
    var whole: [UInt8] = []
    whole.reserveCapacity(secret.count * 8 / bits + 4)
    var value: UInt32 = 0
    var held = held
    let mask = letters.count - 1
    for byte in secret {
      value = value << 8 | UInt32(byte)
      held += 8
      while held >= bits {
        held -= bits
        whole.append(letters[Int(value >> UInt32(held)) & mask])
      }
    }
    return (whole, held > 0 ? letters[Int(value << UInt32(bits - held)) & mask] : nil)
  }

  /// Returns a Base64 text with the alphabet for addresses; `nil` if it is the same.
  private static func urlSafe(_ text: [UInt8]) -> [UInt8]? {
    guard text.contains(UInt8(ascii: "+")) || text.contains(UInt8(ascii: "/")) else { return nil }
    return text.map { byte in
      switch byte {
      case UInt8(ascii: "+"): UInt8(ascii: "-")
      case UInt8(ascii: "/"): UInt8(ascii: "_")
      default: byte
      }
    }
  }
}
