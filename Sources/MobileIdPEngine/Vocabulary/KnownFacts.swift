import FlowEngine

/// The facts of a run that conditions can use.
enum KnownFacts {
  static let all: [EngineVocabulary.KnownFact] = signIn + apps + messages

  private static let signIn: [EngineVocabulary.KnownFact] = [
    .init(
      "via", .text, values: ClientOutcome.Via.allCases.map(\.rawValue),
      meaning: "How the user was signed in: `refresh`, `standard`, `idp` or `switched`.",
      example: "expect success and via is \"idp\""),
    .init(
      "fallback", .text, values: ["none"] + ClientFallback.allCases.map(\.rawValue),
      meaning: "Why a chosen provider was skipped: `none`, `no-idp-configured`, "
        + "`idp-not-found`.",
      example: "expect fallback is \"idp-not-found\""),
    .init(
      "user", .text, meaning: "The user signed in to the client, by name or else by ids.",
      example: "expect user is \"ada@acme.test\""),
    .init(
      "user.hint", .text, meaning: "The user signed in to the client, as `orgid:userid`.",
      example: "expect user.hint is \"00D000000000001EAA:005000000000001AAA\""),
    .init(
      "scopes", .list, meaning: "The scopes of the client's tokens.",
      example: "expect scopes contains \"api\""),
    .init(
      "start-url", .text, meaning: "The address that the client opened after the sign-in.",
      example: "expect start-url is \"https://acme.test/home\""),
    .init(
      "reason", .text, meaning: "The reason why the client isn't signed in.",
      example: "expect failure and reason is \"state-mismatch\""),
    .init(
      "code", .text, meaning: "The error code of the server or of the provider.",
      example: "expect failure and code is \"access_denied\""),
    .init(
      "description", .text, meaning: "The text that came with the code.",
      example: "expect description is \"invalid credentials\""),
  ]

  private static let apps: [EngineVocabulary.KnownFact] = [
    .init(
      "app", .text, meaning: "The app that asks; the client of the run if none does.",
      example: "expect app is \"Sample App\""),
    .init(
      "client.state", .text, values: ClientTransition.Place.allCases.map(\.rawValue),
      meaning: "The client's state, by its name in the tables.",
      example: "expect client.state is \"awaiting-idp\""),
    .init(
      "client.users", .list, meaning: "The users whose tokens the client has.",
      example: "expect client.users contains \"ada@acme.test\""),
    .init(
      "client.tokens", .list, meaning: "The client's tokens, described in words.",
      example: "expect client.tokens contains \"access-token of ada@acme.test for SP_KEY\""),
    .init(
      "client.calls", .list, meaning: "The client's requests to servers, in order.",
      example: "expect client.calls contains \"token\""),
    .init(
      "provider.state", .text, values: ProviderTransition.Place.allCases.map(\.rawValue),
      meaning: "The provider's state, by its name in the tables.",
      example: "expect provider.state is \"idle\""),
    .init(
      "provider.users", .list, meaning: "The users logged in to the provider.",
      example: "expect provider.users contains \"ada@acme.test\""),
    .init(
      "provider.tokens", .list, meaning: "The provider's tokens, described in words.",
      example: "expect provider.tokens contains \"access-token of ada@acme.test for IDP_KEY\""),
    .init(
      "provider.calls", .list, meaning: "The provider's requests to servers, in order.",
      example: "expect provider.calls contains \"singleaccess\""),
  ]

  private static let messages: [EngineVocabulary.KnownFact] = [
    .init(
      "sent", .list, values: MessageCommand.allCases.map(\.rawValue),
      meaning: "The commands of all messages that apps received, in order.",
      example: "expect sent contains \"authrequest\""),
    .init(
      "dropped", .list, meaning: "The reasons for dropped messages, one word each, in order.",
      example: "expect dropped contains \"no-pending-request\""),
    .init(
      "message.command", .text, values: MessageCommand.allCases.map(\.rawValue),
      meaning: "The command of the latest message.",
      example: "expect message.command is \"authresponse\""),
    .init(
      "message.from", .text, meaning: "The app that sent the latest message.",
      example: "expect message.from is \"Authenticator\""),
    .init(
      "message.to", .text, meaning: "The app that received the latest message.",
      example: "expect message.to is \"Sample App\""),
  ]
}
