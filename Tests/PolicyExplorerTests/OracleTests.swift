import PolicyExplorer
import OktaSimulator
import Testing

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// Exploring the org's own step finds the same as a client at its pages.
@Suite struct OracleTests {
  /// The seeds of the random orgs.
  static let seeds = seeds(usual: 6)

  /// `FLOW_EXPLORED_ORGS` seeds, a few by default.
  ///
  /// `FLOW_EXPLORED_FROM` is the first, so that processes can share the work.
  static func seeds(usual count: Int) -> Range<Int> {
    let first = number("FLOW_EXPLORED_FROM") ?? 0
    return first..<first + (number("FLOW_EXPLORED_ORGS") ?? count)
  }

  /// Whether the environment asks for more than the default number.
  static let isThorough = number("FLOW_EXPLORED_ORGS") != nil

  private static func number(_ name: String) -> Int? {
    guard let text = unsafe getenv(name) else { return nil }
    return unsafe Int(String(cString: text))
  }

  @Test("Every outcome that pages lead to is found, and no other", arguments: seeds)
  func random(seed: Int) throws {
    guard let made = try RandomOrg(seed: UInt64(seed)) else { return }
    let isOrdered = made.text.contains(" then ")
    for kind in made.org.walkKinds {
      let login = try #require(kind.logins.first)
      let person = try #require(made.people.first { $0.login == login })
      var pages = PageWalk(made.org, person, isOrdered: isOrdered)
      try pages.walk()
      let found = try OracleTests.endings(of: login, in: made)
      #expect(
        found == pages.endings,
        "seed \(seed), \(login): only pages \(pages.endings.subtracting(found).sorted()), only explorer \(found.subtracting(pages.endings).sorted())\n\(made.text)"
      )
    }
  }

  /// The outcomes of a user's routes, without any circumstances.
  static func endings(of login: String, in made: RandomOrg) throws -> Set<String> {
    var explorer = Explorer(made.org, now: .seconds(1_800_000_000))
    explorer.users = [login]
    let start = try #require(explorer.plan().starts.first)
    return endings(explorer.explore(start.kind, start.start), in: made)
  }

  /// The outcomes of an exploration's routes.
  static func endings(_ done: Exploration, in made: RandomOrg) -> Set<String> {
    #expect(done.isComplete)
    return Set(done.routes.compactMap { told($0.ending, made.org) })
  }

  private static func told(_ ending: WalkEnding, _ org: Org) -> String? {
    switch ending.outcome {
    case .signedIn:
      PageWalk.ending(
        org.name(ofRule: ending.rule), used: Set(ending.uses.map(\.method.rawValue)),
        enrolled: Set(ending.enrolled.map(\.rawValue)), isRecovered: ending.isRecovered)
    case .locked: "refused authfactor.challenge.suspended_factor"
    case .refused(let refusal): PageWalk.ends.contains(refusal.key) ? "refused \(refusal.key)" : nil
    case .unlocked: nil
    }
  }

  @Test("Most random orgs are valid, and users get in")
  func usefulOrgs() throws {
    let orgs = try (0..<40).compactMap { try RandomOrg(seed: $0) }
    #expect(orgs.count > 30)
    let people = try orgs.flatMap { made in
      try made.org.walkKinds.map { kind in
        let circumstances = try #require(
          made.org.walkCircumstances(
            of: kind, by: .identifier, in: made.org.walkContexts(), now: .seconds(1)))
        return Explorer(made.org, now: .seconds(1)).explore(
          kind, made.org.walkStart(kind, .identifier, circumstances.all[0]))
      }
    }
    #expect(people.count { !$0.ways.isEmpty } * 2 > people.count)
  }
}
