import FlowEngine

/// The facts that a page states beside its steps.
enum KnownPageFacts {
  static let all: [EngineVocabulary.KnownFact] = [
    .init(
      "message.links", .list, meaning: "The addresses that the server's messages link to.",
      example: "on any when message.links contains \"https://help.example/\" stop"),
    .init(
      "message.params", .list, meaning: "What the texts of the messages are filled in with.",
      example: "on challenge when message.params contains \"3\" stop"),
    .init(
      "password.minLength", .number, meaning: "How many characters a new password needs.",
      example: "on enroll-authenticator password when password.minLength > 12 stop"),
    .init(
      "password.minLowerCase", .number, meaning: "How many small letters it needs.",
      example: "expect password.minLowerCase >= 1"),
    .init(
      "password.minUpperCase", .number, meaning: "How many capital letters it needs.",
      example: "expect password.minUpperCase >= 1"),
    .init(
      "password.minNumber", .number, meaning: "How many digits it needs.",
      example: "expect password.minNumber >= 1"),
    .init(
      "password.minSymbol", .number, meaning: "How many other characters it needs.",
      example: "expect password.minSymbol is 0"),
    .init(
      "password.excludeUsername", .boolean, meaning: "Whether it may not contain the login.",
      example: "expect password.excludeUsername is true"),
    .init(
      "password.excludeAttributes", .list, meaning: "The attributes that it may not contain.",
      example: "expect password.excludeAttributes contains \"firstName\""),
    .init(
      "password.minAgeMinutes", .number,
      meaning: "How many minutes a password must be kept before it can be changed.",
      example: "expect password.minAgeMinutes is 0"),
    .init(
      "password.historyCount", .number, meaning: "How many former passwords can't be used again.",
      example: "expect password.historyCount >= 4"),
    .init(
      "password.daysToExpiry", .number, meaning: "In how many days the password expires.",
      example: "on reenroll-authenticator-warning when password.daysToExpiry > 3 skip"),
  ]
}
