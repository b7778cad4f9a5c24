import FlowEngine

/// The facts about the current session and the device that conditions can use.
enum KnownFacts {
  static let all: [EngineVocabulary.KnownFact] = session + device

  private static let session: [EngineVocabulary.KnownFact] = [
    .init(
      "state", .text, values: SessionStatus.allCases.map(\.rawValue),
      meaning: "The session's state, by its name in the SDK.",
      example: "expect state is \"ACTIVE\""),
    .init(
      "history", .text, values: HistoryStatus.allCases.map(\.rawValue),
      meaning: "The session's history item; `NONE` until the login has a result.",
      example: "on active when history is \"NONE\" stop"),
    .init(
      "reason", .text, values: EndReason.allCases.map(\.rawValue),
      meaning: "The reason for the end: `denied` after `deny`, `stopped` after an early `stop`.",
      example: "expect reason is \"timed-out\""),
    .init(
      "code", .number, meaning: "The error code that ended it, if the documentation has one.",
      example: "expect failure and code is 34"),
    .init(
      "error", .text, meaning: "The name of the error that ended it.",
      example: "expect failure and error is \"pin-blocked\""),
    .init(
      "kind", .text, values: SessionKind.allCases.map(\.word),
      meaning: "The type of the session: `login`, or `enroll` for an enrollment.",
      example: "expect kind is \"enroll\""),
    .init(
      "origin", .text, values: SessionOrigin.allCases.map(\.rawValue),
      meaning: "The origin of the session: `qr`, `deep-link`, `push` or `app`.",
      example: "expect origin is \"push\""),
    .init(
      "app-login", .boolean, meaning: "Whether it is an AppLogin.",
      example: "expect app-login is true"),
    .init(
      "account", .text, meaning: "The selected account, by its display name.",
      example: "expect account is \"jane\""),
    .init(
      "server", .text, meaning: "The server of the session.",
      example: "expect server is \"bank.example\""),
    .init(
      "context", .text, values: SecondFactorContext.allCases.map(\.rawValue),
      meaning: "The purpose of the second factor: set it or verify it.",
      example: "expect context is \"FIRST_SET\""),
    .init(
      "event", .text, values: SecondFactorEvent.names,
      meaning: "The event of the latest SecondFactor callback; a rule can handle a failure by it.",
      example: "on second-factor when event is \"PIN_FAIL\" and attempts-left is 2 prompt pin",
      reportsErrors: true),
    .init(
      "attempts-left", .number, meaning: "The number of wrong PINs that are left.",
      example: "on second-factor when message and attempts-left is 1 cancel"),
    .init(
      "second-factor-needed", .boolean, meaning: "Whether a second factor follows a confirmation.",
      example: "on confirm-login when second-factor-needed is false deny"),
    .init(
      "visual-hash", .text, meaning: "The picture of the server's parameters, as text.",
      example: "on confirm-enroll when visual-hash is not \"a1b2\" deny"),
    .init(
      "credentials", .text, meaning: "The secret that starts a web session after an AppLogin.",
      example: "expect credentials is not \"\""),
  ]

  private static let device: [EngineVocabulary.KnownFact] = [
    .init(
      "accounts", .list, meaning: "The accounts of the device, by their display names.",
      example: "expect accounts contains \"jane\""),
    .init(
      "sessions", .number, meaning: "The number of the run's sessions that have not ended.",
      example: "expect sessions is 1"),
    .init(
      "history.list", .list, meaning: "The history list: an account and a status per item.",
      example: "expect history.list contains \"jane LOGGED_IN\""),
  ]
}
