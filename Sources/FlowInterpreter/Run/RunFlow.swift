import FlowDiagnostics
public import FlowEngine
import FlowSyntax

/// Runs a plan from the first request to its end.
///
/// The result contains every problem.
///
/// One task runs the plan. If the outcome isn't `success` or `finished`, or the task is canceled,
/// the transaction is abandoned on the server before this returns. If the script itself canceled
/// the transaction, nothing is abandoned.
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
