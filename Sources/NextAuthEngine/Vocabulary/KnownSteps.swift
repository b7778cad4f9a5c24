import FlowEngine

/// The steps of a session, and the capabilities other than submitting a step.
enum KnownSteps {
  static let all: [EngineVocabulary.KnownStep] = [
    .init(
      "ready", isClosed: true,
      meaning: "The session waits for the app to continue it (READY_FOR_USER_INTERACTION).",
      example: "on ready submit"),
    .init(
      "confirm-login", fields: ["account", "userInput"],
      options: "the accounts that can be selected",
      isClosed: true,
      meaning: "Confirm a login, with one of the accounts (ConfirmLogin).",
      example: "on confirm-login choose jane"),
    .init(
      "confirm-enroll", fields: ["account", "userInput"], options: "the new account",
      isClosed: true,
      meaning: "Confirm an enrollment (ConfirmEnrol).", example: "on confirm-enroll submit"),
    .init(
      "second-factor", fields: ["pin", "biometric"], isClosed: true,
      meaning: "Set or give a PIN, the permission to use the biometric, or both (SecondFactor).",
      example: "on second-factor answer pin = secret PIN"),
    .init(
      "active", isClosed: true,
      meaning:
        "No more input is expected (ACTIVE); a run can end here once `history` is `LOGGED_IN`.",
      example: "on active stop"),
  ]

  /// The subjects of steps; names of accounts aren't listed, because they depend on the device.
  static let subjects: [EngineVocabulary.KnownWord] = [
    .init(
      Naming("login"), key: "login", meaning: "The session is a login.",
      example: "on ready login submit"),
    .init(
      Naming("enroll"), key: "enroll", meaning: "The session enrolls an account.",
      example: "on ready enroll submit"),
    .init(
      Naming("app-login"), key: "app-login", meaning: "The session is an AppLogin.",
      example: "on active app-login stop"),
    .init(
      Naming("qr"), key: "qr", meaning: "It came by a QR code.", example: "on ready qr submit"),
    .init(
      Naming("deep-link"), key: "deep-link", meaning: "It came by a deep link.",
      example: "on ready deep-link submit"),
    .init(
      Naming("push"), key: "push", meaning: "It came by a push message.",
      example: "on ready push stop"),
    .init(
      Naming("app"), key: "app", meaning: "It began in the app.", example: "on active app stop"),
    .init(
      Naming("verify"), key: "VERIFY", meaning: "The second factor is verified.",
      example: "on second-factor verify answer pin = secret PIN"),
    .init(
      Naming("first-set"), key: "FIRST_SET", meaning: "The second factor is set.",
      example: "on second-factor first-set answer pin = secret PIN, biometric = true"),
  ]

  static let capabilities: [EngineVocabulary.KnownWord] = [
    .init(
      Naming("deny"), key: "stopSession", meaning: "Refuse the request, which ends the session.",
      example: "on confirm-login deny"),
    .init(
      Naming("cancel"), key: "inputCancel",
      meaning: "Give no second factor, which ends the session.",
      example: "on second-factor cancel"),
    .init(
      Naming("stop"), key: "stopSession",
      meaning: "End the session in any state; a logged-in session is logged out.",
      example: "on active stop"),
  ]
}
