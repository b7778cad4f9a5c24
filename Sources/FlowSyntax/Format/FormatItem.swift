/// A token or a comment, and how it stands in the source.
struct FormatItem {
  /// What it is.
  enum Kind {
    case token(TokenKind)
    case comment
    /// `;`, which parts two statements of a line.
    case semicolon
  }

  var kind: Kind
  var range: SourceRange
  /// How many line ends stand between the item before it and itself.
  var lineEnds: Int
  /// Whether it begins a statement.
  var beginsStatement: Bool
  /// Of a brace that opens a block: whether the block is on one line.
  var isOnOneLine = false

  /// All items of a source, in order.
  static func all(of source: SourceFile) -> [FormatItem] {
    let lexed = LexedSource(source)
    let bytes = source.bytes
    var items: [FormatItem] = []
    items.reserveCapacity(lexed.tokens.count + lexed.comments.count)
    var comments = lexed.comments[...]
    var end = 0
    var begins = true
    var open: [Int] = []

    func append(_ kind: Kind, _ range: SourceRange) {
      let lineEnds = bytes[min(end, Int(range.start))..<Int(range.start)].count { $0 == 0x0A }
      items.append(
        FormatItem(kind: kind, range: range, lineEnds: lineEnds, beginsStatement: begins))
      end = Int(range.end)
    }
    for token in lexed.tokens {
      while let comment = comments.first, comment.start < token.start {
        append(.comment, comment)
        comments.removeFirst()
      }
      switch token.kind {
      case .endOfFile: break
      case .endOfStatement:
        if token.start < token.end, bytes[Int(token.start)] == UInt8(ascii: ";") {
          append(.semicolon, token.range)
        }
        begins = true
      default:
        append(.token(token.kind), token.range)
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
}
