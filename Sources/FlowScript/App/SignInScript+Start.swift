import FlowText
import FlowDiagnostics
import FlowAuthenticators
public import FlowEngine
public import FlowInterpreter
import FlowSyntax
import IDXEngine
import MobileIdPEngine
import NextAuthEngine

extension SignInScript {
  /// Starts a run.
  ///
  /// A prompter that belongs to the main actor says so at its method too: `@MainActor func answer`.
  ///
  /// - Parameters:
  ///   - configuration: Where and as whom to sign in.
  ///   - flow: The name of a flow; `nil` for the only one.
  ///   - values: What names stand for, before every value of the script's own; `env` finds them
  ///     too.
  ///   - secrets: What `secret` finds. Nothing is taken from the environment.
  ///   - prompter: Who is asked; `nil` for nobody.
  ///   - inbox: Where codes arrive; `nil` for the configuration's inbox, else the simulated org's
  ///     own.
  ///   - passkeys: Who holds the person's passkeys, such as the platform; `nil` for none at an
  ///     issuer, and
  ///     for software's at a simulated org, which end with the run as the org does.
  ///   - redirect: Opens the address of a `follow` in a browser, and gives the address at which the
  ///     browser arrived; `nil` for no browser.
  /// - Returns: The run, which has begun.
  /// - Throws: `SignInFailure` if the run could not begin: an unknown flow or org, or one of the
  ///   `values` that the flow uses and that is missing. The result reports what else is missing.
  public func start(
    _ configuration: SignInConfiguration, flow: String? = nil, values: [String: String] = [:],
    secrets: [String: Secret] = [:], prompter: (any Prompter)? = nil,
    inbox: (any Inbox)? = nil, passkeys: (any PasskeyHolder)? = nil,
    redirect: (@Sendable (Redirect) async throws -> Secret)? = nil
  ) throws(SignInFailure) -> SignIn {
    let masker = Masker()
    for secret in secrets.values { masker.add(secret) }
    let plan = try plan(flow, values, masker)
    let keyring = Keyring(randomBytes: ThisMachine.randomBytes)
    let (peer, sources) = try peer(of: plan, configuration, values, secrets, masker, keyring)
    let clock = configuration.clock ?? SystemClock(now: ThisMachine.wallTime())
    let (events, continuation) = AsyncStream.makeStream(
      of: SignInEvent.self, bufferingPolicy: .bufferingNewest(SignIn.eventsMax))
    let connected = peer.connect(
      clock: clock, limit: configuration.limit,
      callback: { continuation.yield(.callback(masker.masked($0))) })
    let handlers = Handlers(prompter: prompter, redirect: redirect)
    let browser = handlers.browser ?? SimulatedBrowser.of(connected.inbox)
    let inbox = inbox ?? configuration.inbox ?? connected.inbox
    let environment = RunEnvironment(
      clock: connected.clock, deadline: configuration.limit,
      watchesRequests: connected.watchesRequests, sources: sources, totp: OneTimeCode.totp,
      inbox: inbox, passkeys: passkeys ?? (peer.isSimulated ? keyring : nil),
      prompter: handlers.person, redirect: browser, masker: masker,
      events: { event in
        if let event = SignInEvent(event, masker: masker) { continuation.yield(event) }
      })
    let run = Task {
      let result = await FlowInterpreter.run(
        plan, engine: connected.engine, environment: environment)
      continuation.finish()
      return SignInResult.make(
        result, masker: masker, reason: handlers.reason, service: connected.tokens,
        limit: connected.watchesRequests ? configuration.limit : nil)
    }
    return SignIn(events: events, inbox: inbox, run: run)
  }

  private func plan(
    _ flow: String?, _ values: [String: String], _ masker: Masker
  ) throws(SignInFailure) -> RunPlan {
    func problem(_ problem: Problem, help: String? = nil) -> SignInProblem {
      .one(Diagnostic(problem, at: nil, help: help), masker: masker)
    }
    guard let name = flow ?? (flows.count == 1 ? flows.first : nil) else {
      let message = flows.isEmpty ? "the script has no flow" : "no flow is named"
      let names = flows.prefix(SignInScript.namesShown).map { "`\($0)`" }
      throw .script([
        problem(
          .settingMissing(message: message),
          help: names.isEmpty
            ? "write a rule: `on identify …`"
            : "name one of \(flows.count): \(names.joined(separator: ", "))")
      ])
    }
    // A flow that rows make is called as its flow is, and has their values after that.
    let units = program.flows.filter { $0.rows.isEmpty ? $0.name == name : name.hasPrefix($0.name) }
    // What this flow doesn't use need not be given.
    let standIns = Dictionary(valueNames.map { ($0, "") }, uniquingKeysWith: { first, _ in first })
    let (plans, diagnostics) = SignInScript.plans(
      of: units, in: program, values: standIns.merging(values) { $1 })
    let errors = diagnostics.filter { $0.severity == .error }
    if !errors.isEmpty { throw .script(SignInProblem.all(errors, masker: masker)) }
    guard let plan = plans.first(where: { $0.name == name }) else {
      let nearest = Suggestion.nearest(name, among: flows)
      throw .script([problem(.unknownName(kind: "flow", name: name, nearest: nearest))])
    }
    let missing = valueNames.filter { values[$0] == nil && plan.usedVariables.contains($0) }
    guard missing.isEmpty else {
      let help = "give them to `start` as `values`"
      throw .missingValues(problem(.missingValues(missing), help: help))
    }
    return plan
  }

