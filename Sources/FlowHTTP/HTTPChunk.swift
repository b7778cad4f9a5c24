/// The framing of a body in chunks (RFC 9112, section 7.1).
enum HTTPChunk {
  /// Returns the size in a chunk's first line, ignoring extensions; `nil` if it isn't valid.
  static func size(_ line: ArraySlice<UInt8>) -> Int? {
    let digits = line.prefix { Hex.value(of: $0) != nil }
    let rest = line[digits.endIndex...]
    let end = rest.first { $0 != 0x20 && $0 != 0x09 }
    guard 1...16 ~= digits.count, end == nil || end == UInt8(ascii: ";") else { return nil }
    return Int(String(decoding: digits, as: UTF8.self), radix: 16)
  }
}
