import TestSupport
import Testing

@testable import FlowSyntax

/// What must hold of every text, sound or not.
@Suite struct ParserPropertyTests {
  /// Lexes and parses a text and holds the result to what is always true.
  @discardableResult
  static func hold(_ bytes: [UInt8]) -> [Diagnostic] {
    let source = SourceFile(name: "t.flow", bytes: bytes)
    tile(source)
    let (script, diagnostics) = Script.parse(source)
    let end = UInt32(bytes.count)
    for diagnostic in diagnostics {
      guard let range = diagnostic.place?.range else {
        Issue.record("a problem without a place: \(diagnostic.problem)")
        continue
      }
      // Asked a million times: an expectation that is recorded each time would take the most of it.
      if range.start > range.end || range.end > end {
        Issue.record("a problem out of the text: \(diagnostic.problem)")
      }
    }
    #expect(diagnostics.count <= Parser.problemsMax + 1)
    #expect(script.source === source)
    return diagnostics
  }

  /// Between two tokens stand white space and comments and nothing else; the last is the end.
  static func tile(_ source: SourceFile) {
    let lexer = LexedSource(source)
    var covered = Array(repeating: false, count: source.bytes.count)
    var last: UInt32 = 0
    for token in lexer.tokens {
      if token.start < last || token.end < token.start { Issue.record("tokens overlap") }
      for index in token.start..<token.end { covered[Int(index)] = true }
      last = token.end
    }
    for comment in lexer.comments {
      for index in comment.start..<comment.end {
        if covered[Int(index)] { Issue.record("a comment within a token") }
        covered[Int(index)] = true
      }
    }
    let bare = zip(covered, source.bytes).enumerated().filter { !$0.element.0 }
    let isSpace = bare.allSatisfy { pair in
      [0x20, 0x09, 0x0D, 0x0A].contains(pair.element.1)
        || (pair.offset < 3 && source.bytes.starts(with: [0xEF, 0xBB, 0xBF]))
    }
    #expect(isSpace, "something that is no white space belongs to no token")
    #expect(lexer.tokens.last?.kind == .endOfFile)
    #expect(lexer.tokens.filter { $0.kind == .endOfFile }.count == 1)
  }

  @Test("tokens tile every script of the corpus", arguments: Corpus.all)
  func tiles(text: String) {
    #expect(ParserPropertyTests.hold(Array(text.utf8)).isEmpty)
  }

  @Test("a script cut off at any byte is read to its end", arguments: Corpus.all)
  func cut(text: String) {
    let bytes = Array(text.utf8)
    for end in stride(from: 0, to: bytes.count, by: 3) {
      ParserPropertyTests.hold(Array(bytes[..<end]))
    }
  }

  @Test("a script with any token left out or doubled is read to its end", arguments: Corpus.all)
  func tokenMutants(text: String) {
    let bytes = Array(text.utf8)
    let tokens = LexedSource(SourceFile(name: "t", bytes: bytes)).tokens
    for token in tokens {
      let start = Int(token.start)
      let end = Int(token.end)
      ParserPropertyTests.hold(Array(bytes[..<start] + bytes[end...]))
      ParserPropertyTests.hold(
        Array(bytes[..<end] + [0x20] + bytes[start..<end] + bytes[end...]))
    }
  }

  @Test("a script with any mark put in anywhere is read to its end", arguments: Corpus.all)
  func markMutants(text: String) {
    let bytes = Array(text.utf8)
    var generator = SeededGenerator(seed: 7)
    let marks: [[UInt8]] = [
      [0x22], [0x7B], [0x7D], [0x28], [0x29], [0x5C], [0x2C], [0x0A], [0], [0xFF], [0xE2, 0x82],
      Array("\"\"\"".utf8), Array(" or ".utf8), Array(" not ".utf8), Array("\\(".utf8), [0x23],
    ]
    for _ in 0..<400 {
      let position = Int.random(in: 0...bytes.count, using: &generator)
      let mark = marks[Int.random(in: 0..<marks.count, using: &generator)]
      ParserPropertyTests.hold(Array(bytes[..<position] + mark + bytes[position...]))
    }
  }

  @Test("the tree doesn't depend on spaces, blank lines and comments", arguments: Corpus.all)
  func spacing(text: String) {
    let source = SourceFile(name: "t", text: text)
    var spaced: [UInt8] = Array("# first\n\n".utf8)
    var last = 0
    for token in LexedSource(source).tokens {
      spaced += source.bytes[last..<Int(token.start)]
      spaced += Array("  ".utf8)
      if token.kind == .endOfStatement { spaced += Array(" # and why\r\n\n".utf8) }
      spaced += source.bytes[Int(token.start)..<Int(token.end)]
      last = Int(token.end)
    }
    let before = Script.parse(source)
    let after = Script.parse(SourceFile(name: "t", bytes: spaced))
    #expect(after.diagnostics.isEmpty)
    #expect(TreeDump.dump(after.script) == TreeDump.dump(before.script))
    #expect(after.script.comments.count > before.script.comments.count)
  }
}
