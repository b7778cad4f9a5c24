import FlowText

/// Reads and writes the escapes of a URL's query (RFC 3986, section 2.1).
enum PercentCoding {
  /// Escapes a text, except for unreserved characters and the characters in `raw`.
  static func encode(_ text: String, leaving raw: String = "") -> String {
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      if isUnreserved(byte) || raw.utf8.contains(byte) {
        bytes.append(byte)
      } else {
        bytes += [UInt8(ascii: "%"), digit(byte >> 4), digit(byte & 15)]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Decodes a value; `nil` if an escape is broken (row 69).
  ///
  /// A `+` becomes a space, as in a form.
  static func decode(_ encoded: ArraySlice<UInt8>) -> String? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(encoded.count)
    var index = encoded.startIndex
    while index < encoded.endIndex {
      let byte = encoded[index]
      index += 1
      if byte == UInt8(ascii: "%") {
        guard index + 1 < encoded.endIndex, let high = value(encoded[index]),
          let low = value(encoded[index + 1])
        else { return nil }
        bytes.append(high << 4 | low)
        index += 2
      } else {
        bytes.append(byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
      }
    }
    return String(validUTF8: bytes)
  }

  /// Whether the byte is an unreserved character (RFC 3986, section 2.3).
  static func isUnreserved(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"): true
    default: ASCII.isLetterOrDigit(byte)
    }
  }

  /// Whether a URL can contain the byte without an escape.
  static func isGraphic(_ byte: UInt8) -> Bool { 0x21...0x7E ~= byte }

  private static func digit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
  }

  private static func value(_ digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
