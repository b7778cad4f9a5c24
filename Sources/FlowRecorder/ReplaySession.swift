import FlowDiagnostics
import FlowEngine
package import FlowHost
import FlowInterpreter
import FlowScript
import FlowSyntax
import FlowHTTP
package import FlowTerminal
import FlowText

/// Replays the flows of a script one after the other.
package struct ReplaySession {
  package typealias Fault = UsageFault

  private let options: RunOptions
  private let host: Host
  private let replayer: Replayer
  private let masker = Masker()
  private let output: MaskingSink
  private let errors: MaskingSink
  private let style: Style
  private let errorStyle: Style
  private var problems: ProblemOutput
  private var status = ExitStatus.success

  package init(
    _ options: RunOptions, _ cassette: Cassette, _ host: Host, output outputStyle: Style,
    errors errorStyle: Style
  ) throws(Fault) {
    self.options = options
    self.host = host
    replayer = Replayer(cassette: cassette, context: try RunContext(options, host))
    style = outputStyle
    self.errorStyle = errorStyle
    output = MaskingSink(host.output, masker: masker)
    errors = MaskingSink(host.errors, masker: masker)
    problems = ProblemOutput(output: host.errors, style: errorStyle, masker: masker)
    for secret in options.secrets.values { masker.add(secret) }
  }

  /// Replays every selected flow.
  ///
  /// - Returns: The status; `failed` if a flow differs from the recording.
  /// - Throws: `Fault` if no flow can be replayed.
  package mutating func run() async throws(Fault) -> ExitStatus {
    defer { problems.finish() }
    let context = replayer.context
    let script = LoadedScript.load(options.files[0], options: context.loadOptions)
    report(script.diagnostics)
    guard !script.hasErrors else { return .wrongScript }
    var names: [String] = []
    var count = 0
    for flow in script.program.flows {
      let (plans, diagnostics) = RunPlan.make(
        program: script.program, flow: flow, options: context.planOptions)
      report(diagnostics)
      guard !diagnostics.contains(where: { $0.severity == .error }) else { return .wrongScript }
      names.append(flow.name)
      for plan in context.wanted(plans, of: flow.name) {
        guard !Task.isCancelled, host.output.failure == nil else { break }
        guard plan.engine == EngineCatalog.usual else {
          throw Fault(
            message: "`\(plan.name)` doesn't use the Identity Engine",
            help: "a cassette records an issuer of the Identity Engine")
        }
        count += 1
        await replay(plan)
      }
    }
    if Task.isCancelled { return .interrupted }
    guard count > 0 || host.output.failure != nil else {
      guard let only = options.only.first, !names.isEmpty else {
        throw Fault(message: "there is no flow to replay", help: nil)
      }
      throw RunContext.noFlow(named: only, among: names)
    }
    return status
  }

  private mutating func replay(_ plan: RunPlan) async {
    let console = RunConsole(
      plan, output: options.isJSON ? errors : output, style: options.isJSON ? errorStyle : style,
      detail: options.isJSON ? .quiet : options.detail,
      waiting: WaitingDisplay(errors: errors, style: errorStyle, terminal: nil, isLive: false),
      mask: masker.masked)
    console.begin(nil)
    let result = await replayer.run(plan, masker) { console.tell($0) }
    let diagnostics = result.warnings + result.diagnostics
    if options.isJSON {
      output.writeLine(RunJSON.object(result, diagnostics: problems.json(diagnostics)))
    } else {
      console.end(result)
      problems.add(diagnostics)
    }
    status = status.worse(ExitStatus(of: result))
  }

  private mutating func report(_ diagnostics: [Diagnostic]) {
    problems.report(diagnostics, to: options.isJSON ? output : nil)
  }
}
