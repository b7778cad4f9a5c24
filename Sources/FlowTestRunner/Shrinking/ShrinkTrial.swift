import FlowChecker
import FlowHost
import FlowDiagnostics
import FlowInterpreter
import FlowScript
import FlowSyntax

/// What a smaller file is held against: the failure that it has to have, and no new mistake.
struct ShrinkTrial: Sendable {
  let run: RepeatableRun
  /// The failure.
  let failure: FlowFailure
  /// The name of the flow that fails, for as long as there are several rows of it.
  let flow: String
  /// The warnings that the file may have, besides those that go with what is yet to be taken away.
  private let warnings: Set<ProblemKind>

  /// Makes a trial.
  ///
  /// - Parameters:
  ///   - run: runs files that need no other.
  ///   - failure: how they have to fail.
  ///   - flow: the name of the flow that does.
  ///   - diagnostics: what `flow check` says of the file as it was.
  init(
    _ run: RepeatableRun, failure: FlowFailure, flow: String, diagnostics: [Diagnostic]
  ) {
    self.run = run
    self.failure = failure
    self.flow = flow
    warnings = ShrinkTrial.passing.union(diagnostics.map(\.kind))
  }

  /// The warnings about what is of no use, and is gone in the end.
  private static let passing: Set<ProblemKind> = [.unreachableRule, .unusedName]

  /// A flow that can be run, and what it is of.
  struct Candidate: Sendable {
    var plan: RunPlan
    var script: LoadedScript
  }

  /// What is to be run of a file; `nil` where it has a mistake that it had not.
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
  /// - Parameter candidate: the flow.
  /// - Returns: what came of it, where it failed alike.
  func outcome(of candidate: Candidate) async -> RepeatableRun.Outcome? {
    guard let outcome = try? await run(candidate.plan, of: candidate.script),
      outcome.failure?.isLike(failure) == true
    else { return nil }
    return outcome
  }

  /// Runs a file, whatever has been cancelled.
  ///
  /// - Parameter source: the file.
  /// - Returns: what came of it, where it failed alike.
  func proof(of source: SourceFile) async -> RepeatableRun.Outcome? {
    guard let candidate = candidate(source) else { return nil }
    return await Task { await outcome(of: candidate) }.value
  }
}
