import FlowEngine
import FlowHTTP
import FlowText
import SimulatorKit
import TestSupport
import Testing

@testable import OktaSimulator

@Suite("Behaviors and devices in conditions") struct DeviceConditionTests {
  private static let macs = """
    assurance "Macs" { platform macos; os-version "14.1"; disk-encryption all-internal-volumes }
    assurance "Phones" { platform android; screen-lock passcode, biometric; jailbreak denied }
    assurance "PCs" { platform windows; check "dtc: {}"; secure-hardware required }
    """

  private static let disk = "disk-encryption all-internal-volumes"

  @Test(
    "A sign-in is decided by what its headers state",
    arguments: [
      ("behavior \"a\"", ["Behavior": "a"], true), ("behavior \"a\"", [:], false),
      ("behavior \"a\", \"b\"", ["Behavior": "b"], true),
      ("behavior \"a\" and behavior \"b\"", ["Behavior": "b; a"], true),
      ("not behavior \"a\"", [:], true), ("not behavior \"a\"", ["Behavior": "a"], false),
      // The same name as an unknown condition is another fact.
      ("unknown \"a\"", ["Behavior": "a"], false), ("behavior \"a\"", ["Unknown": "a"], false),
      ("assurance \"Macs\"", ["Platform": "macos"], false),
      (
        "assurance \"Macs\"",
        ["Platform": "macos", "Posture": "os-version 14.1; \(Self.disk)"],
        true
      ),
      (
        "assurance \"Macs\"",
        ["Platform": "macos", "Posture": "os-version 14.10.2;\(Self.disk)"],
        true
      ),
      (
        "assurance \"Macs\"",
        ["Platform": "macos", "Posture": "os-version 14.0.9; \(Self.disk)"],
        false
      ),
      (
        "assurance \"Macs\"",
        ["Platform": "windows", "Posture": "os-version 15; \(Self.disk)"],
        false
      ),
      ("assurance \"Macs\"", ["Posture": "os-version 15; \(Self.disk)"], false),
      (
        "assurance \"Phones\"",
        ["Platform": "android", "Posture": "screen-lock biometric; not-jailbroken"], true
      ),
      (
        "assurance \"Phones\"",
        ["Platform": "android", "Posture": "screen-lock none; not-jailbroken"], false
      ),
      (
        "assurance \"Macs\", \"PCs\"",
        ["Platform": "windows", "Posture": "dtc: {}; secure-hardware"], true
      ),
      ("not assurance \"PCs\"", ["Platform": "windows", "Posture": "secure-hardware"], true),
    ] as [(String, [String: String], Bool)])
  func holds(condition: String, headers: [String: String], fits: Bool) async throws {
    let world = try PolicyWorld(
      PolicyWorld.people + """
        \(Self.macs)
        sign-on "it" { when \(condition); require password }
        sign-on "facts" { when behavior "a", "b"; require any 1 }
        sign-on "unknown" { when unknown "a"; require any 1 }
        sign-on { require any 1 }
        """)
    var fields: HTTPHeaders = [:]
    for (name, value) in headers { fields["X-Flow-\(name)"] = value }
    try await world.enter("jane@example.com", fields)
    #expect((world.rule == "it") == fits)
  }

  @Test(
    "A grace period that ends on a day or at a time counts by the clock",
    arguments: [
      ("2000-01-01", "", false), ("2999-01-01", "", true), ("2999-01-01", "windows", false),
      ("2000-01-01T12:00:00Z", "", false), ("2199-01-01T12:00:00+02:00", "", true),
    ])
  func grace(end: String, platform: String, fits: Bool) async throws {
    let world = try PolicyWorld(
      PolicyWorld.people + """
        assurance "Macs" { platform macos; os-version "14"; grace until "\(end)" }
        sign-on "it" { when assurance "Macs"; require password }
        sign-on { require any 1 }
        """)
    try await world.enter(
      "jane@example.com", ["X-Flow-Platform": platform.isEmpty ? "macos" : platform])
    #expect((world.rule == "it") == fits)
  }

  @Test(
    "A fault in the settings is reported",
    arguments: [
      (
        "assurance \"A\" { os-version \"14\" }",
        "the device assurance policy `A` needs a `platform`"
      ),
      ("assurance \"A\" { platform beos }", "`beos` isn't a value of `platform`"),
      ("assurance \"A\" { platform macos; os-version \"14.x\" }", "`14.x` isn't a version"),
      ("assurance \"A\" { platform macos; os-version \"\" }", "`` isn't a version"),
      (
        "assurance \"A\" { platform macos; os-version \"1.12345678901\" }",
        "`1.12345678901` isn't a version"
      ),
      (
        "assurance \"A\" { platform macos; disk-encryption half }",
        "`half` isn't a value of `disk-encryption`"
      ),
      (
        "assurance \"A\" { platform macos; check \"os-version 14\" }",
        "this can't be the text of a check"
      ),
      ("assurance \"A\" { platform macos; check \"a; b\" }", "this can't be the text of a check"),
      ("assurance \"A\" { platform macos; grace until \"soon\" }", "this isn't a day or a time"),
      (
        "assurance \"A\" { platform macos; grace until \"2027-01-31T18:00:00\" }",
        "this isn't a day or a time"
      ),
      (
        "assurance \"A\" { platform macos }\nassurance \"A\" { platform ios }",
        "there are two device assurance policies `A`"
      ),
      (
        "sign-on { when assurance \"B\"; require any 1 }",
        "this org has no device assurance policy `B`"
      ),
      ("sign-on { when behavior \"a; b\"; require any 1 }", "this can't be the name of a behavior"),
      (
        "passwords { when behavior \"a\"; min-length 9 }",
        "`passwords` has no condition `behavior`"
      ),
    ])
  func faults(settings: String, message: String) {
    let problems = Org.build(name: "acme", settings: SettingText.parse(settings)).problems
    #expect(problems.map(\.message).contains(message), "\(problems.map(\.message))")
  }

