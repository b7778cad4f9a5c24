import FlowScript
import FlowText
import FlowDiagnostics
public import FlowEngine
public import FlowInterpreter
import FlowSyntax

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
    let peer = try configuration.target.peer(
      of: plan, in: self, given: GivenValues(values: values, secrets: secrets), masker: masker)
    let clock = configuration.clock ?? SystemClock(now: ThisMachine.wallTime())
    let (events, continuation) = AsyncStream.makeStream(
      of: SignInEvent.self, bufferingPolicy: .bufferingNewest(SignIn.eventsMax))
    let connected = peer.connect(clock, configuration.limit) {
      continuation.yield(.callback(masker.masked($0)))
    }
    let handlers = Handlers(prompter: prompter, redirect: redirect)
    let inbox = inbox ?? configuration.inbox ?? connected.inbox
    let environment = RunEnvironment(
      clock: connected.clock, deadline: configuration.limit,
      watchesRequests: connected.watchesRequests, sources: peer.sources, totp: OneTimeCode.totp,
      inbox: inbox, passkeys: passkeys ?? peer.passkeys,
      prompter: handlers.person, redirect: handlers.browser ?? connected.browser, masker: masker,
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

  /// Where a run's values come from.
  package func sources(_ given: GivenValues) -> ValueSources {
    var sources = ValueSources(variable: { given.values[$0] }, secret: { given.secrets[$0] })
    if let root { return sources.reading { [root] } }
    sources.file = { (_, _) throws(PlainFailure) in
      throw PlainFailure("a script without a file reads none")
    }
    return sources
  }
}
