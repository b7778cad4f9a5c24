import FlowHTTP
import OktaImport
import Testing

@testable import OktaSimulator
@testable import PolicyExplorer

/// An org that is imported from Terraform is the org that is imported from the management API.
@Suite("Terraform and the management API")
struct TerraformPairTests {
  private static let now = Duration.seconds(1_800_000_000)

  /// What Terraform never has.
  private static let gaps = [
    "Terraform: Terraform can't manage the account management policy",
    "Terraform: there may be policies and rules that Terraform doesn't manage",
    "Terraform: there may be authenticators and methods that Terraform doesn't manage",
    "Terraform: Terraform can't manage the default policy for signing up",
    "Terraform: what users have enrolled isn't in the file: the org has two examples, and other "
      + "users have a password and an address",
  ]

  /// Imports files, and separates the gaps from the org, because no org with a gap is compared
  /// completely.
  static func imported(
    _ files: [Exported], _ ledger: ImportLedger
  ) throws -> (org: OktaSimulator.Org, gaps: [String], text: String) {
    let made = try #require(try ImportedOrg.make(files, ledger, name: "acme", policy: nil))
    let lines = made.text.split(separator: "\n", omittingEmptySubsequences: false)
    let inner = withoutExamples(
      lines.drop { !$0.hasPrefix("org ") }.dropFirst().prefix { $0 != "}" })
    func read(_ lines: [Substring]) throws -> OktaSimulator.Org {
      try #require(try OrgText.org(lines.joined(separator: "\n")), "\(made.text)")
    }
    let gaps = try read(Array(inner)).gaps
    let org = try read(inner.filter { !$0.hasPrefix("  gap ") })
    return (org, gaps, made.text)
  }

  /// Removes the users that only an org from Terraform has.
  private static func withoutExamples(_ lines: some Sequence<Substring>) -> [Substring] {
    var isExample = false
    return lines.filter { line in
      if line.hasPrefix("  user ") {
        isExample = line.contains("\"enrolled@") || line.contains("\"new@")
      }
      let isLast = line == "  }" || line.hasPrefix("  user ") && line.hasSuffix("}")
      defer { if isLast { isExample = false } }
      return !isExample
    }
  }

  @Test("Nothing differs", arguments: OracleTests.seeds(usual: 24))
  func pair(seed: Int) throws {
    let pair = TerraformPair(seed: UInt64(seed))
    let apiLedger = ImportLedger()
    let api = try Self.imported(pair.answers(apiLedger), apiLedger)
    for form in TerraformPairFile.Form.allCases {
      let json = TerraformPairFile(pair, form, isInModule: seed % 2 == 1).json
      let ledger = ImportLedger()
      let file = try TerraformFile(json, path: "plan.json")
      let terraform = try Self.imported(file.bodies(.planned, ledger), ledger)
      let text = "seed \(seed) \(form)\n\(api.text)\nTerraform:\n\(terraform.text)"
      let gaps = api.gaps.filter { !$0.contains("doesn't list the factors") }
      #expect(terraform.gaps.filter { !Self.gaps.contains($0) } == gaps, "\(text)")
      #expect(Self.gaps.allSatisfy(terraform.gaps.contains), "\(text)")
      #expect(!terraform.text.contains("s3cr3t"))
      for app in api.org.apps {
        let other = try #require(terraform.org.app(named: app.name), "\(text)")
        let diff = OrgDiff(app.org, other, now: Self.now)
        #expect(diff.isComplete, "\(text)")
        #expect(diff.changes.isEmpty, "\(app.name)\n\(diff.changes)\n\(text)")
        #expect(diff.settings.isEmpty, "\(app.name)\n\(diff.settings)\n\(text)")
        #expect(diff.otherSettings == [], "\(app.name)\n\(text)")
        #expect(diff.zones.isEmpty && diff.left == [] && diff.joined == [], "\(text)")
      }
      #expect(terraform.org.apps.map(\.name) == api.org.apps.map(\.name), "\(text)")
    }
  }
}
