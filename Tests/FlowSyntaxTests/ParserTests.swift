import FlowDiagnostics
import TestSupport
import Testing

@testable import FlowSyntax

@Suite struct ParserTests {
  @Test("Every script of the corpus parses without a problem", arguments: Corpus.all)
  func corpusParses(text: String) {
    let (_, diagnostics) = Script.parse(SourceFile(name: "t.flow", text: text))
    for d in diagnostics {
      Issue.record("\(d.problem) at \(d.place.map { $0.text } ?? "") \(d.place?.range.start ?? 0)")
    }
  }

  @Test(
    "The clauses of a header mean the same in any order, on one line or on several",
    arguments: [
      "flow \"a\" for x in 1, 2 tagged b, c {", "flow \"a\" tagged b for x in 1, 2 tagged c {",
      "flow \"a\"\n  for x in 1,\n  2\n  tagged b, c\n{",
      "flow \"a\"\n\ntagged b, c # why\nfor x in 1, 2 {",
    ])
  func headers(text: String) throws {
    let source = SourceFile(name: "t.flow", text: text + " on d skip }")
    let (script, diagnostics) = Script.parse(source)
    #expect(diagnostics.isEmpty)
    guard case .flow(let flow)? = script.items.first else {
      Issue.record("no flow")
      return
    }
    #expect(flow.tags.map { source.text($0.range) } == ["b", "c"])
    #expect(flow.rows.map(\.rows.count) == [2])
    #expect(flow.body.count == 1)
  }

  @Test("A header whose brace is missing doesn't swallow the lines below")
  func headerAlone() {
    let source = SourceFile(
      name: "t.flow", text: "flow \"a\"; for x in 1 {\n}\nflow \"b\"\non c skip\n")
    let (_, diagnostics) = Script.parse(source)
    #expect(diagnostics.map { $0.place?.range.start } == [8, 10, 33])
  }
}
