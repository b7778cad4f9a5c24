extension JSONReader {
  /// Reads a string from its opening quote to behind its closing one (RFC 8259, section 7).
  mutating func string() throws(JSONFailure) -> String {
    let quote = index
    let start = quote + 1
    var end = start
    var all: UInt8 = 0
    while end < bytes.count {
      let byte = bytes[end]
      all |= byte
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte < 0x20 { break }
      end += 1
    }
    index = end
    guard end < bytes.count else { throw failure(.unexpectedEnd) }
    if bytes[end] == UInt8(ascii: "\\") { return try escapedString(quote: quote) }
    guard bytes[end] == UInt8(ascii: "\"") else { throw failure(.controlCharacter) }
    index = end + 1
    // Most strings have no escape: their bytes are taken over as they stand. Where all are ASCII,
    // there is nothing to validate, which is much the slower way.
    if all < 0x80 { return String(decoding: bytes[start..<end], as: UTF8.self) }
    guard let text = String(validating: bytes[start..<end], as: UTF8.self) else {
      throw JSONFailure(offset: quote, reason: .invalidUTF8)
    }
    return text
  }

  /// Goes on at the first backslash, with a buffer.
  private mutating func escapedString(quote: Int) throws(JSONFailure) -> String {
    var buffer = Array(bytes[(quote + 1)..<index])
    var start = index
    while index < bytes.count {
      let byte = bytes[index]
      if byte == UInt8(ascii: "\"") {
        buffer += bytes[start..<index]
        guard let text = String(validating: buffer, as: UTF8.self) else {
          throw JSONFailure(offset: quote, reason: .invalidUTF8)
        }
        index += 1
        return text
      }
      if byte == UInt8(ascii: "\\") {
        buffer += bytes[start..<index]
        try appendEscape(to: &buffer)
        start = index
        continue
      }
      guard byte >= 0x20 else { throw failure(.controlCharacter) }
      index += 1
    }
    throw failure(.unexpectedEnd)
  }

  private mutating func appendEscape(to buffer: inout [UInt8]) throws(JSONFailure) {
    index += 1
    guard index < bytes.count else { throw failure(.unexpectedEnd) }
    switch bytes[index] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): buffer.append(bytes[index])
    case UInt8(ascii: "b"): buffer.append(0x08)
    case UInt8(ascii: "f"): buffer.append(0x0C)
    case UInt8(ascii: "n"): buffer.append(0x0A)
    case UInt8(ascii: "r"): buffer.append(0x0D)
    case UInt8(ascii: "t"): buffer.append(0x09)
    case UInt8(ascii: "u"):
      index += 1
      buffer += String(try escapedScalar()).utf8
      return
    default: throw failure(.invalidEscape)
    }
    index += 1
  }

  /// Reads what follows `\u`, and the second escape of a surrogate pair.
  private mutating func escapedScalar() throws(JSONFailure) -> Unicode.Scalar {
    let start = index - 2
    let first = try hexUnit()
    // Every code unit but a surrogate is a scalar.
    if let scalar = Unicode.Scalar(first) { return scalar }
    guard UTF16.isLeadSurrogate(first), index + 1 < bytes.count,
      bytes[index] == UInt8(ascii: "\\"), bytes[index + 1] == UInt8(ascii: "u")
    else { return try loneSurrogate(at: start) }
    let end = index
    index += 2
    let second = try hexUnit()
    let value = 0x10000 + (UInt32(first) & 0x3FF) << 10 + UInt32(second) & 0x3FF
    guard UTF16.isTrailSurrogate(second), let scalar = Unicode.Scalar(value) else {
      // What follows is an escape of its own.
      index = end
      return try loneSurrogate(at: start)
    }
    return scalar
  }

  private func loneSurrogate(at start: Int) throws(JSONFailure) -> Unicode.Scalar {
    guard replacesLoneSurrogates else {
      throw JSONFailure(offset: start, reason: .loneSurrogate)
    }
    return "\u{FFFD}"
  }

  private mutating func hexUnit() throws(JSONFailure) -> UInt16 {
    var unit: UInt16 = 0
    for _ in 0..<4 {
      guard index < bytes.count else { throw failure(.unexpectedEnd) }
      guard let digit = Hex.value(of: bytes[index]) else { throw failure(.invalidEscape) }
      unit = unit << 4 | UInt16(digit)
      index += 1
    }
    return unit
  }
}
