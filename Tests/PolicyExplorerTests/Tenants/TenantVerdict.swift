import FlowDiagnostics
import FlowEngine
import FlowSyntax
import Testing

@testable import OktaSimulator
@testable import PolicyExplorer

/// The claims about an org that don't hold, and whether the org has gaps.
struct TenantVerdict {
  static let claims = [
    "always kinds >= 2", "always held-kinds >= 2", "never used email", "never used phone",
    "always used password", "never recovered", "never zone is \"office\"",
    "never risk is \"high\"", "never kinds is 1", "possible success",
    "always session-limit <= 30m",
  ]

  var broken: Set<String> = []
  var hasGap = false

  /// Checks the claims about the only app of an org, or about one of its apps.
  init(of text: String, app: String? = nil) throws {
    let now = Duration.seconds(1_800_000_000)
    // An org without the zone can't have claims about it.
    let claims = Self.claims.filter { !$0.contains("zone") || text.contains("zone \"office\"") }
    let text = text + "\nclaim \"c\" {\n\(claims.joined(separator: "\n"))\n}\n"
    let (program, diagnostics) = Program.load(SourceFile(name: "org.flow", text: text)) {
      _ throws(ReadFault) in throw .missing
    }
    #expect(diagnostics.isEmpty, "\(diagnostics)\n\(text)")
    let script = try #require(program.scripts.first)
    var org = try #require(OrgText.org(of: program), "\(text)")
    if let app { org = try #require(org.app(named: app), "\(text)") }
    var explorer = Explorer(org, now: now)
    let asked = ClaimQuestions(org, in: script)
    explorer.asked = script.claims.flatMap { asked.questions(of: $0) }
    let check = ClaimCheck(explorer, in: script)
    let survey = OrgSurvey(explorer)
    hasGap = !org.gaps.isEmpty || !survey.isComplete
    for (number, line) in script.claims[0].lines.enumerated() {
      var one = script.claims[0]
      one.lines = [line]
      if !check.findings(one, survey.explorations).isEmpty { broken.insert(claims[number]) }
    }
  }
}
