/// A line of a formatted script.
struct FormatLine {
  /// The number of spaces before the text.
  var indent = 0
  /// The text without indentation and comment.
  var text: [UInt8] = []
  /// The comment at the end of the line, or the comment that is the whole line; `nil` if there is
  /// none.
  var comment: [UInt8]?
  /// Whether a blank line comes before this line.
  var isAfterBlank = false
  /// The position that is aligned with adjacent lines, as an index in `text`; `nil` if there is
  /// none.
  var column: (kind: FormatColumns.Kind, at: Int)?
  /// The first bytes of the blocks that are completely on this line.
  var blocks: [UInt32] = []
  /// The positions of the line's semicolons that aren't in such a block.
  var semicolons: [UInt32] = []

  /// The maximum number of columns.
  ///
  /// A line that can't be split may be longer.
  static let columnsMax = 100
  /// The maximum column to which actions are moved for alignment.
  ///
  /// If a rule has a longer head, its action isn't aligned.
  static let headMax = 48
  /// The maximum column to which comments are moved for alignment.
  static let commentMax = 80

  var isEmpty: Bool { text.isEmpty && comment == nil }

  var isTooLong: Bool { indent + FormatLine.columns(text[...]) > FormatLine.columnsMax }

  /// Returns the number of columns that UTF-8 bytes take.
  ///
  /// Each scalar takes one column.
  static func columns(_ bytes: ArraySlice<UInt8>) -> Int {
    bytes.count { $0 & 0xC0 != 0x80 }
  }

  /// Returns the text of all lines.
  ///
  /// Actions, values and comments are aligned.
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

  /// Aligns each group of adjacent lines.
  private static func align(_ lines: inout [FormatLine]) {
    var start = 0
    while start < lines.count {
      var end = start + 1
      while end < lines.count, lines[end].continues(lines[start]) { end += 1 }
      if lines[start].column != nil, end > start + 1 { pad(&lines, start..<end) }
      start = end
    }
  }

  /// Whether the line belongs to the same aligned group as another line.
  private func continues(_ first: FormatLine) -> Bool {
    guard let column, let other = first.column else { return false }
    return !isAfterBlank && indent == first.indent && column.kind == other.kind
  }

  /// The number of columns before the aligned position; `nil` if the line isn't aligned.
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

  /// Aligns the comments at the ends of adjacent lines.
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
