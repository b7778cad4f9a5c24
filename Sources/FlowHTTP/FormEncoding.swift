import FlowText

/// The encoding `application/x-www-form-urlencoded` (URL standard of the WHATWG, section 5).
public enum FormEncoding {
  /// Encodes pairs.
  ///
  /// Letters, digits and `*-._` stay as they are, a space becomes `+`, and the rest is
  /// percent-encoded.
  public static func encode(_ pairs: [FormPair]) -> String {
    var bytes: [UInt8] = []
    for (index, pair) in pairs.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: "&")) }
      append(pair.name, to: &bytes)
      bytes.append(UInt8(ascii: "="))
      append(pair.value, to: &bytes)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Decodes pairs.
  ///
  /// A `%` without two hexadecimal digits stays as it is, like every other byte.
  ///
  /// - Parameter bytes: The form, or a query without its `?`.
  /// - Returns: The pairs in order; `nil` if the decoded text isn't UTF-8.
  public static func decode(_ bytes: [UInt8]) -> [FormPair]? {
    var pairs: [FormPair] = []
    for part in bytes.split(separator: UInt8(ascii: "&")) {
      let equals = part.firstIndex(of: UInt8(ascii: "=")) ?? part.endIndex
      guard let name = text(part[..<equals]), let value = text(part[equals...].dropFirst()) else {
        return nil
      }
      pairs.append(FormPair(name, value))
    }
    return pairs
  }

  private static func append(_ text: String, to bytes: inout [UInt8]) {
    for byte in text.utf8 {
      if ASCII.isLetterOrDigit(byte) || "*-._".utf8.contains(byte) {
        bytes.append(byte)
      } else if byte == UInt8(ascii: " ") {
        bytes.append(UInt8(ascii: "+"))
      } else {
        bytes += [UInt8(ascii: "%"), Hex.digit(byte >> 4), Hex.digit(byte)]
      }
    }
  }

  /// Decodes only percent-encoding (RFC 3986, section 2.1), in which a `+` is a plus sign.
  ///
  /// - Parameter text: The encoded text.
  /// - Returns: The text; `nil` if the decoded text isn't UTF-8.
  public static func percentDecoded(_ text: String) -> String? {
    guard text.utf8.contains(UInt8(ascii: "%")) else { return text }
    return FormEncoding.text(Array(text.utf8)[...], plusIsSpace: false)
  }

  private static func text(_ encoded: ArraySlice<UInt8>, plusIsSpace: Bool = true) -> String? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(encoded.count)
    var index = encoded.startIndex
    while index < encoded.endIndex {
      let byte = encoded[index]
      index += 1
      if byte == UInt8(ascii: "%"), index + 1 < encoded.endIndex,
        let high = Hex.value(of: encoded[index]), let low = Hex.value(of: encoded[index + 1])
      {
        bytes.append(high << 4 | low)
        index += 2
      } else {
        bytes.append(plusIsSpace && byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
      }
    }
    return String(validUTF8: bytes)
  }
}
