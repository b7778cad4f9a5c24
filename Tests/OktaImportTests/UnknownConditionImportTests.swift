import FlowHTTP
import Testing

@testable import OktaImport

@Suite("Imported conditions that can't be evaluated")
struct UnknownConditionImportTests {
  /// An authentication policy whose first rule denies under a condition, and whose last one allows.
  private func denied(_ condition: String) throws -> Importing.Outcome {
    let rules = [
      Importing.rule(named: "Shut", conditions: condition, Importing.denies),
      Importing.rule(
        named: "All", priority: 99, Importing.asks(#"{"type": "ASSURANCE", "factorMode": "1FA"}"#)),
    ]
    let policy = Importing.policy("ACCESS_POLICY", rules: rules)
    return try #require(try Importing.org("[\(policy), \(Importing.people)]"))
  }

  @Test(
    "A rule that denies neither disappears nor denies everyone",
    arguments: [
      #"{"elCondition": {"condition": "user.profile.costCenter == user.profile.manager"}}"#,
      #"{"risk": {"behaviors": ["New Device"]}}"#,
      #"{"device": {"assurance": {"include": ["dae1"]}}}"#,
      #"{"platform": {"include": [{"os": {"type": "OTHER", "expression": "Plan 9"}}]}}"#,
      #"{"riskScore": {"level": 7}}"#, #"{"riskScore": 7}"#, #"{"network": {"connection": 7}}"#,
      #"{"newThing": {"of": "later"}}"#, #"{"people": {"groups": {"include": 7}}}"#,
    ])
  func denies(condition: String) throws {
    let org = try denied(condition)
    #expect(org.faults == [], "\(org.text)")
    #expect(org.line.contains("sign-on \"Shut\" { when "), "\(org.text)")
    #expect(org.line.contains("unknown \""), "\(org.text)")
    #expect(org.line.contains("sign-on \"All\" { require any 1 }"), "\(org.text)")
    // The comment has the location in the export.
    #expect(org.text.contains("e.json, $[0].rules[0].conditions"), "\(org.text)")
    #expect(!org.text.contains("left out"), "\(org.text)")
  }

  @Test("A rule of any policy keeps a condition that the policy can't evaluate")
  func otherPolicies() throws {
    let conditions =
      #"{"people": {"users": {"include": ["00u1"]}}, "riskScore": {"level": "HIGH"}}"#
    let enrolls = #"{"enroll": {"self": "CHALLENGE"}}"#
    let settings = """
      {"type": "AUTHENTICATORS", "authenticators": [
       {"key": "okta_password", "enroll": {"self": "REQUIRED"}}]}
      """
    let policy = Importing.policy(
      "MFA_ENROLL", settings: settings, rules: [Importing.rule(conditions: conditions, enrolls)])
    let org = try #require(try Importing.org("[\(policy), \(Importing.people)]"))
    #expect(org.faults == [], "\(org.text)")
    #expect(
      org.line.contains(
        #"unknown "condition: user \"jane@example.com\"" and unknown "condition: risk high""#),
      "\(org.text)")
    #expect(org.warned.contains { $0.hasSuffix("conditions") }, "\(org.remarks)")
  }

  @Test(
    "The passwords of a directory are unknown if a user has one, or if the export may lack users",
    arguments: [
      ("ACTIVE_DIRECTORY", "true", true), ("ACTIVE_DIRECTORY", "false", true),
      ("OKTA", "false", true), ("OKTA", "true", false),
    ])
  func directories(provider: String, hasAll: String, isUnknown: Bool) throws {
    let record =
      #"{"pulled-from": "https://acme.okta.com", "complete": true, "files": [], "missing": [], "sample": false, "all-users": \#(hasAll)}"#
    let policy = Importing.policy(
      "PASSWORD", settings: #"{"password": {"complexity": {"minLength": 9}}}"#,
      conditions: #"{"authProvider": {"provider": "ACTIVE_DIRECTORY"}}"#, rules: [])
    let user = """
      {"id": "00u9", "status": "ACTIVE", "profile": {"login": "ann@example.com"},
       "credentials": {"provider": {"type": "\(provider)", "name": "\(provider)"}}}
      """
    let org = try #require(try Importing.org("[\(record), \(policy), \(user)]"))
    #expect(org.faults == [], "\(org.text)")
    #expect(
      org.line.contains(#"passwords "P" { when unknown "directory: ACTIVE_DIRECTORY""#)
        == isUnknown, "\(org.text)")
  }

  @Test(
    "Without any zone in the export, the members of a zone are unknown", arguments: [true, false])
  func zones(isIncluded: Bool) throws {
    let network = isIncluded ? #""include": ["ALL_ZONES"]"# : #""exclude": ["ALL_ZONES"]"#
    let rules = [
      Importing.rule(
        conditions: "{\"network\": {\"connection\": \"ZONE\", \(network)}}", Importing.denies),
      Importing.rule(named: "All", priority: 99, Importing.denies),
    ]
    let org = try #require(try Importing.org(Importing.policy("ACCESS_POLICY", rules: rules)))
    #expect(org.faults == [], "\(org.text)")
    let not = isIncluded ? "" : "not "
    #expect(org.line.contains("when \(not)unknown \"network: ALL_ZONES\""), "\(org.text)")
  }

  @Test("Many unknown conditions of a rule are few facts", arguments: ["include", "exclude"])
  func many(member: String) throws {
    let behaviors = (0..<500).map { "\"b\($0)\"" }.joined(separator: ",")
    let systems = (0..<500).map { #"{"os": {"type": "OTHER", "expression": "s\#($0)"}}"# }
    let org = try denied(
      """
      {"risk": {"behaviors": [\(behaviors)]},
       "platform": {"\(member)": [\(systems.joined(separator: ","))]}}
      """)
    #expect(org.faults == [], "\(org.text)")
    let rules = org.line.replacing("user-verification unknown", with: "user-verification")
    let unknowns = rules.split(separator: "unknown \"")
    #expect(unknowns.count == 3, "\(org.text)")
    #expect(org.line.contains("unknown \"behavior: "), "\(org.text)")
    #expect(!org.text.contains("left out"), "\(org.text)")
  }

  @Test("A reason is the same for the same value, and for no other")
  func reasons() {
    func reason(_ text: String) -> String { UnknownReason("expression", .string(text)).text }
    #expect(reason("a == b") == "expression: a == b")
    #expect(reason("a  ==\n b ") == reason("a == b"))
    // In a text every space counts.
    #expect(reason("a == 'x  y'") != reason("a == 'x y'"))
    #expect(reason("a; b") != reason("a, b"))
    #expect(!reason("a; b").contains(";"))
    let long = String(repeating: "x", count: 400)
    #expect(reason(long + "a") != reason(long + "b"))
    for text in [long, "", "\u{0}\u{7F}\u{202E}", String(repeating: "é", count: 300), "a\r\nb"] {
      let reason = reason(text)
      #expect(reason.utf8.count <= UnknownReason.bytesMax)
      #expect(reason.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F })
    }
  }
}
