import FlowAuthenticators
package import FlowHost
import FlowSimulation
import FlowInterpreter
import FlowScript
package import OktaSimulator
import FlowSyntax

/// The claims in an org's script, for checking the org.
package struct ScriptClaims {
  private let found: OrgSource.Found
  private let claims: ClaimSet?

  /// Reads the claims in the script of an org.
  package init(_ found: OrgSource.Found) {
    self.found = found
    claims = found.program.scripts.first.map { ClaimSet(found.org, in: $0) }
  }

  /// The questions about the circumstances of a sign-in in all claims.
  package var questions: [WalkQuestion] { claims?.questions ?? [] }

  /// Returns the findings for claims that don't hold for the org, and the claims that hold.
  ///
  /// Claims about users of another org are in neither list.
  package func results(
    in survey: OrgSurvey
  ) -> (findings: [OrgFinding], holding: [ClaimOrigin]) {
    guard let script = found.program.scripts.first else { return ([], []) }
    return claims?.results(in: survey) { isAboutOthers($0, in: script) } ?? ([], [])
  }

  /// Whether a claim applies to users of another org in the script.
  ///
  /// Returns `true` if that isn't known.
  private func isAboutOthers(_ claim: Claim, in script: Script) -> Bool {
    let name = found.located.script.text(found.located.node.name)
    return found.program.orgs.contains { other, located in
      guard other != name, located.node.address == nil,
        EngineCatalog.engine(of: located) == EngineCatalog.usual
      else { return false }
      // External values aren't looked up here. So an org that needs such values can't be built.
      let made = SimulatedOrgs.build(
        located, sources: ValueSources(), keyring: Keyring(randomBytes: ThisMachine.randomBytes)
      ).org
      return made.map { ClaimScope($0, in: script).isAboutSomebody(claim) } ?? true
    }
  }
}
