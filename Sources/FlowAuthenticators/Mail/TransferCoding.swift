import FlowText
import FlowHTTP

/// Decodes the transfer encodings of an email (RFC 2045, section 6).
enum TransferCoding {
  /// Decodes bytes; with an unknown encoding, they stay unchanged.
  static func decode(_ bytes: ArraySlice<UInt8>, _ coding: String) -> [UInt8] {
    switch coding {
    case "base64": base64(bytes)
    case "quoted-printable": quotedPrintable(bytes)
    default: Array(bytes)
    }
  }

  /// Decodes Base64 over any number of lines, and ignores other bytes (section 6.8).
  static func base64(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    let digits = bytes.prefix { $0 != UInt8(ascii: "=") }.filter {
      ASCII.isLetter($0) || ASCII.isDigit($0) || $0 == UInt8(ascii: "+")
        || $0 == UInt8(ascii: "/")
    }
    let whole = digits.count / 4 * 4
    // The end may be truncated, or have unused bits.
    return [digits[..<whole], digits[whole...]].flatMap {
      Base64.decode(String(decoding: $0, as: UTF8.self)) ?? []
    }
  }

  /// Decodes quoted-printable bytes such as `=3D` (section 6.7); a `=` at the end of a line joins
  /// lines.
  ///
  /// In a header field `_` is a space.
  static func quotedPrintable(
    _ bytes: ArraySlice<UInt8>, inHead: Bool = false
  ) -> [UInt8] {
    var decoded: [UInt8] = []
    decoded.reserveCapacity(bytes.count)
    var index = bytes.startIndex
    while index < bytes.endIndex {
      let byte = bytes[index]
      index += 1
      guard byte == UInt8(ascii: "=") else {
        decoded.append(inHead && byte == UInt8(ascii: "_") ? 0x20 : byte)
        continue
      }
      let rest = bytes[index...]
      let blanks = rest.prefix { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }.count
      if rest.dropFirst(blanks).first == 0x0A {
        index += blanks + 1
      } else if let high = rest.first.flatMap(hex),
        let low = rest.dropFirst().first.flatMap(hex)
      {
        decoded.append(high << 4 | low)
        index += 2
      } else if !rest.isEmpty {
        decoded.append(byte)
      }
    }
    return decoded
  }

  private static func hex(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    default: nil
    }
  }
}

/// Decodes the character encodings of an email.
enum Charset {
  /// Returns the text of bytes: as UTF-8 if they are valid UTF-8, otherwise by the charset's name.
  static func text(_ bytes: ArraySlice<UInt8>, charset: String?) -> String {
    switch ASCII.lowered((charset ?? "utf-8").utf8) {
    case "utf-8", "utf8", "us-ascii", "ascii": String(decoding: bytes, as: UTF8.self)
    case "iso-8859-1", "iso8859-1", "latin1", "iso-8859-15", "windows-1252", "cp1252":
      latin(bytes)
    default: String(validUTF8: bytes) ?? latin(bytes)
    }
  }

  /// Decodes Windows 1252, which many senders call Latin 1.
  private static func latin(_ bytes: ArraySlice<UInt8>) -> String {
    var text = String.UnicodeScalarView()
    for byte in bytes {
      text.append(
        (0x80...0x9F).contains(byte) ? windows[Int(byte - 0x80)] : Unicode.Scalar(byte))
    }
    return String(text)
  }

  /// The characters for 0x80 to 0x9F in Windows 1252; undefined bytes are as in Latin 1.
  private static let windows: [Unicode.Scalar] = Array(
    "€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8D}Ž\u{8F}\u{90}‘’“”•–—˜™š›œ\u{9D}žŸ".unicodeScalars)
}
