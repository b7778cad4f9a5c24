import FlowEngine

/// The steps of the two apps, and the capabilities other than submitting a step.
enum KnownSteps {
  static let all: [EngineVocabulary.KnownStep] = [
    .init(
      "choose-login", fields: ["login-host"], choices: ["standard", "identity-provider"],
      isClosed: true,
      meaning: "The way to log in to the client, and the host if there are several.",
      example: "on choose-login choose identity-provider"),
    .init(
      "login", fields: ["username", "password"], isClosed: true,
      meaning: "The login page of a host, in the client or in the provider.",
      example: "on login answer username = \"ada@acme.test\", password = secret PASSWORD"),
    .init(
      "select-account", fields: ["account"], options: "the accounts of the host, and add-account",
      isClosed: true,
      meaning: "The provider's user who logs in to the client.",
      example: "on select-account choose \"ada@acme.test\""),
    .init(
      "security-check", fields: ["passcode"], isClosed: true, meaning: "The provider's own lock.",
      example: "on security-check answer passcode = secret PASSCODE"),
    .init(
      "approve", choices: ["allow", "deny"], isClosed: true,
      meaning: "Whether the client may have the access that it requests.",
      example: "on approve choose allow"),
    .init(
      "select-app", options: "the provider's clients, by their names", isClosed: true,
      meaning: "The client that the provider opens.",
      example: "on select-app choose \"Sample App\""),
  ]

  static let subjects: [EngineVocabulary.KnownWord] = [
    .init(
      Naming("client"), key: "client", meaning: "The app that requests tokens.",
      example: "on login client cancel"),
    .init(
      Naming("provider"), key: "provider", meaning: "The app where users are logged in.",
      example: "on login provider cancel"),
    .init(
      Naming("standard"), key: "standard", meaning: "A login in the client itself.",
      example: "on choose-login choose standard"),
    .init(
      Naming("identity-provider"), key: "identity-provider",
      meaning: "A login by the provider's app; standard login if it isn't installed.",
      example: "on choose-login choose identity-provider"),
    .init(
      Naming("add-account"), key: "add-account", meaning: "A user that the provider doesn't have.",
      example: "on select-account choose add-account"),
    .init(
      Naming("allow"), key: "allow", meaning: "The client may have the access.",
      example: "on approve choose allow"),
    .init(
      Naming("deny"), key: "deny", meaning: "The client may not.",
      example: "on approve choose deny"),
  ]

  static let capabilities: [EngineVocabulary.KnownWord] = [
    .init(
      Naming("cancel"), key: "cancel", meaning: "Cancel the step; an approval is denied.",
      example: "on select-account cancel"),
    .init(
      Naming("deny"), key: "deny", meaning: "Deny the client's request.",
      example: "on approve deny"),
  ]
}
