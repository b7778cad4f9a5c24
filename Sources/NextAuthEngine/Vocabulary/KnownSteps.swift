import FlowEngine

/// The steps at which a session stands, and what can be done there besides submitting.
enum KnownSteps {
  static let all: [EngineVocabulary.KnownStep] = [
    .init(
      "ready", meaning: "The session waits to be taken up (READY_FOR_USER_INTERACTION).",
      example: "on ready submit"),
    .init(
      "confirm-login", fields: ["account", "userInput"], options: "the accounts that can be taken",
      meaning: "Confirm a login, with one of the accounts (ConfirmLogin).",
      example: "on confirm-login choose jane"),
    .init(
      "confirm-enrol", fields: ["account", "userInput"], options: "the new account",
      meaning: "Confirm an enrolment (ConfirmEnrol).", example: "on confirm-enrol submit"),
    .init(
      "second-factor", fields: ["pin", "biometric"],
      meaning: "Set or give a PIN, the leave to use the biometric, or both (SecondFactor).",
      example: "on second-factor answer pin = secret PIN"),
    .init(
      "active", meaning: "The session is logged in; a run can end here.",
      example: "on active stop"),
  ]

  static let capabilities: [EngineVocabulary.KnownWord] = [
    .init(
      Naming("deny"), key: "stopSession", meaning: "Refuse what is asked, which ends the session.",
      example: "on confirm-login deny"),
    .init(
      Naming("cancel"), key: "inputCancel",
      meaning: "Give no second factor, which ends the session.",
      example: "on second-factor cancel"),
    .init(
      Naming("stop"), key: "stopSession",
      meaning: "End the session in whatever state; one that is logged in is logged out.",
      example: "on active stop"),
  ]
}
