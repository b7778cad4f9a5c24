import FlowDiagnostics
import FlowAuthenticators
import FlowEngine
import FlowInterpreter
import FlowScript
import FlowSimulation
import OktaSimulator
import FlowSyntax
import FlowHTTP
import IDXEngine

/// One sign-in of five steps on the built-in org, performed in several ways.
struct SignIn: Sendable {
  /// The sign-in as a script.
  static let script = """
    on identify                         answer identifier = "jane@example.com"
    on challenge password               answer passcode = secret JANE_PASSWORD
    on select-authenticator             choose phone
    on authenticator-verification-data  choose sms
    on challenge phone                  answer code = inbox sms

    expect success
    """

  /// The same with an email, which is sent as soon as it is chosen: seven requests, including the
  /// tokens'.
  static let shortScript = """
    on identify              answer identifier = "jane@example.com"
    on challenge password    answer passcode = secret JANE_PASSWORD
    on select-authenticator  choose email
    on challenge email       answer code = inbox email

    expect success
    """

  private let plan: RunPlan
  private let demo: Program.Located<FlowSyntax.Org>
  private let org: OktaSimulator.Org
  private let memo = PageMemo()
  private let sources: ValueSources

  /// Parses the script and the org; `nil` if they have problems.
  init?(script text: String = SignIn.script) {
    let sources = ValueSources(secret: { DemoOrg.secrets[$0] })
    let script = LoadedScript.load(
      SourceFile(name: "sign-in.flow", text: text), options: LoadedScript.Options(orgs: .simulated))
    let demo = Program.load(DemoOrg.source).program.orgs[DemoOrg.name]
    guard !script.hasErrors, let flow = script.program.flows.first, let demo,
      let org = SimulatedOrgs.build(
        demo, sources: sources, keyring: Keyring(randomBytes: ThisMachine.randomBytes)
      ).org,
      let plan = RunPlan.make(
        program: script.program, flow: flow,
        options: EngineCatalog.standard.planOptions
      ).plans.first
    else { return nil }
    self.plan = plan
    self.demo = demo
    self.org = org
    self.sources = sources
  }

  /// Returns a new org with an engine for it; every org has the same state, seed and clock.
  private func connect() -> (engine: any Engine, clock: any RunClock, inbox: (any Inbox)?) {
    let counterpart = Counterpart.simulated(SimulatedOkta(org, memo: memo), seed: 1)
    let connected = counterpart.connect(
      clock: ManualClock(now: .seconds(1_700_000_000)),
      randomBytes: { [UInt8](repeating: 7, count: $0) })
    return (connected.engine, connected.clock, connected.inbox)
  }

  // MARK: With the script

  /// Signs in with the script.
  ///
  /// - Returns: Whether the sign-in succeeded.
  func byScript() async -> Bool {
    let (engine, clock, inbox) = connect()
    let environment = RunEnvironment(
      clock: clock, watchesRequests: false, sources: sources, totp: OneTimeCode.totp, inbox: inbox)
    return await run(plan, engine: engine, environment: environment).outcome == .success
  }

  // MARK: Over HTTP

  private static let clock = ManualClock(now: .seconds(1_700_000_000))

  /// Returns the same org behind a socket; `nil` if this machine doesn't support that.
  func overLoopback() -> LoopbackOrg? {
    LoopbackOrg(clock: SignIn.clock) { issuer in
      let settings = demo.settings(sources: sources).settings
      return OktaSimulator.Org.build(name: DemoOrg.name, settings: settings, issuer: issuer).org
    }
  }

  /// Signs in with the script, over HTTP.
  ///
  /// - Returns: Whether the sign-in succeeded.
  func byScript(at org: LoopbackOrg, over transport: any Transport) async -> Bool {
    org.begin()
    return await byScript(at: org, client: client(of: org, over: transport))
  }

  /// Returns a new client of the org.
  func client(of org: LoopbackOrg, over transport: any Transport) -> any Engine {
    let client = OktaSimulator.Org.usualClient
    return IDXEngine(
      configuration: IDXConfiguration(
        issuer: org.issuer, clientID: client.id, redirectURI: client.redirectURI),
      transport: transport, clock: SignIn.clock,
      randomBytes: { [UInt8](repeating: 7, count: $0) })
  }

