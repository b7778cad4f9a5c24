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

  /// The questions of the claims about the circumstances of a sign-in.
  package var questions: [WalkQuestion] {
    guard let script else { return [] }
    let check = ClaimCheck(found.org, in: script)
    return claims.flatMap { check.questions(of: $0) }
  }

  /// Returns the findings of the claims that don't hold for the org, and the texts of those that do;
  /// claims about the users of another org are in neither.
  package func results(in survey: OrgSurvey) -> (findings: [OrgFinding], holding: [String]) {
    guard let script else { return ([], []) }
    let check = ClaimCheck(found.org, in: script, unfinished: survey.unfinished)
    var findings: [OrgFinding] = []
    var holding: [String] = []
    for claim in claims {
      guard check.isAboutSomebody(claim) else {
        if !isAboutOthers(claim, in: script) { findings.append(check.finding(ofNobody: claim)) }
        continue
      }
      let own = check.findings(claim, survey.explorations)
      findings += own
      if own.isEmpty { holding.append(check.text(claim.text)) }
    }
    return (findings, holding)
  }

  /// Returns whether a claim is about users of another org of the script, as far as is known.
  private func isAboutOthers(_ claim: Claim, in script: Script) -> Bool {
    let name = found.located.script.text(found.located.node.name)
    return found.program.orgs.contains { other, located in
      guard other != name, located.node.address == nil,
        EngineCatalog.engine(of: located) == EngineCatalog.usual
      else { return false }
      // Its values aren't looked up, so an org that needs them can't be built.
      let made = SimulatedOrgs.build(
        located, sources: ValueSources(), keyring: Keyring(randomBytes: ThisMachine.randomBytes)
      ).org
      return made.map { ClaimCheck($0, in: script).isAboutSomebody(claim) } ?? true
    }
  }
}
