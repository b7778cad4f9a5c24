import FlowEngine

/// One run with the apps of a world.
///
/// A move of a script is one event for an app. The session then handles messages between apps and
/// answers of servers until every app waits for a user or nothing more can happen, and returns one
/// response.
struct MobileIdPSession: Session {
  private var stage: AppStage
  private let surroundings: (any DeviceSurroundings)?
  private var hasBegun = false

  init(_ stage: AppStage, surroundings: (any DeviceSurroundings)?) {
    self.stage = stage
    self.surroundings = surroundings
  }

  var deadline: ContinuousClock.Instant? {
    get { stage.deadline }
    set {
      stage.deadline = newValue
      stage.login?.session.deadline = newValue
    }
  }

  private static let growingFacts: Set<String> = [
    "client.calls", "provider.calls", "sent", "dropped",
  ]

  var traits: SessionTraits {
    let login = stage.login?.session.traits ?? SessionTraits()
    // A user who cancels in one app may get a question from another app.
    return SessionTraits(
      changesByItself: login.changesByItself, answersCancel: true,
      growingFacts: MobileIdPSession.growingFacts, clockOffset: login.clockOffset)
  }

  var unreadParts: [String] { stage.login?.session.unreadParts ?? [] }

  /// Returns no facts, because the responses contain everything that the apps know about the user.
  mutating func userFacts() -> [Fact] { [] }

  func absence(of fact: String) -> String? {
    StageFacts.absence(of: fact) ?? stage.login?.session.absence(of: fact)
  }

  // MARK: Beginning

  mutating func start(_ start: Start) async throws(EngineFailure) -> Response {
    guard !hasBegun else { throw EngineFailure(.misused, "the session has begun already") }
    let asked = try RunStart(start)
    let surroundings = surroundings
    let response = try await going { stage throws(EngineFailure) in
      switch asked {
      case .client(let name):
        let index = try stage.world.client(named: name)
        stage.bringToFront(.client(index))
        stage.tell(.client(index, .start))
      case .provider(let name):
        let index = try stage.world.provider(named: name)
        stage.bringToFront(.provider(index))
        stage.tell(.provider(index, .start))
      case .message(let message, _) where surroundings == nil:
        // On a real device, the message is the link with which the system opened an app.
        try stage.begin(with: try message.link(in: stage.world))
      case .message(let message, let sender):
        let url = try message.link(in: stage.world)
        try await Self.inject(url, from: sender, by: surroundings, into: &stage)
      }
    }
    hasBegun = true
    return response
  }

  /// Runs an action on the apps and lets them continue; discards the changes if the action throws.
  ///
  /// Messages and requests that were already sent can't be undone, and another engine's session
  /// keeps its state.
  private mutating func going(
    _ act: (inout AppStage) async throws(EngineFailure) -> Void
  ) async throws(EngineFailure) -> Response {
    var next = stage
    next.beginMove()
    do throws(EngineFailure) {
      try await act(&next)
      try await next.settle()
    } catch {
      stage.log = next.log
      if let login = next.login { stage.login = login }
      // These tokens are from a provider's login and don't belong to the run.
      var failure = error
      failure.refusedTokens = nil
      throw failure
    }
    let response = next.respond()
    stage = next
    return response
  }

  // MARK: Moving

  mutating func perform(_ move: Move) async throws(EngineFailure) -> Response {
    guard hasBegun else { throw EngineFailure(.misused, "the session has not begun") }
    let nested = stage.login.map(\.response.steps.count) ?? 0
    switch move {
    case .submit(let index, _, _) where index < nested, .poll(let index) where index < nested,
      .resume(let index, _) where index < nested, .use(_, step: let index?) where index < nested:
      return try await pass(on: move)
    case .submit(let index, let selection, let answers):
      let offer = try offer(index - nested)
      let answer = try ScreenAnswer(offer, selection, answers)
      return try await give(answer, to: offer.app)
    case .use(let capability, let index): return try await use(capability, index, nested)
    case .outside(let event, let parameters): return try await happen(event, parameters, move)
    case .look where traits.changesByItself, .settle where traits.changesByItself:
      return try await pass(on: move)
    case .look, .settle: return try await going { _ in }
    case .poll, .resume:
      throw EngineFailure(
        .misused, "the step has nothing to wait for or to follow",
        help: "a script answers the offered step: `on STEP …`")
    }
  }

  private func offer(_ index: Int) throws(EngineFailure) -> AppStage.Offer {
    let offered = stage.outcome == nil ? stage.offered : []
    guard offered.indices.contains(index) else {
      throw EngineFailure(.misused, "the response has no step \(index)")
    }
    return offered[index]
  }

  private mutating func give(
    _ answer: ScreenAnswer, to app: StagedApp
  ) async throws(EngineFailure) -> Response {
    try await going { stage in
      // The next action replaces an earlier cancellation.
      stage.log.wasCancelled = answer.isRefusal
      stage.tell(answer.happening(at: app))
    }
  }

  /// Passes a move to the other engine's session, which replaces the provider's login page.
  private mutating func pass(on move: Move) async throws(EngineFailure) -> Response {
    try await going { stage throws(EngineFailure) in
      guard var login = stage.login else { return }
      // The other engine's session is kept, even if the move throws.
      defer { stage.login = login }
      login.response = try await login.session.perform(move)
      // A cancellation ends the login, even if the other engine would begin again.
      if case .use(.cancel, _) = move, login.response.outcome == nil {
        login.response.outcome = .cancelled
      }
    }
  }

