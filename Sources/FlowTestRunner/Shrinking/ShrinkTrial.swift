import FlowChecker
import FlowHost
import FlowDiagnostics
import FlowInterpreter
import FlowScript
import FlowSyntax

/// Checks whether a smaller file is acceptable: it has the same failure and no new errors or
/// warnings.
struct ShrinkTrial: Sendable {
  let run: RepeatableRun
  /// The failure that a smaller file must have.
  let failure: FlowFailure
  /// The name of the failing flow with its row.
  ///
  /// The name selects the row if several rows remain.
  let flow: String
  /// The kinds of warnings that a smaller file may have.
  ///
  /// These kinds include warnings about unused parts, because those parts are removed in the end.
  private let warnings: Set<ProblemKind>

  /// Creates a trial.
  ///
  /// - Parameters:
  ///   - run: Runs self-contained files.
  ///   - failure: The failure that a smaller file must have.
  ///   - flow: The name of the failing flow.
  ///   - diagnostics: The diagnostics of `flow check` for the original file.
  init(
    _ run: RepeatableRun, failure: FlowFailure, flow: String, diagnostics: [Diagnostic]
  ) {
    self.run = run
    self.failure = failure
    self.flow = flow
    warnings = ShrinkTrial.passing.union(diagnostics.map(\.kind))
  }

  /// The kinds of warnings about unused parts.
  private static let passing: Set<ProblemKind> = [.unreachableRule, .unusedName]

  /// The plan of a flow that can run, and the flow's script.
  struct Candidate: Sendable {
    var plan: RunPlan
    var script: LoadedScript
  }

  /// Returns the flow of a smaller file; `nil` if the file has a new error or warning.
  func candidate(_ source: SourceFile) -> Candidate? {
    let script = LoadedScript.load(source, options: run.context.loadOptions)
    let isSound = script.diagnostics.allSatisfy { diagnostic in
      diagnostic.severity == .warning && warnings.contains(diagnostic.kind)
    }
    guard isSound, let unit = script.program.flows.first, script.program.flows.count == 1 else {
      return nil
    }
    let (plans, diagnostics) = RunPlan.make(
      program: script.program, flow: unit, options: run.context.planOptions)
    guard diagnostics.allSatisfy({ $0.severity == .warning }),
      let plan = plans.count == 1 ? plans[0] : plans.first(where: { $0.name == flow })
    else { return nil }
    return Candidate(plan: plan, script: script)
  }

  /// Runs the flow of a smaller file.
  ///
  /// - Parameter candidate: The flow.
  /// - Returns: The outcome if the failure is the same; otherwise `nil`.
  func outcome(of candidate: Candidate) async -> RepeatableRun.Outcome? {
    guard let outcome = try? await run(candidate.plan, of: candidate.script),
      outcome.failure?.isLike(failure) == true
    else { return nil }
    return outcome
  }

  /// Runs the flow of a file, even if the current task is canceled.
  ///
  /// - Parameter source: The file.
  /// - Returns: The outcome if the failure is the same; otherwise `nil`.
  func proof(of source: SourceFile) async -> RepeatableRun.Outcome? {
    guard let candidate = candidate(source) else { return nil }
    return await Task { await outcome(of: candidate) }.value
  }
}
