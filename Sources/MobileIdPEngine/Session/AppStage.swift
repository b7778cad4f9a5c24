import FlowEngine
import FlowHTTP

/// An app of a run, by its index in the world.
enum StagedApp: Sendable, Hashable {
  case client(Int)
  case provider(Int)
}

/// The apps of a run, and everything that they exchange with each other, servers and the device.
///
/// The stage is a value type, so that a failed move can discard its changes.
struct AppStage: Sendable {
  /// An event for one of the apps.
  enum Happening: Sendable {
    case client(Int, ClientEvent)
    case provider(Int, ProviderEvent)
  }

  private(set) var world: MobileIdPWorld
  private var surroundings: Surroundings
  private let randomBytes: @Sendable (Int) -> [UInt8]
  /// Whether the device is simulated; if so, no user can cancel outside of the run.
  let isSimulated: Bool
  private(set) var clients: [ClientState]
  private(set) var providers: [ProviderState]
  /// The verifiers of form 2; every app can read them.
  private var keychain: [IdPAuthCodeInit.KeychainItem: [UInt8]] = [:]
  /// The pending events of the apps, in order.
  private var pending: [Happening] = []
  /// The number of events that the current move has handled.
  private var turns = 0
  /// The apps that have been opened, starting with the frontmost.
  private var front: [StagedApp] = []
  /// The apps that were removed from the device.
  private(set) var gone: Set<String> = []
  /// The index of the run's client.
  var focus: Int?
  /// The index of the provider that was used last.
  private(set) var provider = 0
  /// The sign-in of another engine that replaces a provider's login page.
  var login: LoginRun?
  /// The latest response of that engine after its sign-in has ended, until a response contains it.
  var ended: Response?
  var log: RunLog
  /// Receives each secret that the apps send to a server or receive from one.
  let learn: @Sendable (Secret) -> Void
  /// The deadline for answers.
  var deadline: ContinuousClock.Instant? {
    get { surroundings.deadline }
    set { surroundings.deadline = newValue }
  }

  /// The maximum number of events in one move, which ends a cycle of messages.
  ///
  /// A login needs fewer than fifty events.
  static let turnsMax = 200
  /// The time limit of an answer if the run doesn't set a shorter one.
  static let patience = Duration.seconds(30)
  /// The number of random bytes of a `state`, and of a device's id.
  private static let stateBytes = 32
  private static let deviceBytes = 16

  init(
    world: MobileIdPWorld, transport: any Transport, router: any AppRouter, isSimulated: Bool,
    randomBytes: @escaping @Sendable (Int) -> [UInt8], log: RunLog,
    learn: @escaping @Sendable (Secret) -> Void
  ) {
    var world = world
    func deviceID() -> String { Base64URL.encode(randomBytes(AppStage.deviceBytes)) }
    for index in world.clients.indices where world.clients[index].configuration.deviceID == nil {
      world.clients[index].configuration.deviceID = deviceID()
    }
    for index in world.providers.indices
    where world.providers[index].configuration.deviceID == nil {
      world.providers[index].configuration.deviceID = deviceID()
    }
    self.world = world
    surroundings = Surroundings(transport: transport, router: router)
    self.randomBytes = randomBytes
    self.isSimulated = isSimulated
    self.log = log
    self.learn = learn
    clients = world.clients.map {
      ClientState(accounts: $0.accounts, current: $0.current, refreshToken: $0.refreshToken)
    }
    providers = world.providers.map { ProviderState(users: $0.users, current: $0.current) }
  }

  // MARK: Apps of the run

  func name(of app: StagedApp) -> String {
    switch app {
    case .client(let index): world.clients[index].name
    case .provider(let index): world.providers[index].name
    }
  }

  private func app(named name: String) -> StagedApp? {
    if let index = world.clients.firstIndex(where: { $0.name == name }) { return .client(index) }
    return world.providers.firstIndex { $0.name == name }.map { .provider($0) }
  }

