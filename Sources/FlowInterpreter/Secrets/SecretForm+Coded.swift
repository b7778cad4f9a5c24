/// Secrets as letters and digits that stand for their bits.
extension SecretForm {
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
