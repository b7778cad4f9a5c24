import FlowSyntax

/// What can be taken out of a script: its words, and the pieces that they make.
///
/// Numbers and ranges are those of words; nothing here changes while a script is cut down.
struct ScriptPieces {
  /// The words, each the bytes of a token, or of several that only go together.
  private(set) var words: [Word] = []
  /// The pieces by depth: declarations, then their statements and settings, then what is in those.
  private(set) var levels: [[Range<Int>]] = []
  /// The words of each piece that are in no piece within it, in order.
  private(set) var heads: [[Int]] = []

  /// A word, and what parts it from the one before.
  struct Word {
    var bytes: ArraySlice<UInt8>
    /// How many line ends stand before it; two are an empty line.
    var lineEnds: Int
    /// Whether a semicolon stands before it.
    var isAfterSemicolon: Bool
    /// The mark of its own that it is, if any.
    var mark: TokenKind?
  }

  /// Takes a script apart; one with mistakes as far as it could be read.
  init(_ source: SourceFile) {
    let tree = SyntaxTree(source)
    var wholes: [SourceRange] = []
    ScriptPieces.tests(in: tree.root, &wholes)
    read(source, wholes: wholes.sorted { $0.start < $1.start })
    add(tree.root, depth: 0, starts: starts)
  }

  // MARK: Words

  /// Where the words begin.
  private var starts: [Int] { words.map(\.bytes.startIndex) }

  /// The tests of expectations: one that is cut within would test something else.
  private static func tests(in node: SyntaxNode, _ found: inout [SourceRange]) {
    for child in node.children where node.kind == .expect && child.role == "condition" {
      leaves(of: child, &found)
    }
    for child in node.children { tests(in: child, &found) }
  }

  private static func leaves(of condition: SyntaxNode, _ found: inout [SourceRange]) {
    switch condition.kind {
    case .and, .or: for part in condition.children { leaves(of: part, &found) }
    default: found.append(condition.range)
    }
  }

  private mutating func read(_ source: SourceFile, wholes: [SourceRange]) {
    let bytes = source.bytes
    var wholes = wholes[...]
    var end = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    var isAfterSemicolon = false
    // A comment's own line end counts; what it says does not.
    for token in LexedSource(source).tokens where token.kind != .endOfFile {
      let (start, after) = (Int(token.start), Int(token.end))
      if token.kind == .endOfStatement {
        if start < after, bytes[start] == UInt8(ascii: ";") { isAfterSemicolon = true }
        continue
      }
      while let whole = wholes.first, whole.end <= token.start { wholes.removeFirst() }
      if let whole = wholes.first, whole.start < token.start, !words.isEmpty {
        let first = words[words.count - 1].bytes.startIndex
        words[words.count - 1].bytes = bytes[first..<after]
      } else {
        let lineEnds = bytes[min(end, start)..<start].count { $0 == 0x0A }
        words.append(
          Word(
            bytes: bytes[start..<after], lineEnds: lineEnds, isAfterSemicolon: isAfterSemicolon,
            mark: token.kind))
      }
      isAfterSemicolon = false
      end = after
    }
  }

  // MARK: Pieces

  /// What holds pieces: all but rules, whose actions are cut as the words that they are.
  private static let holders: Set<SyntaxNode.Kind> = [
    .script, .profile, .org, .setting, .flow, .claim,
  ]

  /// What in a holder is no piece, and is cut as the words that it is.
  private static let parts: Set<SyntaxNode.Kind> = [
    .name, .text, .mark, .rows, .number, .duration, .boolean, .lookup, .call, .totp, .random,
  ]

  /// Adds what is in a node.
  ///
  /// - Returns: the words of the pieces in it.
  @discardableResult
  private mutating func add(
    _ node: SyntaxNode, depth: Int, starts: [Int]
  ) -> [Range<Int>] {
    var found: [Range<Int>] = []
    guard ScriptPieces.holders.contains(node.kind) else { return found }
    for child in node.children where !ScriptPieces.parts.contains(child.kind) {
      let range = ScriptPieces.words(of: child.range, starts)
      guard !range.isEmpty else { continue }
      while levels.count <= depth { levels.append([]) }
      levels[depth].append(range)
      found.append(range)
      let inner = add(child, depth: depth + 1, starts: starts)
      heads.append(range.filter { word in !inner.contains { $0.contains(word) } })
    }
    return found
  }

  /// The words that begin in a range of bytes.
  private static func words(of range: SourceRange, _ starts: [Int]) -> Range<Int> {
    let first = starts.first(notBefore: Int(range.start))
    return first..<max(first, starts.first(notBefore: Int(range.end)))
  }

  // MARK: Text

  /// The text of the words that are left: a space between two, or the line ends that there were.
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
      (lineEnds, isAfterSemicolon, last) = (0, false, word.mark)
    }
    if !text.isEmpty { text.append(0x0A) }
    return text
  }
}

extension [Int] {
  /// The index of the first of these ascending numbers that isn't smaller than one.
  fileprivate func first(notBefore number: Int) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle] < number { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
