import FlowDiagnostics
import FlowEngine
import FlowSyntax
import FlowTerminal
import OktaImport
import TestSupport
import Testing

@testable import OktaSimulator
@testable import PolicyExplorer

/// Hiding one construct of a tenant never turns a broken claim into one that holds.
@Suite("Tenants with a construct hidden")
struct HiddenTenantTests {
  private static let now = Duration.seconds(1_800_000_000)
  private static let seeds = OracleTests.seeds(usual: 12)

  private static let claims = [
    "always kinds >= 2", "always held-kinds >= 2", "never used email", "never used phone",
    "always used password", "never recovered", "never zone is \"office\"",
    "never risk is \"high\"", "never kinds is 1", "possible success",
    "always session-limit <= 30m",
  ]

  /// What a tool says of an org: the claims that don't hold, and whether the org has gaps.
  private struct Verdict {
    var broken: Set<String> = []
    var hasGap = false
  }

  private static func verdict(_ tenant: RandomTenant) throws -> (Verdict, org: String) {
    let ledger = ImportLedger()
    let made = try #require(
      try ImportedOrg.make(tenant.files(ledger), ledger, name: "acme", policy: nil))
    let text = made.text + "\nclaim \"c\" {\n\(claims.joined(separator: "\n"))\n}\n"
    let (program, diagnostics) = Program.load(SourceFile(name: "org.flow", text: text)) {
      _ throws(ReadFault) in throw .missing
    }
    #expect(diagnostics.isEmpty, "\(diagnostics)\n\(text)")
    let script = try #require(program.scripts.first)
    let org = try #require(OrgText.org(of: program), "\(text)")
    var explorer = Explorer(org, now: now)
    let asked = ClaimQuestions(org, in: script)
    explorer.asked = script.claims.flatMap { asked.questions(of: $0) }
    let check = ClaimCheck(explorer, in: script)
    let survey = OrgSurvey(explorer)
    var verdict = Verdict(hasGap: !org.gaps.isEmpty || !survey.isComplete)
    for (number, line) in script.claims[0].lines.enumerated() {
      var one = script.claims[0]
      one.lines = [line]
      if !check.findings(one, survey.explorations).isEmpty { verdict.broken.insert(claims[number]) }
    }
    return (verdict, made.text)
  }

  @Test("A broken claim never holds", arguments: HiddenTenantTests.seeds)
  func hidden(seed: Int) throws {
    let tenant = RandomTenant(seed: UInt64(seed))
    let (shown, org) = try Self.verdict(tenant)
    var random = SeededGenerator(seed: UInt64(seed) &+ 77)
    for _ in 0..<4 {
      let hidden = try #require(HiddenConstruct(in: tenant, &random))
      let (verdict, other) = try Self.verdict(hidden.tenant)
      guard !verdict.hasGap else { continue }
      // The org has no zone to make a claim about if its addresses are hidden.
      let lost = shown.broken.subtracting(verdict.broken).sorted().filter {
        !hidden.what.hasSuffix("gateways") || !$0.contains("zone")
      }
      #expect(lost == [], "seed \(seed): \(hidden.what)\n\(org)\nhidden:\n\(other)")
    }
  }
}
