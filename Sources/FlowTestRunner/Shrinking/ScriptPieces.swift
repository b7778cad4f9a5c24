import FlowDiagnostics
import FlowSyntax

/// Splits a script into the parts that `ScriptReducer` can remove: words, and pieces of the syntax
/// tree.
///
/// All numbers and ranges are indices in `words`. They don't change while the script is reduced.
struct ScriptPieces {
  /// The words.
  private(set) var words: [Word] = []
  /// The pieces by their depth: declarations, then their statements and settings, and then the
  /// contents of those.
  private(set) var levels: [[Range<Int>]] = []
  /// For each piece, the words that aren't in one of its inner pieces, in order.
  ///
  /// Words that must stay together, such as a row, form one range.
  private(set) var heads: [[Range<Int>]] = []
  /// The columns of rows.
  ///
  /// Each column has a name, the values of that name, and the commas next to them.
  private(set) var columns: [[Int]] = []

  /// The offset at which each word begins.
  private let starts: [Int]
  /// The ranges of words that must stay together, by the indices of their words.
  private var wholes: [Int: Range<Int>] = [:]

  /// A word, and what separates it from the previous word.
  struct Word {
    var kind: TokenKind
    var bytes: ArraySlice<UInt8>
    /// The number of line breaks before the word.
    ///
    /// Two make an empty line.
    var lineEnds: Int
    /// Whether a semicolon precedes the word.
    var isAfterSemicolon: Bool
  }

  /// Splits a script.
  ///
  /// A script with errors is split as far as it can be read.
  init(_ source: SourceFile) {
    words = ScriptPieces.words(of: source)
    starts = words.map(\.bytes.startIndex)
    let root = SyntaxTree(source).root
    addWholes(root)
    add(root, depth: 0)
  }

  // MARK: Words

  private static func words(of source: SourceFile) -> [Word] {
    let bytes = source.bytes
    var words: [Word] = []
    var end = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    var isAfterSemicolon = false
    // The line break after a comment counts, but the comment's text doesn't.
    for token in LexedSource(source).tokens where token.kind != .endOfFile {
      let (start, after) = (Int(token.start), Int(token.end))
      if token.kind == .endOfStatement {
        if start < after, bytes[start] == UInt8(ascii: ";") { isAfterSemicolon = true }
        continue
      }
      words.append(
        Word(
          kind: token.kind, bytes: bytes[start..<after],
          lineEnds: bytes[min(end, start)..<start].count { $0 == 0x0A },
          isAfterSemicolon: isAfterSemicolon))
      isAfterSemicolon = false
      end = after
    }
    return words
  }

  /// Returns the indices of the words that begin in a range of bytes.
  private func words(of range: SourceRange) -> Range<Int> {
    let first = starts.first(notBefore: Int(range.start))
    return first..<max(first, starts.first(notBefore: Int(range.end)))
  }

  /// Records the parts that must be removed as a whole: rows, values, and the tests of
  /// expectations.
  ///
  /// Otherwise the rests of two rows could form a new row, the name of a file could become a value,
  /// and a shortened test could test something else.
  private mutating func addWholes(_ node: SyntaxNode) {
    switch node.kind {
    case .expect:
      for child in node.children where child.role == "condition" { addTests(of: child) }
    case .rows: addRows(node)
    case .lookup, .call, .totp, .random: addWhole(node.range)
    default: break
    }
    for child in node.children { addWholes(child) }
  }

  private mutating func addTests(of condition: SyntaxNode) {
    switch condition.kind {
    case .and, .or: for part in condition.children { addTests(of: part) }
    default: addWhole(condition.range)
    }
  }

  private mutating func addWhole(_ range: SourceRange) {
    let range = words(of: range)
    wholes[range.lowerBound] = range
  }

  private mutating func addRows(_ clause: SyntaxNode) {
    let names = clause.children.filter { $0.kind == .name }
    let rows = clause.children.filter { $0.kind == .row }
    for row in rows { addWhole(row.range) }
    guard names.count > 1 else { return }
    for index in names.indices {
      var column: [Int] = []
      for list in [names] + rows.map(\.children) where index < list.count {
        let range = words(of: list[index].range)
        let comma = index + 1 < list.count ? range.upperBound : range.lowerBound - 1
        column += Array(range) + [comma].filter(words.indices.contains)
      }
      columns.append(column)
    }
  }

  // MARK: Pieces

  /// The kinds of nodes whose children are pieces.
  ///
  /// Rules aren't included, because their actions are removed word by word.
  private static let holders: Set<SyntaxNode.Kind> = [
    .script, .profile, .org, .setting, .flow, .claim,
  ]

  /// The kinds of children that aren't pieces, because they are removed word by word.
  private static let parts: Set<SyntaxNode.Kind> = [
    .name, .text, .mark, .rows, .number, .duration, .boolean, .lookup, .call, .totp, .random,
  ]

  /// Adds the pieces in a node.
  ///
  /// - Returns: The ranges of the node's pieces.
  @discardableResult
  private mutating func add(_ node: SyntaxNode, depth: Int) -> [Range<Int>] {
    var found: [Range<Int>] = []
    guard ScriptPieces.holders.contains(node.kind) else { return found }
    for child in node.children where !ScriptPieces.parts.contains(child.kind) {
      let range = words(of: child.range)
      guard !range.isEmpty else { continue }
      while levels.count <= depth { levels.append([]) }
      levels[depth].append(range)
      found.append(range)
      heads.append(head(of: range, without: add(child, depth: depth + 1)))
    }
    return found
  }

  private func head(of range: Range<Int>, without inner: [Range<Int>]) -> [Range<Int>] {
    var head: [Range<Int>] = []
    var word = range.lowerBound
    while word < range.upperBound {
      if let piece = inner.first(where: { $0.contains(word) }) {
        word = piece.upperBound
        continue
      }
      let whole = wholes[word] ?? word..<word + 1
      head.append(whole)
      word = whole.upperBound
    }
    return head
  }

  // MARK: Text

  /// Returns the text of the remaining words.
  ///
  /// The words are separated by spaces or by their original line breaks.
  func text(of isLeft: [Bool]) -> [UInt8] {
    var text: [UInt8] = []
    var lineEnds = 0
    var isAfterSemicolon = false
    var last: TokenKind?
    for (index, word) in words.enumerated() {
      lineEnds = max(lineEnds, word.lineEnds)
      isAfterSemicolon = isAfterSemicolon || word.isAfterSemicolon
      guard isLeft[index] else { continue }
      if lineEnds > 0, !text.isEmpty {
        text += lineEnds > 1 ? [0x0A, 0x0A] : [0x0A]
      } else if isAfterSemicolon, let last, last != .leftBrace {
        text += [UInt8(ascii: ";"), 0x20]
      } else if !text.isEmpty {
        text.append(0x20)
      }
      text += word.bytes
      (lineEnds, isAfterSemicolon, last) = (0, false, word.kind)
    }
    if !text.isEmpty { text.append(0x0A) }
    return text
  }
}

extension [Int] {
  /// In ascending numbers, returns the index of the first one that is at least `number`.
  fileprivate func first(notBefore number: Int) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle] < number { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
