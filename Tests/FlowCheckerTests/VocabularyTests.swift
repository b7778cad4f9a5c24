import FlowChecker
import FlowEngine
import Testing

@Suite struct VocabularyTests {
  @Test("The checker knows every word of an engine")
  func vocabulary() {
    let words = EngineVocabulary(
      engine: "idx", intents: [.init("sign-in", parameters: ["login_hint"])],
      steps: [.init("identify", fields: ["identifier"], meaning: "Who?")],
      subjects: [
        .init(Naming("email", aliases: ["okta_email"]), key: "okta_email")
      ], methods: [.init(Naming("sms"), key: "sms")],
      facts: ["user"])
    let vocabulary = Vocabulary(words)
    #expect(vocabulary.engine == "idx")
    #expect(vocabulary.intents == [.init("sign-in", parameters: ["login_hint"])])
    #expect(vocabulary.steps == [.init("identify", fields: ["identifier"])])
    #expect(vocabulary.subjects == ["email", "okta-email"])
    #expect(vocabulary.methods == ["sms"])
    #expect(vocabulary.facts == ["user"])
  }
}