  // MARK: Capabilities

  private mutating func use(
    _ capability: Capability, _ index: Int?, _ nested: Int
  ) async throws(EngineFailure) -> Response {
    if let login = stage.login, index == nil {
      let step = login.response.steps.firstIndex { $0.capabilities.contains(capability) }
      if step != nil || login.response.capabilities.contains(capability) {
        return try await pass(on: .use(capability, step: step))
      }
      if capability == .cancel { return try await giveLoginUp() }
    }
    let offered = try index.map { index throws(EngineFailure) in [try offer(index - nested)] }
    let owner = (offered ?? stage.offered).first { $0.step.capabilities.contains(capability) }
    guard let owner, stage.outcome == nil else {
      throw EngineFailure(.misused, "the response offers no `\(capability.name)`")
    }
    return try await give(.refusal(owner.screen), to: owner.app)
  }

  /// Cancels a provider's login if the other engine doesn't offer the `cancel` capability.
  private mutating func giveLoginUp() async throws(EngineFailure) -> Response {
    try await going { stage in
      guard let login = stage.login else { return }
      await stage.leaveLogin()
      stage.log.wasCancelled = true
      stage.tell(.provider(login.provider, .cancel))
    }
  }

  // MARK: Outside

  private mutating func happen(
    _ event: String, _ parameters: [Answer], _ move: Move
  ) async throws(EngineFailure) -> Response {
    guard let event = try RunEvent(event, parameters) else {
      if stage.login != nil { return try await pass(on: move) }
      let words = KnownEvents.all.map { "`\($0.name)`" }.joined(separator: ", ")
      throw EngineFailure(
        .misused, "unknown event `\(event)`", help: "there is \(words)")
    }
    guard let surroundings else { throw MobileIdPSession.simulatedOnly }
    return try await going { stage throws(EngineFailure) in
      switch event {
      case .message(let message, let sender):
        let url = try message.link(in: stage.world)
        try await Self.inject(url, from: sender, by: surroundings, into: &stage)
      case .again(let command):
        guard let old = stage.log.messages.last(where: { $0.command == command }) else {
          let sent = stage.log.messages.compactMap { $0.command.map { "`\($0.rawValue)`" } }
          throw EngineFailure(
            .misused, "no `\(command.rawValue)` was sent that could be repeated",
            help: sent.isEmpty
              ? "nothing was sent" : "there was \(sent.joined(separator: ", "))")
        }
        try await Self.inject(old.url, from: old.from, by: surroundings, into: &stage)
      case .uninstall(let name):
        guard await surroundings.uninstall(name) else {
          throw EngineFailure(
            .misused, "there is no app `\(name)` on the device",
            help: "the run has " + stage.world.names)
        }
        stage.remove(name)
      }
    }
  }

  private static let simulatedOnly = EngineFailure(
    .simulatedOnly, "a script can trigger this only on a simulated device",
    help: "remove it, or run against a simulated org")

  private static func inject(
    _ url: MessageURL, from sender: String?, by surroundings: (any DeviceSurroundings)?,
    into stage: inout AppStage
  ) async throws(EngineFailure) {
    guard let surroundings else { throw simulatedOnly }
    let delivery = await surroundings.inject(url, from: sender)
    stage.receive(delivery, of: url, from: sender ?? "outside")
    try await stage.hearOthers()
  }

  // MARK: Ending

  mutating func abandon() async {
    // Servers keep no transaction to cancel, except the other engine's.
    await stage.leaveLogin()
  }
}

extension MobileIdPSession: CustomReflectable, CustomStringConvertible {
  /// Only the type's name, because the content is messages and secrets.
  var description: String { "MobileIdPSession" }
  /// No children, so that a dump shows no secrets.
  var customMirror: Mirror { Mirror(self, children: []) }
}

extension MobileIdPWorld {
  /// The index of the client with a name, or of the first client if there is no name.
  fileprivate func client(named name: String?) throws(EngineFailure) -> Int {
    try MobileIdPWorld.index(of: name, in: clients.map(\.name), "client")
  }

  /// The index of the provider with a name, or of the first provider if there is no name.
  fileprivate func provider(named name: String?) throws(EngineFailure) -> Int {
    try MobileIdPWorld.index(of: name, in: providers.map(\.name), "provider")
  }

  private static func index(
    of name: String?, in names: [String], _ role: String
  ) throws(EngineFailure) -> Int {
    let word = name.map(Naming.normalized)
    let index =
      names.firstIndex { $0 == name }
      ?? names.firstIndex { word == nil || Naming.normalized($0) == word }
    guard let index else {
      let known = names.map { "`\($0)`" }.joined(separator: ", ")
      throw EngineFailure(
        .misused, name.map { "there is no \(role) app `\($0)`" } ?? "there is no \(role) app",
        help: names.isEmpty ? "the run has no app with that role" : "there is \(known)")
    }
    return index
  }

  /// The names of all apps, for a help text.
  var names: String {
    (clients.map(\.name) + providers.map(\.name)).map { "`\($0)`" }.joined(separator: ", ")
  }
}
