package import FlowHost
package import FlowTerminal
import FlowText
package import OktaSimulator
import FlowSyntax

/// The claims that the command line names.
package struct ClaimNames {
  private let claims: [Claim]
  private let check: ClaimCheck?
  /// The questions about circumstances in the claims.
  package let questions: [WalkQuestion]

  /// Finds claims by their texts.
  ///
  /// - Parameters:
  ///   - names: The texts of the claims.
  ///   - found: The org, and the script with the claims.
  ///   - now: The time since the start of 1970, UTC.
  /// - Throws: `UsageFault` if the script has no such claim.
  package init(
    _ names: [String], in found: OrgSource.Found, now: Duration
  ) throws(UsageFault) {
    guard let script = found.program.scripts.first, !names.isEmpty else {
      claims = []
      check = nil
      questions = []
      return
    }
    check = ClaimCheck(Explorer(found.org, now: now), in: script)
    let all = script.claims.map { claim in
      (name: TextLiteral.read(claim.text, in: script.source).plainText, claim: claim)
    }
    var claims: [Claim] = []
    for name in names {
      guard let claim = all.first(where: { $0.name == name })?.claim else {
        throw UsageFault(
          message: "the new org's file has no claim `\(name)`",
          help: Suggestion.nearest(name, among: all.map(\.name)).first.map {
            "did you mean `\($0)`?"
          }, status: .usage)
      }
      claims.append(claim)
    }
    // A claim about other apps allows nothing here.
    let scope = ClaimScope(found.org, in: script)
    claims = claims.filter(scope.isAboutApp)
    self.claims = claims
    let asked = ClaimQuestions(found.org, in: script)
    questions = claims.flatMap { asked.questions(of: $0) }
  }

  /// Whether, in each of a change's circumstances, one of the claims applies to the change's route
  /// and holds for it.
  func foresee(_ change: OrgDiff.Change) -> Bool {
    change.starts.allSatisfy { start in
      var route = change.route
      route.start = start
      return claims.contains { check?.foresees($0, route) == true }
    }
  }
}
