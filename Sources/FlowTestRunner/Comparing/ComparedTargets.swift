import FlowDiagnostics
import FlowAuthenticators
import FlowHost
import FlowInterpreter
import FlowScript
import FlowSimulation
import FlowText
import OktaSimulator
import FlowSyntax
import IDXEngine

/// Both of what a flow is compared on.
struct ComparedTargets {
  /// The simulated org.
  var simulated: RunTarget
  /// The real one, and where flows sign in at it.
  var live: RunTarget
  var configuration: IDXConfiguration
  /// Whether the simulated org says anything of global sessions.
  var hasSessionPolicy: Bool
}

extension RunContext {
  /// The simulated org of a flow, and the issuer that the command line, the environment or the flow
  /// names.
  ///
  /// - Parameters:
  ///   - plan: the flow.
  ///   - script: The script that it is of.
  ///   - named: its org, or that of `--org`.
  /// - Returns: both.
  /// - Throws: `RunTrouble`, where there are not both of them.
  func comparedTargets(
    of plan: RunPlan, in script: LoadedScript, at named: NamedOrg?
  ) throws(RunTrouble) -> ComparedTargets {
    guard plan.engine == EngineCatalog.usual else {
      throw RunContext.refusal("--compare", with: plan, help: "leave this flow out")
    }
    // Without one it is told why, as where no issuer is named.
    let named = if let named { named } else { try scriptOrg(of: plan, in: script) }
    guard case .simulated(let simulated, _, let isDemo) = named,
      let org = (simulated as? SimulatedOkta)?.org
    else {
      throw RunContext.refusal(
        "`--compare` needs a simulated org, and this flow has none",
        help: "name one with `--org`, or after `against`; the issuer with `--issuer`")
    }
    let live = try comparedIssuer(of: plan, in: script)
    guard case .issuer(let configuration, _) = live.counterpart else {
      throw RunContext.noComparedIssuer
    }
    return ComparedTargets(
      simulated: RunTarget(
        counterpart: .simulated(simulated, seed: seed()), isDemo: isDemo),
      live: live, configuration: configuration, hasSessionPolicy: org.hasSessionPolicy)
  }

  /// The issuer that the options name, else the one that the flow is against where `--org` names
  /// its simulated org.
  private func comparedIssuer(
    of plan: RunPlan, in script: LoadedScript
  ) throws(RunTrouble) -> RunTarget {
    if options.issuer.issuer != nil { return try issuer(options.issuer, at: nil) }
    guard org != nil else { throw RunContext.noComparedIssuer }
    let found = try scriptOrg(of: plan, in: script)
    guard case .issuer(let script, let place) = found else { throw RunContext.noComparedIssuer }
    return try issuer(script.overlaid(by: options.issuer), at: place)
  }

  /// The org that the script says a flow is against.
  private func scriptOrg(
    of plan: RunPlan, in script: LoadedScript
  ) throws(RunTrouble) -> NamedOrg {
    let (found, diagnostics) = NamedOrg.find(
      named: nil, for: plan, in: script.program, read: script.orgs,
      sources: sources(demo: false, of: plan), keyring: keyring.copy(), among: host.engines)
    guard let found else { throw .problems(diagnostics) }
    return found
  }

  /// That there is nothing to compare a simulated org with.
  static let noComparedIssuer = refusal(
    "`--compare` needs a real issuer, and none is named",
    help: "name it with `--issuer`, in the file of `--config`, or with FLOW_ISSUER")
}
