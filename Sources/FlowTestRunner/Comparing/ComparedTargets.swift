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

/// The simulated org and the real org that a test is compared on.
struct ComparedTargets {
  /// The simulated org.
  var simulated: RunTarget
  /// The real org.
  var live: RunTarget
  var configuration: IDXConfiguration
  /// Whether the simulated org has a policy for global sessions.
  var hasSessionPolicy: Bool
}

extension RunContext {
  /// Returns the simulated org of a flow, and the real issuer to compare it with.
  ///
  /// The command line, the environment or the flow names the issuer.
  ///
  /// - Parameters:
  ///   - plan: The plan of the flow.
  ///   - script: The script of the flow.
  ///   - named: The org of the flow or of `--org`; `nil` if there is none.
  /// - Returns: Both targets.
  /// - Throws: `RunTrouble` if there is no simulated org or no issuer.
  func comparedTargets(
    of plan: RunPlan, in script: LoadedScript, at named: NamedOrg?
  ) throws(RunTrouble) -> ComparedTargets {
    guard plan.engine == EngineCatalog.usual else {
      throw RunContext.refusal("--compare", with: plan, help: "leave this flow out")
    }
    // If the flow doesn't name an org either, this throws the same fault as a run without an
    // issuer.
    let named = if let named { named } else { try scriptOrg(of: plan, in: script) }
    guard case .simulated(let simulated, _, let isDemo) = named,
      let org = (simulated as? SimulatedOkta)?.org
    else {
      throw RunContext.refusal(
        "`--compare` needs a simulated org, and this flow doesn't have one",
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

  /// Returns the real issuer from the options.
  ///
  /// If the options name no issuer and `--org` names the simulated org, the issuer is the issuer
  /// that the flow names.
  private func comparedIssuer(
    of plan: RunPlan, in script: LoadedScript
  ) throws(RunTrouble) -> RunTarget {
    if options.issuer.issuer != nil { return try issuer(options.issuer, at: nil) }
    guard org != nil else { throw RunContext.noComparedIssuer }
    let found = try scriptOrg(of: plan, in: script)
    guard case .issuer(let script, let place) = found else { throw RunContext.noComparedIssuer }
    return try issuer(script.overlaid(by: options.issuer), at: place)
  }

  /// Returns the org that the flow names in its script.
  private func scriptOrg(
    of plan: RunPlan, in script: LoadedScript
  ) throws(RunTrouble) -> NamedOrg {
    let (found, diagnostics) = NamedOrg.find(
      named: nil, for: plan, in: script.program, read: script.orgs,
      sources: sources(demo: false, of: plan), keyring: keyring.copy(), among: host.engines)
    guard let found else { throw .problems(diagnostics) }
    return found
  }

  /// The fault if there is no real issuer to compare with.
  static let noComparedIssuer = refusal(
    "`--compare` needs a real issuer",
    help: "name it with `--issuer`, in the file of `--config`, or with FLOW_ISSUER")
}
