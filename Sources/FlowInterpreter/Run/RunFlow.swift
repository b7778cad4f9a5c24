import FlowDiagnostics
public import FlowEngine
import FlowSyntax

/// Runs a plan from the first request to its end.
///
/// The result contains every problem.
///
/// One task runs it. When the task is canceled, or the run ends neither in success nor finished,
/// the transaction is abandoned on the server before this returns.
///
/// - Parameters:
///   - plan: The plan.
///   - engine: The engine to run it against.
///   - environment: Everything else.
/// - Returns: The complete result.
public func run(
  _ plan: RunPlan, engine: any Engine, environment: RunEnvironment
) async -> RunResult {
  var run = Run(plan, engine: engine, environment: environment)
  do throws(Stop) { try await run.drive() } catch { return await run.end(error) }
}
