import CommandSupport
import FlowEngine
import FlowHTTP
import FlowTerminal
import OktaImport
import FlowLock
import TestSupport
import Testing

@testable import OktaSimulator
@testable import PolicyExplorer

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// An org that is exported, pulled page by page, and imported is the same org.
@Suite("Export, pull and import")
struct RoundTripTests {
  static let now = Duration.seconds(1_800_000_000)

  /// The management API of an org, with small pages, and with refusals and broken connections.
  final class Tenant: Transport {
    private let org: OktaSimulator.Org
    private let api: ManagementAPI
    private let random: Mutex<SeededGenerator>
    private let refuses: Bool
    private let counted = Mutex(0)

    init(_ org: OktaSimulator.Org, seed: UInt64, refuses: Bool = true) {
      self.org = org
      self.refuses = refuses
      api = ManagementAPI(token: Secret("token"), pageMax: 2)
      random = Mutex(SeededGenerator(seed: seed))
    }

    /// The number of requests.
    var count: Int { counted.withLock { $0 } }

    func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse {
      counted.withLock { $0 += 1 }
      let draw = random.withLock { Int.random(in: 0..<40, using: &$0) }
      if refuses, draw == 0 { throw .dropped("for a test") }
      if refuses, draw < 4 {
        return HTTPResponse(
          status: 429,
          headers: [
            "X-Rate-Limit-Limit": "600", "X-Rate-Limit-Remaining": "0",
            "X-Rate-Limit-Reset": String(RoundTripTests.now.components.seconds + 7),
          ])
      }
      return api.answer(request, org, org.initialState, now: RoundTripTests.now)
        ?? HTTPResponse(status: 404)
    }
  }

  @Test("Nothing differs", arguments: OracleTests.seeds(usual: 25))
  func roundTrip(seed: Int) async throws {
    let made = SayableOrg(seed: UInt64(seed))
    let old = try #require(try OrgText.org(made.text), "seed \(seed)\n\(made.text)")
    let losses = ManagementExport(old, now: Self.now).losses
    #expect(losses == [], "seed \(seed)\n\(made.text)")
    let folder = try TemporaryFolder()
    let origin = try #require(HTTPURL(old.issuer))
    let clock = ManualClock(now: Self.now)
    let store = try PullFolder.prepared(folder.path + "/pull", of: origin, isAgain: false)
    var choice = PullChoice()
    choice.sample = 100
    let reader = TenantReader(
      origin, .apiToken(Secret("token")), Tenant(old, seed: UInt64(seed)), clock)
    var result = try await TenantPull(reader, into: store, choice).run()
    #expect(result.missing == [], "\(result.missing)")
    // Without examples of other users, which the import of a sample adds.
    result.sample = nil
    try store.finish(result)
    let back = try Self.imported(folder.path + "/pull")
    let text = "seed \(seed)\n\(made.text)\nimported:\n\(back.text)"
    #expect(back.org.gaps == old.gaps, "\(text)")
    for (name, one, other) in try Self.apps(old, back.org) {
      let diff = OrgDiff(one, other, now: Self.now)
      #expect(diff.isComplete)
      #expect(diff.changes.isEmpty, "\(name)\n\(diff.changes)\n\(text)")
      #expect(diff.settings.isEmpty, "\(name)\n\(diff.settings)\n\(text)")
      #expect(diff.otherSettings == [], "\(name)\n\(text)")
      #expect(diff.zones.isEmpty && diff.left == [] && diff.joined == [], "\(name)\n\(text)")
    }
  }

  @Test(
    "What the API can't say of an identity provider is a loss",
    arguments: [
      "idp \"P\" { signs-in everyone }", "idp \"P\"",
      "idp \"P\" { signs-in unknown \"account at identity provider: P\"; offered off }",
      "idp \"P\" { signs-in unknown \"account at identity provider: Q\" }",
      "idp \"P\" { signs-in group staff and unknown \"account at identity provider: P\" }",
      "idp \"P\" { signs-in unknown \"account at identity provider: P\" }\n"
        + "routing { when not login \"a*\"; to idp \"P\" }",
      "idp \"P\" { signs-in unknown \"account at identity provider: P\" }\n"
        + "routing { when unknown \"x\"; to idp \"P\" }",
    ])
  func losses(settings: String) throws {
    let plain = "authenticators email\nuser \"jane@example.com\" { groups staff }\n"
    let before = ManagementExport(try #require(try OrgText.org(plain)), now: Self.now).losses
    let org = try #require(try OrgText.org(plain + settings), "\(settings)")
    let after = ManagementExport(org, now: Self.now).losses
    #expect(after.count > before.count, "\(after)")
  }

  @Test(
    "Apps whose rules differ only in a behavior have different policies", arguments: ["y", "x"])
  func policiesOfApps(name: String) throws {
    func app(_ label: String, _ behavior: String) -> String {
      """
      app "\(label)" { client-id "\(label)"; sign-on "r" { when behavior "\(behavior)"; deny }
        sign-on { require password } }

      """
    }
    let org = try #require(
      try OrgText.org("authenticators password\n" + app("a", "x") + app("b", name)))
    let export = ManagementExport(org, now: Self.now)
    let policies = export.elements(of: "policies?type=ACCESS_POLICY")
    #expect(policies?.count == (name == "x" ? 1 : 2))
    #expect(export.elements(of: "behaviors")?.count == (name == "x" ? 1 : 2))
  }

  @Test(
    "What the API can't say of a device assurance policy is a loss",
    arguments: [
      ("macos; os-version \"14\"; check \"future: 1\"", false),
      ("macos; check \"compliant\"", true), ("linux", true), ("macos; grace unknown \"x\"", true),
      ("macos; grace until \"2027-03-01\"", false),
    ])
  func assuranceLosses(settings: String, isLost: Bool) throws {
    let org = try #require(
      try OrgText.org("authenticators password\nassurance \"A\" { platform \(settings) }"))
    let losses = ManagementExport(org, now: Self.now).losses
    #expect(losses.contains { $0.contains("assurance") } == isLost, "\(losses)")
  }

  private static func apps(
    _ old: OktaSimulator.Org, _ new: OktaSimulator.Org
  ) throws -> [(String, OktaSimulator.Org, OktaSimulator.Org)] {
    guard !old.apps.isEmpty else { return [("", old, new)] }
    return try old.apps.map { app in
      (app.name, app.org, try #require(new.app(named: app.name)))
    }
  }

  static func imported(_ path: String) throws -> (org: OktaSimulator.Org, text: String) {
    let ledger = ImportLedger()
    let names = try FileManager.default.contentsOfDirectory(atPath: path).sorted()
    let files = try names.map { name in
      let data = try #require(FileManager.default.contents(atPath: "\(path)/\(name)"))
      return Exported(json: try JSON(parsing: Array(data)), spot: ExportPlace(name), ledger: ledger)
    }
    let made = try #require(
      try ImportedOrg.make(files, ledger, name: "acme", policy: nil))
    let settings = made.text.split(separator: "\n", omittingEmptySubsequences: false)
    let inner = settings.drop { !$0.hasPrefix("org ") }.dropFirst()
    let body = inner.prefix { $0 != "}" }.joined(separator: "\n")
    return (try #require(try OrgText.org(body), "\(made.text)"), made.text)
  }
}
