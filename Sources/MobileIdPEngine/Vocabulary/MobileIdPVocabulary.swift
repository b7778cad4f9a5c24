public import FlowEngine

extension MobileIdPEngine {
  /// The words of the mobile identity provider flow, for the checker, help and completion.
  ///
  /// The lists don't contain names of apps and accounts, because these depend on the configuration.
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
