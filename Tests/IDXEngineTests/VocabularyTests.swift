import FlowEngine
import FlowHTTP
import Testing

@testable import IDXEngine

/// The words of help, completion and the checker.
@Suite struct VocabularyTests {
  @Test func everyStepIsThereOnceWithItsMeaning() {
    let steps = IDXEngine.vocabulary.steps
    #expect(Set(steps.map(\.name)).count == steps.count)
    #expect(steps.count >= 60)
    #expect(steps.allSatisfy { $0.meaning.hasSuffix(".") && !$0.name.isEmpty })
    #expect(steps.allSatisfy { !$0.example.isEmpty })
  }

  @Test func theUsualIntentIsTheFirst() {
    #expect(
      IDXEngine.vocabulary.intents.map(\.name)
        == ["sign-in", "register", "recover-password", "unlock-account"])
  }

  @Test func noWordMeansTwoAuthenticatorsOrTwoMethods() {
    for words in [IDXEngine.vocabulary.subjects, IDXEngine.vocabulary.methods] {
      let namings = words.map(\.naming)
      for naming in namings {
        #expect(namings.filter { $0.answers(to: Naming.normalized(naming.word)) } == [naming])
        #expect(namings.filter { $0.answers(to: Naming.normalized(naming.title)) } == [naming])
      }
    }
  }

  @Test func everyNameThatPagesAreMappedByIsInTheVocabulary() {
    let authenticators = KnownAuthenticators.all.map(\.key)
    #expect(authenticators.sorted() == IDXNames.authenticators.keys.sorted())
    #expect(KnownMethods.all.map(\.key).sorted() == IDXNames.methods.keys.sorted())
    let methods = Set(KnownMethods.all.flatMap(\.naming.words))
    #expect(KnownAuthenticators.all.allSatisfy { $0.methods.allSatisfy(methods.contains) })
  }

  /// The names of the fields of captured steps, by the name of the step.
  private static func capturedFields() throws -> [String: Set<String>] {
    var all: [String: Set<String>] = [:]
    for sample in Samples.pages {
      for step in try Org.response(try sample.json()).steps {
        var names = step.fields.map(\.name) + step.choices.flatMap(\.fields).map(\.name)
        // A chosen part isn't a field of the step.
        if !step.choices.isEmpty {
          names += ["authenticator", "authenticator.methodType", "authenticator.channel"]
        }
        all[step.name, default: []].formUnion(names)
      }
    }
    return all
  }

  @Test(.enabled(if: Samples.areThere, "the captured answers are not beside this checkout"))
  func everyFieldThatACapturedStepIsSaidToHaveIsThere() throws {
    // No capture of a reset has `revokeSessions`, which the reference allows.
    let captured = try Self.capturedFields()
    for step in IDXEngine.vocabulary.steps {
      guard let names = captured[step.name] else { continue }
      for field in step.fields where field != "credentials.revokeSessions" {
        #expect(names.contains(field), "\(step.name): \(field)")
      }
    }
  }

  @Test(.enabled(if: Samples.areThere, "the captured answers are not beside this checkout"))
  func everyCapturedAuthenticatorMethodAndCapabilityIsKnown() throws {
    let keys = Set(KnownAuthenticators.all.map(\.key))
    let methods = Set(KnownMethods.all.map(\.key))
    let capabilities = Set(KnownCapabilities.all.map(\.key))
    var unknown: Set<Inventory.Item> = []
    for sample in Samples.pages {
      for item in RawInventory(of: try sample.json()).inventory.counts.keys {
        switch item.kind {
        case .authenticator where !keys.contains(item.text): unknown.insert(item)
        case .method where !methods.contains(item.text): unknown.insert(item)
        case .capability where !capabilities.contains(item.text): unknown.insert(item)
        default: break
        }
      }
    }
    #expect(unknown.isEmpty)
  }

  @Test(.enabled(if: Samples.areThere, "the captured answers are not beside this checkout"))
  func everyCapturedRemediationIsKnown() throws {
    // One capture is from a server in development, and its step has that name.
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
