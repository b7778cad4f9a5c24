import FlowDiagnostics
public import FlowInterpreter
import FlowScript
package import FlowSyntax
import IDXEngine
import FlowText
public import FlowEngine
public import FlowHTTP

/// A sign-in script, which is loaded and checked once, and can run many times, also in parallel.
///
/// ```swift
/// let script = try SignInScript(
///   """
///   on identify           answer identifier = email
///   on challenge password answer passcode = secret PASSWORD
///   otherwise prompt
///   """, values: ["email"])
/// let signIn = try script.start(
///   okta, values: ["email": "sam@example.com"],
///   secrets: ["PASSWORD": Secret("Battery-Staple-2")], prompter: prompter)
/// let tokens = try await signIn.tokens()
/// ```
public struct SignInScript: Sendable {
  /// The names of the flows, including the flows that rows of tables make, in order.
  public let flows: [String]
  /// The warnings about probable mistakes; the script can still run.
  public let warnings: [SignInProblem]

  package let program: Program
  let valueNames: [String]
  /// The root folder for the script's files; `nil` for a script without a file.
  let root: String?

  /// Loads a script from a text, which can't import or read files.
  ///
  /// - Parameters:
  ///   - text: The script.
  ///   - name: The script's name in problems. Without a `flow` block, the script is a flow of this
  ///     name.
  ///   - values: The names of values that the script uses and that `start` provides.
  /// - Throws: `SignInFailure.script` with every mistake that can be found without running the
  ///   script.
  public init(
    _ text: String, name: String = "script.flow", values: [String] = []
  ) throws(SignInFailure) {
    let script = LoadedScript.load(
      SourceFile(name: name, text: text), options: SignInScript.options(values),
      read: { _ throws(ReadFault) in throw .unreadable("a script without a file can't read files") }
    )
    try self.init(script, values, root: nil)
  }

  /// Loads a script from a file, with everything that it imports.
  ///
  /// Imports and `file` values must be in the script's folder or below. In a checkout, they may be
  /// anywhere in the checkout.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - values: The names of values that the script uses and that `start` provides.
  /// - Throws: `SignInFailure.script` with every mistake that can be found without running the
  ///   script, or if the file can't be read.
  public init(contentsOf path: String, values: [String] = []) throws(SignInFailure) {
    // On the command line `-` means the standard input, but for an app it is a file name.
    let path = path == "-" ? "./-" : path
    let script = LoadedScript.load(path, options: SignInScript.options(values))
    try self.init(script, values, root: ScriptTree.root(of: path))
  }

  private static func options(_ values: [String]) -> LoadedScript.Options {
    var options = LoadedScript.Options(orgs: .issuers)
    options.variables = values
    options.checksValues = false
    return options
  }

  private init(
    _ script: LoadedScript, _ values: [String], root: String?
  ) throws(SignInFailure) {
    let masker = Masker()
    func check(_ diagnostics: [Diagnostic]) throws(SignInFailure) {
      let errors = diagnostics.filter { $0.severity == .error }
      if !errors.isEmpty { throw .script(SignInProblem.all(errors, masker: masker)) }
    }
    try check(script.diagnostics)
    program = script.program
    valueNames = values
    self.root = root
    let placeholders = Dictionary(values.map { ($0, "") }, uniquingKeysWith: { first, _ in first })
    let (plans, diagnostics) = SignInScript.plans(
      of: script.program.flows, in: script.program, values: placeholders)
    try check(diagnostics)
    flows = plans.map(\.name)
    warnings = SignInProblem.all(script.diagnostics, masker: masker)
  }

  /// Returns the plans of flows with the given values, and the problems.
  static func plans(
    of flows: [Program.FlowUnit], in program: Program, values: [String: String]
  ) -> (plans: [RunPlan], diagnostics: [Diagnostic]) {
    var options = EngineCatalog.standard.planOptions
    options.variables = values
    var plans: [RunPlan] = []
    var diagnostics: [Diagnostic] = []
    for flow in flows {
      let made = RunPlan.make(program: program, flow: flow, options: options)
      plans += made.plans
      diagnostics += made.diagnostics
    }
    return (plans, diagnostics)
  }

