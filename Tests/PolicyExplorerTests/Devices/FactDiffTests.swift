import OktaSimulator
import Testing

@testable import PolicyExplorer

/// Changes of device assurance policies and of rules about behaviors.
@Suite("Changes of devices and behaviors") struct FactDiffTests {
  private static let now = Duration.seconds(1_800_000_000)

  /// An org with a device assurance policy and rules.
  private static func org(_ assurance: String, _ rules: String) throws -> OktaSimulator.Org {
    let settings = """
      authenticators password, phone via sms
      recovery { deny password, unlock }
      user "ann@acme.example" { password "Correct-Horse-1"; phone "+15551230101" }
      \(assurance)
      \(rules)
      """
    return try #require(try OrgText.org(settings), "\(settings)")
  }

  private static func kinds(
    _ old: (String, String), _ new: (String, String)
  ) throws -> Set<OrgDiff.Kind> {
    let diff = OrgDiff(try org(old.0, old.1), try org(new.0, new.1), now: now)
    #expect(diff.isComplete)
    #expect(diff.changes.allSatisfy { $0.reliesOn.isEmpty }, "\(diff.changes)")
    return Set(diff.changes.map(\.kind))
  }

  private static func macs(_ requirements: String) -> String {
    "assurance \"Macs\" { platform macos; \(requirements) }"
  }

  private static let allows =
    "sign-on \"a\" { when assurance \"Macs\"; require password }\nsign-on { deny }"
  private static let denies =
    "sign-on \"a\" { when assurance \"Macs\"; deny }\nsign-on { require password }"

  static let changes: [(old: String, new: String, kinds: Set<OrgDiff.Kind>)] = [
    ("os-version \"14.1\"", "os-version \"14\"", [.weaker]),
    ("os-version \"14\"", "os-version \"14.1\"", [.stronger]),
    ("os-version \"14\"", "os-version \"14.0.0\"", []),
    ("os-version \"9\"", "os-version \"10\"", [.stronger]),
    ("os-version \"14\"", "", [.weaker]),
    ("disk-encryption full", "disk-encryption full, user", [.weaker]),
    ("disk-encryption full, user", "disk-encryption user", [.stronger]),
    ("disk-encryption full", "disk-encryption user", [.weaker, .stronger]),
    ("screen-lock biometric", "screen-lock passcode, biometric", [.weaker]),
    ("secure-hardware required", "", [.weaker]),
    ("", "jailbreak denied", [.stronger]),
    ("check \"a\"", "check \"b\"", [.weaker, .stronger]),
    ("check \"a\"", "check \"a\"", []),
    ("os-version \"14\"; grace until \"2027-03-01\"", "os-version \"14\"", [.stronger]),
    ("os-version \"14\"; grace until \"2026-03-01\"", "os-version \"14\"", []),
    (
      "os-version \"14\"; grace until \"2027-02-01\"",
      "os-version \"14\"; grace until \"2027-03-01\"", [.weaker]
    ),
    // In the grace period the version doesn't matter, and afterward it does.
    (
      "os-version \"15\"; grace until \"2027-02-01\"",
      "os-version \"14\"; grace until \"2027-02-01\"", [.weaker]
    ),
    ("os-version \"14\"", "secure-hardware required", [.weaker, .stronger]),
  ]

  @Test("What a policy requires decides", arguments: changes)
  func requirements(old: String, new: String, kinds: Set<OrgDiff.Kind>) throws {
    let (before, after) = (Self.macs(old), Self.macs(new))
    #expect(try Self.kinds((before, Self.allows), (after, Self.allows)) == kinds)
    // For a rule that denies access, it is the other way round.
    let opposite = Set(kinds.map { $0 == .weaker ? OrgDiff.Kind.stronger : .weaker })
    #expect(try Self.kinds((before, Self.denies), (after, Self.denies)) == opposite)
  }

