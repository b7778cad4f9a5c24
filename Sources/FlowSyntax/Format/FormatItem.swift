import FlowDiagnostics

/// A token, comment or semicolon, and its layout in the source.
struct FormatItem {
  /// The kind of the item.
  enum Kind {
    case token(TokenKind)
    case comment
    /// A `;` between two statements of one line.
    ///
    /// The semicolon must be kept if a line break wouldn't end the first statement.
    case semicolon(isNeeded: Bool)
  }

  var kind: Kind
  var range: SourceRange
  /// The number of line breaks between the previous item and this item.
  var lineEnds: Int
  /// Whether the item begins a statement.
  var beginsStatement: Bool
  /// Whether the item is a brace that opens a block whose text is on one line.
  var isOnOneLine = false

  /// Returns all items of a source, in order.
  ///
  /// - Parameters:
  ///   - source: The text.
  ///   - settings: The first bytes of settings whose first word continues the previous line
  ///     elsewhere.
  /// - Returns: The tokens, comments and semicolons.
  static func all(of source: SourceFile, settings: Set<UInt32>) -> [FormatItem] {
    let lexed = LexedSource(source)
    let bytes = source.bytes
    var items: [FormatItem] = []
    items.reserveCapacity(lexed.tokens.count + lexed.comments.count)
    var comments = lexed.comments[...]
    var end = 0
    var begins = true
    var isHeader = false
    var open: [Int] = []
    var parentheses = 0

    func append(_ kind: Kind, _ range: SourceRange) {
      let lineEnds = bytes[min(end, Int(range.start))..<Int(range.start)].count { $0 == 0x0A }
      items.append(
        FormatItem(kind: kind, range: range, lineEnds: lineEnds, beginsStatement: begins))
      end = Int(range.end)
    }
    for (index, token) in lexed.tokens.enumerated() {
      while let comment = comments.first, comment.start < token.start {
        append(.comment, comment)
        comments.removeFirst()
      }
      switch token.kind {
      case .endOfFile: break
      case .endOfStatement:
        // An empty token means that the lexer gave up an open parenthesis.
        if token.start == token.end { parentheses = 0 }
        if token.start < token.end, bytes[Int(token.start)] == UInt8(ascii: ";") {
          let joins =
            parentheses > 0 || index > 0 && lexed.tokens[index - 1].keyword.joinsLines
            || [.or, .and, .then, .via].contains(lexed.tokens[index + 1].keyword)
          append(.semicolon(isNeeded: joins), token.range)
        }
        // A clause of a flow's header on its own line continues the header.
        let next = lexed.tokens[index + 1].keyword
        begins = !(isHeader && (next == .tagged || next == .for))
      default:
        if begins { isHeader = token.keyword == .flow }
        if token.kind == .leftBrace || token.kind == .rightBrace { isHeader = false }
        append(.token(token.kind), token.range)
        switch token.kind {
        case .leftParenthesis: parentheses += 1
        case .rightParenthesis: parentheses = max(0, parentheses - 1)
        case .leftBrace, .rightBrace: parentheses = 0
        default: break
        }
        if settings.contains(token.start) { markStatement(&items) }
        begins = token.kind == .leftBrace || token.kind == .rightBrace
        if token.kind == .leftBrace { open.append(items.count - 1) }
        if token.kind == .rightBrace, let start = open.popLast() {
          let inside = bytes[Int(items[start].range.end)..<Int(token.start)]
          items[start].isOnOneLine = !inside.contains(0x0A)
        }
      }
    }
    for comment in comments { append(.comment, comment) }
    return items
  }
  /// Marks the last item as the beginning of a statement.
  ///
  /// Comments before it belong to the statement.
  private static func markStatement(_ items: inout [FormatItem]) {
    var index = items.count - 1
    items[index].beginsStatement = true
    while index > 0, case .comment = items[index - 1].kind {
      index -= 1
      items[index].beginsStatement = true
    }
  }
}
