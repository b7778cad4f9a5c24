package import OktaSimulator
package import FlowSyntax
package import FlowTerminal
import FlowText

/// The claims of a script, for checking an org.
package struct ClaimSet {
  private let org: OktaSimulator.Org
  private let script: Script
  private let pack: String?
  /// The groups whose users the claims apply to; `nil` if the claims name their users.
  private let groups: [String]?

  init(_ org: OktaSimulator.Org, in script: Script) {
    self.org = org
    self.script = script
    pack = nil
    groups = nil
  }

  /// Prepares to check an org against a pack.
  ///
  /// - Throws: `UsageFault` if no user of the org is in one of the pack's groups.
  package init(_ choice: PackChoice, for org: OktaSimulator.Org) throws(UsageFault) {
    var known: Set<String> = []
    for login in org.userLogins { known.formUnion(org.groups(of: login)) }
    if org.isOpenToNewcomers { known.formUnion(org.groups(of: nil)) }
    for group in choice.groups ?? [] where !known.contains(group) {
      throw UsageFault(
        message: "no user of the org `\(org.name)` is in the group `\(group)`",
        help: Suggestion.nearest(group, among: known.sorted()).first.map {
          "did you mean `\($0)`?"
        },
        status: .usage)
    }
    self.org = org
    script = choice.pack.script
    pack = choice.pack.name
    groups = choice.groups
  }

  /// The questions about the circumstances of a sign-in in all claims.
  package var questions: [WalkQuestion] {
    let questions = ClaimQuestions(org, in: script)
    return script.claims.flatMap { questions.questions(of: $0) }
  }

  /// Checks the claims.
  ///
  /// - Parameters:
  ///   - survey: The explorations of the org.
  ///   - isAboutOthers: Whether a claim that matches no user applies to users of another org.
  /// - Returns: The findings for claims that don't hold, and the claims that hold, in the order of
  ///   the script.
  package func results(
    in survey: OrgSurvey, isAboutOthers: (Claim) -> Bool = { _ in false }
  ) -> (findings: [OrgFinding], holding: [ClaimOrigin]) {
    let check = ClaimCheck(
      survey.explorer, in: script, pack: pack, groups: groups, unfinished: survey.unfinished)
    let scope = ClaimScope(org, in: script, groups: groups)
    var findings: [OrgFinding] = []
    var holding: [ClaimOrigin] = []
    for claim in script.claims where scope.isAboutApp(claim) {
      guard scope.isAboutSomebody(claim) else {
        if !isAboutOthers(claim) { findings.append(check.finding(ofNobody: claim)) }
        continue
      }
      let own = check.findings(claim, survey.explorations + survey.revisits)
      findings += own
      if own.isEmpty { holding.append(ClaimOrigin(claim, in: script, pack: pack)) }
    }
    return (findings, holding)
  }
}
