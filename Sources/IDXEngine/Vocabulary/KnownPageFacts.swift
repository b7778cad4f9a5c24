import FlowEngine

/// The facts that a page has in addition to its steps.
enum KnownPageFacts {
  static let all: [EngineVocabulary.KnownFact] = [
    .init(
      "message.links", .list, meaning: "The addresses that the server's messages link to.",
      example: "on any when message.links contains \"https://help.example/\" stop"),
    .init(
      "message.params", .list, meaning: "The values filled into the texts of the messages.",
      example: "on challenge when message.params contains \"3\" stop"),
    .init(
      "password.minLength", .number, meaning: "The minimum length of a new password.",
      example: "on enroll-authenticator password when password.minLength > 12 stop"),
    .init(
      "password.minLowerCase", .number, meaning: "The minimum number of lowercase letters.",
      example: "expect password.minLowerCase >= 1"),
    .init(
      "password.minUpperCase", .number, meaning: "The minimum number of uppercase letters.",
      example: "expect password.minUpperCase >= 1"),
    .init(
      "password.minNumber", .number, meaning: "The minimum number of digits.",
      example: "expect password.minNumber >= 1"),
    .init(
      "password.minSymbol", .number, meaning: "The minimum number of symbols.",
      example: "expect password.minSymbol is 0"),
    .init(
      "password.excludeUsername", .boolean, meaning: "Whether it must not contain the login.",
      example: "expect password.excludeUsername is true"),
    .init(
      "password.excludeAttributes", .list, meaning: "The attributes that it must not contain.",
      example: "expect password.excludeAttributes contains \"firstName\""),
    .init(
      "password.minAgeMinutes", .number,
      meaning: "The minimum age of a password in minutes before it can be changed.",
      example: "expect password.minAgeMinutes is 0"),
    .init(
      "password.historyCount", .number,
      meaning: "The number of former passwords that can't be reused.",
      example: "expect password.historyCount >= 4"),
    .init(
      "password.daysToExpiry", .number, meaning: "The number of days until the password expires.",
      example: "on reenroll-authenticator-warning when password.daysToExpiry > 3 skip"),
  ]
}
