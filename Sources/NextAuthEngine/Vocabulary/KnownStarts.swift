import FlowEngine

/// The ways in which a session begins (S2), and what can be said of each.
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
      meaning: "Log in from inside of the app, with the only account or a given one.",
      example: "start app-login"),
    .init(
      "enrol", parameters: ["age", "binary", "by", "data", "name", "server"],
      meaning: "Enrol a new account.", example: "start enrol with name = \"ann\""),
  ]

  /// What the parameters are.
  static let parameters: [EngineVocabulary.KnownParameter] = [
    .init(
      "account", .text,
      meaning: "The account that is meant; one that a server's offer names is preselected.",
      example: "start app-login with account = \"jane\""),
    .init(
      "again", .boolean, meaning: "Whether it is the push message that came last, once more.",
      example: "start push with again = true"),
    .init(
      "age", .duration, meaning: "How long ago the server has made what the session begins by.",
      example: "start qr with age = 10m"),
    .init(
      "binary", .boolean, meaning: "Whether the QR code holds bytes instead of a text.",
      example: "start qr with binary = true"),
    .init(
      "by", .word(["qr", "deep-link", "push"]), meaning: "How an enrolment comes to the device.",
      example: "start enrol with by = deep-link"),
    .init(
      "data", .text,
      meaning: "What the app has scanned or received, in place of what a simulated server makes.",
      example: "start qr with data = secret QR"),
    .init(
      "name", .text, meaning: "What the new account of an enrolment is called.",
      example: "start enrol with name = \"ann\""),
    .init(
      "second-factor", .word(["required", "skip"]),
      meaning: "Whether this one session needs a second factor, whatever the server's policy is.",
      example: "start qr with second-factor = skip"),
    .init(
      "server", .text, meaning: "The server that the session is at, where the org has several.",
      example: "start qr with server = \"bank.example\""),
    .init(
      "type", .word(["login", "enrol", "logout", "removal", "message"]),
      meaning: "What a push message is about; a login, where it isn't said.",
      example: "start push with type = message"),
  ]
}

/// What else can happen during a run, after `meanwhile`.
enum KnownEvents {
  /// The app's own removal of an account.
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
      "biometrics-removed", meaning: "The biometrics of the device's own change.",
      example: "on second-factor once meanwhile biometrics-removed"),
    .init(
      "ping-lost", parameters: ["account", "server"],
      meaning: "The server hears no more of an active session.",
      example: "on active meanwhile ping-lost"),
    .init(
      "app-activity",
      meaning: "The person uses the app, so that an AppLogin isn't inactive.",
      example: "on active once wait 4m then meanwhile app-activity"),
    .init(
      deletion, parameters: ["account"],
      meaning: "The app removes an account from the device.",
      example: "on active meanwhile delete-account with account = \"jane\""),
  ]
}
