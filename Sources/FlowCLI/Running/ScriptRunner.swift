import FlowAuthenticators
import FlowEngine
import FlowRuntime
import FlowScript
import FlowSimulator
import FlowSyntax
import FlowWire
import IDXEngine

/// Runs what `flow run` was asked for: reads, checks, finds the counterpart, runs flow by flow.
struct ScriptRunner {
  typealias Fault = ParsedArguments.Fault

  private let options: RunOptions
  private let host: Host
  private let masker = Masker()
  private let output: MaskingSink
  private let errors: MaskingSink
  private let style: Style
  private let errorStyle: Style
  private var problems: ProblemOutput
  private var profiles: [String] = []
  private var org: NamedOrg?
  private var hasToldDemo = false
  private var hasToldIssuer = false
  private var network: Network
  /// The inbox of runs against a real issuer; `nil` where none is named.
  private var mailbox: Mailbox?
  /// The passkeys of `--passkeys` and of the org of `--org`.
  private let keyring: Keyring
  private var status = ExitStatus.success
  private var ran = 0
  private var names: [String] = []

  init(
    _ options: RunOptions, _ host: Host, output outputStyle: Style, errors errorStyle: Style
  ) throws(Fault) {
    self.options = options
    self.host = host
    style = outputStyle
    self.errorStyle = errorStyle
    output = MaskingSink(host.output, masker: masker)
    errors = MaskingSink(host.errors, masker: masker)
    var network = Network(host, caFile: options.caFile)
    if !options.inboxes.isEmpty {
      do throws(InboxFailure) {
        mailbox = try Mailbox(options.inboxes, allowsCommands: options.allowsRun) {
          network.transport()
        }
      } catch { throw Fault(message: error.message, help: error.help) }
    }
    self.network = network
    keyring = try ScriptRunner.keyring(options, host)
    problems = ProblemOutput(output: host.errors, style: errorStyle, masker: masker)
    for secret in options.secrets.values { masker.add(secret) }
    for reference in options.profiles { profiles.append(try ScriptRunner.name(of: reference)) }
  }

  private static func keyring(_ options: RunOptions, _ host: Host) throws(Fault) -> Keyring {
    guard let path = options.passkeysFile else { return Keyring(randomBytes: host.randomBytes) }
    do throws(PasskeyFailure) {
      return try PasskeyFile.keyring(at: path, randomBytes: host.randomBytes)
    } catch {
      throw Fault(
        message: "`--passkeys`: \(path.terminalSafe): \(error.message)", help: error.help)
    }
  }

  /// The profile that is meant by a file: the one that is named, or the only one in it.
  private static func name(of reference: RunOptions.ProfileReference) throws(Fault) -> String {
    if let name = reference.name { return name }
    guard let bytes = try? ScriptFiles.read(reference.path) else {
      throw Fault(
        message: "`--use`: there is no readable file `\(reference.path.terminalSafe)`", help: nil)
    }
    let script = Script.parse(SourceFile(name: reference.path, bytes: bytes)).script
    let names = script.items.compactMap { item in
      if case .profile(let profile) = item { script.text(profile.name) } else { nil }
    }
    guard names.count == 1 else {
      let path = reference.path.terminalSafe
      throw Fault(
        message: names.isEmpty
          ? "`\(path)` has no profile" : "`\(path)` has \(names.count) profiles",
        help: names.first.map { "name one: `--use \(path):\($0.terminalSafe)`" })
    }
    return names[0]
  }

  // MARK: Running

  /// Runs every file.
  mutating func run() async -> ExitStatus {
    guard loadOrg(), isReady() else { return .wrongScript }
    let scripts =
      options.files.isEmpty
      ? [profileAlone()] : options.files.map { LoadedScript.load($0, options: loadOptions) }
    if let fault = unusedVariable(in: scripts) {
      errors.write(usage(fault))
      return .usage
    }
    for script in scripts {
      guard !Task.isCancelled, host.output.failure == nil else { break }
      await run(script)
    }
    if Task.isCancelled { return .interrupted }
    if ran == 0, status == .success, host.output.failure == nil { return nothingRan() }
    return status
  }

  /// The fault of a `--var` whose name stands in no script: it would change nothing, unnoticed.
  private func unusedVariable(in scripts: [LoadedScript]) -> Fault? {
    guard scripts.allSatisfy({ !$0.hasErrors }) else { return nil }
    let unused = options.variables.keys.sorted()
      .first { name in !scripts.contains { $0.program.mentions(name) } }
    guard let unused else { return nil }
    let names = scripts.flatMap { $0.program.valueNames }
    return Fault(
      message: "`--var \(unused.terminalSafe)=…`: no script has a value of that name",
      help: Suggestion.nearest(unused, among: names).first
        .map { "did you mean `\($0.terminalSafe)`?" })
  }

