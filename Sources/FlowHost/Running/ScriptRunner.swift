package import FlowDiagnostics
import FlowAuthenticators
import FlowEngine
import FlowInterpreter
import FlowScript
import FlowSimulation
package import FlowTerminal
import FlowText
import OktaSimulator
import FlowSyntax
import FlowHTTP
import IDXEngine

/// Runs `flow run`: it reads and checks scripts, determines the targets, and runs the flows one
/// after another.
package struct ScriptRunner {
  package typealias Fault = UsageFault

  private var context: RunContext
  private let options: RunOptions
  private let host: Host
  private let masker: Masker
  /// Records the runs; `nil` if they aren't recorded.
  private let recorder: Recording?
  /// The script that runs if the user names no file; `nil` to sign in with only the profiles.
  private let script: SourceFile?
  private let output: MaskingSink
  private let errors: MaskingSink
  private let style: Style
  private let errorStyle: Style
  private var problems: ProblemOutput
  private var hasToldDemo = false
  private var hasToldIssuer = false
  private var question = IssuerQuestion()
  private var status = ExitStatus.success
  private var ran = 0
  private var names: [String] = []

  /// Creates a runner.
  ///
  /// - Parameters:
  ///   - options: The options.
  ///   - host: The host.
  ///   - outputStyle: The colors for the standard output.
  ///   - errorStyle: The colors for the standard error.
  ///   - script: The script that runs if the user names no file; `nil` to sign in with only the
  ///     profiles.
  ///   - recorder: Records the runs; `nil` if they aren't recorded.
  /// - Throws: `Fault` if the options are invalid.
  package init(
    _ options: RunOptions, _ host: Host, output outputStyle: Style, errors errorStyle: Style,
    script: SourceFile? = nil, recorder: Recording? = nil
  ) throws(Fault) {
    self.recorder = recorder
    masker = recorder?.masker ?? Masker()
    self.script = script
    var options = options
    // Without a script, the first profile determines the tree.
    if options.files.isEmpty, options.root == nil, let first = options.profiles.first {
      options.root = ScriptTree.root(of: first.path)
    }
    self.options = options
    self.host = host
    style = outputStyle
    self.errorStyle = errorStyle
    output = MaskingSink(host.output, masker: masker)
    errors = MaskingSink(host.errors, masker: masker)
    context = try RunContext(options, host)
    problems = ProblemOutput(output: host.errors, style: errorStyle, masker: masker)
    for secret in options.secrets.values { masker.add(secret) }
  }

  // MARK: Running

  /// Runs all files, and returns the exit status.
  package mutating func run() async -> ExitStatus {
    defer { problems.finish() }
    guard loadOrg(), isReady() else { return .wrongScript }
    let scripts =
      options.files.isEmpty
      ? [profileAlone()]
      : options.files.map { LoadedScript.load($0, options: context.loadOptions) }
    do throws(Fault) {
      if let fault = unusedVariable(in: scripts) { throw fault }
      try spareSources(of: scripts)
    } catch {
      errors.print(usage(error))
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

  /// Throws if the traffic would overwrite a file that the command reads.
  private func spareSources(of scripts: [LoadedScript]) throws(Fault) {
    guard let cassette = options.cassetteFile else { return }
    let names = scripts.flatMap { $0.program.scripts.map(\.source.name) }
    try WrittenPath.checkCassette(cassette, isNoneOf: names + context.filesRead)
    try WrittenPath.check(cassette, replaces: options.replacesCassette)
  }

  /// Returns the fault for a `--var` that no script uses; `nil` if there is none.
  private func unusedVariable(in scripts: [LoadedScript]) -> Fault? {
    guard scripts.allSatisfy({ !$0.hasErrors }) else { return nil }
    let unused = options.variables.keys.filter { name in
      !scripts.contains { $0.program.takes(name) }
    }
    return RunContext.unused(unused, among: scripts.flatMap { $0.program.valueNames })
  }

  /// Returns the script that runs if the user names no file.
  ///
  /// If the caller provides none, the script only expects success. It has no rules, because the
  /// answers of the profiles are enough.
  private func profileAlone() -> LoadedScript {
    if let script { return LoadedScript.load(script, options: context.loadOptions) }
    let name = "sign in as \(context.profiles.joined(separator: ", "))"
    return LoadedScript.load(
      SourceFile(name: name, text: "expect success\n"), options: context.loadOptions)
  }

  private mutating func run(_ script: LoadedScript) async {
    report(script.diagnostics)
    guard !script.hasErrors else {
      status = status.worse(.wrongScript)
      return
    }
    for flow in script.program.flows {
      let (plans, diagnostics) = RunPlan.make(
        program: script.program, flow: flow, options: context.planOptions)
      names.append(flow.name)
      report(diagnostics)
      guard !diagnostics.contains(where: { $0.severity == .error }) else {
        status = status.worse(.wrongScript)
        continue
      }
      for plan in context.wanted(plans, of: flow.name) {
        guard !Task.isCancelled, host.output.failure == nil else { return }
        guard options.cassetteFile == nil || ran == 0 else { return refuseSecond(plan.name) }
        await run(plan, of: script)
      }
    }
  }

  private mutating func run(_ plan: RunPlan, of script: LoadedScript) async {
    // Passkeys of a file are kept after a flow. Other passkeys are new for each flow, like its org.
    let keyring = options.passkeysFile == nil ? context.keyring.copy() : context.keyring
    guard let target = target(of: plan, in: script, keyring),
      await isPermitted(target, plan, in: script.program)
    else {
      status = status.worse(Task.isCancelled ? .interrupted : .wrongScript)
      return
    }
    let console = RunConsole(
      plan, output: options.isJSON ? errors : output, style: options.isJSON ? errorStyle : style,
      detail: options.isJSON ? .quiet : options.detail,
      waiting: WaitingDisplay(
        errors: errors, style: errorStyle, terminal: host.terminal, isLive: isLive),
      mask: masker.masked)
    let connected = target.counterpart.connect(
      clock: host.clock, randomBytes: host.randomBytes, scopes: Counterpart.scopes(for: plan),
      notice: { console.tellPause($0) },
      carrying: { [recorder] in recorder?.carrying($0) ?? $0 })
    for secret in plan.writtenSecrets { masker.add(secret) }
    masker.add(context.lookedUp)
    console.begin(target.settings)
    var environment = context.environment(of: plan, target, connected, keyring, masker)
    let asker = prompter(connected.inbox)
    environment.prompter = recorder?.listening(to: asker) ?? asker
    environment.events = { [recorder] event in
      console.tell(event)
      recorder?.note(event)
    }
    let result = await FlowInterpreter.run(plan, engine: connected.engine, environment: environment)
    ran += 1
    recorder?.end(EndedRun(result: result, target: target, inbox: environment.inbox))
    let saved = result.tokens.flatMap { tokens in
      target.counterpart.configuration.map {
        SavedTokens(tokens, of: $0)
      }
    }
    let afterwards = await keepTokens(of: result, saved, connected.tokens)
    // A sign-in by hand can end in any way, and its problems have no line in a script.
    let isFree = recorder?.acceptsAnyEnd == true
    let own = isFree ? result.faults.map(\.withoutPlaces) : result.diagnostics
    let diagnostics = result.warnings + own + afterwards
    let isRevoked = options.revokes && result.allTokens != nil && afterwards.isEmpty
    if options.isJSON {
      output.writeLine(
        RunJSON.object(result, diagnostics: problems.json(diagnostics), isRevoked: isRevoked))
    } else {
      console.end(result)
      problems.add(diagnostics)
      if isRevoked { console.tellRevoked() }
    }
    status = status.worse(ExitStatus(of: result))
  }

  /// Prints the fault that the traffic of only one flow can be saved.
  private mutating func refuseSecond(_ name: String) {
    guard status != .usage else { return }
    errors.print(
      usage(
        Fault(
          message: "`--cassette` saves only one flow, but `\(name)` is another",
          help: "select one with `--only`")))
    status = .usage
  }

  /// Saves or revokes the tokens of a run, if the options request it.
  ///
  /// - Returns: The problems.
  private mutating func keepTokens(
    of result: RunResult, _ saved: SavedTokens?, _ service: (any TokenService)?
  ) async -> [Diagnostic] {
    if let saved, let path = options.tokensFile {
      do throws(PlainFailure) { try saved.write(to: path) } catch {
        let fault = Fault(message: "the tokens can't be written to \(path): \(error.message)")
        errors.print(usage(fault))
        status = status.worse(.serverFailed)
      }
    }
    guard options.revokes, let service, let tokens = result.allTokens else { return [] }
    // It runs in a separate task, so that an interruption doesn't leave valid tokens behind.
    let failure = await Task { () -> EngineFailure? in
      do throws(EngineFailure) {
        try await service.revoke(tokens)
        return nil
      } catch { return error }
    }.value
    guard let failure else { return [] }
    let diagnostic = Diagnostic(failure, at: nil)
    status = status.worse(ExitStatus(of: diagnostic.kind))
    return [diagnostic]
  }

  /// Whether a line on the standard error can be overwritten.
  private var isLive: Bool { host.canRedraw(host.errors) }

  private func prompter(_ inbox: (any Inbox)?) -> (any Prompter)? {
    guard options.takesInput, let terminal = host.terminal else { return nil }
    return TerminalPrompter(terminal: terminal, masker: masker, style: errorStyle, inbox: inbox)
  }

  // MARK: Targets

  /// Checks before the first request that all files of the command line can be used.
  ///
  /// Reports what can't.
  private func isReady() -> Bool {
    do throws(Fault) {
      try context.network.check()
      for (option, path) in [
        ("--tokens", options.tokensFile), ("--passkeys", options.passkeysFile),
        ("--cassette", options.cassetteFile),
      ] {
        guard let path else { continue }
        do throws(PlainFailure) { try PrivateFile.check(path) } catch {
          throw Fault(
            message: "`\(option)`: \(path) can't be written: \(error.message)",
            help: nil)
        }
      }
      return true
    } catch {
      errors.print(usage(error))
      return false
    }
  }

  private mutating func loadOrg() -> Bool {
    do throws(RunTrouble) {
      report(try context.loadOrg())
      return true
    } catch {
      switch error {
      case .problems(let diagnostics): report(diagnostics)
      case .commandLine(let fault): errors.print(usage(fault))
      }
      return false
    }
  }

  /// Returns the target of a flow.
  ///
  /// If there is none, the problem is reported, and the result is `nil`.
  private mutating func target(
    of plan: RunPlan, in script: LoadedScript, _ keyring: Keyring
  ) -> RunTarget? {
    do throws(RunTrouble) {
      let target = try context.target(
        of: plan, at: try context.namedOrg(of: plan, in: script, keyring))
      if let secret = target.counterpart.configuration?.clientSecret { masker.add(secret) }
      if let settings = target.settings { tellIssuer(settings, inPlaceOf: plan.org) }
      if target.isDemo { tellDemo() }
      return target
    } catch {
      switch error {
      case .problems(let diagnostics): report(diagnostics)
      case .commandLine(let fault):
        errors.print(usage(fault))
        status = status.worse(.usage)
      }
      return nil
    }
  }

  /// Whether a flow may sign in at its issuer.
  ///
  /// If the flow may not sign in, the reason is reported. Nothing has been sent to the issuer at
  /// this point.
  private mutating func isPermitted(
    _ target: RunTarget, _ plan: RunPlan, in program: Program
  ) async -> Bool {
    guard let issuer = context.unallowedIssuer(of: target) else { return true }
    let terminal = options.takesInput ? host.terminal : nil
    let sources = context.sources(demo: false, of: plan).leaving
    let refusal = plan.refusal(by: sources, asks: terminal != nil)
    if let terminal, refusal == nil {
      let script = target.place?.source.name ?? plan.place.source.name
      do {
        let isAllowed = try await question.isAllowed(
          issuer.liveHost, of: script,
          sending: SentValues(context: context).lines(of: target, plan, in: program), terminal)
        if isAllowed { return true }
      } catch {
        status = status.worse(.interrupted)
        return false
      }
    }
    let problem = Problem.issuerNotAllowed(host: issuer.liveHost)
    report([Diagnostic(problem, at: target.place)] + (refusal.map { [$0] } ?? []))
    return false
  }

  /// Prints once which issuer is used, if the command line doesn't show it, or if it replaces the
  /// org that a flow names.
  private mutating func tellIssuer(_ settings: IssuerSettings, inPlaceOf org: String?) {
    guard let setting = settings.issuer, !hasToldIssuer, options.detail != .quiet,
      !options.isJSON
    else { return }
    var text: TerminalText = "running against \(setting.value)"
    switch setting.origin {
    case .environment(let name): text += ", as \(name) says"
    case .option, .file: if org == nil { return }
    case .usual, .script: return
    }
    if let org { text += ", in place of the org `\(org)`" }
    hasToldIssuer = true
    errors.print(errorStyle(text, as: .dim) + "\n")
  }

  /// Prints once that the built-in org is used.
  private mutating func tellDemo() {
    guard !hasToldDemo, options.detail != .quiet, !options.isJSON else { return }
    hasToldDemo = true
    errors.print(
      errorStyle("no org is named: running against the built-in demo org", as: .dim) + "\n")
  }

  // MARK: Reporting

  private mutating func report(_ diagnostics: [Diagnostic]) {
    problems.report(diagnostics, to: options.isJSON ? output : nil)
  }

  private func nothingRan() -> ExitStatus {
    var fault = Fault(message: "there is no flow to run", help: nil)
    if let only = options.only.first, !names.isEmpty {
      errors.print(usage(RunContext.noFlow(named: only, among: names)))
      return .usage
    }
    if let file = options.files.first {
      fault.help = "a file of profiles is used with `--use \(file)`"
    }
    errors.print(usage(fault))
    return .wrongScript
  }
}

extension Diagnostic {
  /// The problem without its locations in scripts.
  fileprivate var withoutPlaces: Diagnostic {
    var diagnostic = self
    diagnostic.place = nil
    diagnostic.labels = []
    return diagnostic
  }
}

extension RunResult {
  /// The tokens that the run received, even if it couldn't use them; `nil` if there are none.
  fileprivate var allTokens: Tokens? { tokens ?? abandonedTokens }
}
