import FlowDiagnostics
import FlowEngine
import FlowHTTP
import FlowSyntax
import FlowTerminal
import OktaImport
import TestSupport
import Testing

@testable import OktaSimulator
@testable import PolicyExplorer

/// An org from Terraform decides the same as the org from the management API.
@Suite("Terraform and the management API")
struct TerraformPairTests {
  private static let now = Duration.seconds(1_800_000_000)
  private static let seeds = OracleTests.seeds(usual: 24)

  private static func org(
    _ files: [Exported], _ ledger: ImportLedger
  ) throws -> (org: OktaSimulator.Org, text: String) {
    let made = try #require(try ImportedOrg.make(files, ledger, name: "acme", policy: nil))
    let source = SourceFile(name: "org.flow", text: made.text)
    let (program, diagnostics) = Program.load(source) { _ throws(ReadFault) in throw .missing }
    #expect(diagnostics.isEmpty, "\(diagnostics)\n\(made.text)")
    return (try #require(OrgText.org(of: program), "\(made.text)"), made.text)
  }

  private static func org(
    _ json: JSON, _ moment: TerraformFile.Moment = .planned
  ) throws -> (org: OktaSimulator.Org, text: String) {
    let ledger = ImportLedger()
    let file = try TerraformFile(json, path: "plan.json")
    return try org(file.bodies(moment, ledger), ledger)
  }

  @Test("The same org", arguments: TerraformPairTests.seeds)
  func same(seed: Int) throws {
    let pair = TerraformPair(seed: UInt64(seed))
    let ledger = ImportLedger()
    let (api, text) = try Self.org(pair.export(ledger), ledger)
    for (name, found) in [
      ("state", try Self.org(pair.state)), ("plan", try Self.org(pair.plan())),
      ("prior", try Self.org(pair.plan(), .prior)),
    ] {
      #expect(!found.text.contains("Planned-Secret-77"))
      for (old, new) in [(api, found.org), (found.org, api)] {
        let diff = OrgDiff(old, new, now: Self.now)
        #expect(
          diff.changes.isEmpty && diff.settings.isEmpty && diff.isComplete,
          "seed \(seed), \(name): \(diff.changes.map(\.route.ending))\n\(text)\n\(found.text)")
      }
    }
  }

  @Test("Hiding a value never turns a broken claim into one that holds", arguments: seeds)
  func hidden(seed: Int) throws {
    let pair = TerraformPair(seed: UInt64(seed))
    let (shown, text) = try Self.org(pair.plan())
    let broken = try Self.broken(shown)
    var random = SeededGenerator(seed: UInt64(seed) &+ 5)
    for _ in 0..<4 {
      let hideable = pair.hideable
      let hidden = hideable[Int.random(in: 0..<hideable.count, using: &random)]
      let (other, hiding) = try Self.org(pair.plan(hiding: hidden))
      // Only what this value adds may excuse a claim that isn't broken anymore.
      guard Set(other.gaps).isSubset(of: shown.gaps) else { continue }
      // The org has no zone to make a claim about if its name or addresses are hidden.
      let lost = broken.subtracting(try Self.broken(other)).filter {
        !hidden.address.hasPrefix("okta_network_zone") || !$0.contains("zone")
      }
      #expect(lost.isEmpty, "seed \(seed): \(hidden): \(lost)\n\(text)\n\(hiding)")
    }
  }

  private static let claims = [
    "always kinds >= 2", "always held-kinds >= 2", "never used email", "always used password",
    "never recovered", "never zone is \"office\"", "never kinds is 1", "possible success",
  ]

  /// The claims that an org breaks.
  private static func broken(_ org: OktaSimulator.Org) throws -> Set<String> {
    let text = "claim \"c\" {\n\(claims.joined(separator: "\n"))\n}\n"
    let script = Script.parse(SourceFile(name: "claims.flow", text: text)).script
    var explorer = Explorer(org, now: now)
    let asked = ClaimQuestions(org, in: script)
    explorer.asked = script.claims.flatMap { asked.questions(of: $0) }
    let check = ClaimCheck(explorer, in: script)
    let survey = OrgSurvey(explorer)
    var broken: Set<String> = []
    for (number, line) in script.claims[0].lines.enumerated() {
      var one = script.claims[0]
      one.lines = [line]
      if !check.findings(one, survey.explorations).isEmpty { broken.insert(claims[number]) }
    }
    return broken
  }
}