  /// Returns the configuration for an org of the script, such as `org prod at "https://…" { … }`.
  ///
  /// ```swift
  /// let okta = try script.configuration(of: "prod", host: "acme.okta.com")
  /// ```
  ///
  /// - Parameters:
  ///   - name: The org's name.
  ///   - host: The host of the org's address, with the port unless it is the default one. The app
  ///     must name the host, so that a script can't send the app's values elsewhere. It is `nil`
  ///     for a simulated org.
  ///   - values: The values for `env` in the org's settings.
  ///   - secrets: The values for `secret` in the org's settings.
  ///   - transport: The transport to the issuer; `nil` for the platform's own.
  ///   - timeout: The maximum duration of a run, without the time for the user's answers.
  /// - Returns: The configuration.
  /// - Throws: `SignInFailure.script` if the script doesn't have the org, or the org has a mistake;
  ///   `SignInFailure.missingValues` if a value or a secret is missing;
  ///   `SignInFailure.configuration` if a setting is missing, or if the org has another host than
  ///   `host`.
  public func configuration(
    of name: String, host: String? = nil, values: [String: String] = [:],
    secrets: [String: Secret] = [:],
    transport: (any Transport)? = nil,
    timeout: Duration = SignInConfiguration.usualTimeout
  ) throws(SignInFailure) -> SignInConfiguration {
    let masker = Masker()
    for secret in secrets.values { masker.add(secret) }
    guard let org = program.orgs[name] else {
      let nearest = Suggestion.nearest(name, among: program.orgs.keys.sorted())
      let problem = Problem.unknownName(kind: "org", name: name, nearest: nearest)
      throw .script([.one(Diagnostic(problem, at: nil), masker: masker)])
    }
    guard org.node.address != nil else {
      throw .configuration(
        "the script's org `\(name)` is simulated",
        help: "in tests, use `.simulated(org: \"\(name)\")` of FlowSignInTesting")
    }
    let (settings, diagnostics) = EngineCatalog.standard.readIssuer(
      org, sources: sources(GivenValues(values: values, secrets: secrets)))
    let errors = diagnostics.filter { $0.severity == .error }
    guard errors.isEmpty else {
      guard errors.allSatisfy({ $0.kind == .missingValues }), var missing = errors.first else {
        throw .script(SignInProblem.all(errors, masker: masker))
      }
      missing.help = "pass it to `configuration(of:)` as one of its `values` or `secrets`"
      throw .missingValues(.one(missing, masker: masker))
    }
    let configuration = try SignInConfiguration(
      settings, transport: transport, timeout: timeout,
      help: "write the app's registered `client-id` and `redirect-uri` in the org")
    try SignInScript.check(host, of: settings, name)
    return configuration
  }

  /// Throws unless the app has named the org's host.
  private static func check(
    _ host: String?, of settings: IssuerSettings, _ name: String
  ) throws(SignInFailure) {
    guard let issuer = settings.issuer?.value else { return }
    let allowed = host.flatMap { AllowedHost($0) }
    guard allowed?.allows(issuer) != true else { return }
    let named = host.map { ", but the app names `\(DisplayText.line($0))`" } ?? ""
    throw SignInFailure(
      PlainFailure(
        "the script's org `\(name)` is at `\(issuer.liveHost)`" + named,
        help: "pass its host to `configuration(of:)`: `host: \"\(issuer.liveHost)\"`"))
  }

