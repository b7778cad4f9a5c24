import FlowText
import FlowSyntax

/// One form in which a text may carry a secret, once the text's escapes are read.
struct SecretForm: Sendable, Hashable {
  /// The text; in lower case if `ignoresCase`.
  let bytes: [UInt8]
  /// Whether letters of ASCII match in either case.
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

  /// The shortest part of a secret that is looked for alone: fewer bytes stand in any text.
  static let partMin = 8
  /// The length in bytes from which a secret is found whatever the case of its letters.
  static let foldedMin = 8
  /// The longest secret that is looked for in Base64 of Base64, which only a password is.
  static let twiceMax = 32

  /// How long a text has to be to carry any form of a secret.
  ///
  /// No form of one that is printed as it is is shorter than itself; of others, a line alone may be
  /// one, or what a terminal is shown in place of a character, or what an escape in it stands for.
  static func lengthMin(of secret: String) -> Int {
    // Every byte is looked at: a loop that never leaves early reads a token many bytes at a time.
    var unprinted = 0
    for byte in Array(secret.utf8) {
      unprinted &+= byte &- 0x20 <= 0x7E - 0x20 && !beginsEscape(byte) ? 0 : 1
    }
    return unprinted == 0 ? secret.utf8.count : Masker.lengthMin
  }

  /// Every form of a secret; some are the same.
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

  /// Whether a secret is found in either case: a word of letters alone would stand in any text.
  private static func isFolded(_ secret: [UInt8]) -> Bool {
    secret.count >= foldedMin && !secret.allSatisfy { ASCII.isLetter($0) }
  }

  private static func beginsEscape(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "%") || byte == UInt8(ascii: "&") || byte == UInt8(ascii: "\\")
  }

  /// The secret as a text, and as what others make of it.
  private static func texts(of secret: [UInt8]) -> [[UInt8]] {
    var texts = [secret] + DecodedText.layers(of: secret)
    if secret.contains(where: { !(0x20...0x7E).contains($0) }) {
      let text = String(decoding: secret, as: UTF8.self)
      // How a terminal is shown line ends, tabs and other control characters.
      texts.append(Array(DisplayText.line(text).utf8))
      texts += [text.lowercased(), text.uppercased()].map { Array($0.utf8) }
      // As an address was written before there was UTF-8.
      let scalars = text.unicodeScalars
      if scalars.allSatisfy({ $0.value < 0x100 }) { texts.append(scalars.map { UInt8($0.value) }) }
    }
    // A space in a form is a plus sign; a quotation mark in a table or in SQL is two.
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

  /// Two digits a byte.
  static func hex(_ secret: [UInt8]) -> [UInt8] {
    var digits: [UInt8] = []
    digits.reserveCapacity(secret.count * 2)
    for byte in secret {
      digits.append(hexDigits[Int(byte >> 4)])
      digits.append(hexDigits[Int(byte & 15)])
    }
    return digits
  }

  /// Base32 (RFC 4648, section 6) of the secret alone, without what pads it.
  static func base32(_ secret: [UInt8]) -> [UInt8] {
    characters(of: secret, base32Letters, bits: 5, held: 0).whole
  }

  /// Base64 of the secret (RFC 4648), with either alphabet, alone and inside something longer.
  ///
  /// There it begins at one of three places in a group, and only the characters that its own bits
  /// fill are known.
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

  /// Base64 of the secret alone, with what pads it.
  static func padded(_ secret: [UInt8]) -> [UInt8] {
    let (whole, last) = characters(of: secret, base64Letters, bits: 6, held: 0)
    let characters = whole + [last].compactMap(\.self)
    return characters + Array(repeating: UInt8(ascii: "="), count: -characters.count & 3)
  }

  /// The characters that a secret's bits fill, and the one that they fill in part.
  ///
  /// - Parameters:
  ///   - secret: The secret.
  ///   - letters: The alphabet.
  ///   - bits: How many bits a character has.
  ///   - held: The bits of what is before the secret that share a character with its own.
  /// - Returns: Both; no character is filled in part if the bits fit.
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

  /// A text of Base64 with the alphabet for addresses; `nil` if it is the same.
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
