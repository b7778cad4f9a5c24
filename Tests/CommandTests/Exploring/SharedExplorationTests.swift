import CommandSupport
import FlowEngine
import FlowHost
import FlowTerminal
import PolicyExplorer
import Testing

/// The explorations that the comparison and the audits of `flow gate` have in common.
@Suite("flow gate: explorations") struct SharedExplorationTests {
  /// An org with two apps, or with one.
  private static func org(_ rule: String, apps: Bool) -> String {
    let rules = "sign-on \"staff\" { when group staff; \(rule) }\nsign-on { require password }"
    return """
      org acme {
        authenticators password, email, phone via sms
        user "ada@x.example" { password "Correct-Horse-1"; groups staff }
        user "bob@x.example" { password "Correct-Horse-2"; phone "+15551234567" }
        enrollment { required password; optional phone, email }
        \(apps ? "app \"a\" { \(rules) }\napp \"b\" { sign-on { \(rule) } }" : rules)
      }
      claim "one" { always kinds >= 1 }

      """
  }

  private static func found(
    _ text: String, _ folder: TemporaryFolder, _ host: Host
  ) throws -> OrgSource.Found {
    let file = try folder.write("org-\(text.count).flow", text)
    var source = OrgSource(
      OrgChoice(file: file), for: (name: "flow gate", done: "compared"), host,
      style: Style(isColored: false))
    return try #require(try source.find(app: false))
  }

  @Test("The audits make no exploration that the comparison has made", arguments: [true, false])
  func shared(apps: Bool) throws {
    let host = Host(
      output: Recorder(), errors: Recorder(), terminal: nil, environment: [:],
      clock: ManualClock(now: .seconds(1_800_000_000)),
      randomBytes: { [UInt8](repeating: 7, count: $0) })
    let folder = try TemporaryFolder()
    let old = try Self.found(Self.org("require password and phone", apps: apps), folder, host)
    let new = try Self.found(Self.org("require password", apps: apps), folder, host)
    let walks = WalkOptions()
    var watch = WalkWatch(walks, host)
    var memo = WalkMemo()
    _ = try OrgComparison.compare(old, new, allowed: [], walks, host, &memo, &watch) { _, _ in }
    let compared = memo.count
    #expect(compared > 0)
    var findings: [[String]] = [[], []]
    for org in [old, new] {
      let audits = try AppAudit.all(of: org, AppAudit.Options(), walks, host, &memo, &watch)
      findings[0] += audits.flatMap(\.findings).map(\.message)
    }
    let shared = memo.count - compared
    var own = 0
    for org in [old, new] {
      var memo = WalkMemo()
      let audits = try AppAudit.all(of: org, AppAudit.Options(), walks, host, &memo, &watch)
      findings[1] += audits.flatMap(\.findings).map(\.message)
      own += memo.count
    }
    #expect(findings[0] == findings[1])
    #expect(own > 0 && shared == 0, "\(compared) \(shared) of \(own)")
  }
}