  /// How many names of flows a help shows.
  private static let namesShown = 3

  /// What a run speaks to.
  private enum Peer {
    case counterpart(Counterpart, scopes: [String] = IssuerSettings.usualScopes)
    /// Other apps, as one of them.
    case apps(MobileApps)

    /// Whether it ends with the run, so that what was made for it may, too.
    var isSimulated: Bool {
      if case .counterpart(.issuer, _) = self { false } else { true }
    }

    func connect(
      clock: any RunClock, limit: Duration, callback: @escaping @Sendable (String) -> Void
    ) -> Counterpart.Connection {
      switch self {
      case .counterpart(let counterpart, let scopes):
        counterpart.connect(
          clock: clock, randomBytes: ThisMachine.randomBytes, scopes: scopes, callback: callback)
      case .apps(let apps): apps.connect(clock: clock, limit: limit, callback: callback)
      }
    }
  }

  private func peer(
    of plan: RunPlan, _ configuration: SignInConfiguration, _ values: [String: String],
    _ secrets: [String: Secret], _ masker: Masker, _ keyring: Keyring
  ) throws(SignInFailure) -> (Peer, ValueSources) {
    switch configuration.target {
    case .issuer(let issuer, let transport):
      guard plan.engine == EngineCatalog.usual else {
        let isApp = plan.engine == MobileIdPEngine.vocabulary.engine
        throw SignInFailure(
          of: "an issuer", for: plan,
          help: isApp
            ? "sign in as one of the two apps: `SignInConfiguration(mobileIdP: world, links: links)`"
            : "sign in with the app's SDK: `SignInConfiguration(nextAuth: sdk)`")
      }
      if let secret = issuer.clientSecret { masker.add(secret) }
      return (.counterpart(.issuer(issuer, transport)), sources(values, secrets))
    case .nextAuth(let sdk):
      guard plan.engine == NextAuthEngine.vocabulary.engine else {
        throw SignInFailure(
          of: "an SDK of nextAuth", for: plan,
          help: "write `engine nextauth` in the flow, or name an issuer")
      }
      return (.counterpart(.sdk(sdk)), sources(values, secrets))
    case .apps(let apps):
      guard plan.engine == MobileIdPEngine.vocabulary.engine else {
        throw SignInFailure(
          of: "an app of a mobile identity provider", for: plan,
          help: "write `engine mobile-idp` in the flow, or name an issuer")
      }
      return (.apps(apps), sources(values, secrets))
    case .simulated(let name, let time, let scopes):
      let demo = secrets.merging(DemoOrg.secrets) { given, _ in given }
      let found: NamedOrg
      do throws(NamedOrg.Unavailable) {
        found = try NamedOrg.find(
          named: name, for: plan, in: program, sources: sources(values, demo),
          keyring: keyring)
      } catch {
        let problems = SignInProblem.all(error.diagnostics, masker: masker)
        let isMissing = error.diagnostics.allSatisfy { $0.kind == .missingValues }
        if isMissing, let first = problems.first { throw .missingValues(first) }
        throw .script(problems)
      }
      let seed = UInt64.random(in: .min ... .max)
      let counterpart: Counterpart
      let isDemo: Bool
      switch found {
      case .simulated(let org, let isBuiltIn):
        (counterpart, isDemo) = (.simulated(org, seed: seed, at: time), isBuiltIn)
      case .nextAuth(let org, let isBuiltIn):
        (counterpart, isDemo) = (.nextAuth(org, seed: seed, at: time), isBuiltIn)
      case .mobileIdP(let org, let login, let isBuiltIn):
        counterpart = .mobileIdP(org, seed: seed, at: time, login: login)
        isDemo = isBuiltIn
      case .issuer:
        throw SignInFailure(
          IssuerSettings.Fault(
            message: "the script's org is a real issuer",
            help: "sign in with the script's `configuration(of:)`, or name a simulated org: "
              + "`.simulated(org: \"demo\")`"))
      }
      return (.counterpart(counterpart, scopes: scopes), sources(values, isDemo ? demo : secrets))
    }
  }

  func sources(
    _ values: [String: String], _ secrets: [String: Secret]
  ) -> ValueSources {
    var sources = ValueSources(variable: { values[$0] }, secret: { secrets[$0] })
    if let root { return sources.reading { [root] } }
    sources.file = { (_, _) throws(ValueSources.FileUnreadable) in
      throw ValueSources.FileUnreadable("a script without a file reads none")
    }
    return sources
  }
}

extension SignInFailure {
  /// That what is configured is no counterpart for a flow's engine.
  fileprivate init(of counterpart: String, for plan: RunPlan, help: String) {
    self.init(
      IssuerSettings.Fault(
        message: "the flow's engine is `\(plan.engine)`, and \(counterpart) is configured",
        help: help))
  }
}
