import FlowEngine
import FlowWire
import Testing

@testable import IDXEngine

/// The words that help, completion and the checker have.
@Suite struct VocabularyTests {
  @Test func everyStepIsThereOnceWithItsMeaning() {
    let steps = IDXEngine.vocabulary.steps
    #expect(Set(steps.map(\.name)).count == steps.count)
    #expect(steps.count >= 60)
    #expect(steps.allSatisfy { $0.meaning.hasSuffix(".") && !$0.name.isEmpty })
  }

  @Test func theUsualIntentIsTheFirst() {
    #expect(
      IDXEngine.vocabulary.intents.map(\.name)
        == ["sign-in", "register", "recover-password", "unlock-account"])
  }

  @Test func noWordMeansTwoAuthenticatorsOrTwoMethods() {
    for namings in [IDXEngine.vocabulary.subjects, IDXEngine.vocabulary.methods] {
      for naming in namings {
        #expect(namings.filter { $0.answers(to: Naming.normalized(naming.word)) } == [naming])
        #expect(namings.filter { $0.answers(to: Naming.normalized(naming.title)) } == [naming])
      }
    }
  }

  @Test(.enabled(if: Samples.areThere, "the captured answers are not beside this checkout"))
  func everyCapturedRemediationIsKnown() throws {
    // One capture is of a server in development, and its step is called so.
    var unknown = Set<String>()
    let known = Set(IDXEngine.vocabulary.steps.map(\.name))
    for sample in Samples.pages {
      for form in try sample.json()["remediation"]?["value"]?.array ?? [] {
        guard let name = form["name"]?.string, !known.contains(name), name != "DEVELOPMENT"
        else { continue }
        unknown.insert(name)
      }
    }
    #expect(unknown.isEmpty)
  }
}