  /// Starts a run.
  ///
  /// If a prompter belongs to the main actor, its method must say so too: `@MainActor func answer`.
  ///
  /// - Parameters:
  ///   - configuration: Where the run's sign-in goes.
  ///   - flow: The name of a flow; `nil` for the flow of `resuming`, or for the script's only flow.
  ///   - continuation: An earlier sign-in at the same issuer, which the run continues at its latest
  ///     step; `nil` for a new sign-in. If the server has ended the transaction meanwhile,
  ///     the run fails, usually as `refused`, and the app starts a new one.
  ///   - values: The values of names, which override all of the script's own; `env` uses them too.
  ///   - secrets: The values for `secret`, which are never read from the environment.
  ///   - prompter: Answers questions to the user; `nil` if no one answers.
  ///   - inbox: The inbox for codes; `nil` for the configuration's inbox, or else the simulated
  ///     org's own.
  ///   - passkeys: The holder of the user's passkeys, such as the platform. If it is `nil`, a run
  ///     with an issuer has no passkeys. A run with a simulated org then has software passkeys,
  ///     which end with the run.
  ///   - redirect: Opens the address of a `follow` in a browser, and returns the address at which
  ///     the browser arrived; `nil` for no browser.
  /// - Returns: The run, which has begun.
  /// - Throws: `SignInFailure` if the run could not begin, because the flow or the org is unknown
  ///   or one of the flow's `values` is missing. The result reports what else is missing.
  public func start(
    _ configuration: SignInConfiguration, flow: String? = nil,
    resuming continuation: SignInContinuation? = nil, values: [String: String] = [:],
    secrets: [String: Secret] = [:], prompter: (any Prompter)? = nil,
    inbox: (any Inbox)? = nil, passkeys: (any PasskeyHolder)? = nil,
    redirect: (@Sendable (Redirect) async throws -> Secret)? = nil
  ) throws(SignInFailure) -> SignIn {
    let masker = Masker()
    for secret in secrets.values { masker.add(secret) }
    let plan = try plan(flow ?? continuation?.flow, values, masker)
    let peer = try configuration.target.peer(
      of: plan, in: self, given: GivenValues(values: values, secrets: secrets), masker: masker)
    try continuation?.check(against: peer.resumable)
    let clock = configuration.runClock
    let (events, stream) = AsyncStream.makeStream(
      of: SignInEvent.self, bufferingPolicy: .bufferingNewest(SignIn.eventsMax))
    let transaction = RunningTransaction()
    let connected = peer.connect(
      SignInPeer.Opening(
        clock: clock, limit: configuration.limit,
        callback: { stream.yield(.callback(masker.masked($0))) },
        continuity: IDXContinuity(earlier: continuation?.transaction, keep: transaction.set)))
    let handlers = Handlers(prompter: prompter, redirect: redirect)
    let inbox = inbox ?? configuration.inbox ?? connected.inbox
    let environment = RunEnvironment(
      clock: connected.clock, deadline: configuration.limit,
      watchesRequests: connected.watchesRequests, sources: peer.sources, totp: OneTimeCode.totp,
      inbox: inbox, passkeys: passkeys ?? peer.passkeys,
      prompter: handlers.person, redirect: handlers.browser ?? connected.browser, masker: masker,
      events: { event in
        if let event = SignInEvent(event, masker: masker) { stream.yield(event) }
      })
    let run = Task {
      let result = await FlowInterpreter.run(
        plan, engine: connected.engine, environment: environment)
      stream.finish()
      transaction.set(nil)
      return SignInResult.make(
        result, masker: masker, reason: handlers.reason, service: connected.tokens,
        limit: connected.watchesRequests ? configuration.limit : nil)
    }
    return SignIn(
      events: events, inbox: inbox, run: run, flow: plan.name, configuration: peer.resumable,
      transaction: transaction)
  }

  private func plan(
    _ flow: String?, _ values: [String: String], _ masker: Masker
  ) throws(SignInFailure) -> RunPlan {
    func problem(_ problem: Problem, help: String? = nil) -> SignInProblem {
      .one(Diagnostic(problem, at: nil, help: help), masker: masker)
    }
    guard let name = flow ?? (flows.count == 1 ? flows.first : nil) else {
      let message = flows.isEmpty ? "the script doesn't have a flow" : "no flow is named"
      let names = flows.prefix(SignInScript.namesShown).map { "`\($0)`" }
      throw .script([
        problem(
          .settingMissing(message: message),
          help: names.isEmpty
            ? "write a rule: `on identify …`"
            : "name one of \(flows.count): \(names.joined(separator: ", "))")
      ])
    }
    // The name of a row's flow begins with the name of the flow that has the rows.
    let units = program.flows.filter { $0.rows.isEmpty ? $0.name == name : name.hasPrefix($0.name) }
    // Values that this flow doesn't use may be missing.
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
      let help = "pass them to `start` as `values`"
      throw .missingValues(problem(.missingValues(missing), help: help))
    }
    return plan
  }

  /// The maximum number of flow names in a help text.
  private static let namesShown = 3

  /// Returns the sources of a run's values: from the app, and from files below the script's root.
  package func sources(_ given: GivenValues) -> ValueSources {
    var sources = ValueSources(variable: { given.values[$0] }, secret: { given.secrets[$0] })
    if let root { return sources.reading { [root] } }
    sources.file = { (_, _) throws(PlainFailure) in
      throw PlainFailure("a script without a file can't read files")
    }
    return sources
  }
}
