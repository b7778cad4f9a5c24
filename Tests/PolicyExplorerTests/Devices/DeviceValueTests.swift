import FlowDiagnostics
import Testing

@testable import OktaSimulator
@testable import PolicyExplorer

/// A device has one type of disk encryption and one screen lock, so checks can exclude each other.
@Suite("Values of devices") struct DeviceValueTests {
  private static let now = Duration.seconds(1_800_000_000)

  private static func org(
    _ assurances: [String], _ rules: String
  ) throws -> OktaSimulator.Org {
    let settings = """
      authenticators password, phone via sms
      recovery { deny password, unlock }
      user "ann@acme.example" { password "Correct-Horse-1"; phone "+15551230101" }
      \(assurances.joined(separator: "\n"))
      \(rules)
      """
    return try #require(try OrgText.org(settings), "\(settings)")
  }

  private static func android(_ name: String, _ requirement: String) -> String {
    "assurance \"\(name)\" { platform android; \(requirement) }"
  }

  static let values: [(one: String, other: String, canBoth: Bool)] = [
    ("disk-encryption full", "disk-encryption user", false),
    ("disk-encryption full", "disk-encryption full, user", true),
    ("disk-encryption full, all-internal-volumes", "disk-encryption user", false),
    ("disk-encryption full", "screen-lock biometric", true),
    ("screen-lock passcode", "screen-lock biometric", false),
    ("screen-lock none, passcode", "screen-lock passcode, biometric", true),
  ]

  @Test("A rule for two devices at once can't decide", arguments: values)
  func both(one: String, other: String, canBoth: Bool) throws {
    let org = try Self.org(
      [Self.android("one", one), Self.android("other", other)],
      """
      sign-on "both" { when assurance "one" and assurance "other"; require password }
      sign-on "rest" { require password and phone }
      """)
    let shadows = org.shadowedRules()
    #expect(shadows.unknown == [])
    #expect(shadows.rules.map(\.name) == (canBoth ? [] : ["both"]))
    let plan = Explorer(org, now: Self.now).plan()
    #expect(plan.isComplete)
    let found = plan.starts.flatMap(\.starts).map { start in
      org.name(
        ofRule: org.policy.rules.deciding(for: org.people[0], in: start.context, as: .signOn))
    }
    #expect(found.contains("both") == canBoth)
  }

  @Test("A rule for an impossible device makes no difference")
  func impossible() throws {
    let all = [
      Self.android("one", "disk-encryption full"), Self.android("two", "screen-lock none"),
      Self.android("user", "disk-encryption user"), Self.android("pin", "screen-lock passcode"),
    ]
    let rest = "sign-on \"rest\" { require password and phone }"
    for names in ["\"one\" and assurance \"user\"", "\"two\" and assurance \"pin\""] {
      let odd = "sign-on \"odd\" { when assurance \(names); require password }\n\(rest)"
      for (old, new) in [(rest, odd), (odd, rest)] {
        let diff = OrgDiff(try Self.org(all, old), try Self.org(all, new), now: Self.now)
        #expect(diff.isComplete && diff.changes.isEmpty, "\(diff.changes)")
      }
    }
    // Of three types, a device has one: it can't be without all of them and with two of them.
    let pairs = [("ab", "full, user"), ("bc", "user, all-internal-volumes")]
    let three =
      pairs.map { Self.android($0.0, "disk-encryption \($0.1)") }
      + [Self.android("ac", "disk-encryption full, all-internal-volumes")]
    func rules(_ condition: String) -> String {
      "sign-on \"odd\" { when \(condition); require password }\n\(rest)"
    }
    let condition = "assurance \"ab\" and assurance \"bc\""
    let plain = try Self.org(three, rules(condition))
    let more = try Self.org(three, rules("\(condition) and not assurance \"ac\""))
    #expect(OrgDiff(plain, more, now: Self.now).changes.isEmpty)
    let each = try Self.org(three, rules("\(condition) and assurance \"ac\""))
    #expect(OrgDiff(plain, each, now: Self.now).changes.map(\.kind) == [.stronger])
  }

  @Test("A flow states one type, of which the other conditions hold")
  func flows() throws {
    let org = try Self.org(
      [
        Self.android("any", "disk-encryption full, user"),
        Self.android("full", "disk-encryption full"), Self.android("user", "disk-encryption user"),
      ],
      """
      sign-on "one" { when assurance "any" and assurance "full", "user"; require password }
      sign-on "rest" { require password and phone }
      """)
    let starts = Explorer(org, now: Self.now).plan().starts.flatMap(\.starts)
    let posture = Set(
      starts.flatMap { $0.parameters(in: org) }.filter { $0.name == "posture" }.map(\.value))
    #expect(posture.isSubset(of: ["disk-encryption full", "disk-encryption user"]))
    #expect(!posture.isEmpty)
  }

  @Test("An exploration with impossible devices would report a false weakness")
  func bypass() throws {
    // Only a device with both types would be let in by the first rule and denied by the second.
    let org = try Self.org(
      [Self.android("full", "disk-encryption full"), Self.android("user", "disk-encryption user")],
      """
      sign-on "full" { when assurance "full"; require password }
      sign-on "user" { when assurance "user"; deny }
      sign-on "rest" { require password and phone }
      """)
    let facts = RuleFacts(org)
    let plan = Explorer(org, now: Self.now).plan()
    for start in plan.starts.flatMap(\.starts) where facts.deciding(start) == 0 {
      #expect(facts.fit(facts.rules[1], start) == nil)
    }
  }
}
