import FlowDiagnostics
import FlowSyntax

/// The unit in which a client counts columns.
enum PositionEncoding: String, CaseIterable {
  case utf8 = "utf-8"
  case utf16 = "utf-16"
  case utf32 = "utf-32"

  /// The number of units of a scalar, by its first byte; 0 for a byte inside of a scalar.
  func units(of byte: UInt8) -> Int {
    switch self {
    case .utf8: 1
    case .utf16: byte & 0xC0 == 0x80 ? 0 : byte >= 0xF0 ? 2 : 1
    case .utf32: byte & 0xC0 == 0x80 ? 0 : 1
    }
  }
}

/// The lines of a text, and the positions of a client in it.
struct TextLines {
  private let bytes: [UInt8]
  private let encoding: PositionEncoding
  private let starts: [Int]
  /// The number of units before each block of bytes.
  ///
  /// A line may be as long as the text, and clients ask for thousands of positions in it.
  private let unitsBefore: [Int]
  /// Whether every byte is a unit, as in most scripts.
  private let isPlain: Bool

  private static let blockSize = 1 << 10

  init(_ bytes: [UInt8], _ encoding: PositionEncoding) {
    self.bytes = bytes
    self.encoding = encoding
    var starts = [0]
    var unitsBefore: [Int] = []
    var units = 0
    for (index, byte) in bytes.enumerated() {
      if index % Self.blockSize == 0 { unitsBefore.append(units) }
      units += encoding.units(of: byte)
      // A line ends in LF, CR LF or CR.
      let isEnd =
        byte == 0x0A || byte == 0x0D && (index + 1 == bytes.count || bytes[index + 1] != 0x0A)
      if isEnd { starts.append(index + 1) }
    }
    self.starts = starts
    self.unitsBefore = unitsBefore
    isPlain = units == bytes.count
  }

  /// The number of units before an offset.
  private func units(before offset: Int) -> Int {
    guard offset > 0, !isPlain else { return offset }
    let block = (offset - 1) / Self.blockSize
    return bytes[(block * Self.blockSize)..<offset].reduce(unitsBefore[block]) {
      $0 + encoding.units(of: $1)
    }
  }

  /// The number of lines.
  ///
  /// The last line may be empty.
  var count: Int { starts.count }

  /// The bytes of a line, from 0, without its line break.
  func content(of line: Int) -> Range<Int> {
    let start = starts[line]
    var end = line + 1 < starts.count ? starts[line + 1] : bytes.count
    while end > start, bytes[end - 1] == 0x0A || bytes[end - 1] == 0x0D { end -= 1 }
    return start..<end
  }

  /// The line, from 0, that contains an offset.
  func line(of offset: Int) -> Int {
    var low = 0
    var high = starts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= offset { low = middle } else { high = middle }
    }
    return low
  }

  /// The line that contains an offset, if it is at or after a known line.
  ///
  /// The search is linear, so this method is for ascending offsets.
  func line(of offset: Int, notBefore first: Int) -> Int {
    var line = first
    while line + 1 < starts.count, starts[line + 1] <= offset { line += 1 }
    return line
  }

  /// The units of a line that a range covers, without the line break; `nil` if it doesn't cover
  /// any.
  func part(of range: SourceRange, in line: Int) -> Range<Int>? {
    let content = content(of: line)
    let start = max(content.lowerBound, Int(range.start))
    let end = min(content.upperBound, Int(range.end))
    guard start < end else { return nil }
    let before = units(before: content.lowerBound)
    let part = units(before: start) - before..<units(before: end) - before
    return part.isEmpty ? nil : part
  }

  /// The offset of a position.
  ///
  /// A position beyond the end of a line becomes the end of the line. A position beyond the last
  /// line becomes the end of the text. A position inside of a scalar becomes the start of the
  /// scalar.
  func offset(_ position: TextPosition) -> Int {
    guard position.line >= 0 else { return 0 }
    guard position.line < starts.count else { return bytes.count }
    let content = content(of: position.line)
    var units = 0
    var index = content.lowerBound
    while index < content.upperBound, units < position.character {
      let start = index
      units += encoding.units(of: bytes[index])
      index += 1
      guard encoding != .utf8 else { continue }
      while index < content.upperBound, bytes[index] & 0xC0 == 0x80 { index += 1 }
      if units > position.character { return start }
    }
    guard encoding == .utf8 else { return index }
    while index > content.lowerBound, index < bytes.count, bytes[index] & 0xC0 == 0x80 {
      index -= 1
    }
    return index
  }

  /// The position of an offset.
  ///
  /// An offset in a line break becomes the end of the line's content.
  func position(_ offset: Int) -> TextPosition {
    let offset = min(max(offset, 0), bytes.count)
    let line = line(of: offset)
    let content = content(of: line)
    let end = min(offset, content.upperBound)
    let character = units(before: max(end, content.lowerBound)) - units(before: content.lowerBound)
    return TextPosition(line: line, character: character)
  }
}

/// A position as clients count it: both numbers from 0.
struct TextPosition: Hashable, Comparable {
  var line: Int
  /// The column, in units of the negotiated encoding.
  var character: Int

  static func < (left: TextPosition, right: TextPosition) -> Bool {
    (left.line, left.character) < (right.line, right.character)
  }
}