  private var loadOptions: LoadedScript.Options {
    var load = LoadedScript.Options()
    load.profileFiles = options.profiles.map(\.path)
    load.profiles = profiles
    load.treeRoot = options.root
    load.variables = Array(options.variables.keys)
    load.sources = sources(demo: false)
    return load
  }

  /// A script that expects a sign-in and answers nothing: the profile's answers do everything.
  private func profileAlone() -> LoadedScript {
    let name = "sign in as \(profiles.joined(separator: ", "))"
    return LoadedScript.load(
      SourceFile(name: name, text: "expect success\n"), options: loadOptions)
  }

  private mutating func run(_ script: LoadedScript) async {
    report(script.diagnostics)
    guard !script.hasErrors else {
      status = status.worse(.wrongScript)
      return
    }
    var options = EngineCatalog.planOptions
    options.profiles = profiles
    options.variables = self.options.variables
    options.promptsOtherwise = self.options.isInteractive
    for flow in script.program.flows {
      let (plans, diagnostics) = RunPlan.make(
        program: script.program, flow: flow, options: options)
      names += plans.map(\.name)
      report(diagnostics)
      guard !diagnostics.contains(where: { $0.severity == .error }) else {
        status = status.worse(.wrongScript)
        continue
      }
      for plan in plans where isWanted(plan.name) || isWanted(flow.name) {
        guard !Task.isCancelled, host.output.failure == nil else { return }
        await run(plan, of: script.program)
      }
    }
  }

  private func isWanted(_ name: String) -> Bool {
    options.only.isEmpty || options.only.contains { FlowRuntime.matches(name, glob: $0) }
  }

  private mutating func run(_ plan: RunPlan, of program: Program) async {
    // A file's passkeys outlive a flow; all others are made anew for each, as its org is.
    let keyring = options.passkeysFile == nil ? keyring.copy() : keyring
    guard let (counterpart, isDemo, settings) = counterpart(of: plan, in: program, keyring) else {
      status = status.worse(.wrongScript)
      return
    }
    let console = RunConsole(
      plan, output: options.isJSON ? errors : output, style: options.isJSON ? errorStyle : style,
      detail: options.isJSON ? .quiet : options.detail,
      waiting: WaitingDisplay(
        errors: errors, style: errorStyle, terminal: host.terminal, isLive: isLive))
    let connected = counterpart.connect(
      clock: host.clock, randomBytes: host.randomBytes, notice: { console.tellPause($0) })
    console.begin(settings)
    let environment = RunEnvironment(
      clock: connected.clock, deadline: options.timeout ?? RunEnvironment.usualDeadline,
      watchesRequests: connected.watchesRequests, sources: sources(demo: isDemo),
      totp: OneTimeCode.totp, inbox: connected.inbox ?? mailbox,
      passkeys: keyring,
      command: options.allowsRun ? CommandValue.reader : nil,
      prompter: prompter(connected.inbox), redirect: SimulatedBrowser.of(connected.inbox),
      masker: masker, events: { console.tell($0) })
    let result = await FlowRuntime.run(plan, engine: connected.engine, environment: environment)
    ran += 1
    let saved = SavedTokens(result, of: counterpart, now: connected.clock.now)
    let afterwards = await keepTokens(of: result, saved, connected.tokens)
    let diagnostics = result.warnings + result.diagnostics + afterwards
    let isRevoked = options.revokes && result.tokens != nil && afterwards.isEmpty
    if options.isJSON {
      let json = RunJSON.object(
        result, diagnostics: problems.json(diagnostics), isRevoked: isRevoked)
      output.write(String(decoding: json.bytes(), as: UTF8.self) + "\n")
    } else {
      console.end(result)
      problems.write(diagnostics)
      if isRevoked { console.tellRevoked() }
    }
    status = status.worse(ExitStatus(of: result))
  }

  /// Keeps or revokes the tokens of a run, as was asked for.
  ///
  /// - Returns: What went wrong.
  private mutating func keepTokens(
    of result: RunResult, _ saved: SavedTokens?, _ service: (any TokenService)?
  ) async -> [Diagnostic] {
    guard let saved, let service else { return [] }
    if let path = options.tokensFile {
      do throws(PrivateFile.Failure) { try saved.write(to: path) } catch {
        let message = "the tokens can't be written to \(path.terminalSafe): \(error.reason)"
        errors.write(usage(Fault(message: message, help: nil)))
        status = status.worse(.serverFailed)
      }
    }
    guard options.revokes else { return [] }
    do throws(EngineFailure) {
      try await service.revoke(saved.tokens)
      return []
    } catch {
      let diagnostic = Diagnostic(error, at: nil)
      status = status.worse(ExitStatus(of: diagnostic.id))
      return [diagnostic]
    }
  }

