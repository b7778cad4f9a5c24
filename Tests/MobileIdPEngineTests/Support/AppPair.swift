import FlowEngine
import FlowHTTP
import MobileIdPEngine
import TestSupport

/// A client and a provider together, with random events.
struct AppPair {
  var client: ClientScene
  var provider: ProviderScene
  private var random: SeededGenerator

  /// The messages between the apps that haven't arrived.
  private var underway: [MessageURL] = []

  /// Texts that no message may contain: passwords, tokens, the passcode, the client's verifier.
  static let secrets = [
    ClientScene.accessToken, ClientScene.refreshToken, ClientScene.password,
    ProviderScene.accessToken, ProviderScene.refreshToken, ProviderScene.password,
    ProviderScene.passcode, Known.verifier, "cookie-of-the-session", "access-1", "refresh-1",
    "provider-access-1", "one-time", "page-1",
  ]

  init(seed: UInt64) throws {
    random = SeededGenerator(seed: seed)
    client = try ClientScene(
      isKnown: Bool.random(using: &random), hasRefreshToken: Bool.random(using: &random))
    let users = [[], [Known.ada], [Known.ada, Known.bob]].randomElement(using: &random) ?? []
    provider = try ProviderScene(
      users: users, dead: Bool.random(using: &random) ? [Known.ada] : [])
    configure()
  }

  private mutating func configure() {
    func maybe() -> Bool { Int.random(in: 0..<4, using: &random) == 0 }
    if maybe() { client.environment.openable = [] }
    if maybe() { client.environment.configuration.providerScheme = nil }
    client.environment.configuration.replacesPending = maybe()
    if maybe() {
      client.environment.keychain = [
        .init(group: "group", reference: "reference"): Array(repeating: 7, count: 128)
      ]
    }
    if maybe() {
      client.environment.configuration.profile = .ios
      provider.environment.configuration.profile = .ios
    }
    if maybe() { provider.environment.openable = [] }
    if maybe() { provider.environment.configuration.passcode = Secret(ProviderScene.passcode) }
    provider.environment.configuration.passcodeAttempts = maybe() ? 1 : nil
    provider.environment.configuration.loginAttempts = maybe() ? 1 : nil
    provider.environment.configuration.verifiesCaller = maybe()
    if maybe() { provider.environment.configuration.unmatchedHint = .selectAccount }
    if maybe() { provider.environment.configuration.secondRequest = .queue }
    if maybe() { provider.environment.configuration.refusedSession = .login }
  }

  /// Performs one action.
  mutating func move() {
    if !underway.isEmpty, Int.random(in: 0..<3, using: &random) > 0 {
      let url = underway.removeFirst()
      if url.description.hasPrefix("sampleapp") {
        client.send(.received(url))
      } else {
        provider.send(.received(url, from: nil))
      }
    } else if Bool.random(using: &random) {
      if let event = AppPair.clientEvents.randomElement(using: &random) { client.send(event) }
    } else {
      let likely = Bool.random(using: &random) ? AppPair.likely[provider.state.place] : nil
      if let event = (likely ?? AppPair.providerEvents).randomElement(using: &random) {
        provider.send(event)
      }
    }
    let opened = (client.opened, provider.opened)
    underway += (opened.0.dropFirst(seen.0) + opened.1.dropFirst(seen.1)).map { MessageURL($0) }
    seen = (opened.0.count, opened.1.count)
  }

  /// The number of messages of each that were sent.
  private var seen = (0, 0)

  /// Events that lead further in the states that few walks reach.
  private static let likely: [ProviderTransition.Place: [ProviderEvent]] = [
    .bridging: [.answered(Answer.bridge), .answered(Answer.toAuthorize)],
    .authorizing: [.answered(Answer.approvalPage), .answered(Answer.code)],
    .approve: [
      .approve(true), .approve(false), .answered(Answer.code), .answered(Answer.denied),
    ],
  ]

  private static let answers = [
    Answer.tokens(), Answer.tokens(Known.bob), Answer.tokens(access: "provider-access-1"),
    Answer.refusal("invalid_grant"),
    Answer.loginPage, Answer.loginAgain, Answer.approvalPage, Answer.noWebScope, Answer.bridge,
    Answer.toAuthorize, Answer.toLoginError, Answer.expired, Answer.code, Answer.denied,
    Answer.ownCode, HTTPResponse(status: 500), Answer.redirect("https://evil.test/"),
  ]

  private static let clientEvents: [ClientEvent] =
    [
      .start, ClientScene.byProvider, ClientScene.standard, ClientScene.ada, .approve(true),
      .approve(false), .cancel, .unanswered, .nothingMore, .notOpened,
      ClientScene.response(),
      ClientScene.response(state: "x"), ClientScene.response(code: ""), ClientScene.error(),
      ClientScene.error(state: "x"), ClientScene.start(), ClientScene.start(hint: nil),
      ClientScene.start(hint: "abc"), ClientScene.codeStart,
    ] + answers.map { .answered($0) }

  private static let providerEvents: [ProviderEvent] =
    [
      .start, ProviderScene.request(), ProviderScene.request(hint: Known.adaHint),
      ProviderScene.request(hint: ProviderScene.stranger), ProviderScene.request("state"),
      ProviderScene.request("oauth_redirect_uri"), ProviderScene.request("login_host", "evil.test"),
      .addAccount, ProviderScene.login, .passcode(Secret(ProviderScene.passcode)),
      .passcode(Secret("no")), .approve(true), .approve(false), .chooseApp("Sample App"),
      .chooseApp("Second App"), .cancel, .unanswered,
    ] + [Known.ada, Known.bob].compactMap(ProviderScene.choose) + answers.map { .answered($0) }
}
