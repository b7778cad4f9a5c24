public import FlowEngine

extension MobileIdPEngine {
  /// The words of the mobile identity provider flow, for the checker, for help and for completion.
  ///
  /// The names of apps and accounts are data, so no list contains them.
  public static let vocabulary = EngineVocabulary(
    engine: "mobile-idp", intents: KnownStarts.all, events: KnownEvents.all,
    messages: KnownMessages.all, steps: KnownSteps.all, subjects: KnownSteps.subjects, methods: [],
    capabilities: KnownSteps.capabilities,
    fieldAliases: [
      "account": ["identifier", "username"], "passcode": ["code", "pin"],
      "username": ["identifier"],
    ],
    plainFields: ["account", "app", "login-host", "username"], facts: ["user"],
    parameters: KnownStarts.parameters, knownFacts: KnownFacts.all)
}