  /// Signs in with the script, over HTTP, with a client that may have done so before.
  ///
  /// - Returns: Whether the sign-in succeeded.
  func byScript(at org: LoopbackOrg, client engine: any Engine) async -> Bool {
    let environment = RunEnvironment(
      clock: SignIn.clock, sources: sources, totp: OneTimeCode.totp, inbox: org)
    return await FlowInterpreter.run(plan, engine: engine, environment: environment).outcome
      == .success
  }

  // MARK: By hand

  /// Signs in with the same moves, written in Swift only for this sign-in.
  ///
  /// - Returns: Whether the sign-in succeeded.
  func byHand() async throws(EngineFailure) -> Bool {
    let (engine, _, inbox) = connect()
    return try await SignIn.byHand(engine, inbox)
  }

  private static func byHand(
    _ engine: any Engine, _ inbox: (any Inbox)?
  ) async throws(EngineFailure) -> Bool {
    guard let inbox, let mark = try? await inbox.mark() else { return false }
    var session = engine.makeSession()
    var response = try await session.start(Start(intent: "sign-in"))
    response = try await session.perform(
      answer(response, "identify", "identifier", .text("jane@example.com")))
    response = try await session.perform(
      answer(
        response, "challenge-authenticator", "credentials.passcode",
        .secret(Secret("Correct-Horse-1"))))
    response = try await session.perform(
      choose(response, "select-authenticator-authenticate", "phone"))
    response = try await session.perform(
      choose(response, "authenticator-verification-data", "phone", method: "sms"))
    let item = try? await inbox.newest("sms", to: nil, after: mark)
    response = try await session.perform(
      answer(
        response, "challenge-authenticator", "credentials.passcode",
        .secret(item?.code ?? Secret(""))))
    return response.outcome == .success
  }

  private static func answer(
    _ response: Response, _ step: String, _ field: String, _ value: Value
  ) throws(EngineFailure) -> Move {
    guard let index = response.steps.firstIndex(where: { $0.name == step }),
      response.steps[index].fields.contains(where: { $0.name == field })
    else { throw EngineFailure(.malformed, "no \(step)") }
    return .submit(step: index, selection: nil, answers: [Answer(field, value)])
  }

  private static func choose(
    _ response: Response, _ step: String, _ option: String, method: String? = nil
  ) throws(EngineFailure) -> Move {
    guard let index = response.steps.firstIndex(where: { $0.name == step }),
      let choice = response.steps[index].choices.firstIndex(where: { $0.naming.word == option })
    else { throw EngineFailure(.malformed, "no \(step)") }
    let methods = response.steps[index].choices[choice].methods
    let selection = Selection(
      choice: choice, method: method.flatMap { word in methods.firstIndex { $0.word == word } })
    return .submit(step: index, selection: selection, answers: [])
  }

  // MARK: Only the org

  /// Returns the requests of a sign-in by hand, and the org's answers.
  func exchanges() async throws(EngineFailure) -> [(request: HTTPRequest, response: HTTPResponse)] {
    let clock = ManualClock(now: .seconds(1_700_000_000))
    let server = OrgServer(org, clock: clock, seed: 1, memo: memo)
    let recorder = RecordingTransport(server)
    let client = OktaSimulator.Org.usualClient
    let engine = IDXEngine(
      configuration: IDXConfiguration(
        issuer: OktaSimulator.Org.inProcessIssuer, clientID: client.id,
        redirectURI: client.redirectURI, isInProcess: true),
      transport: recorder, clock: clock, randomBytes: { [UInt8](repeating: 7, count: $0) })
    guard try await SignIn.byHand(engine, server) else { return [] }
    return recorder.exchanges
  }

  /// Returns a new org in this process; every org has the same state.
  func server() -> OrgServer {
    OrgServer(org, clock: ManualClock(now: .seconds(1_700_000_000)), seed: 1, memo: memo)
  }

  /// Sends recorded requests to a new, identical org.
  ///
  /// - Returns: The last status.
  func replay(_ requests: [HTTPRequest]) -> Int {
    let server = server()
    return requests.reduce(0) { server.answer($1).status }
  }
}
