import FlowChecker
import FlowDiagnostics
import FlowSyntax
import Testing

/// The facts that a text can name.
@Suite struct FactNameTests {
  private func problems(_ text: String) -> [Problem] {
    TestVocabulary.problems(SourceFile(name: "t.flow", text: text)).map(\.problem)
      .filter { $0.kind == .unknownName || $0.kind == .unknownFact }
  }

  @Test(
    "A text can name anything that conditions can ask for",
    arguments: [
      "message", "message.text", "message.key", "message.severity", "step", "steps", "attempt",
      "outcome", "step.question",
    ])
  func known(name: String) {
    for action in ["say", "fail", "prompt code"] {
      #expect(problems("on skip \(action) \"a \\(\(name)) b\"") == [])
    }
  }

  @Test("A misspelling is answered with the nearest word")
  func misspelled() {
    for (name, nearest) in [
      ("mesage.text", "message.text"), ("message.txt", "message.text"), ("stp", "step"),
    ] {
      let found = problems("on skip fail \"\\(\(name))\"")
      guard found.map(\.kind) == [.unknownName] else {
        Issue.record("\(name): \(found)")
        continue
      }
      #expect(found[0].message.contains("value"))
      #expect(found[0].names == [name])
      #expect(found[0].suggestions.first == nearest)
    }
  }

  @Test("Outside a text, a fact without a dot isn't a value")
  func outside() {
    #expect(problems("on skip answer a = step").map(\.kind) == [.unknownName])
    #expect(problems("on skip answer a = message.text") == [])
  }
}
