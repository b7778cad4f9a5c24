public import FlowEngine

extension NextAuthEngine {
  /// The words of nextAuth sessions, for the checker, help and completion.
  ///
  /// The subjects and choices don't include the names of accounts.
  public static let vocabulary = EngineVocabulary(
    engine: "nextauth", intents: KnownStarts.all, events: KnownStarts.all + KnownEvents.all,
    steps: KnownSteps.all, subjects: KnownSteps.subjects, methods: [],
    capabilities: KnownSteps.capabilities,
    fieldAliases: [
      "account": ["identifier", "username"], "pin": ["passcode", "code"],
      "userInput": ["user-input"],
    ],
    flags: ["biometric"], plainFields: ["account", "biometric", "name", "server"],
    facts: ["announce", "info"], parameters: KnownStarts.parameters,
    knownFacts: KnownFacts.all,
    oldSpellings: OldSpellings(
      [
        "enrol": "enroll", "confirm-enrol": "confirm-enroll",
        "enrol-qr-expired": "enroll-qr-expired",
      ], facts: ["error", "kind"]))
}
