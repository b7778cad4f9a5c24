import FlowText
import FlowDiagnostics
import FlowEngine
import FlowInterpreter
import FlowSyntax
import Testing

/// A program of one text, which must be valid.
func program(_ text: String) throws -> Program {
  let (program, diagnostics) = Program.load(SourceFile(name: "test.flow", text: text))
  try #require(diagnostics.isEmpty, "\(diagnostics.map(\.problem))")
  return program
}

/// The plans of a text's first flow, and its problems.
func plans(
  _ text: String, _ options: PlanOptions = PlanOptions()
) throws -> (plans: [RunPlan], diagnostics: [Diagnostic]) {
  let program = try program(text)
  let flow = try #require(program.flows.first)
  return RunPlan.make(program: program, flow: flow, options: options)
}

/// The plan of a text whose flow is valid and has no rows.
func plan(_ text: String, _ options: PlanOptions = PlanOptions()) throws -> RunPlan {
  let (plans, diagnostics) = try plans(text, options)
  try #require(diagnostics.isEmpty, "\(diagnostics.map(\.problem))")
  return try #require(plans.first)
}

/// Runs a text's first flow.
func result(
  _ text: String, _ engine: ScriptedEngine, _ environment: RunEnvironment = .test(),
  _ options: PlanOptions = PlanOptions()
) async throws -> RunResult {
  await run(try plan(text, options), engine: engine, environment: environment)
}

extension RunEnvironment {
  /// An environment whose clock moves only during a wait.
  static func test(
    clock: any RunClock = ManualClock(now: .seconds(1_700_000_000)),
    prompter: (any Prompter)? = nil,
    inbox: (any Inbox)? = nil, variables: [String: String] = [:], secrets: [String: String] = [:],
    files: [String: String] = [:]
  ) -> RunEnvironment {
    let sources = ValueSources(
      variable: { variables[$0] }, secret: { secrets[$0].map { Secret($0) } },
      file: { (path, _) throws(PlainFailure) in
        guard let text = files[path] else { throw PlainFailure("not found") }
        return text
      })
    return RunEnvironment(
      clock: clock, watchesRequests: false, sources: sources, inbox: inbox, prompter: prompter)
  }
}

extension RunResult {
  /// The ids of all problems.
  var problems: [ProblemKind] { diagnostics.map(\.problem.kind) }

  /// The texts of the rules that applied, in order.
  var lines: [String] { records.compactMap { $0.taken?.place.text } }

  /// The reason why each rule was skipped at a response.
  func reasons(at index: Int) -> [PassedOver] { records[index].considered.map(\.reason) }
}
