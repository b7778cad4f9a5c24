import FlowHost
import FlowDiagnostics
import FlowSimulation
import FlowInterpreter
import FlowScript
import FlowSyntax
import IDXEngine
import SimulatorKit
import OktaSimulator
import MobileIdPSimulator
import NextAuthSimulator

extension TestFile {
  /// Adds what a flow can cover: its script, and its org where that is simulated.
  func add(to counter: CoverageCounter, _ plan: RunPlan, _ context: RunContext) {
    counter.add(program)
    guard let named = try? org(of: plan, context).org.get() else { return }
    switch named {
    case .simulated(let org, let isDemo, _):
      counter.add(org, in: source(org.name, isDemo: isDemo, context))
    case .nextAuth(let org, let isDemo):
      counter.add(org, in: source(org.name, isDemo: isDemo, context))
    case .mobileIdP(let org, let login, let isDemo):
      counter.add(org, in: source(org.name, isDemo: isDemo, context))
      if let login { counter.add(login, in: source(login.name, isDemo: isDemo, context)) }
    case .issuer: break
    }
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
    _ target: RunTarget, _ logs: TraceLogs?, _ context: RunContext
  ) -> [CoverageCounter.OrgWork] {
    guard let logs else { return [] }
    func work(_ name: String, _ log: OrgTraceLog) -> CoverageCounter.OrgWork {
      let file = source(name, isDemo: target.isDemo, context)?.name
      return CoverageCounter.OrgWork(.org(name, file: file), log.trace)
    }
    switch target.counterpart {
    case .simulated(let org, seed: _, at: _, memo: _): return [work(org.name, logs.usual)]
    case .nextAuth(let org, seed: _, at: _): return [work(org.name, logs.other)]
    case .mobileIdP(let org, seed: _, at: _, login: let login):
      let own = work(org.name, logs.other)
      return login.map { [own, work($0.name, logs.usual)] } ?? [own]
    case .issuer, .sdk: return []
    }
  }

  /// The file that an org stands in; `nil` for a built-in one.
  private func source(_ name: String, isDemo: Bool, _ context: RunContext) -> SourceFile? {
    if isDemo { return nil }
    return (context.orgProgram ?? program).orgs[name]?.script.source
  }
}

/// What takes note of the orgs of a run: of that of the usual engine, which may be another one's
/// login, and of that of another engine.
struct TraceLogs: Sendable {
  let usual = OrgTraceLog()
  let other = OrgTraceLog()
}
