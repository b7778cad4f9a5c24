import FlowHTTP
import Testing

@testable import OktaImport

/// Users that rules name and the export lacks.
@Suite("Users that an export lacks") struct UnknownUserTests {
  private static func org(_ parts: String...) throws -> Importing.Outcome {
    let all = [Importing.people] + parts
    let made = try #require(try Importing.org("[\(all.joined(separator: ", "))]"))
    #expect(made.faults == [], "\(made.text)")
    return made
  }

  private static func access(_ conditions: String, _ actions: String = Importing.denies) -> String {
    Importing.policy(
      "ACCESS_POLICY", rules: [Importing.rule(named: "R", conditions: conditions, actions)])
  }

  private static func record(_ members: String) -> String {
    #"{"pulled-from": "https://acme.okta.com", "missing": [], \#(members)}"#
  }

  /// The records of exports that may lack users.
  static let partial = [
    "", record(#""complete": true, "files": [], "sample": true"#),
    // A pull with `--sample 0` reads only the users that its options name.
    record(#""complete": true, "files": [], "sample": false"#),
    record(#""complete": true, "files": [], "sample": false, "all-users": false"#),
    record(#""complete": true, "files": [], "sample": true, "all-users": "true""#),
    record(#""complete": false, "files": [], "sample": true, "all-users": true"#),
    record(#""complete": true, "files": ["users.json"], "sample": true, "all-users": true"#),
  ]
  private static let whole = record(
    #""complete": true, "files": [], "sample": true, "all-users": true"#)

  static let conditions = [
    #"{"people": {"users": {"include": ["00u9"]}}}"#,
    #"{"people": {"users": {"exclude": ["00u9"]}}}"#,
    #"{"people": {"users": {"include": ["00u1", "00u9"]}}}"#,
  ]

  /// Conditions that only name users of the export.
  private static func known(_ conditions: String) -> String {
    conditions.contains("exclude") ? "null" : conditions.replacing("00u9", with: "00u2")
  }

  @Test("A user that a rule names is a gap, unless the export has all users", arguments: conditions)
  func gaps(conditions: String) throws {
    for record in Self.partial {
      let parts = record.isEmpty ? "" : record + ", "
      let org = try Self.org(parts + Self.access(conditions))
      let none = try Self.org(
        parts + Self.access(Self.known(conditions)))
      #expect(
        org.remarks.contains { $0.kind == .warning && $0.message.contains("00u9") }, "\(record)")
      #expect(org.gaps == none.gaps + 1, "\(record)\n\(org.text)")
      #expect(org.line.contains(#"\"user\":\"00u9\""#), "\(org.text)")
    }
    let org = try Self.org(Self.whole, Self.access(conditions))
    let none = try Self.org(Self.whole, Self.access(Self.known(conditions)))
    let remark = org.remarks.first { $0.message.contains("00u9") }
    #expect(remark?.kind == .note, "\(org.remarks)")
    #expect(org.gaps == none.gaps, "\(org.text)")
  }

  private static let rule = #"{"people": {"users": {"include": ["00u9"]}}, "network": NET}"#
  private static let office = #"{"connection": "ZONE", "include": ["nzo1"]}"#

  /// The gaps of an org, as texts.
  private static func gaps(_ org: Importing.Outcome) -> [Substring] {
    org.line.split(separator: "gap \"").dropFirst().filter { $0.contains("00u9") }
  }

  @Test("The gap has what the rule does, so that another rule has another gap")
  func weaker() throws {
    func gaps(
      _ actions: String, _ network: String = UnknownUserTests.office, _ more: String = ""
    ) throws -> [Substring] {
      let parts = Self.access(Self.rule.replacing("NET", with: network), actions) + more
      return Self.gaps(try Self.org(parts))
    }
    func method(_ rest: String) -> String {
      Importing.asks(#"{"type": "ASSURANCE", \#(rest)}"#)
    }
    let old = try gaps(method(#""factorMode": "2FA""#))
    #expect(old.count == 1)
    #expect(try gaps(method(#""factorMode": "2FA""#)) == old)
    #expect(try gaps(method(#""factorMode": "2FA", "constraints": []"#)) == old)
    #expect(try gaps(method(#""factorMode": "1FA""#)) != old)
    #expect(try gaps(method(#""factorMode": "2FA", "reauthenticateIn": "PT1H""#)) != old)
    #expect(try gaps(method(#""factorMode": "2FA""#), #"{"connection": "ANYWHERE"}"#) != old)
    // The zone that the rule names.
    let zone =
      #", {"id": "nzo5", "name": "Home", "type": "IP", "status": "ACTIVE", "usage": "POLICY", "gateways": [{"type": "CIDR", "value": "11.0.0.0/8"}]}"#
    let home = #"{"connection": "ZONE", "include": ["nzo5"]}"#
    let near = try gaps(method(#""factorMode": "2FA""#), home, zone)
    #expect(
      try gaps(
        method(#""factorMode": "2FA""#), home, zone.replacing("11.0.0.0/8", with: "0.0.0.0/0"))
        != near)
    #expect(
      try gaps(
        method(#""factorMode": "2FA""#), home,
        zone.replacing(#""id": "nzo5","#, with: #""id": "nzo5", "lastUpdated": "2026-01-01","#))
        == near)
  }

  @Test("A policy that names a user has a gap with its settings and its rules")
  func policies() throws {
    func gaps(_ length: Int, _ reset: String) throws -> [Substring] {
      let policy = Importing.policy(
        "PASSWORD", settings: #"{"password": {"complexity": {"minLength": \#(length)}}}"#,
        conditions: #"{"people": {"users": {"exclude": ["00u9"]}}}"#,
        rules: [
          Importing.rule(
            #"{"passwordChange": {"access": "ALLOW"}, "selfServicePasswordReset": {"access": "\#(reset)"}, "selfServiceUnlock": {"access": "DENY"}}"#
          )
        ])
      return Self.gaps(try Self.org(policy))
    }
    let old = try gaps(12, "DENY")
    #expect(!old.isEmpty)
    #expect(try gaps(12, "DENY") == old)
    #expect(try gaps(6, "DENY") != old)
    #expect(try gaps(12, "ALLOW") != old)
  }
}
