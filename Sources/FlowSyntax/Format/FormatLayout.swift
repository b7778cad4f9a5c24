import FlowDiagnostics

/// Arranges the items of a script on lines.
struct FormatLayout {
  let bytes: [UInt8]
  let columns: FormatColumns
  /// The first bytes of the blocks on one line that must be spread over several lines.
  let opened: Set<UInt32>
  /// The positions of the semicolons after which the line must be split.
  let split: Set<UInt32>

  private var lines: [FormatLine] = []
  private var line = FormatLine()
  /// The open blocks: the first byte of each, and whether it is on one line.
  private var open: [(start: UInt32, isOnOneLine: Bool)] = []
  private var previous: FormatItem?
  /// The position of the latest semicolon.
  ///
  /// The semicolon is written only if another statement follows on the line.
  private var held: UInt32?
  /// Whether that semicolon is already written, because nothing else would end the statement.
  private var isHeldWritten = false
  /// Whether the next item must begin a line, even if it doesn't in the source.
  private var mustBreak = false

  init(bytes: [UInt8], columns: FormatColumns, opened: Set<UInt32>, split: Set<UInt32>) {
    self.bytes = bytes
    self.columns = columns
    self.opened = opened
    self.split = split
  }

  mutating func finish() -> [FormatLine] {
    endLine()
    return lines
  }

  mutating func take(_ item: FormatItem) {
    switch item.kind {
    case .semicolon(let isNeeded):
      held = item.range.start
      if isNeeded {
        // Without a line break, the item would become a part of the comment.
        if line.comment != nil { begin(item, isStatement: false) }
        line.text.append(UInt8(ascii: ";"))
        isHeldWritten = true
      }
      return
    case .comment: takeComment(item)
    case .token(let kind): take(kind, item)
    }
    previous = item
    held = nil
    isHeldWritten = false
  }

  // MARK: Comments

  private mutating func takeComment(_ item: FormatItem) {
    let text = trimmed(item.range)
    if item.lineEnds == 0, !line.text.isEmpty, line.comment == nil {
      line.comment = text
    } else {
      begin(item, isStatement: item.beginsStatement)
      line.comment = text
    }
    mustBreak = true
  }

  private func trimmed(_ range: SourceRange) -> [UInt8] {
    var text = bytes[Int(range.start)..<Int(range.end)]
    while let last = text.last, last == 0x20 || last == 0x09 || last == 0x0D { text.removeLast() }
    return Array(text)
  }

  // MARK: Tokens

  private mutating func take(_ kind: TokenKind, _ item: FormatItem) {
    let begins = item.beginsStatement || kind == .rightBrace
    if kind == .rightBrace { close() }
    let isParted = held.map(split.contains) ?? false
    let isBroken = item.lineEnds > 0 && !(open.last?.isOnOneLine ?? false)
    if previous == nil || mustBreak || isParted || isBroken {
      begin(item, isStatement: begins)
    } else {
      if let held {
        if !isHeldWritten { line.text.append(UInt8(ascii: ";")) }
        if !open.contains(where: \.isOnOneLine) { line.semicolons.append(held) }
      }
      if needsSpace(before: kind) { line.text.append(0x20) }
    }
    if kind == .rightBrace, let block = closed {
      line.blocks.append(block)
      closed = nil
    }
    mark(item)
    line.text += bytes[Int(item.range.start)..<Int(item.range.end)]
    mustBreak = false
    if kind == .leftBrace {
      let isOnOneLine = item.isOnOneLine && !opened.contains(item.range.start)
      open.append((item.range.start, isOnOneLine))
      mustBreak = !isOnOneLine
    }
  }

  /// The first byte of the block that was closed last, if the block is on one line.
  private var closed: UInt32?

  private mutating func close() {
    guard let block = open.popLast() else { return }
    if block.isOnOneLine {
      closed = block.start
    } else {
      mustBreak = true
    }
    held = nil
  }

  /// Records the position of an item that is aligned.
  ///
  /// The position is ignored if the line already has one, or if its statement began on an earlier
  /// line.
  private mutating func mark(_ item: FormatItem) {
    guard let kind = columns.kinds[item.range.start], line.column == nil, lineIsStatement,
      line.semicolons.isEmpty, !open.contains(where: \.isOnOneLine), !line.text.isEmpty
    else { return }
    line.column = (kind, line.text.count)
  }

  private func needsSpace(before kind: TokenKind) -> Bool {
    guard !line.text.isEmpty else { return false }
    switch kind {
    case .comma, .question, .rightParenthesis: return false
    default: break
    }
    if case .token(.leftParenthesis)? = previous?.kind { return false }
    return true
  }

  // MARK: Lines

  /// Whether the current line begins with a statement.
  private var lineIsStatement = false

  private mutating func begin(_ item: FormatItem, isStatement: Bool) {
    endLine()
    let isFirst = previous == nil
    var isAfterBlock = false
    if case .token(.leftBrace)? = previous?.kind { isAfterBlock = true }
    var isEnd = false
    if case .token(.rightBrace) = item.kind { isEnd = true }
    line.isAfterBlank = item.lineEnds > 1 && !isFirst && !isAfterBlock && !isEnd
    line.indent = 2 * open.count + (isStatement ? 0 : 2)
    lineIsStatement = isStatement
    if columns.blocks.contains(item.range.start), open.isEmpty, !isFirst { partBlock() }
  }

  /// Adds a blank line before a block.
  ///
  /// The comments directly above belong to the block.
  private mutating func partBlock() {
    guard !line.isAfterBlank else { return }
    var index = lines.count
    while index > 0, lines[index - 1].text.isEmpty, lines[index - 1].comment != nil {
      if lines[index - 1].isAfterBlank { return }
      index -= 1
    }
    if index == lines.count {
      line.isAfterBlank = true
    } else if index > 0 {
      lines[index].isAfterBlank = true
    }
  }

  private mutating func endLine() {
    if !line.isEmpty { lines.append(line) }
    line = FormatLine()
    mustBreak = false
  }
}