  @Test("A renamed, split or repeated policy makes no difference")
  func same() throws {
    let (one, other) = (Self.macs("os-version \"14\""), Self.macs("os-version \"15\""))
    let renamed = one.replacing("Macs", with: "Laptops")
    #expect(
      try Self.kinds((one, Self.allows), (renamed, Self.allows.replacing("Macs", with: "Laptops")))
        == [])
    // A device that fulfills the higher minimum also fulfills the lower one.
    let both = Self.allows.replacing("\"Macs\"", with: "\"Macs\", \"New Macs\"")
    let more = one + "\n" + other.replacing("Macs", with: "New Macs")
    #expect(try Self.kinds((one, Self.allows), (more, both)) == [])
    #expect(
      try Self.kinds(
        (one, Self.allows),
        (more, Self.allows.replacing("\"Macs\"", with: "\"Macs\" and assurance \"New Macs\"")))
        == [.stronger])
  }

  @Test("A policy never holds on another platform")
  func platforms() throws {
    let windows = "assurance \"Macs\" { platform windows; os-version \"14\" }"
    let macs = Self.macs("os-version \"14\"")
    #expect(try Self.kinds((macs, Self.allows), (windows, Self.allows)) == [.weaker, .stronger])
    let other = Self.allows.replacing("assurance", with: "platform windows and assurance")
    #expect(try Self.kinds((macs, "sign-on { deny }"), (macs, other)) == [])
    // Any Mac is enough without a requirement.
    let any = Self.macs("")
    let plain = Self.allows.replacing("assurance \"Macs\"", with: "platform macos")
    #expect(try Self.kinds((any, Self.allows), (any, plain)) == [])
  }

  @Test("Behaviors are circumstances, and their names distinguish them")
  func behaviors() throws {
    func rules(_ condition: String, _ body: String) -> String {
      "sign-on \"a\" { when \(condition); \(body) }\nsign-on { require password and phone }"
    }
    let (plain, deny) = ("sign-on { require password and phone }", "deny")
    #expect(try Self.kinds(("", rules("behavior \"x\"", deny)), ("", plain)) == [.weaker])
    #expect(
      try Self.kinds(("", rules("behavior \"x\"", deny)), ("", rules("behavior \"x\"", deny))) == []
    )
    #expect(
      try Self.kinds(("", rules("behavior \"x\"", deny)), ("", rules("behavior \"y\"", deny)))
        == [.weaker, .stronger])
    #expect(
      try Self.kinds(
        ("", rules("behavior \"x\"", deny)), ("", rules("behavior \"x\", \"y\"", deny)))
        == [.stronger])
    #expect(
      try Self.kinds(
        ("", plain), ("", rules("not behavior \"x\"", "require password"))) == [.weaker])
    #expect(
      try Self.kinds(
        ("", plain), ("", rules("behavior \"x\" and not behavior \"x\"", "require password"))) == []
    )
  }

  @Test("An unknown condition stays only possible in every circumstance")
  func mixed() throws {
    let plain = "sign-on { require password and phone }"
    for condition in ["behavior \"x\" and unknown \"u\"", "unknown \"u\" and not behavior \"x\""] {
      let weaker = "sign-on \"a\" { when \(condition); require password }\n\(plain)"
      let diff = OrgDiff(try Self.org("", plain), try Self.org("", weaker), now: Self.now)
      #expect(!diff.changes.isEmpty)
      for change in diff.changes { #expect(change.reliesOn.map(\.reason) == ["u"], "\(condition)") }
    }
    // Under either answer, the behavior is enough.
    let both = """
      sign-on "a" { when behavior "x" and unknown "u"; require password }
      sign-on "b" { when behavior "x" and not unknown "u"; require password }
      \(plain)
      """
    let diff = OrgDiff(try Self.org("", plain), try Self.org("", both), now: Self.now)
    #expect(Set(diff.changes.map(\.kind)) == [.weaker])
    #expect(diff.changes.allSatisfy { $0.reliesOn.isEmpty })
    // A grace period without a known end is unknown.
    let (macs, grace) = (
      Self.macs("os-version \"14\""), Self.macs("os-version \"14\"; grace unknown \"g\"")
    )
    let longer = OrgDiff(
      try Self.org(macs, Self.allows), try Self.org(grace, Self.allows), now: Self.now)
    #expect(longer.changes.map(\.kind) == [.weaker])
    #expect(longer.changes.first?.reliesOn.map(\.reason) == ["g"])
  }

  @Test("The words of a change name the circumstances")
  func words() throws {
    func told(_ old: (String, String), _ new: (String, String)) throws -> [String] {
      OrgDiff(try Self.org(old.0, old.1), try Self.org(new.0, new.1), now: Self.now).changes
        .flatMap(\.circumstances).map(\.text)
    }
    #expect(
      try told(
        (Self.macs("os-version \"14.1\""), Self.allows),
        (Self.macs("os-version \"14\""), Self.allows))
        == ["platform macos, posture os-version 14"])
    #expect(
      try told(
        (Self.macs("os-version \"14\"; secure-hardware required"), "sign-on { deny }"),
        (Self.macs("os-version \"14\"; secure-hardware required"), Self.allows))
        == ["platform macos, posture os-version 14 and secure-hardware"])
    // Only the old org names the behavior.
    #expect(
      try told(
        ("", "sign-on \"a\" { when behavior \"New IP\"; deny }\nsign-on { require password }"),
        ("", "sign-on { require password }")) == ["behavior New IP"])
  }
}
