import FlowDiagnostics
import Testing

@testable import OktaSimulator
@testable import PolicyExplorer

/// How much work it is to divide cases into worlds.
@Suite("Worlds of circumstances") struct CircumstanceWorldTests {
  private static let now = Duration.seconds(1_800_000_000)

  private static func behavior(_ number: Int, holds: Bool = true) -> Assumption {
    Assumption(
      UnknownFact(content: .behavior("b\(number)"), place: SourceRange(0, 0)), holds: holds)
  }

  private static func unknown(_ reason: String, holds: Bool = true) -> Assumption {
    Assumption(reason: reason, holds: holds, place: SourceRange(0, 0))
  }

  @Test("Cases without unknown conditions aren't divided", arguments: [1, 25, 50, 200])
  func certain(count: Int) {
    var reads = 0
    let worlds = CircumstanceWorlds.divide(
      Array(0..<count),
      by: { number in
        reads += 1
        return [Self.behavior(number)]
      }, alike: { $0 })
    // Each of them may hold with each other one, so there are many combinations.
    #expect(worlds.worlds.map(\.count) == Array(repeating: 1, count: count))
    #expect(worlds.isComplete)
    #expect(reads == count)
  }

  @Test("Cases with unknown conditions are in the worlds in which they are possible")
  func unknown() {
    let cases: [[Assumption]] = [
      [Self.behavior(1), Self.unknown("u")], [Self.behavior(1), Self.unknown("u", holds: false)],
      [Self.behavior(1, holds: false), Self.unknown("u")],
      [Self.behavior(1, holds: false), Self.unknown("u", holds: false)],
      [Self.behavior(2)],
    ]
    let worlds = CircumstanceWorlds.divide(
      Array(cases.indices), by: { cases[$0] }, alike: { $0 })
    #expect(Set(worlds.worlds) == [[0, 1], [2, 3], [4]])
    #expect(worlds.isComplete)
  }

  @Test("Too many worlds make an answer incomplete")
  func tooMany() {
    let facts = { [Self.behavior($0), Self.unknown("u")] }
    let worlds = CircumstanceWorlds.divide(Array(0..<20), by: facts, alike: { $0 })
    #expect(!worlds.isComplete)
    #expect(worlds.worlds.count <= 300)
    // If all of them have the same result, the first that is possible decides.
    let alike = CircumstanceWorlds.divide(Array(0..<60), by: facts, alike: { _ in 0 })
    #expect(alike.isComplete)
    #expect(alike.worlds.count == 60)
    #expect(Set(alike.worlds.joined()) == Set(0..<60))
  }

  @Test("A case is in some world, even if others like it cover all of its worlds")
  func covered() {
    let cases: [[Assumption]] = [
      [Self.behavior(1), Self.unknown("u")],
      [Self.behavior(1), Self.behavior(2), Self.unknown("u")],
      [Self.unknown("u", holds: false)],
    ]
    let worlds = CircumstanceWorlds.divide(
      Array(cases.indices), by: { cases[$0] }, alike: { $0 < 2 ? 0 : 1 })
    #expect(worlds.isComplete)
    #expect(Set(worlds.worlds.joined()) == [0, 1, 2])
    #expect(worlds.worlds.contains { $0.contains(0) && $0.contains(2) })
  }

  @Test("A rule decides for a device that only it accepts, with any number of earlier rules")
  func rules() throws {
    let numbers = 0..<14
    let assurances = numbers.map {
      "assurance \"A\($0)\" { platform macos; os-version \"\($0 + 10).1\"; check \"c\($0)\" }"
    }
    let rules = numbers.map {
      "sign-on \"r\($0)\" { when assurance \"A\($0)\"; require \($0 % 2 == 0 ? "any 1" : "password") }"
    }
    let org = try #require(
      try OrgText.org(
        """
        authenticators password, phone via sms
        user "ann@acme.example" { password "Correct-Horse-1"; phone "+15551230101" }
        \((assurances + rules).joined(separator: "\n"))
        sign-on "rest" { require password and phone }
        """))
    let shadows = org.shadowedRules()
    #expect(shadows.rules.map(\.name) == [] && shadows.unknown.isEmpty)
  }

  @Test("The audit of many device assurance policies is complete and finds the same")
  func audit() throws {
    func org(_ count: Int) throws -> OktaSimulator.Org {
      let names = (0..<count).map { "\"A\($0)\"" }
      let assurances = (0..<count).map {
        "assurance \"A\($0)\" { platform macos; os-version \"\($0 + 10).1\"; check \"c\($0)\" }"
      }
      return try #require(
        try OrgText.org(
          """
          authenticators password, phone via sms
          recovery { deny password, unlock }
          user "ann@acme.example" { password "Correct-Horse-1"; phone "+15551230101" }
          \(assurances.joined(separator: "\n"))
          sign-on "devices" { when assurance \(names.joined(separator: ", ")); require password }
          sign-on "rest" { require password and phone }
          """))
    }
    for count in [2, 30] {
      let org = try org(count)
      let shadows = org.shadowedRules()
      #expect(shadows.rules.isEmpty && shadows.unknown.isEmpty)
      // Each policy adds a few circumstances.
      let plan = Explorer(org, now: Self.now).plan()
      #expect(plan.isComplete)
      #expect(plan.starts.flatMap(\.starts).count <= 8 * count)
    }
  }
}
