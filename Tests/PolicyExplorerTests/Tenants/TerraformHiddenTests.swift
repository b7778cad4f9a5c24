import FlowHTTP
import OktaImport
import TestSupport
import Testing

/// A value that a plan doesn't know never turns a broken claim into one that holds.
@Suite("Plans with a value that isn't known")
struct TerraformHiddenTests {
  /// The attributes of rules, policies and zones that are hidden.
  private static let names: Set<String> = [
    "access", "type", "factor_mode", "constraints", "chains", "re_authentication_frequency",
    "groups_included", "groups_excluded", "users_included", "users_excluded",
    "network_connection", "network_includes", "network_excludes", "device_is_managed",
    "device_is_registered", "platform_include", "custom_expression", "risk_score", "status",
    "priority", "policy_id", "primary_factor", "mfa_required", "mfa_prompt", "session_idle",
    "session_lifetime", "risk_level", "enroll", "okta_email", "phone_number", "okta_verify",
    "is_oie", "password_reset", "password_unlock", "password_reset_requirement",
    "password_reset_access_control", "gateways", "usage", "authentication_policy", "settings",
    "track_all_users", "users",
  ]

  /// A plan with one known value hidden, and the name of the value.
  private static func hide(
    _ plan: JSON, _ random: inout SeededGenerator
  ) throws -> (plan: JSON, what: String) {
    var changes = try #require(plan["resource_changes"]?.array)
    var places: [(change: Int, name: String)] = []
    for (index, change) in changes.enumerated() {
      for member in change["change"]?["after"]?.object?.members ?? []
      where names.contains(member.name) { places.append((index, member.name)) }
    }
    // Each attribute is as likely as any other.
    let name = try #require(Set(places.map(\.name)).sorted().randomElement(using: &random))
    let place = try #require(places.filter { $0.name == name }.randomElement(using: &random))
    let change = changes[place.change]
    let own = change["change"] ?? .null
    var after = own["after"]?.object ?? [:]
    after[name] = nil
    let changed = own.with("after", .object(after)).with("after_unknown", .object([name: true]))
      .with("actions", ["update"])
    changes[place.change] = change.with("change", changed)
    let address = change["address"]?.string ?? ""
    return (plan.with("resource_changes", .array(changes)), "\(address).\(name)")
  }

  private static func org(_ plan: JSON) throws -> String {
    let ledger = ImportLedger()
    let file = try TerraformFile(plan, path: "plan.json")
    let made = try ImportedOrg.make(
      file.bodies(.planned, ledger), ledger, name: "acme", policy: nil)
    return try #require(made).text
  }

  /// Removes the gaps that the org has before anything is hidden.
  private static func without(_ gaps: Set<Substring>, _ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).filter { !gaps.contains($0) }
      .joined(separator: "\n")
  }

  /// Replaces or removes a random value at any depth.
  private static func damaged(_ json: JSON, _ random: inout SeededGenerator) -> JSON {
    let values: [JSON] = [.null, true, 7, "x", [], [:], [.null], ["references": ["module.okta"]]]
    let isHere = Int.random(in: 0..<12, using: &random) == 0
    switch json {
    case .array(var elements) where !elements.isEmpty && !isHere:
      let index = Int.random(in: 0..<elements.count, using: &random)
      elements[index] = damaged(elements[index], &random)
      return .array(elements)
    case .object(var object) where !object.members.isEmpty && !isHere:
      let index = Int.random(in: 0..<object.members.count, using: &random)
      object.members[index].value = damaged(object.members[index].value, &random)
      return .object(object)
    default: return values.randomElement(using: &random) ?? .null
    }
  }

  @Test("No plan makes the import crash", arguments: OracleTests.seeds(usual: 3))
  func damaged(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    for form in TerraformPairFile.Form.allCases {
      let pair = TerraformPair(seed: UInt64(seed))
      let whole = TerraformPairFile(pair, form, isInModule: seed % 2 == 0).json
      for _ in 0..<10 {
        var json = whole
        for _ in 0..<20 { json = Self.damaged(json, &random) }
        guard let file = try? TerraformFile(json, path: "plan.json") else { continue }
        let ledger = ImportLedger()
        for moment in [TerraformFile.Moment.prior, .planned] {
          _ = try ImportedOrg.make(
            file.bodies(moment, ledger), ledger, name: "acme", policy: nil)
        }
      }
    }
  }

  @Test("A broken claim never holds", arguments: OracleTests.seeds(usual: 2))
  func hidden(seed: Int) throws {
    let pair = TerraformPair(seed: UInt64(seed))
    let plan = TerraformPairFile(pair, .unchangedPlan, isInModule: false).json
    let text = try Self.org(plan)
    let gaps = Set(text.split(separator: "\n").filter { $0.hasPrefix("  gap ") })
    let shown = try TenantVerdict(of: Self.without(gaps, text), app: "App 0")
    try #require(!shown.hasGap, "\(text)")
    var random = SeededGenerator(seed: UInt64(seed) &+ 99)
    var compared = 0
    for _ in 0..<6 {
      let (other, what) = try Self.hide(plan, &random)
      let hidden = try Self.org(other)
      let verdict = try TenantVerdict(of: Self.without(gaps, hidden), app: "App 0")
      guard !verdict.hasGap else { continue }
      compared += 1
      let lost = shown.broken.subtracting(verdict.broken).sorted()
      #expect(lost == [], "seed \(seed): \(what)\n\(text)\nhidden:\n\(hidden)")
    }
    // Most hidden values become conditions, not gaps.
    #expect(compared > 0, "seed \(seed)")
  }
}
