import OktaImport
import TestSupport
import Testing

/// Hiding one construct of a tenant never turns a broken claim into one that holds.
@Suite("Tenants with a construct hidden")
struct HiddenTenantTests {
  private static let seeds = OracleTests.seeds(usual: 12)

  private static func verdict(_ tenant: RandomTenant) throws -> (TenantVerdict, org: String) {
    let ledger = ImportLedger()
    let made = try #require(
      try ImportedOrg.make(tenant.files(ledger), ledger, name: "acme", policy: nil))
    return (try TenantVerdict(of: made.text), made.text)
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
