import FlowEngine

/// The ways in which a script can start a run.
enum KnownStarts {
  static let all: [EngineVocabulary.Intent] = [
    .init(
      "client", parameters: ["app"],
      meaning: "Open a client app, which refreshes its token or asks how to log in.",
      example: "start from client with app = \"Sample App\""),
    .init(
      "provider", parameters: ["app"],
      meaning: "Open the identity provider's app, which opens the chosen client.",
      example: "start from provider"),
    .init(
      "message", parameters: ["bundle", "from", "to", "url"],
      meaning: "Open a URL, or a bundle on Android, as an app or as an unknown sender.",
      example: "start message with url = \"sampleapp://oauth2/v1.0/idpinit\", from = \"Thief\""),
  ]

  /// The parameters of starts and events.
  static let parameters: [EngineVocabulary.KnownParameter] = [
    .init(
      "app", .text, meaning: "The app to use, by its name; the default is the first of its role.",
      example: "start from client with app = \"Sample App\""),
    .init(
      "bundle", .text,
      meaning: "The bundle of an Android intent: the command, then NAME=value lines.",
      example: "start message with bundle = \"idpinit\\nlogin_host=login.salesforce.com\""),
    .init(
      "command", .word(MessageCommand.allCases.map(\.rawValue)),
      meaning: "The command whose latest message is sent again.",
      example: "on select-account once meanwhile again with command = authrequest"),
    .init(
      "from", .text, meaning: "The app that opens the URL, as the device reports it.",
      example: "start message with url = \"sampleapp://oauth2/v1.0/idpinit\", from = \"Thief\""),
    .init(
      "to", .text,
      meaning:
        "The app that receives a bundle, by name or scheme; the default fits the command.",
      example: "start message with bundle = \"idpinit\", to = \"Sample App\""),
    .init(
      "url", .text, meaning: "The URL that is opened, byte for byte.",
      example: "start message with url = \"sampleapp://oauth2/v1.0/idpinit\""),
  ]
}

/// The events that a script can cause with `meanwhile`.
enum KnownEvents {
  static let all: [EngineVocabulary.Intent] = [
    .init(
      "message", parameters: ["bundle", "from", "to", "url"],
      meaning: "An app opens a URL, or a bundle on Android.",
      example:
        "on select-account once meanwhile message with url = \"sampleapp://oauth2/v1.0/error\""),
    .init(
      "again", parameters: ["command"],
      meaning: "The app that sent a message opens the same URL again.",
      example: "on select-account once meanwhile again with command = authrequest"),
    .init(
      "uninstall", parameters: ["app"], meaning: "An app is removed from the device.",
      example: "on select-account once meanwhile uninstall with app = \"Authenticator\""),
  ]
}
