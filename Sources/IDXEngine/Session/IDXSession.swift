import FlowEngine
import FlowHTTP

/// One transaction with the Identity Engine.
///
/// Each page lists which requests are possible: each form has an address and a handle. Only the
/// latest page counts.
struct IDXSession: Session {
  private var connection: IDXConnection
  private let directory: IssuerDirectory
  private let randomBytes: @Sendable (Int) -> [UInt8]
  private var transaction: Transaction?
  private var latest: (page: Shared<IDXPage>, response: Response)?
  /// The document of the latest page, to report its unreadable parts.
  private var document: JSONObject?
  private var isAbandoned = false
  private var echoes = Echoes()
  /// The number of consecutive polls that the server didn't answer.
  private var lostPolls = 0
  /// The time until which the server asked not to be polled; `nil` if the server didn't ask.
  private var pollsFrom: Duration?
  /// The failure of the latest poll; `nil` if the server answered it.
  private var unansweredPoll: EngineFailure?
  private var clockOffset = Duration.zero
  private let continuity: IDXContinuity?
  private let learn: @Sendable (Secret) -> Void

  var deadline: ContinuousClock.Instant? {
    get { connection.deadline }
    set { connection.deadline = newValue }
  }

  var traits: SessionTraits { SessionTraits(clockOffset: clockOffset) }

  /// The maximum number of consecutive polls without an answer.
  ///
  /// A short network failure must not end the wait for a user, but a permanent one must.
  static let mostLostPolls = 5
  /// The wait if a server limits polls without stating a time, as in Okta's own widget.
  static let limitedPoll: Duration = .seconds(60)
  /// The time limit for abandoning a transaction; it is short because no one waits for the answer.
  static let abandonment: Duration = .seconds(3)

  init(
    connection: IDXConnection, directory: IssuerDirectory,
    randomBytes: @escaping @Sendable (Int) -> [UInt8], continuity: IDXContinuity? = nil,
    learn: @escaping @Sendable (Secret) -> Void
  ) {
    self.connection = connection
    self.directory = directory
    self.randomBytes = randomBytes
    self.continuity = continuity
    self.learn = learn
    self.connection.learn = learn
    echoes.learn = learn
  }

  // MARK: Beginning

  mutating func start(_ start: Start) async throws(EngineFailure) -> Response {
    do { return try await begin(start) } catch { throw echoes.hidden(error) }
  }

  private mutating func begin(_ start: Start) async throws(EngineFailure) -> Response {
    guard transaction == nil else {
      throw EngineFailure(.misused, "the session has begun already")
    }
    guard IDXEngine.vocabulary.intents.contains(where: { $0.name == start.intent }) else {
      throw EngineFailure(
        .misused, "the Identity Engine can't start `\(start.intent)`",
        help: "it can start \(IDXEngine.vocabulary.intents.map(\.name).joined(separator: ", "))")
    }
    try connection.checkIssuer()
    var transaction =
      continuity?.earlier.map(Transaction.init) ?? Transaction(randomBytes: randomBytes)
    for text in [transaction.pkce.verifier, transaction.state, transaction.nonce] {
      learn(Secret(text))
    }
    let parameters = try StartParameters(start.parameters)
    for secret in parameters.secrets { learn(secret) }
    try parameters.context.check(connection.configuration)
    // Another issuer than one in this process knows the app by the client id of the run.
    let apps = connection.configuration.apps
    if let app = parameters.context.app, connection.configuration.isInProcess {
      guard let client = apps[app] else {
        let names = apps.keys.sorted().map { "`\($0)`" }.joined(separator: ", ")
        throw EngineFailure(
          .misused, "the org has no app `\(app)`",
          help: apps.isEmpty ? "leave the app out: the org has one" : "it has \(names)")
      }
      connection.configuration.take(client)
    }
    clockOffset = parameters.context.clockOffset
    if let token = parameters.deviceToken { try connection.setDeviceToken(token) }
    if transaction.handle == nil { try await interact(&transaction, parameters) }
    self.transaction = transaction
    echoes.note(transaction.handle?.reveal())
    if let continuation = transaction.continuation { continuity?.keep(continuation) }
    return try await introspect()
  }

