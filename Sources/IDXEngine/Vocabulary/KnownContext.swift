import FlowEngine

/// What a script can say of the circumstances of a sign-in, and ask of what was decided.
enum KnownContext {
  /// The parameters that a simulated org alone takes.
  static let parameters: [EngineVocabulary.KnownParameter] = [
    .init(
      "zone", .text, meaning: "The network zones that the request comes from, parted by commas.",
      example: "start sign-in with zone = \"office\""),
    .init(
      "ip", .text, meaning: "The address that the request comes from.",
      example: "start sign-in with ip = \"10.1.2.3\""),
    .init(
      "device", .word(["unregistered", "registered", "managed"]),
      meaning: "What the org knows of the device; a managed one is registered too.",
      example: "start sign-in with device = managed"),
    .init(
      "risk", .word(["low", "medium", "high"]), meaning: "How risky the sign-in looks.",
      example: "start sign-in with risk = high"),
    .init(
      "platform", .word(["ios", "android", "macos", "windows", "linux", "chromeos", "other"]),
      meaning: "What the device runs on.", example: "start sign-in with platform = ios"),
    .init(
      "clock", .duration, meaning: "How far the org's clock is moved for this sign-in.",
      example: "start sign-in with clock = +8h"),
    .init(
      "session", .text, meaning: "Whose session is open in the browser that it begins in.",
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
      meaning: "Who has had the device remembered, for a session policy of `mfa per device`.",
      example: "start sign-in with remembered = \"jane@example.com\""),
    .init(
      "unknown", .text,
      meaning: "The org's `unknown` conditions that hold, by their reasons, parted by semicolons; "
        + "no other one does.",
      example: "start sign-in with unknown = \"behavior: new device\""),
  ]

  /// The facts that say what was decided and granted.
  static let facts: [EngineVocabulary.KnownFact] = [
    .init(
      "rule", .text,
      meaning: "The authentication policy's rule that decides; a simulated org alone tells.",
      example: "expect rule is \"staff\""),
    .init(
      "session-rule", .text,
      meaning: "The global session policy's rule that decides; a simulated org alone tells.",
      example: "expect session-rule is \"default\""),
    .init(
      "factors", .number,
      meaning: "How many kinds of factor were verified; a simulated org alone tells.",
      example: "expect factors is 2"),
    .init(
      "user.email", .text,
      meaning: "The user's mail address, as a page says it, or `userinfo` with the scope `email`.",
      example: "expect user.email is \"jane@example.com\""),
    .init(
      "user.name", .text,
      meaning: "The user's whole name, as `userinfo` says it with the scope `profile`.",
      example: "expect user.name is \"Jane Doe\""),
    .init(
      "amr", .list, meaning: "The methods that the ID token says were used.",
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
      "token.type", .text, meaning: "The kind of the access token.",
      example: "expect token.type is \"Bearer\""),
    .init(
      "token.expiresIn", .number, meaning: "How many seconds the access token lives.",
      example: "expect token.expiresIn <= 3600"),
  ]

  /// Why a response hasn't one of the facts, in a clause.
  static func absence(of fact: String, isSimulated: Bool) -> String? {
    switch fact {
    case "rule", "session-rule", "factors":
      isSimulated ? "nothing was decided" : "only a simulated org tells it"
    case "user.email": "no page and no `userinfo` says it; ask for the scope `email`"
    case "amr", "token.amr": "no ID token has come that says it"
    default: nil
    }
  }
}