  /// Whether a line of what is said by the way can be overwritten.
  private var isLive: Bool { host.errors.isTerminal && host.environment["TERM"] != "dumb" }

  private func prompter(_ inbox: (any Inbox)?) -> (any Prompter)? {
    guard options.takesInput, let terminal = host.terminal else { return nil }
    return TerminalPrompter(terminal: terminal, masker: masker, style: errorStyle, inbox: inbox)
  }

  // MARK: Values

  private func sources(demo: Bool) -> ValueSources {
    let environment = host.environment
    let secrets = options.secrets
    return ValueSources(
      variable: { environment[$0] },
      secret: { name in secrets[name] ?? (demo ? DemoOrg.secrets[name] : nil) },
      file: { (path, script) throws(ValueSources.FileUnreadable) in
        try ValueFile.read(path, besides: script)
      })
  }

  // MARK: Counterparts

  /// Whether everything can be had that the command line names, before anything is sent.
  private func isReady() -> Bool {
    do throws(Fault) {
      try network.check()
      for (option, path) in [
        ("--tokens", options.tokensFile), ("--passkeys", options.passkeysFile),
      ] {
        guard let path else { continue }
        do throws(PrivateFile.Failure) { try PrivateFile.check(path) } catch {
          throw Fault(
            message: "`\(option)`: \(path.terminalSafe) can't be written: \(error.reason)",
            help: nil)
        }
      }
      return true
    } catch {
      errors.write(usage(error))
      return false
    }
  }

  private mutating func loadOrg() -> Bool {
    guard let (path, name) = options.org else { return true }
    let script = LoadedScript.load(path, options: LoadedScript.Options())
    report(script.diagnostics)
    guard !script.hasErrors else { return false }
    let orgs = script.program.orgs
    guard let found = name.map({ orgs[$0] }) ?? (orgs.count == 1 ? orgs.values.first : nil) else {
      let names = orgs.keys.sorted()
      let fault = Fault(
        message: name.map { "`\(path.terminalSafe)` has no org `\($0.terminalSafe)`" }
          ?? (names.isEmpty
            ? "`\(path.terminalSafe)` has no org" : "`\(path.terminalSafe)` has several orgs"),
        help: names.isEmpty ? nil : "name one: \(names.joined(separator: ", ").terminalSafe)")
      errors.write(usage(fault))
      return false
    }
    do throws(NamedOrg.Unavailable) {
      org = try NamedOrg.make(found, in: script.program, sources(demo: true), keyring)
      return true
    } catch {
      report(error.diagnostics)
      return false
    }
  }

  /// What a flow runs against: what the command line, the environment or a file names, else what the
  /// script says; with a real issuer's settings.
  private mutating func counterpart(
    of plan: RunPlan, in program: Program, _ keyring: Keyring
  ) -> (counterpart: Counterpart, isDemo: Bool, settings: IssuerSettings?)? {
    var found = org
    // What names an issuer says nothing to a flow of another engine.
    let hasIssuer = options.issuer.issuer != nil && plan.engine == EngineCatalog.usual
    if let mismatch = found?.mismatch(with: plan) {
      report([mismatch])
      return nil
    }
    if found == nil {
      do throws(NamedOrg.Unavailable) {
        found = try NamedOrg.find(
          named: nil, for: plan, in: program, sources: sources(demo: true),
          keyring: keyring)
      } catch  where !hasIssuer {
        report(error.diagnostics)
        return nil
      } catch {}
    }
    switch found {
    case .issuer(let script, let place):
      var stronger = options.issuer
      // An org that `--org` names is an option: no variable takes its place.
      if org != nil { stronger.issuer = nil }
      return issuer(script.overlaid(by: stronger), at: place)
    case .simulated(let simulated, let isDemo):
      if hasIssuer, org == nil { return issuer(options.issuer, at: nil) }
      if let option = options.issuerOption {
        return refuse(
          "`\(option)` goes with an issuer, and this runs against a simulated org",
          help: "name one with `--issuer`, in the file of `--config`, or with FLOW_ISSUER")
      }
      guard let simulated = simulated.faulty(with: options.faults) else {
        return refuse("an org can't have so many faults", help: nil)
      }
      if isDemo { tellDemo() }
      return (.simulated(simulated, seed: seed(), at: options.time), isDemo, nil)
    case .nextAuth(let simulated, let isDemo):
      if let option = usualOption { return refuse(option, with: plan, help: setInOrg) }
      if isDemo { tellDemo() }
      return (.nextAuth(simulated, seed: seed(), at: options.time), isDemo, nil)
    case .mobileIdP(let simulated, let login, let isDemo):
      if let option = usualOption { return refuse(option, with: plan, help: setInOrg) }
      if let option = options.tokenOption {
        let help = "take it away; its tokens are good as long as the run"
        return refuse(option, with: plan, help: help)
      }
      if isDemo { tellDemo() }
      return (
        .mobileIdP(simulated, seed: seed(), at: options.time, login: login), isDemo, nil
      )
    case nil:
      return issuer(options.issuer, at: nil)
    }
  }

