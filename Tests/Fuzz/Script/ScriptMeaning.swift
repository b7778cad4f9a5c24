@testable import FlowSyntax

/// Whether two texts mean the same: their words and marks, their comments, where statements end,
/// and their trees but for the places.
enum ScriptMeaning {
  /// How two texts differ; `nil` where they mean the same.
  static func difference(_ left: SourceFile, _ right: SourceFile) -> String? {
    guard words(left) == words(right) else { return "the words, or the ends of statements, differ" }
    guard comments(left) == comments(right) else { return "the comments differ" }
    guard areSame(SyntaxTree(left).root, SyntaxTree(right).root) else { return "the trees differ" }
    return nil
  }

  private static func words(_ source: SourceFile) -> [ArraySlice<UInt8>] {
    let end = Array(";".utf8)[...]
    let (opener, closer) = (Array("{".utf8)[...], Array("}".utf8)[...])
    var words: [ArraySlice<UInt8>] = []
    for token in LexedSource(source).tokens where token.kind != .endOfFile {
      if token.kind == .endOfStatement {
        // A line's end and a semicolon are one; beside a brace neither says anything.
        if let last = words.last, last != end, last != opener, last != closer { words.append(end) }
      } else {
        // Nor does one before a setting that begins with `when`; elsewhere none can stand there.
        let needsNone = [.when, .with].contains(token.keyword) || token.kind == .rightBrace
        if needsNone, words.last == end { words.removeLast() }
        words.append(source.bytes[Int(token.start)..<Int(token.end)])
      }
    }
    if words.last == end { words.removeLast() }
    return words
  }

  private static func comments(_ source: SourceFile) -> [ArraySlice<UInt8>] {
    LexedSource(source).comments.map { comment in
      var text = source.bytes[Int(comment.start)..<Int(comment.end)]
      while let last = text.last, last == 0x20 || last == 0x09 || last == 0x0D { text.removeLast() }
      return text
    }
  }

  private static func areSame(_ left: SyntaxNode, _ right: SyntaxNode) -> Bool {
    left.kind == right.kind && left.role == right.role && areSame(left.value, right.value)
      && left.attributes.count == right.attributes.count
      && zip(left.attributes, right.attributes).allSatisfy {
        $0.name == $1.name && areSame($0.value, $1.value)
      }
      && left.children.count == right.children.count
      && zip(left.children, right.children).allSatisfy { areSame($0, $1) }
  }

  private static func areSame(_ left: SyntaxNode.Value?, _ right: SyntaxNode.Value?) -> Bool {
    guard case .parts(let mine) = left, case .parts(let others) = right else {
      return left == right
    }
    return mine.count == others.count
      && zip(mine, others).allSatisfy { part, other in
        switch (part, other) {
        case (.text(let text), .text(let otherText)): text == otherText
        case (.text, _), (_, .text): false
        // The places of names differ; their spelling was compared with the words.
        default: true
        }
      }
  }
}
