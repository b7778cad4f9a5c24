import FlowEngine

/// The sign-in context that a script can set, and the facts about the policy decision.
enum KnownContext {
  /// The parameters that only a simulated org accepts.
  static let parameters: [EngineVocabulary.KnownParameter] = [
    .init(
      "app", .text, meaning: "The app of the org to sign in to, if the org has several.",
      example: "start sign-in at app \"payroll\""),
    .init(
      "zone", .text, meaning: "The network zones of the request, separated by commas.",
      example: "start sign-in with zone = \"office\""),
    .init(
      "ip", .text, meaning: "The address that the request comes from.",
      example: "start sign-in with ip = \"10.1.2.3\""),
    .init(
      "device", .word(["unregistered", "registered", "managed"]),
      meaning: "The state of the device at the org; a managed device is also registered.",
      example: "start sign-in with device = managed"),
    .init(
      "risk", .word(["low", "medium", "high"]), meaning: "The risk of the sign-in.",
      example: "start sign-in with risk = high"),
    .init(
      "platform", .word(["ios", "android", "macos", "windows", "linux", "chromeos", "other"]),
      meaning: "The platform of the device.", example: "start sign-in with platform = ios"),
    .init(
      "clock", .duration, meaning: "The shift of the org's clock for this sign-in.",
      example: "start sign-in with clock = +8h"),
    .init(
      "session", .text, meaning: "The user with an open session in the browser.",
      example: "start sign-in with session = \"jane@example.com\""),
    .init(
      "session-state", .text,
      meaning: "What was verified in that session and how long ago, whether it has been `in use` "
        + "since, and whether it is `kept` because the user stays signed in.",
      example:
        "start sign-in with session = \"jane@example.com\", session-state = \"password 5h ago, in use\""
    ),
    .init(
      "remembered", .text,
      meaning: "The user who had the device remembered, for a session policy of `mfa per device`.",
      example: "start sign-in with remembered = \"jane@example.com\""),
    .init(
      "behavior", .text,
      meaning: "The behaviors of the sign-in, by the names in rules, parted by semicolons; it has "
        + "no other one.",
      example: "start sign-in with behavior = \"New IP\""),
    .init(
      "posture", .text,
      meaning: "What the device fulfills, parted by semicolons: `os-version 14.1`, "
        + "`disk-encryption full`, `screen-lock biometric`, `secure-hardware`, `not-jailbroken`, or "
        + "the text of a `check`.",
      example: "start sign-in with platform = macos, posture = \"os-version 14.1\""),
    .init(
      "unknown", .text,
      meaning: "The org's `unknown` conditions that hold, by their reasons, parted by semicolons; "
        + "no other one does.",
      example: "start sign-in with unknown = \"behavior: new device\""),
  ]

  /// The facts about the policy decision, the user and the tokens.
  static let facts: [EngineVocabulary.KnownFact] = [
    .init(
      "rule", .text,
      meaning: "The deciding rule of the authentication policy; only for a simulated org.",
      example: "expect rule is \"staff\""),
    .init(
      "session-rule", .text,
      meaning: "The deciding rule of the global session policy; only for a simulated org.",
      example: "expect session-rule is \"default\""),
    .init(
      "factors", .number,
      meaning: "The number of verified factor types; only for a simulated org.",
      example: "expect factors is 2"),
    .init(
      "user.email", .text,
      meaning: "The user's email address, from a page, or from `userinfo` with the scope `email`.",
      example: "expect user.email is \"jane@example.com\""),
    .init(
      "user.name", .text,
      meaning: "The user's full name, from `userinfo` with the scope `profile`.",
      example: "expect user.name is \"Jane Doe\""),
    .init(
      "amr", .list, meaning: "The methods used, from the ID token.",
      example: "expect amr contains \"mfa\""),
    .init(
      "token.amr", .list, meaning: "The same as `amr`.",
      example: "expect token.amr contains \"mfa\""),
    .init(
      "token.scope", .text, meaning: "The granted scopes as the server writes them.",
      example: "expect token.scope is \"openid profile\""),
    .init(
      "token.scopes", .list, meaning: "The granted scopes, one by one.",
      example: "expect token.scopes contains \"openid\""),
    .init(
      "token.type", .text, meaning: "The type of the access token.",
      example: "expect token.type is \"Bearer\""),
    .init(
      "token.expiresIn", .number, meaning: "The lifetime of the access token in seconds.",
      example: "expect token.expiresIn <= 3600"),
  ]

  /// The reason why a response can lack a fact, in a clause; `nil` if there is no special reason.
  static func absence(of fact: String, isSimulated: Bool) -> String? {
    switch fact {
    case "rule", "session-rule", "factors":
      isSimulated ? "no decision was made" : "only a simulated org reports it"
    case "user.email": "no page and no `userinfo` contains it; ask for the scope `email`"
    case "amr", "token.amr": "no received ID token contains it"
    default: nil
    }
  }
}