  /// An option that only flows of the usual engine have.
  private var usualOption: String? {
    options.issuerOption ?? (options.faults.isEmpty ? nil : "--fault")
  }

  /// Tells that an option doesn't go with a flow's engine.
  private mutating func refuse(
    _ option: String, with plan: RunPlan, help: String
  ) -> (counterpart: Counterpart, isDemo: Bool, settings: IssuerSettings?)? {
    refuse(
      "`\(option)` goes with the engine `\(EngineCatalog.usual)`, and this flow's is "
        + "`\(plan.engine)`", help: help)
  }

  /// What to do about an option that says what is to go wrong, or where.
  private var setInOrg: String { "take it away; what can go wrong is set in the org" }

  /// Tells that the options don't go with what a flow runs against, which is nothing then.
  private mutating func refuse(
    _ message: String, help: String?
  ) -> (counterpart: Counterpart, isDemo: Bool, settings: IssuerSettings?)? {
    errors.write(usage(Fault(message: message, help: help)))
    status = status.worse(.usage)
    return nil
  }

  private mutating func issuer(
    _ settings: IssuerSettings, at place: Place?
  ) -> (counterpart: Counterpart, isDemo: Bool, settings: IssuerSettings?)? {
    if let option = options.simulatedOption {
      return refuse(
        "`\(option)` goes with a simulated org, and this runs against a real issuer",
        help: "take it away, or name a simulated org")
    }
    do throws(IssuerSettings.Fault) {
      guard let configuration = try settings.configuration() else { return nil }
      if let secret = configuration.clientSecret { masker.add(secret) }
      tellIssuer(settings)
      return (.issuer(configuration, network.transport()), false, settings)
    } catch {
      if let place {
        let problem = Problem.settingMissing(message: error.message)
        report([Diagnostic(problem, at: place, help: error.help)])
      } else {
        errors.write(usage(Fault(message: error.message, help: error.help)))
        status = status.worse(.usage)
      }
      return nil
    }
  }

  /// Says once that the environment chose the issuer: nobody sees that in the command.
  private mutating func tellIssuer(_ settings: IssuerSettings) {
    guard case .environment(let name)? = settings.issuer?.origin, !hasToldIssuer,
      options.detail != .quiet, !options.isJSON, let issuer = settings.issuer?.value
    else { return }
    hasToldIssuer = true
    errors.write(errorStyle("running against \(issuer), as \(name) says", .dim) + "\n")
  }

  /// Says once that the built-in org is used.
  private mutating func tellDemo() {
    guard !hasToldDemo, options.detail != .quiet, !options.isJSON else { return }
    hasToldDemo = true
    errors.write(errorStyle("no org is named: running against the built-in demo org", .dim) + "\n")
  }

  private func seed() -> UInt64 {
    host.randomBytes(8).reduce(0) { $0 << 8 | UInt64($1) }
  }

  // MARK: Reporting

  private mutating func report(_ diagnostics: [Diagnostic]) {
    guard !diagnostics.isEmpty else { return }
    if options.isJSON {
      let object: JSON = [
        "version": .integer(RunJSON.version), "problems": problems.json(diagnostics),
      ]
      output.write(String(decoding: object.bytes(), as: UTF8.self) + "\n")
    } else {
      problems.write(diagnostics)
    }
  }

  private func nothingRan() -> ExitStatus {
    var fault = Fault(message: "there is no flow to run", help: nil)
    if let only = options.only.first, !names.isEmpty {
      fault.message = "no flow is named `\(only.terminalSafe)`"
      let nearest = Suggestion.nearest(only, among: names)
      fault.help =
        nearest.first.map { "did you mean `\($0.terminalSafe)`?" }
        ?? "there are \(names.count): \(names.prefix(3).joined(separator: ", ").terminalSafe)"
    } else if let file = options.files.first {
      fault.help = "a file of profiles is used with `--use \(file.terminalSafe)`"
    }
    errors.write(usage(fault))
    return .wrongScript
  }
}
