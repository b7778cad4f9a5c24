import FlowSyntax

/// The forms in which a text may carry a secret.
enum SecretForms {
  /// The shortest part of a secret that is looked for alone: fewer bytes stand in any text.
  static let partMin = 8

  /// How long a text has to be to carry any form of a secret.
  ///
  /// No form of one that needs no escape is shorter than itself; of others, a line alone may be one.
  static func lengthMin(of secret: String) -> Int {
    secret.utf8.allSatisfy { isPlain[Int($0)] } ? secret.utf8.count : Masker.lengthMin
  }

  /// Every form of a secret.
  static func all(of secret: [UInt8]) -> [[UInt8]] {
    let coded = [standard, urlSafe].flatMap { base64(secret, $0) }
    // Most codes and tokens: no text that carries one has to escape anything of it.
    if secret.allSatisfy({ isPlain[Int($0)] }) { return [secret] + coded }
    // The second is how a terminal is shown line ends, tabs and other control characters.
    var forms = [secret, Array(DisplayText.line(String(decoding: secret, as: UTF8.self)).utf8)]
    for hex in [upperHex, lowerHex] {
      forms.append(percent(secret, hex, keeping: "-._~", space: nil))
      forms.append(percent(secret, hex, keeping: "-._*", space: UInt8(ascii: "+")))
      forms.append(percent(secret, hex, keeping: "-._~!*'()", space: nil))
      forms.append(json(secret, hex, escapesSlash: false, isASCII: false))
      forms.append(json(secret, hex, escapesSlash: true, isASCII: false))
      forms.append(json(secret, hex, escapesSlash: false, isASCII: true))
      forms.append(json(secret, hex, escapesSlash: true, isASCII: true))
    }
    forms.append(xml(secret, apostrophe: "&#39;"))
    forms.append(xml(secret, apostrophe: "&apos;"))
    forms.append(xml(secret, apostrophe: "'"))
    return forms + coded
  }

  private static let upperHex = Array("0123456789ABCDEF".utf8)
  private static let lowerHex = Array("0123456789abcdef".utf8)
  private static let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
  private static let standard = Array((letters + "+/").utf8)
  private static let urlSafe = Array((letters + "-_").utf8)

  /// Whether a byte is written as itself in every form but Base64.
  private static let isPlain = table(of: letters + "-._")

  private static func table(of marks: String) -> [Bool] {
    var table = [Bool](repeating: false, count: 256)
    for byte in marks.utf8 { table[Int(byte)] = true }
    return table
  }

  /// Percent-encoding (RFC 3986, section 2.1), or that of forms where a space is a `+`.
  private static func percent(
    _ secret: [UInt8], _ hex: [UInt8], keeping marks: String, space: UInt8?
  ) -> [UInt8] {
    let isKept = table(of: letters + marks)
    var made: [UInt8] = []
    for byte in secret {
      if byte == 32, let space {
        made.append(space)
      } else if isKept[Int(byte)] {
        made.append(byte)
      } else {
        made += [UInt8(ascii: "%"), hex[Int(byte >> 4)], hex[Int(byte & 15)]]
      }
    }
    return made
  }

  /// The inside of a JSON string (RFC 8259, section 7).
  private static func json(
    _ secret: [UInt8], _ hex: [UInt8], escapesSlash: Bool, isASCII: Bool
  ) -> [UInt8] {
    func unit(_ code: UInt16) -> [UInt8] {
      Array("\\u".utf8) + [12, 8, 4, 0].map { hex[Int(code >> $0) & 15] }
    }
    var made: [UInt8] = []
    for scalar in String(decoding: secret, as: UTF8.self).unicodeScalars {
      switch scalar.value {
      case 0x22: made += Array("\\\"".utf8)
      case 0x5C: made += Array("\\\\".utf8)
      case 0x2F where escapesSlash: made += Array("\\/".utf8)
      case 0x08: made += Array("\\b".utf8)
      case 0x09: made += Array("\\t".utf8)
      case 0x0A: made += Array("\\n".utf8)
      case 0x0C: made += Array("\\f".utf8)
      case 0x0D: made += Array("\\r".utf8)
      case 0..<0x20: made += unit(UInt16(scalar.value))
      case 0x80... where isASCII: made += UTF16.encode(scalar).map { $0.flatMap(unit) } ?? []
      default: made += Array(String(scalar).utf8)
      }
    }
    return made
  }

  /// The text of an XML or HTML document.
  private static func xml(_ secret: [UInt8], apostrophe: String) -> [UInt8] {
    secret.flatMap { byte -> [UInt8] in
      switch byte {
      case UInt8(ascii: "&"): Array("&amp;".utf8)
      case UInt8(ascii: "<"): Array("&lt;".utf8)
      case UInt8(ascii: ">"): Array("&gt;".utf8)
      case UInt8(ascii: "\""): Array("&quot;".utf8)
      case UInt8(ascii: "'"): Array(apostrophe.utf8)
      default: [byte]
      }
    }
  }

  /// Base64 of the secret (RFC 4648), alone and where it stands inside something longer.
  ///
  /// There it begins at one of three places in a group, and only the characters that its own bits
  /// fill are known.
  private static func base64(_ secret: [UInt8], _ alphabet: [UInt8]) -> [[UInt8]] {
    var forms: [[UInt8]] = []
    for offset in 0..<3 {
      var characters: [UInt8] = []
      // What is before the secret counts as zeros.
      var bits: UInt32 = 0
      var held = 0
      for byte in [UInt8](repeating: 0, count: offset) + secret {
        bits = bits << 8 | UInt32(byte)
        held += 8
        while held >= 6 {
          held -= 6
          characters.append(alphabet[Int(bits >> UInt32(held)) & 63])
        }
      }
      if offset == 0 {
        let last = held > 0 ? [alphabet[Int(bits << UInt32(6 - held)) & 63]] : []
        let whole = characters + last
        forms.append(whole)
        let padding = (4 - whole.count % 4) % 4
        forms.append(whole + [UInt8](repeating: UInt8(ascii: "="), count: padding))
      }
      let known = characters.dropFirst((offset * 8 + 5) / 6)
      if known.count >= Masker.lengthMin { forms.append(Array(known)) }
    }
    return forms
  }
}