  /// Begins a transaction at the issuer.
  private mutating func interact(
    _ transaction: inout Transaction, _ parameters: StartParameters
  ) async throws(EngineFailure) {
    let pairs = try transaction.interactForm(
      connection.configuration, parameters: parameters.sent)
    let endpoint = try await directory.endpoints(by: deadline).interact
    let reply = try await connection.interact(
      pairs, at: endpoint, deviceToken: parameters.deviceToken,
      context: parameters.context.headers)
    if let handle = reply.interactionHandle {
      transaction.handle = Secret(handle)
    } else {
      let answer: JSONObject
      do { answer = try reply.success() } catch { throw parameters.context.explained(error) }
      guard let handle = answer["interaction_handle"]?.string, !handle.isEmpty else {
        throw EngineFailure(.malformed, "the answer to `interact` has no interaction handle")
      }
      transaction.handle = Secret(handle)
    }
    transaction.maxAge = parameters.maxAge
  }

  /// Requests the current step of the transaction.
  private mutating func introspect() async throws(EngineFailure) -> Response {
    guard let handle = transaction?.handle else { throw Self.notBegun }
    let reply = try await connection.introspect(handle)
    return try await accept(reply)
  }

  private static let notBegun = EngineFailure(.misused, "the session has not begun")

  // MARK: Moving

  mutating func perform(_ move: Move) async throws(EngineFailure) -> Response {
    do { return try await make(move) } catch { throw echoes.hidden(error) }
  }

  mutating func poll(step: Int) async throws(EngineFailure) -> PollAnswer {
    let response = try await perform(.poll(step: step))
    return unansweredPoll.map { .unanswered(response, $0) } ?? .answered(response)
  }

  private mutating func make(_ move: Move) async throws(EngineFailure) -> Response {
    guard let page = latest?.page else { throw Self.notBegun }
    let forms = page.remediations
    switch move {
    case .submit(let step, let selection, let answers):
      let form = try Self.form(step, of: forms)
      guard !form.isRedirect else {
        throw EngineFailure(
          .misused, "the step `\(form.name)` can't be submitted", help: "`follow` it")
      }
      let body = try RequestBody.build(
        form, on: page, selection: selection, answers: answers)
      return try await submit(form, body)
    case .use(let capability, let step):
      let action = try self.action(capability, step: step, on: page)
      return try await use(action, body: RequestBody.build(action, on: page))
    case .poll(let step):
      let form = try Self.form(step, of: forms)
      guard let poll = StepMapper(page: page, form: form).poll else {
        throw EngineFailure(.misused, "the step `\(form.name)` has nothing to wait for")
      }
      return try await self.poll(poll, step: step, body: RequestBody.build(poll, on: page))
    case .resume(let step, let address):
      let form = try Self.form(step, of: forms)
      return try await resume(form, at: address)
    case .outside(let event, _):
      throw EngineFailure(.misused, "unknown event `\(event)`")
    case .look, .settle:
      throw EngineFailure(.misused, "a response of the server doesn't change over time")
    }
  }

  private static func form(_ step: Int, of forms: [Shared<IDXForm>]) throws(EngineFailure)
    -> Shared<IDXForm>
  {
    guard forms.indices.contains(step) else {
      throw EngineFailure(.misused, "the response has no step \(step)")
    }
    return forms[step]
  }

  private mutating func submit(
    _ form: Shared<IDXForm>, _ body: JSONObject
  ) async throws(EngineFailure) -> Response {
    try await accept(await send(form, body))
  }

