import FlowEngine
import FlowHTTP
import TestSupport
import Testing

@testable import OktaSimulator
import SimulatorKit

@Suite("An org's notes about its rules")
struct TraceOracleTests {
  /// A condition, and whether it is true for the users.
  private struct Asked {
    var text: String
    var holds: (_ groups: [String], _ zones: [String], _ risk: String?) -> Bool
  }

  private static func conditions(_ random: inout SeededGenerator) -> [Asked] {
    (0..<Int.random(in: 0...2, using: &random)).map { _ in
      let isNegated = Bool.random(using: &random)
      let not = isNegated ? "not " : ""
      let word = ["a", "b", "c"].randomElement(using: &random) ?? "a"
      switch Int.random(in: 0..<3, using: &random) {
      case 0:
        return Asked(text: "\(not)group \(word)") { groups, _, _ in
          groups.contains(word) != isNegated
        }
      case 1:
        return Asked(text: "\(not)zone \"\(word)\"") { _, zones, _ in
          zones.contains(word) != isNegated
        }
      default:
        return Asked(text: "\(not)risk high") { _, _, risk in (risk == "high") != isNegated }
      }
    }
  }

  /// The rules of an org at random: no condition, and no two of one rule, occur twice.
  private static func rules(_ random: inout SeededGenerator) -> [[Asked]] {
    var rules: [[Asked]] = []
    for _ in 0..<Int.random(in: 1...5, using: &random) {
      let rule = conditions(&random)
      guard Set(rule.map(\.text)).count == rule.count, !rule.isEmpty else { continue }
      rules.append(rule)
    }
    return rules
  }

  private static func settings(_ rules: [[Asked]]) -> String {
    var text = "authenticators password\nzone \"a\"; zone \"b\"; zone \"c\"\n"
    for (index, groups) in groupsOfPeople.enumerated() {
      let line = groups.isEmpty ? "" : "; groups \(groups.joined(separator: ", "))"
      text += "user \"u\(index)@example.com\" { password \"Correct-Horse-1\"\(line) }\n"
    }
    for (index, rule) in rules.enumerated() {
      let when = rule.map(\.text).joined(separator: " and ")
      text += "sign-on \"r\(index)\" { when \(when); require password }\n"
    }
    return text
  }

  private static let groupsOfPeople = [[], ["a"], ["b"], ["a", "b"]]

  @Test("Each condition is noted as evaluated, in order, and nothing impossible is noted")
  func oracle() async throws {
    var random = SeededGenerator(seed: 7)
    for _ in 0..<24 {
      let rules = Self.rules(&random)
      let org = try OrgClient.org(Self.settings(rules))
      let items = org.items
      let paths = Dictionary(uniqueKeysWithValues: items.map { ($0.point, $0) })
      #expect(Set(items.map(\.path)).count == items.count)
      for _ in 0..<6 {
        let log = OrgTraceLog()
        let clock = ManualClock(now: .seconds(1_800_000_000))
        let client = OrgClient(
          server: OrgServer(org, clock: clock, seed: 1, log: log), clock: clock)
        client.checksPages = false
        let person = Int.random(in: 0..<4, using: &random)
        let zones = ["a", "b", "c"].filter { _ in Bool.random(using: &random) }
        let risk = [nil, "low", "high"].randomElement(using: &random) ?? nil
        if !zones.isEmpty { client.always["X-Flow-Zone"] = zones.joined(separator: ", ") }
        if let risk { client.always["X-Flow-Risk"] = risk }
        try await client.start()
        try await client.submit("identify", ["identifier": .string("u\(person)@example.com")])

        var expected: Set<String> = []
        var decider: Int?
        rules: for (index, rule) in rules.enumerated() {
          for condition in rule {
            let holds = condition.holds(Self.groupsOfPeople[person], zones, risk)
            expected.insert("sign-on \"r\(index)\"/when \(condition.text)/\(holds)")
            guard holds else { continue rules }
          }
          decider = index
          break
        }
        expected.insert(decider.map { "sign-on \"r\($0)\"" } ?? "sign-on default")
        let noted = log.trace.points.compactMap { paths[$0] }
        let found = Set(noted.map(\.path)).filter { $0.hasPrefix("sign-on") }
        if !rules.isEmpty, found != expected {
          Issue.record("noted \(found.sorted()), expected \(expected.sorted())")
        }
        for item in noted where item.unreachable != nil {
          Issue.record("\(item.path) was reached, though \(item.unreachable ?? "")")
        }
      }
    }
  }

