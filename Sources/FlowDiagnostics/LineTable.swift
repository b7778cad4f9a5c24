/// The offsets at which the lines of a file start.
///
/// The table is made once per file, when the file's first problem is shown.
package struct LineTable: Sendable {
  /// A position in a file, counted as users and editors do.
  package struct Position: Sendable, Hashable {
    /// The line, starting from 1.
    package var line: Int
    /// The column, starting from 1, in Unicode scalars.
    package var column: Int
  }

  private let bytes: [UInt8]
  private let starts: [UInt32]
  /// The latest position that was computed.
  ///
  /// A later position on the same line is counted from this position.
  private var last: (offset: Int, position: Position) = (0, Position(line: 1, column: 1))

  init(_ source: SourceFile) {
    bytes = source.bytes
    // A byte order mark isn't part of the script.
    var starts = [source.start]
    for (index, byte) in bytes.enumerated() where byte == 0x0A { starts.append(UInt32(index + 1)) }
    self.starts = starts
  }

  /// The line, starting from 1, that contains an offset.
  func line(of offset: UInt32) -> Int {
    var low = 0
    var high = starts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= offset { low = middle } else { high = middle }
    }
    return low + 1
  }

  /// The bytes of a line, counted from 1, without the line break.
  func bytes(of line: Int) -> Range<Int> {
    let start = Int(starts[line - 1])
    var end = line < starts.count ? Int(starts[line]) - 1 : bytes.count
    if end > start, bytes[end - 1] == 0x0D { end -= 1 }
    return start..<end
  }

  /// The line and column of an offset.
  mutating func position(of offset: UInt32) -> Position {
    let offset = min(max(Int(offset), Int(starts[0])), bytes.count)
    let line = line(of: UInt32(offset))
    var position = Position(line: line, column: 1)
    var index = Int(starts[line - 1])
    if last.position.line == line, last.offset <= offset, last.offset > index {
      index = last.offset
      position = last.position
    }
    // Every byte except a continuation byte begins a scalar.
    for byte in bytes[index..<offset] where byte & 0xC0 != 0x80 { position.column += 1 }
    last = (offset, position)
    return position
  }
}
