import FlowChecker
import FlowHost
import FlowDiagnostics
import FlowInterpreter
import FlowScript
import FlowSyntax

/// The requirements for a smaller file: the same failure, and no new mistake.
struct ShrinkTrial: Sendable {
  let run: RepeatableRun
  /// The failure.
  let failure: FlowFailure
  /// The name of the failing flow, while several rows of it remain.
  let flow: String
  /// The warnings that the file may have.
  ///
  /// Warnings that disappear at the end don't matter.
  private let warnings: Set<ProblemKind>

  /// Creates a trial.
  ///
  /// - Parameters:
  ///   - run: Runs self-contained files.
  ///   - failure: The required failure.
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

  /// The warnings about unused parts, which are removed in the end.
  private static let passing: Set<ProblemKind> = [.unreachableRule, .unusedName]

  /// A flow that can run, and its script.
  struct Candidate: Sendable {
    var plan: RunPlan
    var script: LoadedScript
  }

  /// Returns the flow to run; `nil` if the file has a new mistake.
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

  /// Runs a candidate.
  ///
  /// - Parameter candidate: The flow.
  /// - Returns: The outcome if the failure is the same; `nil` otherwise.
  func outcome(of candidate: Candidate) async -> RepeatableRun.Outcome? {
    guard let outcome = try? await run(candidate.plan, of: candidate.script),
      outcome.failure?.isLike(failure) == true
    else { return nil }
    return outcome
  }

  /// Runs a file, even if the task is canceled.
  ///
  /// - Parameter source: The file.
  /// - Returns: The outcome if the failure is the same; `nil` otherwise.
  func proof(of source: SourceFile) async -> RepeatableRun.Outcome? {
    guard let candidate = candidate(source) else { return nil }
    return await Task { await outcome(of: candidate) }.value
  }
}
