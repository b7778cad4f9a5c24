import Testing

@testable import FlowSyntax

@Suite struct ParserTests {
  @Test("every script of the corpus parses without a problem", arguments: Corpus.all)
  func corpusParses(text: String) {
    let (_, diagnostics) = Script.parse(SourceFile(name: "t.flow", text: text))
    for d in diagnostics {
      Issue.record("\(d.problem) at \(d.place.map { $0.text } ?? "") \(d.place?.range.start ?? 0)")
    }
  }
}