  @Test("No user or sign-in reaches an item that is reported as unreachable")
  func unreachable() throws {
    let org = try OrgClient.org(
      """
      authenticators password, email
      user "jane@example.com" { password "Correct-Horse-1"; groups staff }
      user "joe@example.com" { password "Correct-Horse-1"; groups staff, admins }
      sign-on "staff" { when group staff; require password }
      sign-on "admins" { when group admins and zone "office"; require password }
      sign-on { require any 1 }
      enrollment "staff" { when group staff; required password }
      """)
    let dead = Dictionary(
      uniqueKeysWithValues: org.items.compactMap { item in
        item.unreachable.map { (item.path, $0) }
      })
    #expect(
      dead.keys.sorted() == [
        "enrollment \"staff\"/password", "enrollment \"staff\"/when group staff/false",
        "enrollment default", "sign-on \"admins\"", "sign-on \"admins\"/by password",
        "sign-on \"admins\"/when group admins/false", "sign-on \"admins\"/when group admins/true",
        "sign-on \"admins\"/when zone \"office\"/false",
        "sign-on \"admins\"/when zone \"office\"/true", "sign-on \"staff\"/when group staff/false",
        "sign-on for everybody", "sign-on for everybody/by any 1",
      ])
    #expect(
      dead["sign-on \"staff\"/when group staff/false"]
        == "whenever it is evaluated, it is true")
    #expect(dead["sign-on \"admins\"/when group admins/true"] == "it is never evaluated")
  }

  @Test("An added rule changes the name of no other rule")
  func names() throws {
    let rules = [
      "sign-on \"b\" { when group b; require password and email }",
      "sign-on { when zone \"x\" and not risk low; require any 2 or email }",
      "sign-on { when zone \"y\"; deny }", "recovery { password by email; unlock by email }",
      "enrollment \"e\" { when group b; required email within 2 skips }",
      "passwords { when group b; lockout after 2 attempts }",
      "session-policy \"s\" { when device managed; mfa always }",
    ]
    func paths(_ rules: [String]) throws -> [String] {
      let people = "authenticators password, email\nuser \"u@example.com\"\n"
      return try OrgClient.org(people + rules.joined(separator: "\n")).items.map(\.path)
    }
    let before = try paths(rules)
    #expect(Set(before).count == before.count)
    for index in rules.indices {
      var more = rules
      more.insert("sign-on \"new\" { when group new; require password }", at: index)
      more.insert("enrollment \"new\" { when group new; required email }", at: 0)
      let after = try paths(more)
      #expect(before.allSatisfy(after.contains), "\(Set(before).subtracting(after))")
    }
  }

  @Test("Two equal rules have different names")
  func duplicates() throws {
    let org = try OrgClient.org(
      """
      user "u@example.com"
      sign-on { when zone "x"; deny }
      sign-on { when zone "x"; require password }
      sign-on { when platform mobile, windows and type "it's"; deny }
      """)
    let paths = org.items.map(\.path)
    #expect(paths.contains("sign-on when zone \"x\" (2)"))
    #expect(paths.contains("sign-on when zone \"x\"/when zone \"x\"/true (2)"))
    #expect(paths.contains("sign-on when platform ios, android, windows and type \"it's\""))
    #expect(Set(paths).count == paths.count)
  }

  @Test("Nothing is noted without a log, and notes change no answer")
  func silent() async throws {
    let settings = Self.settings([])
    let log = OrgTraceLog()
    let clock = ManualClock(now: .seconds(1_800_000_000))
    let noted = OrgClient(
      server: OrgServer(try OrgClient.org(settings), clock: clock, seed: 1, log: log),
      clock: clock)
    let silent = try OrgClient(settings)
    for client in [noted, silent] {
      try await client.start()
      try await client.submit("identify", ["identifier": "u1@example.com"])
      try await client.passcode("Correct-Horse-1")
    }
    #expect(noted.page == silent.page)
    #expect(noted.server.state == silent.server.state)
    #expect(log.trace.points.contains(OrgPoint(OktaPoint.verified(.password))))
  }
}