  private func profile(of app: StagedApp?) -> MessageProfile {
    switch app {
    case .client(let index)?: world.clients[index].configuration.profile
    case .provider(let index)?: world.providers[index].configuration.profile
    case nil: .strict
    }
  }

  /// The screen that an app shows; `nil` if it shows none or was removed from the device.
  func screen(of app: StagedApp) -> AppScreen? {
    guard !gone.contains(name(of: app)) else { return nil }
    return switch app {
    case .client(let index): clients[index].screen
    case .provider(let index): providers[index].screen
    }
  }

  /// All apps, starting with the frontmost.
  var apps: [StagedApp] {
    let all =
      clients.indices.map { StagedApp.client($0) }
      + providers.indices.map { StagedApp.provider($0) }
    return front + all.filter { !front.contains($0) }
  }

  mutating func bringToFront(_ app: StagedApp) {
    front.removeAll { $0 == app }
    front.insert(app, at: 0)
    switch app {
    case .client(let index): if focus == nil { focus = index }
    case .provider(let index): provider = index
    }
  }

  /// Removes an app and its screen from the device.
  mutating func remove(_ name: String) {
    gone.insert(name)
    log.removed(name)
  }

  // MARK: Continuing

  /// Queues an event for an app.
  mutating func tell(_ happening: Happening) { pending.append(happening) }

  /// Discards the events of the previous move, and begins another move.
  mutating func beginMove() {
    pending = []
    turns = 0
  }

  /// Queues the event that follows from opening a URL.
  mutating func receive(_ delivery: AppDelivery, of url: MessageURL, from sender: String) {
    switch delivery {
    case .delivered(let receiver, let identity):
      deliver(url, to: receiver, from: sender, identity)
    case .notOpenable(let reason):
      log.unopened(
        from: sender, SentMessage(url, .strict, from: sender, to: ""), SentMessage.line(reason))
    }
  }

  private mutating func deliver(
    _ url: MessageURL, to receiver: String, from sender: String, _ identity: AppIdentity?
  ) {
    let app = app(named: receiver)
    log.opened(SentMessage(url, profile(of: app), from: sender, to: receiver))
    guard let app, !gone.contains(receiver) else { return }
    bringToFront(app)
    switch app {
    case .client(let index): tell(.client(index, .received(url)))
    case .provider(let index): tell(.provider(index, .received(url, from: identity)))
    }
  }

  /// Handles events until every app waits for a user or nothing more can happen.
  ///
  /// - Throws: `EngineFailure` if an answer doesn't come in time, or if the apps need too many
  ///   events.
  mutating func settle() async throws(EngineFailure) {
    while true {
      while !pending.isEmpty {
        try takeTurn()
        try await perform(pending.removeFirst())
      }
      guard !isOver else { return await leaveLogin() }
      if try await goOnWithLogin() { continue }
      guard login == nil, offered.isEmpty else { return }
      let waiting = clients.indices.filter {
        clients[$0].place == .awaitingProvider && !gone.contains(world.clients[$0].name)
      }
      // If the world has both roles, a URL arrives from outside only if an app waits for it.
      guard !waiting.isEmpty || (clients.isEmpty && !hasAnsweredElsewhere) else { return }
      if let arrival = try await surroundings.arrival() {
        try takeTurn()
        deliver(arrival.url, to: arrival.app, from: "outside", arrival.sender)
      } else if waiting.isEmpty {
        return
      } else {
        log.isGivenUp = !isSimulated
        for index in waiting { tell(.client(index, .nothingMore)) }
      }
    }
  }

  /// Counts an event, and throws if there are too many or the task is canceled.
  mutating func takeTurn() throws(EngineFailure) {
    guard !Task.isCancelled else {
      throw EngineFailure(.cancelled, "the run was interrupted between the apps")
    }
    if let deadline, deadline <= .now {
      throw EngineFailure(.outOfTime, "the apps didn't finish in time")
    }
    turns += 1
    guard turns <= AppStage.turnsMax else {
      throw EngineFailure(
        .refused, "the apps keep opening one another: more than \(AppStage.turnsMax) turns",
        help: "look for the cycle in the trace")
    }
  }