  private mutating func send(
    _ form: Shared<IDXForm>, _ body: JSONObject, timeout: Duration? = nil
  ) async throws(EngineFailure) -> IDXReply {
    let what = "`\(form.name)`"
    let url = try connection.address(form.href, of: what)
    let method = form.method.map { HTTPMethod(rawValue: $0) } ?? .post
    guard let method else {
      throw EngineFailure(.malformed, "\(what) has an unknown HTTP method")
    }
    return try await connection.send(
      body, to: url, method: method, accepts: form.accepts, timeout: timeout, as: what)
  }

  // MARK: Capabilities

  /// The form for a capability of the step, or else of the page.
  private func action(
    _ capability: Capability, step: Int?, on page: Shared<IDXPage>
  ) throws(EngineFailure) -> Shared<IDXForm> {
    let name = capability.name
    if let step {
      let mapper = StepMapper(page: page, form: try Self.form(step, of: page.remediations))
      if let action = mapper.actions.first(where: { $0.name == name }) { return action.form }
    }
    if name == "cancel", let cancel = page.cancel { return cancel }
    let steps = latest?.response.steps ?? []
    if let action = StepMapper.unattached(on: page, steps).first(where: { $0.name == name }) {
      return action.form
    }
    if let form = page.remediations.first(where: { $0.name == name }), !form.isRedirect {
      return form
    }
    throw EngineFailure(.misused, "the response offers no `\(name)`")
  }

  private mutating func use(
    _ action: Shared<IDXForm>, body: JSONObject
  ) async throws(EngineFailure) -> Response {
    var response = try await submit(action, body)
    if action.name == "cancel", response.steps.isEmpty { response.outcome = .cancelled }
    latest?.response = response
    return response
  }

  // MARK: Waiting

  private mutating func poll(
    _ poll: Shared<IDXForm>, step: Int, body: JSONObject
  ) async throws(EngineFailure) -> Response {
    // A script may poll faster than the server allows.
    if let pollsFrom, connection.clock.now < pollsFrom, let latest { return latest.response }
    pollsFrom = nil
    let reply: IDXReply
    do {
      reply = try await send(poll, body)
      if reply.status == 429 { _ = try Self.page(reply.page(), of: reply, needsSteps: true) }
    } catch let failure where failure.kind == .limited {
      let wait = min(failure.retryAfter ?? Self.limitedPoll, RetryAfter.pollMax)
      pollsFrom = connection.clock.now + wait
      unansweredPoll = echoes.hidden(failure)
      return try slowed(step, to: wait)
    } catch let failure where Self.isLost(failure) && lostPolls < Self.mostLostPolls {
      lostPolls += 1
      unansweredPoll = echoes.hidden(failure)
      return try slowed(step, to: .zero)
    }
    lostPolls = 0
    unansweredPoll = nil
    return try await accept(reply)
  }

  /// Whether the server gave no answer, so that repeating the poll can't count as an attempt.
  private static func isLost(_ failure: EngineFailure) -> Bool {
    failure.kind == .unreachable || failure.kind == .timedOut
  }

  /// Returns the latest response again, with a longer poll interval if the server asks for a longer
  /// interval.
  private mutating func slowed(
    _ step: Int, to interval: Duration
  ) throws(EngineFailure) -> Response {
    guard var response = latest?.response else { throw Self.notBegun }
    let old = response.steps[step].waiting?.interval ?? .zero
    response.steps[step].waiting = Waiting(interval: max(interval, old))
    latest?.response = response
    return response
  }

  // MARK: Return

