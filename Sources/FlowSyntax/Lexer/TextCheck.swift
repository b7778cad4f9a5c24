import FlowDiagnostics

/// Checks the bytes of a source before they are read as a script.
enum TextCheck {
  /// The maximum number of locations with invalid UTF-8 that are reported.
  ///
  /// In a file with another encoding, almost every location is invalid.
  private static let faultsMax = 3

  /// The number of bytes that are searched for a NUL byte.
  ///
  /// A file with a NUL byte isn't text.
  private static let probe = 8192

  /// Returns the reason why a source can't be read as a script; `nil` if it can be read.
  static func refusal(of source: SourceFile) -> Diagnostic? {
    let bytes = source.bytes
    if bytes.count > SourceFile.bytesMax {
      return Diagnostic(
        .fileTooLarge(limit: SourceFile.bytesMax), at: Place(source, SourceRange(0, 0)))
    }
    let wide = bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF])
    if wide || bytes.prefix(probe).reduce(0xFF, min) == 0 {
      return Diagnostic(.notText, at: Place(source, SourceRange(0, 0)))
    }
    return nil
  }

  /// Returns the locations at which the text isn't valid UTF-8 (RFC 3629, section 4).
  static func faults(of source: SourceFile) -> [Diagnostic] {
    let bytes = source.bytes
    var faults: [Diagnostic] = []
    // Most scripts contain only ASCII. A loop without branches detects this fastest.
    guard bytes.reduce(UInt8(0), |) >= 0x80 else { return [] }
    var position = 0
    while position < bytes.count {
      if bytes[position] < 0x80 {
        position += 1
        continue
      }
      let length = sequence(bytes, position)
      if length > 0 {
        position += length
        continue
      }
      let start = position
      position += 1
      while position < bytes.count, bytes[position] >= 0x80, sequence(bytes, position) == 0 {
        position += 1
      }
      let range = SourceRange(UInt32(start), UInt32(position))
      faults.append(Diagnostic(.notUTF8, at: Place(source, range)))
      if faults.count == faultsMax { break }
    }
    return faults
  }

  /// Returns the length of the valid UTF-8 sequence of two to four bytes at a position; 0 if there
  /// is none.
  static func sequence(_ bytes: [UInt8], _ position: Int) -> Int {
    let first = bytes[position]
    let second = position + 1 < bytes.count ? bytes[position + 1] : 0
    let length: Int
    let seconds: ClosedRange<UInt8>
    switch first {
    case 0xC2...0xDF: (length, seconds) = (2, 0x80...0xBF)
    case 0xE0: (length, seconds) = (3, 0xA0...0xBF)
    case 0xE1...0xEC, 0xEE...0xEF: (length, seconds) = (3, 0x80...0xBF)
    case 0xED: (length, seconds) = (3, 0x80...0x9F)
    case 0xF0: (length, seconds) = (4, 0x90...0xBF)
    case 0xF1...0xF3: (length, seconds) = (4, 0x80...0xBF)
    case 0xF4: (length, seconds) = (4, 0x80...0x8F)
    default: return 0
    }
    guard seconds.contains(second), position + length <= bytes.count else { return 0 }
    for offset in 2..<max(length, 2) where bytes[position + offset] & 0xC0 != 0x80 { return 0 }
    return length
  }
}
