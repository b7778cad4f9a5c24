import FlowDiagnostics
public import FlowEngine
import FlowSyntax

/// Runs a plan from the first request to its end.
///
/// The task that calls this function runs the plan.
///
/// If the outcome isn't `success` or `finished`, or the task is canceled, the transaction is
/// abandoned on the server before this function returns. It isn't abandoned if the script has
/// canceled it.
///
/// - Parameters:
///   - plan: The plan.
///   - engine: The engine to run it against.
///   - environment: The clock, the sources of values, and everything else from outside.
/// - Returns: The complete result, which contains every fault.
public func run(
  _ plan: RunPlan, engine: any Engine, environment: RunEnvironment
) async -> RunResult {
  var run = Run(plan, engine: engine, environment: environment)
  do throws(Stop) { try await run.drive() } catch { return await run.end(error) }
}