  @Test("A header that states no behavior or check of the org is refused")
  func refused() throws {
    let org = try OrgClient.org(
      Self.macs + "\nsign-on { when behavior \"a\"; require any 1 }")
    func holding(_ name: String, _ value: String) throws(HTTPRefusal) -> UInt64 {
      try ContextHeaders([name: value], org.policy).context.unknowns.holding
    }
    #expect(try holding("X-Flow-Behavior", "a") != 0)
    #expect(try holding("X-Flow-Posture", "os-version 99") != 0)
    #expect(try holding("X-Flow-Posture", "os-version 1") == 0)
    for (name, value) in [
      ("X-Flow-Behavior", "b"), ("X-Flow-Posture", "os-version x"), ("X-Flow-Posture", "lock"),
      ("X-Flow-Posture", "disk-encryption all"),
    ] {
      #expect(throws: HTTPRefusal.self) { try holding(name, value) }
    }
    // An org without behaviors and checks accepts any.
    for name in ["X-Flow-Behavior", "X-Flow-Posture"] {
      #expect(try ContextHeaders([name: "z"], OrgPolicy()).context == SignInContext())
    }
  }

  @Test("The circumstances of future sign-ins have behaviors and checks")
  func circumstances() throws {
    let org = try OrgClient.org(
      Self.macs + "\nsign-on { when behavior \"a\"; require any 1 }")
    #expect(Circumstances.choices(of: .behavior, in: org) == ["a"])
    #expect(Circumstances.choices(of: .unknown, in: org) == [])
    let checks = Circumstances.choices(of: .posture, in: org)
    #expect(checks.prefix(2) == ["os-version 14.1", "disk-encryption all-internal-volumes"])
    var circumstances = Circumstances()
    try circumstances.set(.posture, to: "os-version 15", in: org)
    try circumstances.set(.behavior, to: "a", in: org)
    #expect(throws: PlainFailure.self) { try circumstances.set(.behavior, to: "b", in: org) }
    let other = try OrgClient.org("sign-on { require any 1 }")
    #expect(throws: PlainFailure.self) { try circumstances.set(.posture, to: "x", in: other) }
  }

  @Test(
    "Versions are compared part by part",
    arguments: [
      ("14.1", "14.1.0", 0), ("14", "14.0.0.0", 0), ("14.9", "14.10", -1), ("9", "10", -1),
      ("14.0.1", "14", 1), ("10.0.19045.1", "10.0.22621", -1), ("014", "14", 0),
    ])
  func versions(left: String, right: String, order: Int) throws {
    let (one, other) = (try #require(SystemVersion(left)), try #require(SystemVersion(right)))
    #expect((one == other) == (order == 0))
    #expect((one < other) == (order < 0))
    #expect((other < one) == (order > 0))
    #expect((one.hashValue == other.hashValue) || order != 0)
  }

  @Test("Only combinations of checks that a device can have are followed")
  func branches() throws {
    let org = try OrgClient.org(
      """
      authenticators password
      assurance "14" { platform macos; os-version "14" }
      assurance "15" { platform macos; os-version "15" }
      sign-on "new" { when assurance "15"; require any 1 }
      sign-on "old" { when assurance "14"; require any 1 }
      sign-on { require any 1 }
      """)
    var context = SignInContext()
    context.platform = SignInContext.Platform.words.first { $0.word == "macos" }?.value ?? []
    var unknowns = UnknownBranches([org.policy])
    var branches = unknowns.branches {
      [org.policy.unknownFactsRead(for: .stranger(""), in: context.with($0[0]))]
    }
    #expect(branches.count == 3)
    let rules = branches.map {
      org.policy.decidingRules(
        for: .stranger(""), in: context.with(unknowns.answers($0)))[0]
    }
    #expect(rules == [2, 0, 1])
    unknowns.simplify(&branches) { rules[$0] == rules[$1] }
    let told = branches.map { branch in
      org.facts(unknowns.answers(branch)).map { ($0.holds ? "" : "!") + $0.reason }
        .joined(separator: " ")
    }
    #expect(told == ["!os-version 14", "os-version 15", "os-version 14 !os-version 15"])
    // What follows from the kept fact still holds.
    #expect(branches.map { unknowns.answers($0).holding.nonzeroBitCount } == [0, 2, 1])
    // On another platform no check is evaluated.
    context.platform = []
    #expect(
      unknowns.branches {
        [org.policy.unknownFactsRead(for: .stranger(""), in: context.with($0[0]))]
      }.count == 1)
  }
}
