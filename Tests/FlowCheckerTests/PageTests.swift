import FlowChecker
import FlowText
import FlowDiagnostics
import FlowManual
import FlowSyntax
import Testing

@Suite struct PageTests {
  @Test("Every page has all its sections and a readable length", arguments: Manual.problems)
  func page(id: String) throws {
    let page = try #require(Manual.page(id))
    #expect(page.text.hasPrefix("\(id): "))
    let words = (page.meaning + " " + page.cure).split { $0 == " " || $0 == "\n" }.count
    #expect((30...150).contains(words), "\(words) words")
    let lines = page.text.split(separator: "\n")
    #expect(lines.allSatisfy { $0.count <= 180 })
  }

  @Test("A page's example produces its problem", arguments: Manual.problems)
  func example(id: String) throws {
    switch try #require(Manual.page(id)).example {
    case .check(let text):
      let found = TestVocabulary.problems(SourceFile(name: "example.flow", text: text))
      #expect(found.contains { $0.kind.id == id }, "\(found.map(\.problem))")
      #expect(
        found.allSatisfy { $0.kind.id == id || $0.severity == .warning },
        "\(found.map(\.problem))")
    case .files(let files):
      let texts = files.map { (name: $0.name, text: $0.text) }
      let found = TestVocabulary.problems(texts, treeRoot: ".")
      #expect(found.map(\.kind.id) == [id], "\(found.map(\.problem))")
    case .run(let text), .settings(let text):
      // Another target finds these; here they must be valid.
      let found = TestVocabulary.problems(SourceFile(name: "example.flow", text: text))
      #expect(found.allSatisfy { $0.severity == .warning }, "\(found.map(\.problem))")
    case .situation(let sentence):
      #expect(sentence.hasPrefix("It comes from ") && sentence.hasSuffix("."))
    }
  }

  @Test("A page without a section is invalid")
  func parts() {
    let block = "```flow check\na\n```"
    let cases: [(markdown: String, isPage: Bool)] = [
      ("# t\n\nm\n\n\(block)\n\nc\n", true), ("# t\n\nm\n\n> s\n> t\n\nc\n", true),
      ("t\n\nm\n\n\(block)\n\nc\n", false), ("# t\n\n\(block)\n\nc\n", false),
      ("# t\n\nm\n\nc\n", false), ("# t\n\nm\n\n\(block)\n", false),
      ("# t\n\nm\n\n```flow walk\na\n```\n\nc\n", false),
      ("# t\n\nm\n\n```flow check\na\n\nc\n", false),
    ]
    for (markdown, isPage) in cases {
      #expect((ProblemPage("x", markdown: markdown) != nil) == isPage, "\(markdown)")
    }
  }
}