  private mutating func perform(_ happening: Happening) async throws(EngineFailure) {
    switch happening {
    case .client(let index, let event):
      guard !gone.contains(world.clients[index].name) else { return }
      try await tell(client: index, event)
    case .provider(let index, let event):
      guard !gone.contains(world.providers[index].name) else { return }
      try await tell(provider: index, event)
    }
  }

  // MARK: Apps

  private mutating func tell(client index: Int, _ event: ClientEvent) async throws(EngineFailure) {
    let app = StagedApp.client(index)
    let step = ClientApp.reduce(clients[index], event, try await environment(ofClient: index))
    clients[index] = step.state
    var url: MessageURL?
    if case .received(let received) = event { url = received }
    for effect in step.effects {
      switch effect {
      case .open(let url): try await open(url, by: app)
      case .call(let call):
        let answer = try await send(call, by: app)
        tell(.client(index, answer.map { .answered($0) } ?? .unanswered))
      case .show: bringToFront(app)
      case .openStart(let url): log.started(url, by: name(of: app))
      case .note(let diagnostic): note(diagnostic, of: url, by: app, isAnswered: false)
      // The tokens are already in the state.
      case .storeTokens(let tokens): hide([tokens.accessToken, tokens.refreshToken])
      case .forgetToken, .switchUser: break
      }
    }
  }

  private func environment(
    ofClient index: Int
  ) async throws(EngineFailure) -> ClientEnvironment {
    let configuration = world.clients[index].configuration
    guard let verifier = CodeVerifier(randomBytes: randomBytes(CodeVerifier.byteCount)) else {
      throw EngineFailure(.refused, "no random bytes are available for a code verifier")
    }
    let schemes = Set([configuration.providerScheme].compactMap(\.self))
    return ClientEnvironment(
      configuration, verifier: verifier,
      state: Secret(Base64URL.encode(randomBytes(AppStage.stateBytes))),
      openable: try await surroundings.openable(schemes), keychain: keychain)
  }

  private mutating func tell(
    provider index: Int, _ event: ProviderEvent
  ) async throws(EngineFailure) {
    let app = StagedApp.provider(index)
    let environment = ProviderEnvironment(
      world.providers[index].configuration, randomBytes: randomBytes(CodeVerifier.byteCount),
      openable: try await surroundings.openable(schemes(of: index, event)))
    let step = ProviderApp.reduce(providers[index], event, environment)
    providers[index] = step.state
    var url: MessageURL?
    if case .received(let received, _) = event { url = received }
    let isAnswered = step.taken.contains { $0.id == .i2 }
    for effect in step.effects {
      switch effect {
      case .open(let url): try await open(url, by: app)
      case .call(let call):
        let answer = try await send(call, by: app)
        tell(.provider(index, answer.map { .answered($0) } ?? .unanswered))
      case .show: bringToFront(app)
      case .storeVerifier(let item, let verifier):
        keychain[item] = Base64URL.decode(verifier.text.reveal())
      case .note(let diagnostic): note(diagnostic, of: url, by: app, isAnswered: isAnswered)
      // The tokens are already in the state.
      case .storeUser(let user): hide([user.accessToken, user.refreshToken])
      }
    }
  }

  /// The schemes to which a provider may send an answer or a start.
  private func schemes(of index: Int, _ event: ProviderEvent) -> Set<URLScheme> {
    let configuration = world.providers[index].configuration
    let state = providers[index]
    var urls = state.queue.map(\.url)
    if case .received(let url, _) = event { urls.append(url) }
    let addresses = urls.compactMap { (try? Envelope($0, configuration.profile))?.returnAddress }
    let known = configuration.clients.map(\.callback.scheme)
    return Set(addresses + known + [state.errand?.callback.scheme].compactMap(\.self))
  }

