import FlowDiagnostics
import TestSupport
import Testing

@testable import FlowSyntax

/// The tree of nodes of one type.
@Suite("The tree of a script as nodes") struct SyntaxTreeTests {
  @Test("Every name, text and literal of the parser's tree is a node", arguments: Corpus.all)
  func isWhole(text: String) {
    let source = SourceFile(name: "t.flow", text: text)
    var written: Set<SourceRange> = []
    for item in Script.parse(source).script.items { SyntaxTreeTests.collect(item, &written) }
    var shown: Set<SourceRange> = []
    SyntaxTreeTests.visit(SyntaxTree(source).root) { node in
      guard node.value != nil, node.kind != .verb, node.role != "interpolation" else { return }
      shown.insert(node.range)
    }
    #expect(!written.isEmpty)
    #expect(shown == written)
  }

  /// Collects the values of a tree by their types, without the tree of nodes.
  private static func collect(_ value: Any, _ ranges: inout Set<SourceRange>) {
    switch value {
    case let name as Name: ranges.insert(name.range)
    case let text as Text: if text.range.start < text.range.end { ranges.insert(text.range) }
    case let number as NumberLiteral: ranges.insert(number.range)
    case let duration as DurationLiteral: ranges.insert(duration.range)
    case let boolean as BooleanLiteral: ranges.insert(boolean.range)
    case SettingAtom.mark(let range): ranges.insert(range)
    default: for child in Mirror(reflecting: value).children { collect(child.value, &ranges) }
    }
  }

  private static func visit(_ node: SyntaxNode, _ body: (SyntaxNode) -> Void) {
    body(node)
    for child in node.children { visit(child, body) }
  }

  @Test("A node contains its children, one after the other", arguments: Corpus.all)
  func isNested(text: String) {
    let source = SourceFile(name: "t.flow", text: text)
    SyntaxTreeTests.visit(SyntaxTree(source).root) { node in
      var last = node.range.start
      for child in node.children {
        #expect(child.range.start >= last && child.range.end <= node.range.end, "\(node.kind)")
        last = child.range.end
      }
    }
  }

  @Test("Every kind of node is in the tree of some script")
  func kinds() {
    var seen: Set<SyntaxNode.Kind> = []
    for text in Corpus.all + ["expect sent authrequest"] {
      let tree = SyntaxTree(SourceFile(name: "t.flow", text: text))
      SyntaxTreeTests.visit(tree.root) { seen.insert($0.kind) }
    }
    #expect(Set(SyntaxNode.Kind.allCases).subtracting(seen) == [])
  }

  @Test("A literal has its value; a secret doesn't have one")
  func values() {
    let text = #"""
      let a = "x\ty"
      let b = "to \(a)!"
      let c = -1.5
      let d = 2m
      let e = false
      on challenge answer pin = "12"
      """#
    var values: [SyntaxNode.Value] = []
    SyntaxTreeTests.visit(SyntaxTree(SourceFile(name: "t.flow", text: text)).root) { node in
      if let value = node.value, node.kind != .name { values.append(value) }
    }
    #expect(values.count == 6)
    #expect(values.first == .text("x\ty"))
    #expect(
      Array(values.dropFirst(2)) == [
        .number(-1.5), .milliseconds(120_000), .boolean(false), .secret,
      ])
    guard case .parts(let parts)? = values.dropFirst().first else {
      Issue.record("a text with a value in it has parts")
      return
    }
    #expect(parts.first == .text("to ") && parts.last == .text("!") && parts.count == 3)
  }

  @Test("A script with mistakes has a tree of the rest, and its mistakes, including in texts")
  func mistakes() {
    let source = SourceFile(name: "t.flow", text: "let a = \"x\\q\"\non a !\nexpect success")
    let tree = SyntaxTree(source)
    #expect(tree.root.children.map(\.kind) == [.let, .expect])
    #expect(tree.diagnostics.map(\.kind) == [.badEscape, .unknownCharacter])
  }

  @Test("Every keyword has one role, and every word is a keyword")
  func roles() {
    let words = Keyword.Role.allCases.flatMap { LanguageWords.keywords($0) }
    #expect(words.sorted() == Keyword.allCases.map(\.spelling).filter { !$0.isEmpty }.sorted())
    let actions = Keyword.allCases.filter { $0.action != nil }.map(\.spelling).sorted()
    #expect(LanguageWords.keywords(.action) == actions)
    #expect(
      Set(LanguageWords.lookups + LanguageWords.calls + ["random", "totp"])
        == Set(LanguageWords.keywords(.value)))
  }

  @Test("The units of durations match the lexer's")
  func units() {
    let letters = "abcdefghijklmnopqrstuvwxyz".map(String.init)
    let candidates = letters + letters.flatMap { first in letters.map { first + $0 } }
    let taken = candidates.filter { unit in
      LexedSource(SourceFile(name: "t.flow", text: "1" + unit)).tokens.first?.kind == .duration
    }
    #expect(taken.sorted() == LanguageWords.units.sorted())
  }
}
