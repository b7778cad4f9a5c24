import FlowDiagnostics
import FlowSyntax

/// What a client counts columns in.
enum PositionEncoding: String, CaseIterable {
  case utf8 = "utf-8"
  case utf16 = "utf-16"
  case utf32 = "utf-32"

  /// How many units a scalar has by its first byte; a byte inside of a scalar has none.
  func units(of byte: UInt8) -> Int {
    switch self {
    case .utf8: 1
    case .utf16: byte & 0xC0 == 0x80 ? 0 : byte >= 0xF0 ? 2 : 1
    case .utf32: byte & 0xC0 == 0x80 ? 0 : 1
    }
  }
}

/// The lines of a text, and the positions that a client names in it.
struct TextLines {
  private let bytes: [UInt8]
  private let encoding: PositionEncoding
  private let starts: [Int]
  /// The units before each block of bytes: a line may be as long as the text, and thousands of
  /// positions in it are asked for.
  private let unitsBefore: [Int]
  /// Whether every byte is a unit: of most scripts it is.
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

  /// The units of all that stands before an offset.
  private func units(before offset: Int) -> Int {
    guard offset > 0, !isPlain else { return offset }
    let block = (offset - 1) / Self.blockSize
    return bytes[(block * Self.blockSize)..<offset].reduce(unitsBefore[block]) {
      $0 + encoding.units(of: $1)
    }
  }

  /// How many lines there are; the last one may be empty.
  var count: Int { starts.count }

  /// The bytes of a line, from 0, without its end.
  func content(of line: Int) -> Range<Int> {
    let start = starts[line]
    var end = line + 1 < starts.count ? starts[line + 1] : bytes.count
    while end > start, bytes[end - 1] == 0x0A || bytes[end - 1] == 0x0D { end -= 1 }
    return start..<end
  }

  /// The line, from 0, that an offset is in.
  func line(of offset: Int) -> Int {
    var low = 0
    var high = starts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= offset { low = middle } else { high = middle }
    }
    return low
  }

  /// The line that an offset is in, where that is a line or a later one: for offsets in order.
  func line(of offset: Int, notBefore first: Int) -> Int {
    var line = first
    while line + 1 < starts.count, starts[line + 1] <= offset { line += 1 }
    return line
  }

  /// The units of a line that a range covers, without the line's end; `nil` where it covers none.
  func part(of range: SourceRange, in line: Int) -> Range<Int>? {
    let content = content(of: line)
    let start = max(content.lowerBound, Int(range.start))
    let end = min(content.upperBound, Int(range.end))
    guard start < end else { return nil }
    let before = units(before: content.lowerBound)
    let part = units(before: start) - before..<units(before: end) - before
    return part.isEmpty ? nil : part
  }

  /// The offset of a position; one beyond the end of its line is that end, one beyond the last line
  /// the end of the text, one inside of a scalar the scalar's beginning.
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

  /// The position of an offset; one in a line's end is the end of its content.
  func position(_ offset: Int) -> TextPosition {
    let offset = min(max(offset, 0), bytes.count)
    let line = line(of: offset)
    let content = content(of: line)
    let end = min(offset, content.upperBound)
    let character = units(before: max(end, content.lowerBound)) - units(before: content.lowerBound)
    return TextPosition(line: line, character: character)
  }
}

/// A place as clients name it: both from 0.
struct TextPosition: Hashable, Comparable {
  var line: Int
  /// In units of the encoding that was agreed.
  var character: Int

  static func < (left: TextPosition, right: TextPosition) -> Bool {
    (left.line, left.character) < (right.line, right.character)
  }
}
