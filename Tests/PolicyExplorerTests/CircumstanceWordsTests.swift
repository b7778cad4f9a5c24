import FlowDiagnostics
import TestSupport
import Testing

@testable import OktaSimulator
@testable import PolicyExplorer

/// The circumstances of a change in fewer words, checked against every answer to the facts.
@Suite("Circumstances in words") struct CircumstanceWordsTests {
  private static let facts = ["x", "y", "z"]

  private static func assumption(_ reason: String, _ holds: Bool) -> Assumption {
    Assumption(reason: reason, holds: holds, place: SourceRange(0, 0))
  }

  private static func words(_ words: String, _ facts: (String, Bool)...) -> CircumstanceWords {
    CircumstanceWords(words, facts.map { assumption($0.0, $0.1) })
  }

  private static func texts(_ all: CircumstanceWords...) -> [String] {
    CircumstanceWords.simplified(all).map(\.text)
  }

  @Test("What holds with and without a fact doesn't name it")
  func both() {
    let (x, notX) = (Self.words("", ("x", true)), Self.words("", ("x", false)))
    #expect(Self.texts(x, notX) == [""])
    #expect(Self.texts(x) == ["if `x` holds (unknown)"])
    #expect(Self.texts(notX, Self.words("zone a", ("x", true))).count == 2)
    #expect(
      Self.texts(Self.words("zone a", ("y", true), ("x", true)), Self.words("zone a", ("x", true)))
        == ["zone a, if `x` holds (unknown)"])
    // Two facts with the same name, one in each version of the org.
    #expect(Self.words("", ("x", true), ("x", false)).text == "")
    #expect(x.without([Self.assumption("x", true)]).text == "")
    #expect(x.without([Self.assumption("y", true)]).text == x.text)
  }

  /// Whether a text names answers that include the given ones.
  private static func covers(_ text: String, _ answers: [String: Bool]) -> Bool {
    text.split(separator: ", ").allSatisfy { part in
      let words = part.split(separator: " ")
      return answers[words[1].filter { $0 != "`" }] == (words[0] == "if")
    }
  }

  @Test("Fewer words cover exactly the same answers", arguments: 0..<200)
  func random(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let all = (0..<Int.random(in: 1...6, using: &random)).map { _ in
      let own = Self.facts.filter { _ in Bool.random(using: &random) }
      return CircumstanceWords(
        "", own.map { Self.assumption($0, Bool.random(using: &random)) })
    }
    let few = CircumstanceWords.simplified(all).map(\.text)
    #expect(few.count <= all.count)
    for bits in 0..<(1 << Self.facts.count) {
      var answers: [String: Bool] = [:]
      for (index, fact) in Self.facts.enumerated() { answers[fact] = bits >> index & 1 == 1 }
      let expected = all.contains { Self.covers($0.text, answers) }
      #expect(few.contains { Self.covers($0, answers) } == expected, "\(all) \(few)")
    }
  }
}
