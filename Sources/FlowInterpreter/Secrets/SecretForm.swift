import FlowText
import FlowSyntax

/// A form in which a text may contain a secret, after the escapes of the text are decoded.
struct SecretForm: Sendable, Hashable {
  /// The bytes of the form, in lower case if `ignoresCase`.
  let bytes: [UInt8]
  /// Whether ASCII letters match in either case.
  let ignoresCase: Bool

  init(_ bytes: [UInt8], ignoresCase: Bool = false) {
    self.bytes = ignoresCase ? bytes.map(ASCII.lowered) : bytes
    self.ignoresCase = ignoresCase
  }

  /// Whether a text begins with this form.
  func begins(_ text: ArraySlice<UInt8>) -> Bool {
    guard bytes.count <= text.count else { return false }
    let start = text.prefix(bytes.count)
    return ignoresCase
      ? zip(start, bytes).allSatisfy { ASCII.lowered($0) == $1 } : start.elementsEqual(bytes)
  }

  // MARK: The forms of a secret

  /// The minimum length of a line of a secret that is searched for separately.
  ///
  /// Shorter lines occur in any text.
  static let partMin = 8
  /// The minimum length in bytes of a secret whose letters match in either case.
  static let foldedMin = 8
  /// The maximum length of a secret that is searched for in doubly encoded Base64.
  ///
  /// Only passwords are encoded twice.
  static let twiceMax = 32

  /// Returns the length of the shortest text that may contain any form of a secret.
  ///
  /// If all characters of a secret are printable ASCII and none begins an escape, no form is
  /// shorter than the secret. Otherwise a form may be shorter, such as one line or the decoded
  /// content of an escape.
  static func lengthMin(of secret: String) -> Int {
    // Without an early exit, the compiler can process several bytes at a time.
    var unprinted = 0
    for byte in Array(secret.utf8) {
      unprinted &+= byte &- 0x20 <= 0x7E - 0x20 && !beginsEscape(byte) ? 0 : 1
    }
    return unprinted == 0 ? secret.utf8.count : Masker.lengthMin
  }

  /// Returns all forms of a secret.
  ///
  /// The list may contain duplicates.
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

  /// Whether a secret is searched for regardless of letter case.
  ///
  /// A secret of only letters isn't, because it may be a word that occurs in any text.
  private static func isFolded(_ secret: [UInt8]) -> Bool {
    secret.count >= foldedMin && !secret.allSatisfy { ASCII.isLetter($0) }
  }

  private static func beginsEscape(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "%") || byte == UInt8(ascii: "&") || byte == UInt8(ascii: "\\")
  }

  /// Returns the secret itself and its versions as text, such as upper case or with `+` for spaces.
  private static func texts(of secret: [UInt8]) -> [[UInt8]] {
    var texts = [secret] + DecodedText.layers(of: secret)
    if secret.contains(where: { !(0x20...0x7E).contains($0) }) {
      let text = String(decoding: secret, as: UTF8.self)
      // The form in which a terminal shows line breaks, tabs and other control characters.
      texts.append(Array(DisplayText.line(text).utf8))
      texts += [text.lowercased(), text.uppercased()].map { Array($0.utf8) }
      // Latin-1, in which addresses were encoded before UTF-8.
      let scalars = text.unicodeScalars
      if scalars.allSatisfy({ $0.value < 0x100 }) { texts.append(scalars.map { UInt8($0.value) }) }
    }
    // Forms write a space as a plus sign. Tables and SQL double quotation marks.
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

  /// Returns the bytes in hexadecimal, two digits for each.
  static func hex(_ secret: [UInt8]) -> [UInt8] {
    var digits: [UInt8] = []
    digits.reserveCapacity(secret.count * 2)
    for byte in secret {
      digits.append(hexDigits[Int(byte >> 4)])
      digits.append(hexDigits[Int(byte & 15)])
    }
    return digits
  }

  /// Returns the secret in Base32 (RFC 4648, section 6), without padding.
  static func base32(_ secret: [UInt8]) -> [UInt8] {
    characters(of: secret, base32Letters, bits: 5, held: 0).whole
  }

  /// Returns the secret in Base64 (RFC 4648), in both alphabets, by itself and as part of a
  /// longer text.
  ///
  /// As part of a longer text, the secret begins at one of three positions in a group of bytes.
  /// Only the characters that are made entirely of the secret's bits are returned.
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

  /// Returns the Base64 of only the secret, with padding.
  static func padded(_ secret: [UInt8]) -> [UInt8] {
    let (whole, last) = characters(of: secret, base64Letters, bits: 6, held: 0)
    let characters = whole + [last].compactMap(\.self)
    return characters + Array(repeating: UInt8(ascii: "="), count: -characters.count & 3)
  }

  /// Returns the characters that are made entirely of a secret's bits, and the last character that
  /// is only partly made of them.
  ///
  /// - Parameters:
  ///   - secret: The secret.
  ///   - letters: The alphabet.
  ///   - bits: The number of bits per character.
  ///   - held: The number of bits that precede the secret in its first character.
  /// - Returns: The whole characters and the last character. `last` is `nil` if the secret's bits
  ///   fill whole characters.
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

  /// Returns a Base64 text in the URL-safe alphabet; `nil` if the text is the same in both.
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