  private mutating func resume(
    _ form: Shared<IDXForm>, at address: Secret
  ) async throws(EngineFailure) -> Response {
    guard let transaction, let page = latest?.page else { throw Self.notBegun }
    let callback = try Callback(
      address, redirectURI: connection.configuration.redirectURI, state: transaction.state)
    switch callback {
    case .interactionRequired: return try await introspect()
    case .interactionCode(let code):
      echoes.note(code.reveal())
      let pairs = [
        FormPair("grant_type", "interaction_code"),
        FormPair("interaction_code", code.reveal()),
        FormPair("client_id", connection.configuration.clientID),
      ]
      let response = Response(outcome: .success)
      return try await exchange(
        pairs, at: try await directory.endpoints(by: deadline).token, page: Shared(IDXPage()),
        response)
    case .passcode(let code):
      for form in [form] + page.remediations {
        var mapper = FieldMapper(choiceField: nil)
        mapper.add(form.fields, on: page, credential: .code)
        guard let field = mapper.fields.first(where: { $0.aliases.contains("code") }) else {
          continue
        }
        let body = try RequestBody.build(
          form, on: page, answers: [Answer(field.name, .secret(code))])
        return try await submit(form, body)
      }
      throw EngineFailure(.misused, "the link has a code, but no step asks for one")
    }
  }

  // MARK: Responses

  /// Makes an answer the latest response, and gets the tokens if the transaction has succeeded.
  private mutating func accept(_ reply: IDXReply) async throws(EngineFailure) -> Response {
    let document = try reply.page()
    let page = try Self.page(document, of: reply, needsSteps: false, after: latest?.page)
    echoes.note(page.stateHandle)
    var response = ResponseMapper.response(
      of: page, status: reply.status, after: latest?.response.steps ?? [])
    response.bindPasskeys(to: connection.configuration.issuer)
    echoes.hide(in: &response)
    if isSimulated { response.facts += reply.decision }
    if let form = page.success {
      let url = try form.href.map { href throws(EngineFailure) in
        try connection.address(href, of: "`\(form.name)`")
      }
      let endpoint = if let url { url } else { try await directory.endpoints(by: deadline).token }
      return try await exchange(successPairs(form), at: endpoint, page: page, response)
    }
    latest = (page, response)
    self.document = document
    return response
  }

  /// Computed only on request, because pages are read without notes.
  var unreadParts: [String] {
    guard let document else { return [] }
    return IDXReader.read(document).notes.filter { $0.kind != .unknown }
      .map { "`\($0.path)` \($0.message)" }
  }

  func absence(of fact: String) -> String? {
    KnownContext.absence(of: fact, isSimulated: isSimulated)
  }

  private var isSimulated: Bool { connection.configuration.isSimulated }

  private static func page(
    _ document: JSONObject, of reply: IDXReply, needsSteps: Bool,
    after previous: Shared<IDXPage>? = nil
  ) throws(EngineFailure) -> Shared<IDXPage> {
    let page = IDXReader.read(document, takesNotes: false, after: previous).page
    guard page.remediations.isEmpty, page.success == nil else { return page }
    if let unreadable = page.part.unreadableWay(in: document) {
      throw EngineFailure(
        .malformed, "the answer to \(reply.what) has \(unreadable)",
        help: "`flow inspect` lists what can't be read in a captured answer", status: reply.status)
    }
    if let message = page.messages.first(where: { $0.key == "idx.session.expired" }) {
      throw EngineFailure(
        .expired, message.text, help: "begin again", status: reply.status,
        refusal: Message(.error, message.text, key: message.key))
    }
    if needsSteps {
      throw EngineFailure(
        .limited, page.messages.first?.text ?? "the server asks to wait", status: reply.status,
        retryAfter: reply.retryAfter)
    }
    return page
  }

  /// The form fields of the token request; the client fills in the open fields.
  private func successPairs(_ form: Shared<IDXForm>) -> [FormPair] {
    form.fields.compactMap { field in
      guard let value = field.value.flatMap({ Value(sending: $0) }) else { return nil }
      return FormPair(field.name, value.revealed)
    }
  }

