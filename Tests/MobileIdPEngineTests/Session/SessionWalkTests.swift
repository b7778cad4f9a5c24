import FlowEngine
import FlowHTTP
import MobileIdPEngine
import TestSupport
import Testing

/// Random walks through whole runs.
///
/// A failure prints its seed, and `FLOW_MOBILE_IDP_SEED` starts with it.
@Suite("Random walks through runs of the mobile flow")
struct SessionWalkTests {
  static let walks: UInt64 = 120
  static let moves = 14

  /// A run that may have any of the world's variations.
  private static func scene(_ random: inout SeededGenerator) throws -> SessionScene {
    func maybe() -> Bool { Int.random(in: 0..<4, using: &random) == 0 }
    let users = [[], [Known.ada], [Known.ada, Known.bob]].randomElement(using: &random) ?? []
    var scene = try SessionScene(users, server: FakeServer(needsApproval: !maybe()))
    if maybe() { try scene.knowAda(refreshToken: maybe() ? nil : ClientScene.refreshToken) }
    if maybe() { scene.device.give("sampleidpapp", to: nil) }
    if maybe() { scene.device.give("sampleapp", to: "Thief") }
    if maybe() { scene.world.clients[0].configuration.replacesPending = true }
    if maybe() {
      scene.world.providers[0].configuration.passcode = Secret(SessionScene.passcode)
    }
    if maybe() { scene.world.providers[0].configuration.secondRequest = .queue }
    if maybe() {
      scene.world.clients[0].configuration.profile = .ios
      scene.world.providers[0].configuration.profile = .ios
    }
    if maybe() {
      scene.world.login = NestedLogin(
        engine: FakeLogin(
          .success(NestedLoginTests.identify), .success(NestedLoginTests.identify),
          .success(NestedLoginTests.done))
      ) { _, _ in Secret(FakeServer.assertion) }
    }
    for path in [EndpointPathName.token, EndpointPathName.bridge, EndpointPathName.authorize]
    where maybe() {
      let answers: [FakeServer.Reply] = [
        .success(Answer.refusal("invalid_grant")), .success(Answer.expired),
        .success(HTTPResponse(status: 500)), .failure(.dropped("gone")), .failure(.timedOut(.zero)),
      ]
      if let answer = answers.randomElement(using: &random) { scene.server.answer(path, answer) }
    }
    return scene
  }

  /// An action that a script, or someone outside, could take now.
  private static func move(
    at scene: SessionScene, _ random: inout SeededGenerator
  ) -> Move {
    let events: [Move] = [
      .outside("again", parameters: [Given("command", .text("authrequest"))]),
      .outside("again", parameters: [Given("command", .text("authresponse"))]),
      .outside(
        "message",
        parameters: [
          Given("url", .text("sampleapp://oauth2/v1.0/idpinit?login_host=login.salesforce.com"))
        ]),
      .outside(
        "message", parameters: [Given("url", .text("sampleapp://oauth2/v1.0/error?state=x"))]),
      .outside(
        "message",
        parameters: [Given("url", .text(Known.url("authrequest", Known.request).reveal()))]),
      .use(Capability("cancel"), step: nil), .look,
    ]
    if Int.random(in: 0..<5, using: &random) == 0, let event = events.randomElement(using: &random)
    {
      return event
    }
    guard let index = scene.response.steps.indices.randomElement(using: &random) else {
      return events.randomElement(using: &random) ?? .look
    }
    let step = scene.response.steps[index]
    let values = [
      "username": "ada@acme.test", "password": FakeServer.password,
      "passcode": SessionScene.passcode, "identifier": "ada@acme.test",
    ]
    let isWrong = Int.random(in: 0..<5, using: &random) == 0
    let answers = step.fields.filter { !$0.isChoice }.map {
      Given($0.name, .secret(Secret(isWrong ? "wrong" : values[$0.name] ?? "")))
    }
    let choice = step.choices.indices.randomElement(using: &random)
    return .submit(step: index, selection: choice.map { Selection(choice: $0) }, answers: answers)
  }

