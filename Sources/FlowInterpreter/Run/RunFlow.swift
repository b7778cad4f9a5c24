import FlowDiagnostics
public import FlowEngine
import FlowSyntax

/// Runs a plan from the first request to its end; whatever happens is in the result.
///
/// One task runs it. When the task is cancelled, or the run ends neither in success nor finished, the
/// transaction is abandoned on the server before this returns.
///
/// - Parameters:
///   - plan: What to run.
///   - engine: Against what.
///   - environment: Everything else.
/// - Returns: All that happened.
public func run(
  _ plan: RunPlan, engine: any Engine, environment: RunEnvironment
) async -> RunResult {
  var run = Run(plan, engine: engine, environment: environment)
  do throws(Stop) { try await run.drive() } catch { return await run.end(error) }
}
