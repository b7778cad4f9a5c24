public import FlowEngine

extension NextAuthEngine {
  /// The words of nextAuth sessions, for the checker, for help and for completion.
  ///
  /// What a step is about and what can be chosen are the names of accounts: no list holds them.
  public static let vocabulary = EngineVocabulary(
    engine: "nextauth", intents: KnownStarts.all, events: KnownStarts.all + KnownEvents.all,
    steps: KnownSteps.all, subjects: [], methods: [], capabilities: KnownSteps.capabilities,
    fieldAliases: [
      "account": ["identifier", "username"], "pin": ["passcode", "code"],
      "userInput": ["user-input"],
    ],
    flags: ["biometric"], plainFields: ["account", "biometric", "name", "server"],
    facts: ["announce", "info"], parameters: KnownStarts.parameters,
    knownFacts: KnownFacts.all)
}