  /// Texts that no line, fact, message or step may show.
  static let secrets = [
    FakeServer.password, FakeServer.assertion, SessionScene.passcode, "access-1", "refresh-1",
    "provider-access-", "provider-refresh-", ClientScene.accessToken, ClientScene.refreshToken,
    "code-1", "own-code", "cookie-of-the-session", "one-time", "page-1", "their-token",
  ]

  @Test("No password, token, code, state, verifier or assertion is shown anywhere")
  func secrecy() async throws {
    var endings: Set<Outcome> = []
    var lines = 0
    var seen: Set<String> = []
    for seed in Known.seed..<Known.seed + Self.walks {
      var random = SeededGenerator(seed: seed)
      var scene = try Self.scene(&random)
      let intent = ["client", "client", "provider"].randomElement(using: &random) ?? "client"
      _ = await scene.failure { try await $0.start(intent) }
      var words: Set<Substring> = []
      for _ in 0..<Self.moves {
        let move = Self.move(at: scene, &random)
        let failure = await scene.failure { try await $0.perform(move) }
        for text in Self.shown(scene.response) + ["\(failure as Any)"] {
          words.formUnion(Self.words(of: text))
        }
        seen.formUnion(scene.steps)
        if let outcome = scene.response.outcome { endings.insert(outcome) }
      }
      for line in scene.lines.all { words.formUnion(Self.words(of: line)) }
      for secret in Self.secrets + scene.random.secrets {
        let found = words.first { $0.utf8.count >= secret.utf8.count && $0.contains(secret) }
        #expect(found == nil, "FLOW_MOBILE_IDP_SEED=\(seed)")
      }
      lines += scene.lines.all.count
      #expect(scene.lines.all.allSatisfy { !$0.contains("\n") })
    }
    #expect(lines > 1_000)
    #expect(endings.isSuperset(of: [.success, .failure, .cancelled]))
    let known = MobileIdPEngine.vocabulary.steps.map(\.name)
    #expect(seen == Set(known + ["identify"]), "a walk comes to every step")
  }

  /// The words of a text, none of which may contain a secret: the secrets here consist of such
  /// words.
  private static func words(of text: String) -> [Substring] {
    text.utf8.split { byte in
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x80..., 0x2D, 0x5F: false
      default: true
      }
    }.map(Substring.init)
  }

  /// Everything in a response that is shown.
  private static func shown(_ response: Response) -> [String] {
    var printed = ""
    dump(response.facts, to: &printed)
    dump(response.tokens, to: &printed)
    return [printed] + response.callbacks + response.messages.map(\.text)
      + response.facts.map { "\($0.name) \($0.value.shown)" }
      + response.steps.flatMap(\.showing).map(\.value.shown)
  }

  @Test("Every fact is in the vocabulary, with the type that it declares")
  func facts() async throws {
    let known = Dictionary(
      MobileIdPEngine.vocabulary.knownFacts.map { ($0.name, $0.kind) }, uniquingKeysWith: { $1 })
    let parts = Set(
      MobileIdPEngine.vocabulary.messages.flatMap { message in
        message.parameters.flatMap { ["\(message.name).\($0)", "message.\($0)"] }
      })
    var told: Set<String> = []
    for seed in Known.seed..<Known.seed + 60 {
      var random = SeededGenerator(seed: seed)
      var scene = try Self.scene(&random)
      guard scene.world.login == nil else { continue }
      _ = await scene.failure { try await $0.start("client") }
      for _ in 0..<Self.moves {
        let move = Self.move(at: scene, &random)
        _ = await scene.failure { try await $0.perform(move) }
        for fact in scene.response.facts {
          told.insert(fact.name)
          guard let kind = known[fact.name] else {
            #expect(parts.contains(fact.name), "FLOW_MOBILE_IDP_SEED=\(seed) \(fact.name)")
            continue
          }
          if case .list = fact.value {
            #expect(kind == .list, "\(fact.name)")
          } else {
            #expect(kind == .text, "\(fact.name)")
          }
        }
        #expect(
          Set(scene.response.facts.map(\.name)).count == scene.response.facts.count,
          "FLOW_MOBILE_IDP_SEED=\(seed)")
      }
    }
    #expect(told.count > 30)
  }
}
