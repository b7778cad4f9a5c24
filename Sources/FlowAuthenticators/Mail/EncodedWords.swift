import FlowText

/// Decodes non-ASCII words in header fields, such as `=?utf-8?Q?Ihr_Code?=` (RFC 2047).
enum EncodedWords {
  /// Returns the text of a field's value.
  static func decode(_ bytes: [UInt8]) -> String {
    var text = ""
    var plain: [UInt8] = []
    var index = bytes.startIndex
    var isAfterWord = false
    while index < bytes.endIndex {
      if let (word, end) = word(bytes[index...]) {
        // Blanks between two encoded words aren't part of the text (section 6.2).
        if !isAfterWord || !plain.allSatisfy(ASCII.isBlank) {
          text += String(decoding: plain, as: UTF8.self)
        }
        plain = []
        text += word
        isAfterWord = true
        index = end
      } else {
        plain.append(bytes[index])
        index += 1
      }
    }
    return text + String(decoding: plain, as: UTF8.self)
  }

  /// The maximum length of an encoded word.
  ///
  /// The standard's limit is lower (section 2), but some senders exceed it.
  private static let bytesMax = 1000

  /// Returns the encoded word at the beginning of bytes, and its end; `nil` if there is none.
  private static func word(_ bytes: ArraySlice<UInt8>) -> (text: String, end: Int)? {
    guard bytes.starts(with: "=?".utf8) else { return nil }
    let inner = bytes.dropFirst(2).prefix(bytesMax)
    guard let charsetEnd = inner.firstIndex(of: UInt8(ascii: "?")), charsetEnd + 2 < inner.endIndex,
      inner[charsetEnd + 2] == UInt8(ascii: "?")
    else { return nil }
    let content = inner[(charsetEnd + 3)...]
    guard let end = content.firstIndex(of: UInt8(ascii: "?")), end + 1 < inner.endIndex,
      inner[end + 1] == UInt8(ascii: "=")
    else { return nil }
    let decoded: [UInt8]
    switch inner[charsetEnd + 1] | 0x20 {
    case UInt8(ascii: "q"):
      decoded = TransferCoding.quotedPrintable(content[..<end], inHead: true)
    case UInt8(ascii: "b"): decoded = TransferCoding.base64(content[..<end])
    default: return nil
    }
    // A language may follow the charset (RFC 2231, section 5).
    let charset = inner[..<charsetEnd].prefix { $0 != UInt8(ascii: "*") }
    return (
      Charset.text(decoded[...], charset: String(decoding: charset, as: UTF8.self)), end + 2
    )
  }
}
