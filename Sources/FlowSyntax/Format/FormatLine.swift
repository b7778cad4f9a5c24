/// A line of a formatted script.
struct FormatLine {
  /// The indentation, in spaces.
  var indent = 0
  /// The text without indentation and comment.
  var text: [UInt8] = []
  /// The comment at the end of the line, or the comment that is the whole line.
  var comment: [UInt8]?
  /// Whether a blank line precedes it.
  var isAfterBlank = false
  /// The aligned position, as an index in `text`.
  var column: (kind: FormatColumns.Kind, at: Int)?
  /// The first bytes of the blocks that begin and end on the line.
  var blocks: [UInt32] = []
  /// The first bytes of the semicolons on the line that aren't in such a block.
  var semicolons: [UInt32] = []

  /// The longest line, in columns, unless the line can't be split.
  static let columnsMax = 100
  /// The rightmost column of an aligned action.
  ///
  /// A longer head keeps its action unaligned.
  static let headMax = 48
  /// The rightmost column to which comments are moved for alignment.
  static let commentMax = 80

  var isEmpty: Bool { text.isEmpty && comment == nil }

  var isTooLong: Bool { indent + FormatLine.columns(text[...]) > FormatLine.columnsMax }

  /// The number of columns of some bytes: one for each scalar.
  static func columns(_ bytes: ArraySlice<UInt8>) -> Int {
    bytes.count { $0 & 0xC0 != 0x80 }
  }

  /// The text of all lines, with aligned actions, values and comments.
  static func text(of lines: [FormatLine]) -> String {
    var lines = lines
    align(&lines)
    alignComments(&lines)
    var bytes: [UInt8] = []
    for line in lines {
      if line.isAfterBlank { bytes.append(0x0A) }
      bytes += Array(repeating: 0x20, count: line.indent)
      bytes += line.text
      if let comment = line.comment {
        if !line.text.isEmpty { bytes += [0x20, 0x20] }
        bytes += comment
      }
      bytes.append(0x0A)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Splits lines into groups of adjacent lines, and pads each group.
  private static func align(_ lines: inout [FormatLine]) {
    var start = 0
    while start < lines.count {
      var end = start + 1
      while end < lines.count, lines[end].continues(lines[start]) { end += 1 }
      if lines[start].column != nil, end > start + 1 { pad(&lines, start..<end) }
      start = end
    }
  }

  /// Whether its columns are aligned with another line of the group.
  private func continues(_ first: FormatLine) -> Bool {
    guard let column, let other = first.column else { return false }
    return !isAfterBlank && indent == first.indent && column.kind == other.kind
  }

  /// The number of columns before the aligned position, without the space there.
  private var head: Int? {
    guard let column else { return nil }
    let width = FormatLine.columns(text[..<column.at]) - 1
    return width > FormatLine.headMax ? nil : width
  }

  private static func pad(_ lines: inout [FormatLine], _ group: Range<Int>) {
    let width = lines[group].compactMap(\.head).max() ?? 0
    for index in group {
      guard let head = lines[index].head, let at = lines[index].column?.at else { continue }
      lines[index].text.insert(contentsOf: Array(repeating: 0x20, count: width - head), at: at)
    }
  }

  /// Aligns the comments of adjacent lines.
  private static func alignComments(_ lines: inout [FormatLine]) {
    var start = 0
    while start < lines.count {
      guard lines[start].hasTrailingComment else {
        start += 1
        continue
      }
      var end = start + 1
      while end < lines.count, lines[end].hasTrailingComment, !lines[end].isAfterBlank { end += 1 }
      let width = lines[start..<end].map(\.width).filter { $0 <= commentMax }.max() ?? 0
      for index in start..<end where lines[index].width < width {
        let missing = width - lines[index].width
        lines[index].text += Array(repeating: 0x20, count: missing)
      }
      start = end
    }
  }

  private var hasTrailingComment: Bool { comment != nil && !text.isEmpty }
  private var width: Int {
    let lastLine = text.lastIndex(of: 0x0A).map { text[($0 + 1)...] }
    return lastLine.map(FormatLine.columns) ?? indent + FormatLine.columns(text[...])
  }
}
