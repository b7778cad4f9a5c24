import FlowEngine
import FlowHTTP
import MobileIdPEngine
import FlowLock
import TestSupport
import Testing

/// The answer to a step; in these tests, `Answer` is a server's response.
typealias Given = FlowEngine.Answer

/// A run of the base world, driven by a script's words.
struct SessionScene {
  static let clientName = "Sample App"
  static let providerName = "Authenticator"
  static let passcode = "passcode-1"

  var world: MobileIdPWorld
  let device: FakeDevice
  let server: FakeServer
  let random = RandomSource()
  var isSimulated = true
  let lines = LineLog()
  var session: (any Session)?
  var response = Response()
  /// The callbacks of every response so far.
  var callbacks: [String] = []

  /// Makes a run: a client without tokens, and a provider with these users.
  init(
    _ users: [String] = [Known.ada, Known.bob], device: FakeDevice = FakeDevice(),
    server: FakeServer = FakeServer()
  ) throws {
    self.device = device
    self.server = server
    let client = try ClientScene().environment.configuration
    var provider = try ProviderScene(users: users)
    var known: [ProviderUser] = []
    for user in provider.state.users {
      var user = user
      let name = user.account.user.user == Known.ada ? "ada" : "bob"
      user.account.username = "\(name)@acme.test"
      user.account.name = name == "ada" ? "Ada Lovelace" : "Bob"
      known.append(user)
    }
    provider.environment.configuration.otherHosts = client.otherHosts
    world = MobileIdPWorld(
      clients: [.init(name: Self.clientName, configuration: client)],
      providers: [
        .init(
          name: Self.providerName, configuration: provider.environment.configuration, users: known,
          current: known.first?.account.user)
      ],
      usernames: Dictionary(
        known.map { ($0.account.user, $0.account.username) }, uniquingKeysWith: { $1 }))
  }

  /// The client has ada's tokens.
  mutating func knowAda(refreshToken: String? = ClientScene.refreshToken) throws {
    let client = try ClientScene(isKnown: true, hasRefreshToken: refreshToken != nil).state
    world.clients[0].accounts = client.accounts
    world.clients[0].current = client.current
    if let ada = client.current { world.usernames[ada] = "ada@acme.test" }
  }

  // MARK: Moves

  private mutating func take(_ new: Response) {
    response = new
    callbacks += new.callbacks
  }

  mutating func start(_ intent: String = "client", _ parameters: (String, String)...) async throws {
    let lines = lines
    let random = random
    var session = MobileIdPEngine(
      world: world, transport: server, router: device, surroundings: isSimulated ? device : nil,
      randomBytes: { random.bytes($0) }, observer: { lines.add($0) }
    ).makeSession()
    defer { self.session = session }
    take(
      try await session.start(
        Start(intent: intent, parameters: parameters.map { Given($0.0, .text($0.1)) })))
  }

  mutating func perform(_ move: Move) async throws {
    guard var session else { throw OAuthRefusal.malformed }
    defer { self.session = session }
    take(try await session.perform(move))
  }

  /// Chooses by a word at the first step, with fields of the choice.
  mutating func choose(_ word: String, _ fields: (String, String)...) async throws {
    let step = try #require(response.steps.first)
    let choice = try #require(
      step.choices.firstIndex { $0.naming.answers(to: Naming.normalized(word)) },
      "\(word) is not among \(step.choices.map(\.naming.word))")
    try await perform(
      .submit(
        step: 0, selection: Selection(choice: choice),
        answers: fields.map { Given($0.0, .text($0.1)) }))
  }

  /// Answers fields of the first step.
  mutating func answer(_ fields: (String, String)...) async throws {
    try await perform(
      .submit(step: 0, selection: nil, answers: fields.map { Given($0.0, .text($0.1)) }))
  }

  mutating func logIn(_ password: String = FakeServer.password) async throws {
    try await answer(("username", "ada@acme.test"), ("password", password))
  }

  mutating func use(_ capability: String, step: Int? = nil) async throws {
    try await perform(.use(Capability(capability), step: step))
  }

  mutating func outside(_ event: String, _ parameters: (String, String)...) async throws {
    try await perform(
      .outside(event, parameters: parameters.map { Given($0.0, .text($0.1)) }))
  }

  /// The failure of an action.
  mutating func failure(
    _ act: (inout SessionScene) async throws -> Void
  ) async -> EngineFailure? {
    do {
      try await act(&self)
      return nil
    } catch {
      return error as? EngineFailure
    }
  }

  // MARK: Results

  /// The names of the steps.
  var steps: [String] { response.steps.map(\.name) }

  func value(_ fact: String) -> Value? { response.facts.first { $0.name == fact }?.value }

  /// A fact as a text.
  func fact(_ name: String) -> String? { value(name)?.shown }

  /// A fact that is a list.
  func list(_ name: String) -> [String] {
    guard case .list(let values)? = value(name) else { return [] }
    return values.map(\.shown)
  }
}

/// Random values, derived from a number, and recorded so that a test can look for them.
final class RandomSource: Sendable {
  private let state = Mutex((generator: SeededGenerator(seed: Known.seed), given: [[UInt8]]()))

  func bytes(_ count: Int) -> [UInt8] {
    state.withLock { state in
      let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &state.generator) }
      state.given.append(bytes)
      return bytes
    }
  }

  /// The verifiers and states so far; ids of devices aren't secrets.
  var secrets: [String] {
    state.withLock { $0.given }.filter { $0.count > 16 }.map(Base64URL.encode)
  }
}

/// The lines that an observer received.
final class LineLog: Sendable {
  private let lines = Mutex<[String]>([])

  func add(_ line: String) { lines.withLock { $0.append(line) } }
  var all: [String] { lines.withLock { $0 } }
}
