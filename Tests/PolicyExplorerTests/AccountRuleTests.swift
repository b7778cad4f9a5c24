import FlowDiagnostics
import FlowEngine
import SimulatorKit
import Testing

@testable import OktaSimulator
@testable import PolicyExplorer

/// Explorations, audits and comparisons of orgs with rules for enrolling an authenticator.
@Suite("Rules for enrolling an authenticator")
struct AccountRuleTests {
  private static let now = Duration.seconds(1_800_000_000)

  private static let people = """
    authenticators password, email, phone via sms, webauthn
    zone "office" { ip "10.0.0.0/8" }
    user "jane@example.com" { password "Correct-Horse-1" }
    sign-on { require password and possession without email }
    enrollment { optional phone, webauthn }
    """

  private static func org(_ rules: String) throws -> OktaSimulator.Org {
    try #require(try OrgText.org("\(people)\n\(rules)"), "\(rules)")
  }

  private static func diff(_ old: String, _ new: String) throws -> OrgDiff {
    OrgDiff(try org(old), try org(new), now: now)
  }

  @Test(
    "A password that was set at a date expires in explorations",
    arguments: ["", " set \"2027-01-10T00:00:00Z\""])
  func dated(date: String) throws {
    func org(_ requirement: String) throws -> OktaSimulator.Org {
      try #require(
        try OrgText.org(
          """
          authenticators password, email
          user "bob@example.com" { password "Correct-Horse-1"\(date); email "bob@example.com" }
          passwords { expire after 90 days }
          sign-on { require password }
          recovery { expired-password require \(requirement); deny password }
          """))
    }
    let diff = OrgDiff(try org("password and email"), try org("password"), now: Self.now)
    #expect(diff.isComplete)
    #expect(diff.changes.contains { $0.kind == .weaker }, "\(diff.changes)")
  }

  @Test(
    "Two orgs that differ only in these rules differ",
    arguments: [
      ("account-management { require password }", "account-management { require email }"),
      ("account-management { deny }", "account-management { require password }"),
      ("", "account-management { deny }"),
      (
        "account-management { when authenticator phone; require password }\naccount-management { deny }",
        "account-management { when authenticator email; require password }\naccount-management { deny }"
      ),
      (
        "account-management { when zone office; require password }\naccount-management { deny }",
        "account-management { require password }"
      ),
      (
        "account-management { when risk low; require password }\naccount-management { deny }",
        "account-management { when risk low, medium; require password }\naccount-management { deny }"
      ),
      (
        "account-management { when device managed; require any 1 }\naccount-management { deny }",
        "account-management { when device registered; require any 1 }\naccount-management { deny }"
      ),
      (
        "account-management { require 2 factors with webauthn; if-unable unknown \"x\" }",
        "account-management { require 2 factors with webauthn }"
      ),
    ])
  func differ(old: String, new: String) throws {
    for (one, other) in [(old, new), (new, old)] {
      let diff = try Self.diff(one, other)
      #expect(diff.isComplete)
      #expect(!diff.changes.isEmpty, "\(one) / \(other)")
    }
  }

  @Test(
    "Other words for the same rules make no difference",
    arguments: [
      (
        "account-management { when authenticator phone; deny }\naccount-management { require password }",
        "account-management \"x\" { when not authenticator phone; require password }\naccount-management { deny }"
      ),
      ("", "account-management { require any 1 }"),
      ("account-management { when authenticator email; deny }", ""),
      (
        "account-management { when zone office; deny }\naccount-management { deny }",
        "account-management { deny }"
      ),
    ])
  func same(old: String, new: String) throws {
    let diff = try Self.diff(old, new)
    #expect(diff.isComplete)
    #expect(diff.changes.isEmpty, "\(diff.changes)")
  }

  @Test("The times of a session's verifications for an enrollment are compared")
  func sessions() throws {
    func org(_ age: String) -> String {
      """
      authenticators password, email, phone via sms, webauthn
      user "jane@example.com" { password "Correct-Horse-1" }
      sign-on { require password and phone; reauthenticate always }
      session-policy { lifetime 8h; idle 8h }
      enrollment { optional phone }
      account-management { require password and email; reauthenticate \(age) }
      """
    }
    func diff(_ old: String, _ new: String) throws -> OrgDiff {
      OrgDiff(
        try #require(try OrgText.org(org(old))), try #require(try OrgText.org(org(new))),
        now: Self.now)
    }
    #expect(try diff("every 2h", "every 2h").changes.isEmpty)
    #expect(try !diff("every 2h", "every 4h").changes.isEmpty)
  }

  /// The names of the rules in the findings of an audit.
  private static func findings(_ rules: String) throws -> [(String, String)] {
    let survey = OrgSurvey(Explorer(try org(rules), now: now))
    return Audit(survey).findings().map { ($0.kind.id, $0.message) }
  }

  @Test("A user with a password only is stuck behind a rule for phishing-resistant factors")
  func stuck() throws {
    let rule = "account-management { require phishing-resistant possession }"
    let found = try Self.findings(rule)
    #expect(found.contains { $0.0 == "no-way-in" }, "\(found)")
    let open = try Self.findings("account-management { require password }")
    #expect(!open.contains { $0.0 == "no-way-in" }, "\(open)")
  }

  @Test("An enrollment that only a zone allows is a note")
  func zones() throws {
    func severities(_ rules: String) throws -> [Diagnostic.Severity] {
      let survey = OrgSurvey(Explorer(try Self.org(rules), now: Self.now))
      return Audit(survey).findings().filter { $0.kind.id == "weaker-route" }.map(\.gravity)
    }
    let office = "account-management { when zone office; require password }"
    #expect(try severities("\(office)\naccount-management { deny }") == [.note])
    #expect(try severities("\(office)\naccount-management { require any 1 }").contains(.warning))
    #expect(try severities("account-management { require password }") == [.warning])
  }

  @Test("A rule that never decides is found")
  func shadowed() throws {
    let found = try Self.findings(
      """
      account-management "all" { when authenticator phone, webauthn; require password }
      account-management "never" { when authenticator phone and zone office; deny }
      account-management { require password }
      """)
    #expect(found.contains { $0.1.contains("`never`") }, "\(found)")
    let narrow = try Self.findings(
      """
      account-management "phones" { when authenticator phone and zone office; require password }
      account-management "all" { when authenticator phone, webauthn; require password }
      account-management { require password }
      """)
    #expect(!narrow.contains { $0.1.contains("never decides") }, "\(narrow)")
  }

  @Test("Coverage has an item for each rule")
  func items() throws {
    let org = try Self.org(
      "account-management \"keys\" { when authenticator webauthn; deny }")
    let names = org.items.map(\.path)
    #expect(names.contains { $0.hasPrefix("account-management \"keys\"") }, "\(names)")
    #expect(names.contains { $0.contains("when authenticator webauthn/true") }, "\(names)")
    #expect(names.contains("account-management default"), "\(names)")
  }
}
