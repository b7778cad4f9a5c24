import FlowAuthenticators
package import FlowHost
import FlowSimulation
import FlowInterpreter
import FlowScript
package import OktaSimulator
import FlowSyntax

/// The claims of a script, which its org is checked against.
package struct ScriptClaims {
  private let found: OrgSource.Found
  private let script: Script?
  private let claims: [Claim]

  /// Reads the claims of the script of an org.
  package init(_ found: OrgSource.Found) {
    self.found = found
    script = found.program.scripts.first
    claims = script?.claims ?? []
  }

  /// What the claims ask of the circumstances of a sign-in.
  package var questions: [WalkQuestion] {
    guard let script else { return [] }
    let check = ClaimCheck(found.org, in: script)
    return claims.flatMap { check.questions(of: $0) }
  }

  /// What doesn't hold of the org.
  package func findings(in survey: OrgSurvey) -> [OrgFinding] {
    guard let script else { return [] }
    let check = ClaimCheck(found.org, in: script, unfinished: survey.unfinished)
    return claims.flatMap { claim in
      check.isAboutSomebody(claim) || isAboutOthers(claim, in: script)
        ? check.findings(claim, survey.explorations) : [check.finding(ofNobody: claim)]
    }
  }

  /// Whether a claim speaks of somebody of another org of the script, as far as that is known.
  private func isAboutOthers(_ claim: Claim, in script: Script) -> Bool {
    let name = found.located.script.text(found.located.node.name)
    return found.program.orgs.contains { other, located in
      guard other != name, located.node.address == nil,
        EngineCatalog.engine(of: located) == EngineCatalog.usual
      else { return false }
      // Its settings are looked up nowhere: what it is without them can't be known.
      let made = SimulatedOrgs.build(
        located, sources: ValueSources(), keyring: Keyring(randomBytes: ThisMachine.randomBytes)
      ).org
      return made.map { ClaimCheck($0, in: script).isAboutSomebody(claim) } ?? true
    }
  }
}
