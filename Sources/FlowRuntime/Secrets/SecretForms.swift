import FlowSyntax

/// The forms in which a text may carry a secret.
enum SecretForms {
  /// The shortest part of a secret that is looked for alone: fewer bytes stand in any text.
  static let partMin = 8

  /// How long a text has to be to carry any form of a secret.
  ///
  /// No form of one that is printed as it is is shorter than itself; of others, a line alone may be
  /// one, or what a terminal is shown in place of a character.
  static func lengthMin(of secret: String) -> Int {
    var printed = 0
    for byte in secret.utf8 where (0x20...0x7E).contains(byte) { printed += 1 }
    let length = secret.utf8.count
    return printed == length ? length : Masker.lengthMin
  }

  /// Every form of a secret; some are the same.
  static func all(of secret: [UInt8]) -> [[UInt8]] {
    let coded = base64(secret)
    // Most codes and tokens: no text that carries one has to escape anything of it.
    if secret.allSatisfy({ isPlain[Int($0)] }) { return [secret] + coded }
    // The second is how a terminal is shown line ends, tabs and other control characters.
    var forms = [secret, Array(DisplayText.line(String(decoding: secret, as: UTF8.self)).utf8)]
    for hex in [upperHex, lowerHex] {
      for isKept in keptBytes { forms.append(percent(secret, hex, keeping: isKept, space: nil)) }
      for isKept in keptInForms {
        forms.append(percent(secret, hex, keeping: isKept, space: UInt8(ascii: "+")))
      }
    }
    if secret.contains(where: { needsJSON[Int($0)] }) { forms += jsonForms(of: secret) }
    if secret.contains(where: { needsXML[Int($0)] }) {
      for (quote, apostrophe) in quotes {
        forms.append(xml(secret, quote: quote, apostrophe: apostrophe))
      }
    }
    return forms + coded
  }

  /// The secret in a JSON string, and in one that stands in another.
  private static func jsonForms(of secret: [UInt8]) -> [[UInt8]] {
    var forms: [[UInt8]] = []
    for hex in [upperHex, lowerHex] {
      for escapesSlash in [false, true] {
        for isASCII in [false, true] {
          let once = json(secret, hex, escapesSlash: escapesSlash, isASCII: isASCII)
          forms.append(once)
          forms.append(json(once, hex, escapesSlash: escapesSlash, isASCII: isASCII))
        }
        // As this program writes JSON.
        let own = json(
          secret, hex, escapesSlash: escapesSlash, isASCII: false, escapesHarmful: true)
        if own != forms[forms.count - 4] { forms.append(own) }
      }
    }
    return forms
  }

  private static let upperHex = Array("0123456789ABCDEF".utf8)
  private static let lowerHex = Array("0123456789abcdef".utf8)
  private static let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
  private static let standard = Array((letters + "+/").utf8)

  /// Whether a byte is written as itself in every form but Base64.
  private static let isPlain = table(of: letters + "-._")

  /// What percent-encoding keeps: by RFC 3986, in a path, in a part of an address, in a whole address,
  /// and nothing at all.
  private static let keptBytes = [
    letters + "-._~", letters + "-._~/", letters + "-._~!*'()", letters + "-._~!*'();,/?:@&=+$#",
    "",
  ].map(table)

  /// What the encoding of forms keeps, where a space is a `+`: by the standard, and as some write it.
  private static let keptInForms = [letters + "-._*", letters + "-._~"].map(table)

  /// Whether a byte is one that JSON, or some writers of JSON, escape.
  private static let needsJSON = table { byte in
    byte < 0x20 || byte >= 0x7F || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
      || byte == UInt8(ascii: "/")
  }

  /// Whether a byte is one that XML and HTML write otherwise.
  private static let needsXML = table(of: "&<>\"'")

  /// How writers of XML and HTML write a quotation mark and an apostrophe.
  private static let quotes = [
    ("&quot;", "&#39;"), ("&quot;", "&apos;"), ("&quot;", "&#x27;"), ("&quot;", "'"),
    ("&#34;", "&#39;"), ("&#x22;", "&#x27;"), ("\"", "'"),
  ]

  private static func table(_ isIn: (UInt8) -> Bool) -> [Bool] {
    (0...255).map { isIn(UInt8($0)) }
  }

  private static func table(of marks: String) -> [Bool] {
    var table = [Bool](repeating: false, count: 256)
    for byte in marks.utf8 { table[Int(byte)] = true }
    return table
  }

  /// Percent-encoding (RFC 3986, section 2.1), or that of forms where a space is a `+`.
  private static func percent(
    _ secret: [UInt8], _ hex: [UInt8], keeping isKept: [Bool], space: UInt8?
  ) -> [UInt8] {
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
    _ secret: [UInt8], _ hex: [UInt8], escapesSlash: Bool, isASCII: Bool,
    escapesHarmful: Bool = false
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
      case _ where escapesHarmful && DisplayText.isHarmful(scalar):
        made += UTF16.encode(scalar).map { $0.flatMap(unit) } ?? []
      default: made += Array(String(scalar).utf8)
      }
    }
    return made
  }

  /// The text of an XML or HTML document.
  private static func xml(_ secret: [UInt8], quote: String, apostrophe: String) -> [UInt8] {
    secret.flatMap { byte -> [UInt8] in
      switch byte {
      case UInt8(ascii: "&"): Array("&amp;".utf8)
      case UInt8(ascii: "<"): Array("&lt;".utf8)
      case UInt8(ascii: ">"): Array("&gt;".utf8)
      case UInt8(ascii: "\""): Array(quote.utf8)
      case UInt8(ascii: "'"): Array(apostrophe.utf8)
      default: [byte]
      }
    }
  }

  /// Base64 of the secret (RFC 4648), with either alphabet, alone and inside something longer.
  ///
  /// There it begins at one of three places in a group, and only the characters that its own bits
  /// fill are known.
  private static func base64(_ secret: [UInt8]) -> [[UInt8]] {
    var forms: [[UInt8]] = []
    for offset in 0..<3 {
      var characters: [UInt8] = []
      characters.reserveCapacity(secret.count * 4 / 3 + 4)
      var bits: UInt32 = 0
      // The bits of what is before the secret that share a character with its own.
      var held = offset * 2
      for byte in secret {
        bits = bits << 8 | UInt32(byte)
        held += 8
        while held >= 6 {
          held -= 6
          characters.append(standard[Int(bits >> UInt32(held)) & 63])
        }
      }
      if offset > 0 {
        forms.append(Array(characters.dropFirst()))
        continue
      }
      forms.append(characters)
      guard held > 0 else { continue }
      characters.append(standard[Int(bits << UInt32(6 - held)) & 63])
      forms.append(characters)
      while characters.count % 4 > 0 { characters.append(UInt8(ascii: "=")) }
      forms.append(characters)
    }
    return forms + forms.compactMap(urlSafe)
  }

  /// A text of Base64 with the alphabet for addresses; `nil` where it is the same.
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
