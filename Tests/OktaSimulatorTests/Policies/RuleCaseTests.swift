import TestSupport
import Testing

@testable import OktaSimulator

/// The rules that an import makes of one rule are judged as one.
@Suite("The cases of an imported rule") struct RuleCaseTests {
  /// What a sign-in has that conditions of these tests can distinguish.
  private struct World {
    var groups: Set<String>
    var isAtOffice: Bool
    var risk: String

    static let all = [[], ["a"], ["b"], ["a", "b"]].flatMap { groups in
      [false, true].flatMap { isAtOffice in
        ["low", "medium", "high", "none"].map {
          World(groups: Set(groups), isAtOffice: isAtOffice, risk: $0)
        }
      }
    }

    /// Whether a condition holds, by the words of the manual.
    func holds(_ condition: String) -> Bool {
      let isNegated = condition.hasPrefix("not ")
      let plain = isNegated ? String(condition.dropFirst(4)) : condition
      let holds =
        switch plain {
        case "group a": groups.contains("a")
        case "group b": groups.contains("b")
        case "zone office": isAtOffice
        default: plain == "risk \(risk)"
        }
      return holds != isNegated
    }
  }

  /// A rule of which an import made one or more.
  private struct Rule {
    var name: String
    var cases: [[String]]

    var text: String {
      cases.enumerated().map { index, conditions in
        let when = conditions.isEmpty ? "" : "when \(conditions.joined(separator: " and ")); "
        let name = index == 0 ? self.name : "\(self.name) (or \(index + 1))"
        return "sign-on \"\(name)\" { \(when)require any 1 }"
      }.joined(separator: "\n")
    }

    func fits(_ world: World) -> Bool {
      cases.contains { $0.allSatisfy(world.holds) }
    }
  }

  private static func rules(_ random: inout SeededGenerator) -> [Rule] {
    let conditions = [
      "group a", "group b", "zone office", "risk low", "risk high", "not group a", "not risk low",
      "not zone office",
    ]
    return (1...4).map { number in
      Rule(
        name: "r\(number)",
        cases: (0..<Int.random(in: 1...3, using: &random)).map { _ in
          (0..<Int.random(in: 1...2, using: &random)).map { _ in
            conditions[Int.random(in: conditions.indices, using: &random)]
          }
        })
    }
  }

  private static func org(_ rules: [Rule]) throws -> Org {
    try OrgClient.org(
      """
      authenticators password
      zone office { ip "10.0.0.0/8" }
      user "jane@example.com" { password "x"; groups a, b }
      \(rules.map(\.text).joined(separator: "\n"))
      """)
  }

  @Test("A rule is reported if and only if none of its cases decides anywhere", arguments: 0..<200)
  func law(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let rules = Self.rules(&random)
    let org = try Self.org(rules)
    let found = org.shadowedRules()
    #expect(found.unknown == [])
    let silent = rules.indices.filter { index in
      !World.all.contains { world in rules.firstIndex { $0.fits(world) } == index }
    }
    #expect(found.rules.map(\.name) == silent.map { rules[$0].name }, "\(rules)")
    for rule in found.rules {
      #expect(!rule.earlier.contains { $0.name.hasPrefix(rule.name) }, "\(rule)")
    }
  }

  @Test("A case that another case of the rule covers isn't reported")
  func covered() throws {
    let rule = Rule(name: "r", cases: [["group a"], ["group a", "zone office"]])
    #expect(try Self.org([rule]).shadowedRules().rules.map(\.name) == [])
  }

  @Test("The cases of a rule that an unknown condition distinguishes decide together")
  func unknown() throws {
    let org = try OrgClient.org(
      """
      authenticators password
      user "jane@example.com" { password "x" }
      recovery "r" { when unknown "u"; deny password, unlock, expired-password }
      recovery "r (or 2)" { deny password, unlock }
      """)
    #expect(org.shadowedRules().rules.map(\.name) == [])
    let shadowed = try OrgClient.org(
      """
      authenticators password
      user "jane@example.com" { password "x"; groups a }
      recovery "all" { when group a; deny password }
      recovery "r" { when group a and unknown "u"; deny password, unlock, expired-password }
      recovery "r (or 2)" { when group a; deny password, unlock }
      """)
    #expect(shadowed.shadowedRules().rules.map(\.name) == ["r"])
  }

  @Test("Rules are cases of one only if an import would name them so")
  func names() throws {
    let org = try OrgClient.org(
      """
      authenticators password
      user "jane@example.com" { password "x"; groups a }
      sign-on "r" { when group a; require any 1 }
      sign-on "r (or x)" { when group a and risk low; require any 1 }
      sign-on "r (or 02)" { when group a and risk low; require any 1 }
      sign-on "s" { when group b; require any 1 }
      sign-on "r (or 3)" { when group a and risk high; require any 1 }
      """)
    #expect(
      org.shadowedRules().rules.map(\.name) == ["r (or x)", "r (or 02)", "r (or 3)"])
  }
}
