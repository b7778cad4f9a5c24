package import FlowInterpreter
import FlowScript
package import FlowSyntax
package import FlowHTTP

extension RunContext {
  /// Puts the refusals of an org's settings together with those of its flow, so that all variables
  /// that need permission are listed at once.
  func refusals(_ diagnostics: [Diagnostic], of plan: RunPlan, asks: Bool = false) -> [Diagnostic] {
    guard diagnostics.contains(where: { $0.id == .envNotAllowed }) else { return diagnostics }
    let others = diagnostics.filter { $0.id != .envNotAllowed }
    let all = plan.refusal(
      by: sources(demo: false, of: plan).leaving, asks: asks, and: diagnostics)
    return others + (all.map { [$0] } ?? [])
  }

  /// Finds out, before anything is sent, whether a flow may read all variables that it needs at a
  /// real issuer.
  ///
  /// - Throws: `RunTrouble`, with all variables that it may not read.
  package func checkVariables(of plan: RunPlan) throws(RunTrouble) {
    let sources = sources(demo: false, of: plan).leaving
    if let refusal = plan.refusal(by: sources, asks: false) { throw .script([refusal]) }
  }

  /// What a flow and its issuer's settings can send there, as the scripts write it.
  package func outsideValues(of target: RunTarget, _ plan: RunPlan, in program: Program) -> [String]
  {
    var values = plan.outsideValues
    guard case .script(let name)? = target.settings?.issuer?.origin,
      let org = (orgProgram ?? program).orgs[name]
    else { return values }
    for value in org.outsideValues where !values.contains(value) { values.append(value) }
    return values
  }

  /// The issuer of a target, if only a script names it and nothing else allows its host.
  package func unallowedIssuer(of target: RunTarget) -> HTTPURL? {
    guard let issuer = target.settings?.issuer, issuer.origin.isOfScript else { return nil }
    let permissions = options.permissions
    let isAllowed = permissions.isLive(issuer.value) || permissions.isNamed(issuer.value)
    return isAllowed ? nil : issuer.value
  }
}
