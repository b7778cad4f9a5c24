import FlowDiagnostics
import FlowEngine
import SimulatorKit
import Testing

@testable import OktaSimulator
@testable import PolicyExplorer

/// Explorations, audits and comparisons of orgs whose administrators give codes to users.
@Suite("Ways in with a temporary access code")
struct TemporaryCodeRouteTests {
  private static let now = Duration.seconds(1_800_000_000)

  /// An org with one user who has a password and a phone.
  private static func org(
    _ rules: String, user: String = "", authenticators: String = "password, phone via sms, tac"
  ) throws -> OktaSimulator.Org {
    try #require(
      try OrgText.org(
        """
        authenticators \(authenticators), webauthn
        user "jane@example.com" { password "Correct-Horse-1"; phone "+15551234567"; \(user) }
        \(rules)
        """), "\(rules)")
  }

  private static let rules = [
    "sign-on { require any 1 }", "sign-on { require any 2 }", "sign-on { require 2 factors }",
    "sign-on { require password and possession }", "sign-on { require knowledge and possession }",
    "sign-on { require phishing-resistant possession }",
    "sign-on { require phishing-resistant possession }\nenrollment { optional webauthn }",
    "sign-on { require any 1 }\nsession-policy { require password }",
    "sign-on { require webauthn or tac }\naccount-management { require possession }",
  ]

  /// What a way in takes.
  private static func ways(_ org: OktaSimulator.Org, isGiven: Bool) -> Set<[String]> {
    let survey = OrgSurvey(Explorer(org, now: now))
    #expect(survey.isComplete)
    let own = survey.explorations.filter { $0.start.isGivenCode == isGiven }
    return Set(
      own.flatMap(\.routes).filter { $0.ending.outcome == .signedIn }.map { route in
        route.ending.uses.map { "\($0.method.word) \($0.isHeld)" }.sorted()
          + route.ending.enrolled.map(\.rawValue)
      })
  }

  @Test("A user who may be given a code gets in as one who has a code", arguments: rules)
  func given(rule: String) throws {
    let given = Self.ways(try Self.org(rule), isGiven: true)
    let held = Self.ways(
      try Self.org(rule, user: "temporary-access-code \"Kx7-qW3z\""), isGiven: false)
    #expect(given == held)
    // A code can also close a way in, because a user who can verify it needn't enroll anything.
    let without = Self.ways(try Self.org(rule), isGiven: false)
    #expect(!without.contains { $0.contains("tac true") })
  }

  @Test(
    "No code is assumed if the org doesn't allow to use one",
    arguments: [
      ("enrollment { disabled tac }", "password, tac"), ("", "password"),
      ("", "password, tac for recovery"), ("", "password, tac for nothing"),
    ])
  func notGiven(rules: String, authenticators: String) throws {
    let org = try #require(
      try OrgText.org(
        """
        authenticators \(authenticators)
        user "jane@example.com" { password "Correct-Horse-1" }
        \(rules)
        """))
    let survey = OrgSurvey(Explorer(org, now: Self.now))
    #expect(survey.explorations.filter(\.start.isGivenCode).isEmpty)
  }

  @Test(
    "Users who can become active may be given a code",
    arguments: [
      ("locked", true), ("password-expired", true), ("recovery", true), ("staged", true),
      ("suspended", false), ("deactivated", false), ("unassigned", false),
    ])
  func statuses(status: String, mayBeGiven: Bool) throws {
    let org = try Self.org("sign-on { require any 1 }", user: "status \(status)")
    let survey = OrgSurvey(Explorer(org, now: Self.now))
    #expect(survey.explorations.contains { $0.start.isGivenCode } == mayBeGiven)
  }

  @Test("If an unknown fact decides who may use a code, the code is assumed under both answers")
  func unknown() throws {
    let org = try Self.org(
      """
      enrollment "strict" { when unknown "x"; disabled tac }
      enrollment { optional phone }
      sign-on { require any 1 }
      """)
    let survey = OrgSurvey(Explorer(org, now: Self.now))
    let given = survey.explorations.filter(\.start.isGivenCode)
    let answers = Set(given.flatMap(\.starts).map { $0.context.unknowns.holding & 1 })
    #expect(answers == [0, 1])
  }

  private static func findings(_ org: OktaSimulator.Org) -> [(id: String, message: String)] {
    Audit(OrgSurvey(Explorer(org, now: now))).findings().map { ($0.kind.id, $0.message) }
  }

  @Test("A code that lets users enroll what a rule asks for is a weaker way in")
  func weaker() throws {
    let rules = """
      sign-on { require phishing-resistant possession }
      enrollment { optional webauthn }
      account-management { require tac }
      """
    let with = Self.findings(try Self.org(rules))
    #expect(
      with.contains { $0.id == "weaker-route" && $0.message.contains("only tac") }, "\(with)")
    let forbidden = Self.findings(
      try Self.org(rules.replacing("optional webauthn", with: "optional webauthn; disabled tac")))
    #expect(!forbidden.contains { $0.id == "weaker-route" }, "\(forbidden)")
  }

  @Test("That a user may be given a code doesn't hide that the user can't get in")
  func noWayIn() throws {
    let rule = "sign-on { require tac }"
    let found = Self.findings(try Self.org(rule))
    #expect(found.contains { $0.id == "no-way-in" }, "\(found)")
    let held = Self.findings(try Self.org(rule, user: "temporary-access-code \"Kx7-qW3z\""))
    #expect(!held.contains { $0.id == "no-way-in" }, "\(held)")
  }

  private static func changes(_ old: String, _ new: String, _ rules: String) throws -> OrgDiff {
    func org(_ authenticators: String) throws -> OktaSimulator.Org {
      try self.org(rules, authenticators: authenticators)
    }
    return OrgDiff(try org(old), try org(new), now: now)
  }

  @Test("An org that starts to use codes is weaker, and one that stops is stricter")
  func diff() throws {
    let (with, without) = ("password, phone via sms, tac", "password, phone via sms")
    let rules = "sign-on { require knowledge }"
    let weaker = try Self.changes(without, with, rules)
    #expect(weaker.isComplete)
    #expect(weaker.changes.contains { $0.kind == .weaker }, "\(weaker.changes)")
    let stricter = try Self.changes(with, without, rules)
    #expect(!stricter.changes.isEmpty)
    #expect(!stricter.changes.contains { $0.kind == .weaker }, "\(stricter.changes)")
    #expect(try Self.changes(with, with, rules).changes.isEmpty)
  }

  @Test("A rule that forbids codes is compared")
  func forbidden() throws {
    let open = try Self.org("sign-on { require any 1 }")
    let shut = try Self.org("sign-on { require any 1 }\nenrollment { disabled tac }")
    #expect(OrgDiff(shut, open, now: Self.now).changes.contains { $0.kind == .weaker })
    #expect(!OrgDiff(open, shut, now: Self.now).changes.isEmpty)
  }

  @Test("No user enrolls a code, so a rule that allows it is compared by routes only")
  func enrollment() throws {
    let open = try Self.org("sign-on { require any 1 }")
    let shut = try Self.org(
      "sign-on { require any 1 }\nenrollment { optional phone; disabled tac }")
    for diff in [OrgDiff(shut, open, now: Self.now), OrgDiff(open, shut, now: Self.now)] {
      #expect(!diff.settings.contains { "\($0)".contains("tac") }, "\(diff.settings)")
      #expect(!diff.changes.isEmpty)
    }
  }

  @Test("The settings of codes are reported as changed")
  func settings() throws {
    let once = try Self.org("")
    let often = try Self.org("temporary-access-code { multi-use on }")
    #expect(often.otherSettings(comparedWith: once) == ["temporary-access-code"])
  }
}
