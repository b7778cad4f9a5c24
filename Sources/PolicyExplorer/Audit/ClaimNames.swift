package import FlowHost
package import FlowTerminal
import FlowText
package import OktaSimulator
import FlowSyntax

/// The claims that a command line names.
package struct ClaimNames {
  private let claims: [Claim]
  private let check: ClaimCheck?

  /// Finds claims by their texts.
  package init(_ names: [String], in found: OrgSource.Found) throws(UsageFault) {
    guard let script = found.program.scripts.first, !names.isEmpty else {
      claims = []
      check = nil
      return
    }
    check = ClaimCheck(found.org, in: script)
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
    self.claims = claims
  }

  /// The questions of the claims about the circumstances of a sign-in.
  package var questions: [WalkQuestion] { claims.flatMap { check?.questions(of: $0) ?? [] } }

  /// Returns whether a claim foresees a change under all circumstances.
  func foresee(_ change: OrgDiff.Change) -> Bool {
    change.starts.allSatisfy { start in
      var route = change.route
      route.start = start
      return claims.contains { check?.foresees($0, route) == true }
    }
  }
}
