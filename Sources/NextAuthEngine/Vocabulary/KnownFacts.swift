import FlowEngine

/// What conditions can ask of the session at hand and of the device.
enum KnownFacts {
  static let all: [EngineVocabulary.KnownFact] = session + device

  private static let session: [EngineVocabulary.KnownFact] = [
    .init(
      "state", .text, values: SessionStatus.allCases.map(\.rawValue),
      meaning: "The session's state, as the SDK calls it.",
      example: "expect state is \"ACTIVE\""),
    .init(
      "history", .text, values: HistoryStatus.allCases.map(\.rawValue),
      meaning: "What its history item says; `NONE` until the login has a result.",
      example: "on active when history is \"NONE\" stop"),
    .init(
      "reason", .text, values: EndReason.allCases.map(\.rawValue),
      meaning: "Why it ended; `denied` after `deny`, `stopped` after `stop` before the login.",
      example: "expect reason is \"timed-out\""),
    .init(
      "code", .number, meaning: "The error code that ended it, where the documentation has one.",
      example: "expect failure and code is 34"),
    .init(
      "error", .text, meaning: "The name of the error that ended it.",
      example: "expect failure and error is \"pin-blocked\""),
    .init(
      "kind", .text, values: SessionKind.allCases.map(\.rawValue),
      meaning: "Whether it is a `login` or to `enrol` an account.",
      example: "expect kind is \"enrol\""),
    .init(
      "origin", .text, values: SessionOrigin.allCases.map(\.rawValue),
      meaning: "Where it came from: `qr`, `deep-link`, `push` or `app`.",
      example: "expect origin is \"push\""),
    .init(
      "app-login", .boolean, meaning: "Whether it is an AppLogin.",
      example: "expect app-login is true"),
    .init(
      "account", .text, meaning: "The account that was taken, by its display name.",
      example: "expect account is \"jane\""),
    .init(
      "server", .text, meaning: "The server that it is at.",
      example: "expect server is \"bank.example\""),
    .init(
      "context", .text, values: SecondFactorContext.allCases.map(\.rawValue),
      meaning: "Whether a second factor is set or verified.",
      example: "expect context is \"FIRST_SET\""),
    .init(
      "event", .text, values: SecondFactorEvent.names,
      meaning: "What the latest SecondFactor callback reports; a rule may answer a failure by it.",
      example: "on second-factor when event is \"PIN_FAIL\" and attempts-left is 2 prompt pin",
      reportsErrors: true),
    .init(
      "attempts-left", .number, meaning: "How many wrong PINs are left.",
      example: "on second-factor when message and attempts-left is 1 cancel"),
    .init(
      "second-factor-needed", .boolean, meaning: "Whether a second factor follows a confirmation.",
      example: "on confirm-login when second-factor-needed is false deny"),
    .init(
      "visual-hash", .text, meaning: "The picture of the server's parameters, as a text.",
      example: "on confirm-enrol when visual-hash is not \"a1b2\" deny"),
    .init(
      "credentials", .text, meaning: "What starts a web session after an AppLogin; a secret.",
      example: "expect credentials is not \"\""),
  ]

  private static let device: [EngineVocabulary.KnownFact] = [
    .init(
      "accounts", .list, meaning: "The accounts of the device, by their display names.",
      example: "expect accounts contains \"jane\""),
    .init(
      "sessions", .number, meaning: "How many of the run's sessions have not ended.",
      example: "expect sessions is 1"),
    .init(
      "history.list", .list, meaning: "The history list, an account and a status each.",
      example: "expect history.list contains \"jane LOGGED_IN\""),
  ]
}
