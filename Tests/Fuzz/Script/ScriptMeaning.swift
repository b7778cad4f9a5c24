import FlowDiagnostics
@testable import FlowSyntax

/// The meaning of a text: its words and punctuation, its comments, the ends of statements, and its
/// tree without locations.
struct ScriptMeaning {
  private let words: [ArraySlice<UInt8>]
  private let comments: [ArraySlice<UInt8>]
  private let source: SourceFile

  /// The meaning of a text that was split into tokens.
  init(_ source: SourceFile, _ lexed: LexedSource) {
    self.source = source
    words = ScriptMeaning.words(lexed, source.bytes)
    comments = ScriptMeaning.comments(lexed, source.bytes)
  }

  /// The difference from another; `nil` if both have the same meaning.
  func difference(from other: ScriptMeaning) -> String? {
    guard words == other.words else { return "the words, or the ends of statements, differ" }
    guard comments == other.comments else { return "the comments differ" }
    let (left, right) = (SyntaxTree(source).root, SyntaxTree(other.source).root)
    return ScriptMeaning.areSame(left, right) ? nil : "the trees differ"
  }

  private static func words(_ lexed: LexedSource, _ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
    let end = Array(";".utf8)[...]
    let (opener, closer) = (Array("{".utf8)[...], Array("}".utf8)[...])
    var words: [ArraySlice<UInt8>] = []
    words.reserveCapacity(lexed.tokens.count)
    for token in lexed.tokens where token.kind != .endOfFile {
      if token.kind == .endOfStatement {
        // A line's end and a semicolon are equivalent; beside a brace neither has a meaning.
        if let last = words.last, last != end, last != opener, last != closer { words.append(end) }
      } else {
        // Nor has one before a setting that begins with `when`; elsewhere none is possible there.
        let needsNone = [.when, .with].contains(token.keyword) || token.kind == .rightBrace
        if needsNone, words.last == end { words.removeLast() }
        words.append(bytes[Int(token.start)..<Int(token.end)])
      }
    }
    if words.last == end { words.removeLast() }
    return words
  }

  private static func comments(_ lexed: LexedSource, _ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
    lexed.comments.map { comment in
      var text = bytes[Int(comment.start)..<Int(comment.end)]
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
        // The locations of names differ; their spelling was compared with the words.
        default: true
        }
      }
  }
}
