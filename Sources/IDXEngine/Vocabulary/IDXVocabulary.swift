public import FlowEngine

extension IDXEngine {
  /// The words of the Identity Engine, for the checker, help and completion.
  public static let vocabulary = EngineVocabulary(
    engine: "idx", intents: intents, steps: KnownRemediations.all,
    subjects: KnownAuthenticators.all + KnownProviders.all, methods: KnownMethods.all,
    capabilities: KnownCapabilities.all,
    fieldAliases: [
      "passcode": ["password", "code", "answer", "pin"], "totp": ["code", "passcode"],
      "answer": ["passcode"], "clientData": ["passkey"], "authenticatorData": ["passkey"],
      "signatureData": ["passkey"], "userHandle": ["passkey"], "attestation": ["passkey"],
      "transports": ["passkey"], "clientExtensions": ["passkey"],
    ],
    flags: ["keepMeSignedIn", "rememberMe", "revokeSessions"],
    plainFields: [
      "acr-values", "behavior", "channel", "clock", "consent", "device", "email", "firstName",
      "identifier", "ip", "keepMeSignedIn", "lastName", "login-hint", "max-age", "methodType",
      "phoneNumber", "platform", "posture", "rememberMe", "remembered", "revokeSessions", "risk",
      "secondEmail", "session", "session-state", "unknown", "zone",
    ],
    facts: ["user", "app", "authenticator", "captcha", "deviceEnrollment", "intent", "token"],
    parameters: KnownContext.parameters,
    knownFacts: KnownContext.facts + KnownPageFacts.all)

  /// The words after `start`, which all send the same first request and differ in the first step.
  private static let intents: [EngineVocabulary.Intent] = {
    let parameters =
      ["acr-values", "device-token", "login-hint", "max-age"] + KnownContext.parameters.map(\.name)
    return [
      EngineVocabulary.Intent(
        "sign-in", parameters: parameters + ["activation-token", "recovery-token"]),
      EngineVocabulary.Intent("register", parameters: parameters + ["activation-token"]),
      EngineVocabulary.Intent("recover-password", parameters: parameters + ["recovery-token"]),
      EngineVocabulary.Intent("unlock-account", parameters: parameters),
    ]
  }()
}
