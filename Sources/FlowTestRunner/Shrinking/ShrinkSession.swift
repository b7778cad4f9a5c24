import FlowDiagnostics
import FlowEngine
package import FlowHost
package import FlowTerminal
import FlowInterpreter
import FlowScript
import FlowSyntax
import FlowText

/// Finds a failing flow, reduces its script, checks that the failure is the same, and prints the
/// result.
package struct ShrinkSession {
  package typealias Fault = UsageFault

  private let options: ShrinkOptions
  private let host: Host
  private let style: Style
  /// Runs flows of the original file, with its imports and with the org of the command line.
  private var whole: RepeatableRun
  /// Runs flows of self-contained files.
  private let alone: RepeatableRun

  package init(_ options: ShrinkOptions, _ host: Host, style: Style) throws(Fault) {
    self.options = options
    self.host = host
    self.style = style
    whole = try RepeatableRun(options.run, host)
    alone = try RepeatableRun(options.runOfOneFile, host)
  }

  /// A flow that fails, with its failure.
  private struct Failing {
    var flow: Program.FlowUnit
    var plan: RunPlan
    var outcome: RepeatableRun.Outcome
    var failure: FlowFailure
  }

  /// Runs `flow shrink`.
  ///
  /// - Returns: The exit status.
  /// - Throws: A fault if there is nothing that can be reduced.
  package mutating func run() async throws(Fault) -> ExitStatus {
    do throws(RunTrouble) {
      _ = try whole.loadOrg()
      let script = try load()
      let failing = try await firstFailing(of: script)
      return try await shrink(failing, of: script)
    } catch {
      switch error {
      case .commandLine(let fault): throw fault
      case .problems(let diagnostics):
        tell(diagnostics)
        return .wrongScript
      }
    }
  }

  // MARK: Finding the failure

  private func load() throws(RunTrouble) -> LoadedScript {
    let script = LoadedScript.load(options.file, options: whole.context.loadOptions)
    guard !script.hasErrors else {
      tell(script.diagnostics)
      host.errors.print("\n")
      throw .commandLine(
        Fault(message: "a file with errors can't be shrunk: fix them first", status: .wrongScript))
    }
    let unused = options.run.variables.keys.filter { !script.program.takes($0) }
    if let fault = RunContext.unused(unused, among: script.program.valueNames) {
      throw .commandLine(fault)
    }
    return script
  }

  /// Returns the first of the selected flows that fails.
  private func firstFailing(of script: LoadedScript) async throws(RunTrouble) -> Failing {
    var names: [String] = []
    var passed: [String] = []
    for flow in script.program.flows {
      let (plans, diagnostics) = RunPlan.make(
        program: script.program, flow: flow, options: whole.context.planOptions)
      names.append(flow.name)
      for plan in whole.context.wanted(plans, of: flow.name) {
        if diagnostics.contains(where: { $0.severity == .error }) {
          throw .problems(diagnostics)
        }
        let outcome = try await outcome(of: plan, script)
        if let failure = outcome.failure {
          try checkSetUp(outcome)
          return Failing(flow: flow, plan: plan, outcome: outcome, failure: failure)
        }
        passed.append(plan.name)
      }
    }
    throw .commandLine(nothing(passed, among: names))
  }

  private func outcome(
    of plan: RunPlan, _ script: LoadedScript
  ) async throws(RunTrouble) -> RepeatableRun.Outcome {
    let outcome = try await whole(plan, of: script)
    guard !Task.isCancelled else {
      throw .commandLine(
        Fault(message: "interrupted before a failing flow was found", status: .interrupted))
    }
    return outcome
  }

  /// Returns the fault if no flow can be reduced.
  private func nothing(_ passed: [String], among names: [String]) -> Fault {
    let file = options.file
    if passed.isEmpty {
      var fault = Fault(message: "`\(file)` doesn't have a flow", help: nil)
      if let only = options.run.only.first, !names.isEmpty {
        fault = RunContext.noFlow(named: only, among: names)
      }
      fault.status = .wrongScript
      return fault
    }
    let what: TerminalText =
      passed.count == 1 ? "`\(passed[0])` passes" : "all \(passed.count) flows pass"
    return Fault(message: "there is nothing to shrink in \(file): \(what)", status: .failed)
  }

  /// Throws if the flow failed only because it lacked a value that the user must provide.
  private func checkSetUp(_ outcome: RepeatableRun.Outcome) throws(RunTrouble) {
    let needs: [ProblemKind: String] = [
      .missingValues: "supply them in the environment or with `--secrets FILE`, as for a run",
      .nobodyToAsk: "`flow shrink` never prompts; answer with a value instead",
      .runNotAllowed: "`flow shrink` doesn't run other programs; answer with a value instead",
    ]
    let faults = outcome.result.faults
    guard faults.contains(where: { needs[$0.kind] != nil }) else { return }
    let advised = faults.map { fault in
      var fault = fault
      fault.help = needs[fault.kind] ?? fault.help
      return fault
    }
    throw .problems(advised)
  }

  // MARK: Reducing

  private func shrink(
    _ failing: Failing, of script: LoadedScript
  ) async throws(RunTrouble) -> ExitStatus {
    let org = whole.context.orgName.flatMap { name in
      whole.context.orgProgram.map { (name: name, program: $0) }
    }
    let file = OneFile(
      program: script.program, flow: failing.flow, org: org, profiles: whole.context.profiles,
      path: options.output?.path ?? options.file
    ).source
    let trial = ShrinkTrial(
      alone, failure: failing.failure, flow: failing.plan.name, diagnostics: script.diagnostics)
    guard await trial.proof(of: file) != nil else {
      throw .commandLine(
        Fault(
          message: "with everything in one file, `\(failing.plan.name)` fails differently"
            + " or passes, so it can't be shrunk", status: .wrongScript))
    }
    var progress = ShrinkProgress(host, isQuiet: options.isQuiet)
    var reducer = ScriptReducer(file)
    let isWhole = await reducer.reduce { [options] source in
      guard !Task.isCancelled, progress.runs < options.runs else { return .ended }
      guard let candidate = trial.candidate(source) else { return .different }
      progress.ran()
      let isAlike = await trial.outcome(of: candidate) != nil
      guard !Task.isCancelled else { return .ended }
      if isAlike { progress.left(source) }
      return isAlike ? .alike : .different
    }
    progress.clear()
    let left = String(decoding: reducer.source.bytes, as: UTF8.self)
    let small = SourceFile(name: file.name, text: GeneratedScript.text(left))
    guard let outcome = await trial.proof(of: small) else {
      throw .commandLine(
        Fault(
          message: "the result doesn't have the same failure when it is run again", status: .failed)
      )
    }
    let status = handOn(small)
    tell(outcome, of: failing.plan, script.program, small, runs: progress.runs, isWhole: isWhole)
    return Task.isCancelled ? .interrupted : status
  }

  private func handOn(_ small: SourceFile) -> ExitStatus {
    let text = String(decoding: small.bytes, as: UTF8.self)
    if let output = options.output { return output.write(text, host) }
    host.output.write(text)
    return .success
  }

  // MARK: Printing

  /// Prints problems of the original file.
  private func tell(_ diagnostics: [Diagnostic]) {
    let masker = Masker()
    for secret in options.run.secrets.values { masker.add(secret) }
    var problems = ProblemOutput(output: host.errors, style: style, masker: masker)
    problems.write(diagnostics)
  }

  private func tell(
    _ outcome: RepeatableRun.Outcome, of plan: RunPlan, _ program: Program, _ small: SourceFile,
    runs: Int, isWhole: Bool
  ) {
    let errors = MaskingSink(host.errors, masker: outcome.masker)
    if !options.isQuiet {
      var sources = program.scripts.map(\.source)
      for script in whole.context.orgProgram?.scripts ?? []
      where !sources.contains(where: { $0.name == script.source.name }) {
        sources.append(script.source)
      }
      let files = sources.count == 1 ? "" : " of \(sources.count) files"
      let lines = sources.map(\.lineCount).reduce(0, +)
      let bytes = sources.map(\.bytes.count).reduce(0, +)
      errors.print(
        "flow: `\(plan.name)`: \(lines) lines\(files) reduced to \(small.lineCount), "
          + "\(bytes) bytes to \(small.bytes.count), in \(runs) \(runs == 1 ? "run" : "runs")\n")
    }
    if !isWhole {
      let why = Task.isCancelled ? "it was interrupted" : "--runs limits it to \(options.runs)"
      errors.print("flow: not complete: \(why); more could be removed\n")
    }
    guard !options.isQuiet else { return }
    if !options.kept.isEmpty {
      let name = options.output?.path ?? "FILE"
      errors.print("flow: run it with `flow run \(name) \(options.kept.joined(separator: " "))`\n")
    }
    errors.print("it has the same failure:\n\n")
    var problems = ProblemOutput(output: host.errors, style: style, masker: outcome.masker)
    // The printed script has no file, so the diagnostics are printed without lines.
    let diagnostics = outcome.result.diagnostics
    problems.write(
      options.output == nil
        ? diagnostics.map { Diagnostic($0.problem, at: nil) } : diagnostics)
  }
}

extension SourceFile {
  /// The number of lines.
  var lineCount: Int {
    bytes.count { $0 == 0x0A } + (bytes.last.map { $0 == 0x0A } ?? true ? 0 : 1)
  }
}
