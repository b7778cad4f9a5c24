import FlowDiagnostics
import TestSupport
import Testing

@testable import FlowSyntax

/// The invariants of every text, valid or not.
@Suite struct ParserPropertyTests {
  /// Lexes and parses a text and checks the invariants of the result.
  @discardableResult
  static func hold(_ bytes: [UInt8]) -> [Diagnostic] {
    let source = SourceFile(name: "t.flow", bytes: bytes)
    tile(source)
    let (script, diagnostics) = Script.parse(source)
    let end = UInt32(bytes.count)
    for diagnostic in diagnostics {
      guard let range = diagnostic.place?.range else {
        Issue.record("a problem without a location: \(diagnostic.problem)")
        continue
      }
      // It is evaluated so often that recording each expectation would take most of the time.
      if range.start > range.end || range.end > end {
        Issue.record("a problem outside the text: \(diagnostic.problem)")
      }
    }
    if diagnostics.count > Parser.problemsMax + 1 { Issue.record("too many problems") }
    if script.source !== source { Issue.record("a tree of another text") }
    return diagnostics
  }

  /// Between two tokens there are only white space and comments; the last token is the end.
  ///
  /// It is evaluated for tens of thousands of texts, so in plain loops.
  static func tile(_ source: SourceFile) {
    let lexer = LexedSource(source)
    var covered = source.bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    func cover(_ start: Int, _ end: Int) {
      if start < covered || end < start { Issue.record("two parts overlap") }
      while covered < start {
        switch source.bytes[covered] {
        case 0x20, 0x09, 0x0D, 0x0A: break
        default: Issue.record("a character that isn't white space belongs to no token")
        }
        covered += 1
      }
      covered = end
    }
    var comment = 0
    for token in lexer.tokens {
      while comment < lexer.comments.count, lexer.comments[comment].start < token.start {
        cover(Int(lexer.comments[comment].start), Int(lexer.comments[comment].end))
        comment += 1
      }
      cover(Int(token.start), Int(token.end))
    }
    cover(source.bytes.count, source.bytes.count)
    if comment != lexer.comments.count { Issue.record("a comment is after the end") }
    if lexer.tokens.last?.kind != .endOfFile { Issue.record("the last token is not the end") }
    if lexer.tokens.count(where: { $0.kind == .endOfFile }) != 1 {
      Issue.record("there is more than one end")
    }
  }

  @Test("Tokens tile every script of the corpus", arguments: Corpus.all)
  func tiles(text: String) {
    #expect(ParserPropertyTests.hold(Array(text.utf8)).isEmpty)
  }

  @Test("A script cut off at any byte is read to its end", arguments: Corpus.all)
  func cut(text: String) {
    let bytes = Array(text.utf8)
    for end in stride(from: 0, to: bytes.count, by: 3) {
      ParserPropertyTests.hold(Array(bytes[..<end]))
    }
  }

  @Test("A script with any token left out or doubled is read to its end", arguments: Corpus.all)
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

  @Test("A script with any character inserted anywhere is read to its end", arguments: Corpus.all)
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

  @Test("The tree doesn't depend on spaces, blank lines and comments", arguments: Corpus.all)
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
