import FlowHost
import FlowDiagnostics
import FlowSimulation
import FlowInterpreter
import FlowScript
import FlowSyntax
import IDXEngine
import SimulatorKit

extension TestFile {
  /// Adds what a flow can cover: its script, and its org where that is simulated.
  func add(to counter: CoverageCounter, _ plan: RunPlan, _ context: RunContext) {
    counter.add(program)
    guard let named = try? org(of: plan, context).org.get() else { return }
    guard case .simulated(let org, _, let isDemo) = named else { return }
    for part in org.parts { counter.add(part, in: source(part.name, isDemo: isDemo, context)) }
  }

  /// What a flow runs against, as coverage calls it.
  func subject(
    of plan: RunPlan, _ target: RunTarget, _ context: RunContext
  ) -> CoverageSubject {
    if case .issuer(let configuration, _) = target.counterpart {
      return .issuer("\(configuration.issuer)")
    }
    let name = context.orgName ?? orgName(of: plan)
    return .org(name, file: source(name, isDemo: target.isDemo, context)?.name)
  }

  /// What simulated orgs did in a run.
  func works(
    _ target: RunTarget, _ logs: OrgTraceLogs?, _ context: RunContext
  ) -> [CoverageCounter.OrgWork] {
    guard let logs, case .simulated(let org, _, _) = target.counterpart else { return [] }
    return org.parts.map { part in
      let file = source(part.name, isDemo: target.isDemo, context)?.name
      return CoverageCounter.OrgWork(.org(part.name, file: file), logs.log(of: part.name).trace)
    }
  }

  /// The file that an org stands in; `nil` for a built-in one.
  private func source(_ name: String, isDemo: Bool, _ context: RunContext) -> SourceFile? {
    if isDemo { return nil }
    return (context.orgProgram ?? program).orgs[name]?.script.source
  }
}
