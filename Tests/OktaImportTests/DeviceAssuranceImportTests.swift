import FlowHTTP
import Testing

@testable import OktaImport

@Suite("Imported behaviors and device assurance policies") struct DeviceAssuranceImportTests {
  /// An org with a rule for devices, and the objects that the rule names.
  private static func org(
    _ objects: String, conditions: String = #"{"device": {"assurance": {"include": ["dae1"]}}}"#
  ) throws -> Importing.Outcome {
    let policy = Importing.policy(
      "ACCESS_POLICY", rules: [Importing.rule(conditions: conditions, Importing.denies)])
    let org = try #require(
      try Importing.org("[\(policy), \(objects), \(Importing.people)]"), "\(objects)")
    #expect(org.faults == [], "\(org.text)")
    #expect(!org.text.contains("left out"), "\(org.text)")
    return org
  }

  private static func macs(_ members: String) -> String {
    #"{"id": "dae1", "name": "Macs", "platform": "MACOS", "displayRemediationMode": "SHOW", "createdDate": "2025-01-01"\#(members.isEmpty ? "" : ", ")\#(members)}"#
  }

  static let members: [(members: String, line: String, isExact: Bool)] = [
    ("", "platform macos }", true),
    (#""osVersion": {"minimum": "14.1"}"#, #"os-version "14.1" }"#, true),
    (
      #""osVersion": {"minimum": "fourteen"}"#,
      #"check "osVersion: {\"minimum\":\"fourteen\"}" }"#, true
    ),
    (
      #""osVersion": {"dynamicVersionRequirement": {"type": "MINIMUM", "distanceFromLatestMajor": 1}}"#,
      #"check "osVersion: {\"dynamicVersionRequirement\":{\"distanceFromLatestMajor\":1,\"type\":\"MINIMUM\"}}" }"#,
      true
    ),
    // A member of a later version of the API can change what the minimum means.
    (
      #""osVersion": {"minimum": "14.1", "future": true}"#,
      #"check "osVersion: {\"future\":true,\"minimum\":\"14.1\"}" }"#, true
    ),
    (
      #""diskEncryptionType": {"include": ["ALL_INTERNAL_VOLUMES"]}"#,
      "disk-encryption all-internal-volumes }", true
    ),
    (#""diskEncryptionType": {"include": ["FULL", "USER"]}"#, "disk-encryption full, user }", true),
    (
      #""diskEncryptionType": {"include": ["FUTURE"]}"#,
      #"check "diskEncryptionType: {\"include\":[\"FUTURE\"]}" }"#, true
    ),
    (#""screenLockType": {"include": ["BIOMETRIC"]}"#, "screen-lock biometric }", true),
    (#""secureHardwarePresent": true"#, "secure-hardware required }", true),
    (#""secureHardwarePresent": false"#, #"check "secureHardwarePresent: false" }"#, true),
    (#""jailbreak": false"#, "jailbreak denied }", true),
    (#""jailbreak": true"#, #"check "jailbreak: true" }"#, true),
    (
      #""osVersionConstraints": [{"majorVersionConstraint": "WINDOWS_11"}]"#,
      #"check "osVersionConstraints: [{\"majorVersionConstraint\":\"WINDOWS_11\"}]" }"#, true
    ),
    // A member of a later version can ask for more, or let more devices in.
    (
      #""future": {"a": 1}"#,
      #"check "future: {\"a\":1}" grace unknown "effect of future: {\"a\":1}" }"#, true
    ),
    (#""osVersion": null, "thirdPartySignalProviders": {}"#, "platform macos }", true),
    (
      #""gracePeriod": {"type": "BY_DATE_TIME", "expiry": "2027-03-01T00:00:00.000Z"}"#,
      #"grace until "2027-03-01" }"#, true
    ),
    (
      #""gracePeriod": {"type": "BY_DATE_TIME", "expiry": "2027-03-01T12:00:00.000Z"}"#,
      #"grace until "2027-03-01T12:00:00Z" }"#, true
    ),
    (
      #""gracePeriod": {"type": "BY_DATE_TIME", "expiry": "2027-03-01T02:00:00+02:00"}"#,
      #"grace until "2027-03-01" }"#, true
    ),
    (
      #""gracePeriod": {"type": "BY_DATE_TIME", "expiry": "2019-12-31T20:30-04:00"}"#,
      #"grace until "2020-01-01T00:30:00Z" }"#, true
    ),
    // Another member may make the period longer.
    (
      #""gracePeriod": {"type": "BY_DATE_TIME", "expiry": "2027-03-01T00:00:00Z", "more": 1}"#,
      #"grace unknown "grace period: "#, false
    ),
    // A day without an offset isn't a time.
    (
      #""gracePeriod": {"type": "BY_DATE_TIME", "expiry": "2027-03-01"}"#,
      #"grace unknown "grace period: "#, false
    ),
    (
      #""gracePeriod": {"type": "BY_DATE_TIME", "expiry": "2027-02-30T00:00:00Z"}"#,
      #"grace unknown "grace period: "#, false
    ),
    (
      #""gracePeriod": {"type": "BY_DURATION", "expiry": "P30D"}"#,
      #"grace unknown "grace period: "#, false
    ),
  ]

  @Test("Each requirement becomes a setting or a check of its own", arguments: members)
  func requirements(members: String, line: String, isExact: Bool) throws {
    let org = try Self.org(Self.macs(members))
    #expect(org.line.contains(#"assurance "Macs" { platform macos"#), "\(org.text)")
    #expect(org.line.contains(line), "\(org.text)")
    #expect(org.line.contains(#"sign-on "R" { when assurance "Macs" deny }"#), "\(org.text)")
    #expect(org.warned.contains { $0.hasSuffix("gracePeriod") } != isExact, "\(org.remarks)")
    #expect(!org.warned.contains { $0.contains("assurance") }, "\(org.remarks)")
    #expect(!org.text.contains("detail "), "\(org.text)")
  }

  @Test("A policy of another platform, or one that the export lacks, is unknown")
  func unknown() throws {
    let other = try Self.org(#"{"id": "dae1", "name": "TVs", "platform": "TVOS"}"#)
    #expect(other.line.contains(#"when unknown "device assurance: dae1""#), "\(other.text)")
    #expect(other.line.contains("detail \"device assurance: "), "\(other.text)")
    let missing = try Self.org(
      Self.macs(""), conditions: #"{"device": {"assurance": {"include": ["dae1", "dae9"]}}}"#)
    #expect(
      missing.line.contains(#"sign-on "R" { when assurance "Macs" deny }"#), "\(missing.text)")
    #expect(
      missing.line.contains(#"sign-on "R (or 2)" { when unknown "device assurance: dae9" deny }"#),
      "\(missing.text)")
  }

  @Test("Policies with many different checks still fit into an org")
  func many() throws {
    let all = (0..<60).map { number in
      #"{"id": "dae\#(number)", "name": "A\#(number)", "platform": "MACOS", "osVersion": {"minimum": "\#(number)"}, "future": \#(number)}"#
    }
    let policy = Importing.policy("ACCESS_POLICY", rules: [Importing.rule(Importing.denies)])
    let org = try #require(
      try Importing.org("[\(policy), \(all.joined(separator: ",")), \(Importing.people)]"))
    #expect(org.faults == [], "\(org.text)")
    let text = org.text
    #expect(text.contains(#"check "device assurance: {"#), "\(text)")
  }

  // MARK: Behaviors

  private static let behaviors = """
    {"id": "bhv1", "name": "New IP", "type": "ANOMALOUS_IP", "status": "ACTIVE"},
    {"id": "bhv2", "name": "New City", "type": "ANOMALOUS_LOCATION", "status": "INACTIVE"},
    {"id": "bhv3", "name": "a; b", "type": "VELOCITY", "status": "ACTIVE"}
    """

  static let conditions: [(ids: String, when: String)] = [
    (#""bhv1""#, #"when behavior "New IP" deny"#),
    (#""bhv1", "bhv2""#, #"when behavior "New IP" deny"#),
    (#""bhv1", "bhv9""#, #"when unknown "behavior: bhv9" deny"#),
    (#""bhv3""#, #"when unknown "behavior: a, b"#),
  ]

  @Test("A behavior is named by its id or, in an expression, by its name", arguments: conditions)
  func ids(ids: String, when: String) throws {
    let org = try Self.org(
      Self.behaviors, conditions: #"{"risk": {"behaviors": [\#(ids)]}}"#)
    #expect(org.line.contains(when), "\(org.text)")
  }

  static let expressions: [(expression: String, when: String)] = [
    ("security.behaviors.contains('New IP')", #"when behavior "New IP" deny"#),
    ("!security.behaviors.contains('New IP')", #"when not behavior "New IP" deny"#),
    ("security.behaviors.contains('Else')", #"when behavior "Else" deny"#),
    // An inactive behavior never matches.
    ("!security.behaviors.contains('New City')", #"sign-on "R" { deny }"#),
    (
      "security.behaviors.contains('New City') || security.behaviors.contains('New IP')",
      #"when behavior "New IP" deny"#
    ),
    ("security.behaviors.contains('a; b')", #"when unknown "behavior: a, b"#),
  ]

  @Test("An expression names a behavior", arguments: expressions)
  func names(expression: String, when: String) throws {
    let org = try Self.org(
      Self.behaviors, conditions: #"{"elCondition": {"condition": "\#(expression)"}}"#)
    #expect(org.line.contains(when), "\(org.text)")
  }

  @Test(
    "A rule that is only for inactive behaviors never applies",
    arguments: [
      #"{"risk": {"behaviors": ["bhv2"]}}"#,
      #"{"elCondition": {"condition": "security.behaviors.contains('New City')"}}"#,
    ])
  func inactive(conditions: String) throws {
    func org(_ conditions: String) throws -> Importing.Outcome {
      let policy = Importing.policy(
        "ACCESS_POLICY", rules: [Importing.rule(conditions: conditions, Importing.denies)])
      return try #require(
        try Importing.org("[\(policy), \(Self.behaviors), \(Importing.people)]"))
    }
    let never = try org(conditions)
    #expect(!never.line.contains("sign-on \"R\""), "\(never.text)")
    // Nothing is lost by leaving it out, as with a rule for no sign-in.
    let other = try org(#"{"authContext": {"authType": "RADIUS"}}"#)
    #expect(never.gaps == other.gaps, "\(never.text)")
  }

  @Test("A change of what makes a behavior positive is a detail")
  func settings() throws {
    func org(_ settings: String) throws -> String {
      try Self.org(
        #"{"id": "bhv1", "name": "New IP", "type": "ANOMALOUS_IP", "status": "ACTIVE", "settings": \#(settings)}"#,
        conditions: #"{"risk": {"behaviors": ["bhv1"]}}"#
      ).line
    }
    let old = try org(#"{"maxEventsUsedForEvaluation": 50}"#)
    #expect(old.contains("detail \"behavior: "), "\(old)")
    #expect(try org(#"{"maxEventsUsedForEvaluation": 20}"#) != old)
  }

  // MARK: Terraform

  @Test("Terraform's device assurance policies have their requirements")
  func terraform() throws {
    func org(_ values: String, unknown: String = "{}") throws -> String {
      let assurance = TerraformImportTests.change(
        "okta_policy_device_assurance_macos.m",
        #"{"id": "dae1", "name": "Macs"\#(values.isEmpty ? "" : ", ")\#(values)}"#, unknown: unknown
      )
      let rule = TerraformImportTests.rule(
        "a", #""priority": 1, "device_assurances_included": ["dae1"]"#)
      return try TerraformImportTests.imported(
        TerraformImportTests.plan([TerraformImportTests.policy, assurance, rule])
      ).line
    }
    let text = try org(
      #""os_version": "14.1", "disk_encryption_type": ["ALL_INTERNAL_VOLUMES"], "screenlock_type": [], "secure_hardware_present": true"#
    )
    for line in [
      "platform macos", #"os-version "14.1""#, "disk-encryption all-internal-volumes",
      "secure-hardware required", #"when assurance "Macs""#,
    ] {
      #expect(text.contains(line), "\(line): \(text)")
    }
    #expect(!text.contains("screen-lock"))
    let open = try org("", unknown: #"{"os_version": true}"#)
    #expect(
      open.contains("okta_policy_device_assurance_macos.m.os_version isn't known"), "\(open)")
  }
}