  /// Exchanges an interaction code for tokens.
  private mutating func exchange(
    _ pairs: [FormPair], at url: HTTPURL, page: Shared<IDXPage>, _ response: Response
  ) async throws(EngineFailure) -> Response {
    guard let transaction else { throw Self.notBegun }
    echoes.note(pairs.first { $0.name == "interaction_code" }?.value)
    echoes.note(transaction.pkce.verifier)
    var pairs = pairs.filter { $0.name != "code_verifier" && $0.name != "client_secret" }
    pairs.append(FormPair("code_verifier", transaction.pkce.verifier))
    if let secret = connection.configuration.clientSecret {
      pairs.append(FormPair("client_secret", secret.reveal()))
    }
    let reply = try await connection.sendPatiently(
      pairs, to: url, as: "`token`", isProven: true)
    var answer = try TokenAnswer(reply.success(), receivedAt: connection.clock.now)
    for token in answer.tokens.all { learn(token) }
    do throws(EngineFailure) { try await check(&answer, transaction) } catch {
      var failure = error
      failure.refusedTokens = answer.tokens
      throw failure
    }
    var response = response
    response.tokens = answer.tokens
    if isSimulated {
      // The token answer's headers contain the final decision.
      let decision = reply.decision
      response.facts.removeAll { fact in decision.contains { $0.name == fact.name } }
      response.facts += decision
    }
    response.facts += answer.facts
    latest = (page, response)
    return response
  }

  /// Validates tokens before they are returned, and adds the ID token's claims as facts.
  private func check(
    _ answer: inout TokenAnswer, _ transaction: Transaction
  ) async throws(EngineFailure) {
    try answer.check(
      asked: connection.configuration.scopes, connection.configuration.proof)
    if let idToken = answer.tokens.idToken {
      let (nonce, maxAge) = (transaction.nonce, transaction.maxAge)
      let accessToken = answer.tokens.accessToken
      let clientID = connection.configuration.clientID
      let now = connection.clock.now + clockOffset
      let (verification, claims) = try await directory.check(idToken, by: deadline) { issuer in
        IDTokenClaims(
          issuer: issuer, clientID: clientID, nonce: nonce, maxAge: maxAge,
          accessToken: accessToken, now: now)
      }
      answer.accept(claims, verification)
    }
  }

  mutating func userFacts() async throws(EngineFailure) -> [Fact] {
    guard let tokens = latest?.response.tokens else { return [] }
    guard let idToken = tokens.idToken, let subject = try SignedToken(idToken).claims["sub"]?.string
    else {
      throw EngineFailure(
        .refused, "the issuer can't be asked about the user without an ID token",
        help: "ask for the scope `openid`, and for `profile` or `email`")
    }
    let endpoint = try await directory.endpoints(by: deadline).userInfo
    // The request contains only the token, without the transaction's cookies.
    var fresh = IDXConnection(
      configuration: connection.configuration, transport: connection.transport,
      clock: connection.clock)
    fresh.deadline = deadline
    fresh.signer = connection.signer
    // A nonce of the token endpoint isn't one of this endpoint.
    fresh.signer?.nonce = nil
    do {
      let reply = try await fresh.get(endpoint, as: "`userinfo`", tokens: tokens)
      return try UserInfo(reply.success(), of: subject).facts
    } catch { throw echoes.hidden(error) }
  }

  // MARK: Cancellation

  mutating func abandon() async {
    guard !isAbandoned, let latest, latest.response.outcome == nil, let cancel = latest.page.cancel
    else { return }
    isAbandoned = true
    deadline = nil
    guard let body = try? RequestBody.build(cancel, on: latest.page) else { return }
    // A failure is ignored, because the transaction expires by itself.
    _ = try? await send(cancel, body, timeout: Self.abandonment)
  }
}

extension IDXSession: CustomReflectable, CustomStringConvertible {
  /// Only the type's name, because the content is handles and secrets.
  var description: String { "IDXSession" }
  /// No children, so that a dump shows no secrets.
  var customMirror: Mirror { Mirror(self, children: []) }
}
