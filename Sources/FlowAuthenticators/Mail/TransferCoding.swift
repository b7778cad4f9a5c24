import FlowText
import FlowHTTP

/// How bytes are carried in a mail (RFC 2045, section 6).
enum TransferCoding {
  /// The bytes that a coding carries; as they are where it is none that is known.
  static func decode(_ bytes: ArraySlice<UInt8>, _ coding: String) -> [UInt8] {
    switch coding {
    case "base64": base64(bytes)
    case "quoted-printable": quotedPrintable(bytes)
    default: Array(bytes)
    }
  }

  /// Base 64 over any number of lines; what is no digit of it is passed over (section 6.8).
  static func base64(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    let digits = bytes.prefix { $0 != UInt8(ascii: "=") }.filter {
      ASCII.isLetter($0) || ASCII.isDigit($0) || $0 == UInt8(ascii: "+")
        || $0 == UInt8(ascii: "/")
    }
    let whole = digits.count / 4 * 4
    // The end may be cut off, or have bits that no byte needs.
    return [digits[..<whole], digits[whole...]].flatMap {
      Base64.decode(String(decoding: $0, as: UTF8.self)) ?? []
    }
  }

  /// `=3D` is a byte, `=` at the end of a line none (section 6.7); in a header field `_` is a space.
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

/// How characters are bytes in a mail.
enum Charset {
  /// The text of bytes; UTF-8 where they are, whatever the charset is called that isn't known.
  static func text(_ bytes: ArraySlice<UInt8>, charset: String?) -> String {
    switch ASCII.lowered((charset ?? "utf-8").utf8) {
    case "utf-8", "utf8", "us-ascii", "ascii": String(decoding: bytes, as: UTF8.self)
    case "iso-8859-1", "iso8859-1", "latin1", "iso-8859-15", "windows-1252", "cp1252":
      latin(bytes)
    default: String(validating: bytes, as: UTF8.self) ?? latin(bytes)
    }
  }

  /// Bytes of Windows 1252, which is what says of itself that it is Latin 1.
  private static func latin(_ bytes: ArraySlice<UInt8>) -> String {
    var text = String.UnicodeScalarView()
    for byte in bytes {
      text.append(
        (0x80...0x9F).contains(byte) ? windows[Int(byte - 0x80)] : Unicode.Scalar(byte))
    }
    return String(text)
  }

  /// What 0x80 to 0x9F are in Windows 1252; those that are nothing are what they are in Latin 1.
  private static let windows: [Unicode.Scalar] = Array(
    "€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8D}Ž\u{8F}\u{90}‘’“”•–—˜™š›œ\u{9D}žŸ".unicodeScalars)
}
