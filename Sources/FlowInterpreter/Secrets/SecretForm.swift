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
}
