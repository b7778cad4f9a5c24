import FlowEngine
import MobileIdPEngine
import Testing

@Suite("The words of the mobile flow")
struct MobileIdPVocabularyTests {
  private let words = MobileIdPEngine.vocabulary

  @Test("Each word exists once, with a meaning and an example that contains it")
  func rows() {
    #expect(words.engine == "mobile-idp")
    #expect(words.intents.map(\.name) == ["client", "provider", "message"])
    let intents = words.intents + words.events + words.messages
    let rows =
      intents.map { ($0.name, $0.meaning, $0.example) }
      + words.steps.map { ($0.name, $0.meaning, $0.example) }
      + (words.subjects + words.capabilities).map { ($0.naming.word, $0.meaning, $0.example) }
      + words.parameters.map { ($0.name, $0.meaning, $0.example) }
      + words.knownFacts.map { ($0.name, $0.meaning, $0.example) }
    for (name, meaning, example) in rows {
      #expect(meaning.hasSuffix(".") && meaning.utf8.count < 110, "\(name)")
      #expect(example.contains(name), "\(name): \(example)")
    }
    #expect(Set(words.steps.map(\.name)).count == words.steps.count)
    #expect(Set(words.knownFacts.map(\.name)).count == words.knownFacts.count)
    let parameters = Set((words.intents + words.events).flatMap(\.parameters))
    #expect(parameters == Set(words.parameters.map(\.name)))
  }

  @Test("Its messages are the apps' messages, with the wire's names")
  func messages() {
    #expect(words.messages.map(\.name) == MessageCommand.allCases.map(\.rawValue))
    let parameters = Set(words.messages.flatMap(\.parameters))
    #expect(parameters == Set(MessageParameter.allCases.map(\.rawValue)))
  }

  @Test("A step asks for its row's fields and choices")
  func steps() async throws {
    var scene = try await StepTests.atAccounts {
      $0.world.providers[0].configuration.passcode = Secret(SessionScene.passcode)
    }
    var steps = scene.response.steps
    try await scene.choose("ada@acme.test")
    steps += scene.response.steps
    try await scene.answer(("passcode", SessionScene.passcode))
    steps += scene.response.steps
    for (intent, choice) in [("client", "standard"), ("provider", nil)] {
      var other = try SessionScene()
      try await other.start(intent)
      steps += other.response.steps
      guard let choice else { continue }
      try await other.choose(choice)
      steps += other.response.steps
    }
    #expect(Set(steps.map(\.name)) == Set(words.steps.map(\.name)))
    for step in steps {
      let known = try #require(words.steps.first { $0.name == step.name })
      let fields = step.fields + (step.choices.first?.fields ?? [])
      #expect(fields.map(\.name) == known.fields, "\(step.name)")
      if !known.choices.isEmpty {
        #expect(step.choices.map(\.naming.word) == known.choices, "\(step.name)")
      }
      for field in fields where !field.aliases.isEmpty {
        #expect(words.fieldAliases[field.name] == field.aliases, "\(field.name)")
      }
    }
  }
}
