import FlowEngine

/// The ways in which a script can start a session (S2), with their parameters.
enum KnownStarts {
  static let all: [EngineVocabulary.Intent] = [
    .init(
      "qr", parameters: ["account", "age", "binary", "data", "second-factor", "server"],
      meaning: "Scan the QR code of a login.", example: "start qr"),
    .init(
      "deep-link", parameters: ["account", "age", "data", "second-factor", "server"],
      meaning: "Open the deep link of a login.", example: "start deep-link"),
    .init(
      "push",
      parameters: ["account", "again", "age", "data", "name", "second-factor", "server", "type"],
      meaning: "Receive an encrypted push message.", example: "start push"),
    .init(
      "app-login", parameters: ["account"],
      meaning: "Log in from inside the app, with the only account or a given one.",
      example: "start app-login"),
    .init(
      "enroll", parameters: ["age", "binary", "by", "data", "name", "server"],
      meaning: "Enroll a new account.", example: "start enroll with name = \"ann\""),
  ]

  /// The parameters of starts and events.
  static let parameters: [EngineVocabulary.KnownParameter] = [
    .init(
      "account", .text,
      meaning: "The account to use; an account that a server's offer names is preselected.",
      example: "start app-login with account = \"jane\""),
    .init(
      "again", .boolean, meaning: "Whether to receive the latest push message again.",
      example: "start push with again = true"),
    .init(
      "age", .duration, meaning: "The age of the server's data that starts the session.",
      example: "start qr with age = 10m"),
    .init(
      "binary", .boolean, meaning: "Whether the QR code holds bytes instead of a text.",
      example: "start qr with binary = true"),
    .init(
      "by", .word(["qr", "deep-link", "push"]),
      meaning: "The way an enrollment reaches the device.",
      example: "start enroll with by = deep-link"),
    .init(
      "data", .text,
      meaning: "The data that the app scanned or received, instead of a simulated server's.",
      example: "start qr with data = secret QR"),
    .init(
      "name", .text, meaning: "The name of the new account of an enrollment.",
      example: "start enroll with name = \"ann\""),
    .init(
      "second-factor", .word(["required", "skip"]),
      meaning: "Whether this session needs a second factor, regardless of the server's policy.",
      example: "start qr with second-factor = skip"),
    .init(
      "server", .text, meaning: "The server of the session, if the org has several.",
      example: "start qr with server = \"bank.example\""),
    .init(
      "type", .word(["login", "enroll", "logout", "removal", "message"]),
      meaning: "The purpose of a push message; the default is a login.",
      example: "start push with type = message"),
  ]
}

/// The events that a script can cause with `meanwhile`, other than starts.
enum KnownEvents {
  /// The event that the app itself removes an account.
  static let deletion = "delete-account"

  static let all: [EngineVocabulary.Intent] = [
    .init(
      "server-logout", parameters: ["account", "server"], meaning: "The server ends a session.",
      example: "on active wait 5m then meanwhile server-logout"),
    .init(
      "account-deleted", parameters: ["account", "server"],
      meaning: "The server deletes an account.",
      example: "on active meanwhile account-deleted with account = \"jane\""),
    .init(
      "biometrics-removed", meaning: "The device's own biometrics change.",
      example: "on second-factor once meanwhile biometrics-removed"),
    .init(
      "ping-lost", parameters: ["account", "server"],
      meaning: "The server receives no more pings of an active session.",
      example: "on active meanwhile ping-lost"),
    .init(
      "app-activity",
      meaning: "The user uses the app, so that an AppLogin isn't inactive.",
      example: "on active once wait 4m then meanwhile app-activity"),
    .init(
      deletion, parameters: ["account"],
      meaning: "The app removes an account from the device.",
      example: "on active meanwhile delete-account with account = \"jane\""),
  ]
}