  private mutating func note(
    _ diagnostic: AppDiagnostic, of url: MessageURL?, by app: StagedApp, isAnswered: Bool
  ) {
    let command = url.flatMap { try? Envelope($0, profile(of: app)) }?.command.rawValue
    let what =
      switch diagnostic {
      case .startURLRefused: "start_url"
      case .clientNotFound: "its answer"
      default: command ?? url.map(SentMessage.noun) ?? "an event"
      }
    log.note(diagnostic, of: what, by: name(of: app), isAnswered: isAnswered)
  }

  // MARK: Device and servers

  private mutating func open(_ url: MessageURL, by app: StagedApp) async throws(EngineFailure) {
    let sender = name(of: app)
    let delivery = try await surroundings.open(url, from: sender)
    receive(delivery, of: url, from: sender)
    // The client must know, because it would wait for an answer that never comes.
    if case .notOpenable = delivery, case .client(let index) = app {
      tell(.client(index, .notOpened))
    }
    try await hearOthers()
  }

  /// Records the actions of apps outside of the run after a delivery.
  mutating func hearOthers() async throws(EngineFailure) {
    for line in try await surroundings.takeLines() { log.tell(SentMessage.line(line)) }
  }

  /// Reports secrets, so that outputs mask them.
  private func hide(_ secrets: [Secret?]) {
    for case let secret? in secrets { learn(secret) }
  }

  /// Calls a server; returns `nil` if the server didn't answer.
  private mutating func send(
    _ call: EndpointCall, by app: StagedApp
  ) async throws(EngineFailure) -> HTTPResponse? {
    guard let request = call.request().limited(to: AppStage.patience, until: deadline) else {
      throw EngineFailure(.outOfTime, "no time was left for `\(call.word)`")
    }
    hide(call.secrets)
    switch try await surroundings.send(request, as: call.word) {
    case .success(let response):
      log.called(call, by: app, name(of: app), EndpointCall.shown(response))
      return response
    case .failure(.cancelled):
      throw EngineFailure(.cancelled, "the run was interrupted at `\(call.word)`")
    case .failure(.timedOut): throw timedOut(call)
    case .failure(let failure):
      let cause = surroundings.cause(of: failure, at: request)
      log.unanswered(call, by: app, name(of: app), SentMessage.line(failure.reason), cause)
      return nil
    }
  }

  private func timedOut(_ call: EndpointCall) -> EngineFailure {
    EngineFailure(.timedOut, "no complete answer of \(call.host) arrived in time at `\(call.word)`")
  }

  /// Delivers the URL with which the system opened one of the run's apps before the run began.
  ///
  /// - Parameter url: The URL.
  /// - Throws: `EngineFailure.Kind.misused` if no app of the run opens the URL.
  mutating func begin(with url: MessageURL) throws(EngineFailure) {
    let head = url.reveal().utf8.prefix(MessageLimits.schemeBytes + 1).prefix {
      $0 != UInt8(ascii: ":")
    }
    let scheme = URLScheme(String(decoding: head, as: UTF8.self))
    let name =
      world.clients.first { $0.configuration.callback.scheme == scheme }?.name
      ?? world.providers.first { $0.configuration.scheme == scheme }?.name
    guard let name else {
      throw EngineFailure(
        .misused, "the URL opens no app of the run", help: "the run has " + world.names)
    }
    receive(.delivered(to: name, sender: nil), of: url, from: "outside")
  }

  /// Whether the world has no client and the provider's task for an outside client is finished.
  ///
  /// The last message answers the client, or it couldn't be delivered to the client.
  private var hasAnsweredElsewhere: Bool {
    if clients.isEmpty, log.isUnopened { return true }
    guard clients.isEmpty, let last = log.messages.last?.command else { return false }
    return [.authResponse, .error, .idpAuthCodeInit].contains(last)
  }
}
