import FlowDiagnostics
import Testing

@testable import OktaSimulator
@testable import PolicyExplorer

/// Which circumstances are riskier than others.
@Suite("Risk inversions") struct RiskInversionTests {
  private static let now = Duration.seconds(1_800_000_000)

  private static func found(_ rules: String) throws -> [OrgFinding] {
    let settings = """
      authenticators password, phone via sms
      recovery { deny password, unlock }
      zone "office" { ip "10.0.0.0/8" }
      assurance "Macs" { platform macos; os-version "14" }
      user "ann@acme.example" { password "Correct-Horse-1"; phone "+15551230101" }
      \(rules)
      """
    let org = try #require(try OrgText.org(settings), "\(settings)")
    return Audit(OrgSurvey(Explorer(org, now: now))).findings().filter {
      $0.kind.id == "risk-inversion"
    }
  }

  @Test(
    "Circumstances in which other facts hold aren't compared",
    arguments: [
      "unknown \"u\"", "behavior \"b\"", "platform macos and assurance \"Macs\"",
      "not unknown \"u\" and not behavior \"b\"",
    ])
  func others(condition: String) throws {
    // With the fact, the password is enough at every risk; without it, it never is.
    let sound = """
      sign-on "fact" { when \(condition); require password }
      sign-on "high" { when risk high; require password and phone }
      sign-on "rest" { require password and phone }
      """
    #expect(try Self.found(sound).isEmpty)
    let away = sound.replacing("risk high", with: "not zone \"office\"")
    #expect(try Self.found(away).isEmpty)
  }

  @Test(
    "A higher risk in the same circumstances is compared",
    arguments: ["unknown \"u\"", "behavior \"b\"", "platform macos and assurance \"Macs\""])
  func same(condition: String) throws {
    let odd = """
      sign-on "fact" { when \(condition) and risk high; require password }
      sign-on "rest" { require password and phone }
      """
    let found = try Self.found(odd)
    #expect(found.count == 1)
    #expect(
      found.flatMap { $0.reliesOn ?? [] }.map(\.reason)
        == (condition.contains("unknown") ? ["u"] : []))
  }
}
