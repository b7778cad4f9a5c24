import PolicyExplorer
import OktaSimulator
import Testing
import TestSupport

/// The same for orgs whose policies use circumstances, ages and sessions.
@Suite struct WideOracleTests {
  private static let seeds = OracleTests.seeds(usual: 3)

  /// The number of distinguished circumstances that are tried for a user, and of additional random
  /// ones.
  private static let tried = OracleTests.isThorough ? (told: 12, others: 10) : (told: 5, others: 2)

  @Test(
    "Under each circumstance the pages lead to the explored outcomes",
    arguments: WideOracleTests.seeds)
  func told(seed: Int) throws {
    guard let wide = try WideOrg(seed: UInt64(seed)) else { return }
    let made = wide.made
    var random = SeededGenerator(seed: UInt64(seed))
    for person in made.people {
      let explorer = WideOracleTests.explorer(of: person, in: made)
      for (kind, start) in WideOracleTests.starts(of: person, explorer)
        .shuffled(using: &random).prefix(Self.tried.told)
      {
        let found = OracleTests.endings(explorer.explore(kind, start), in: made)
        let circumstance = wide.circumstance(of: start, person)
        let pages = try WideOracleTests.endings(made, person, circumstance)
        #expect(
          found == pages,
          "seed \(seed), \(person.login), \(circumstance): only pages \(pages.subtracting(found).sorted()), only explorer \(found.subtracting(pages).sorted())\n\(made.text)"
        )
      }
    }
  }

  @Test(
    "Under any circumstance they lead to the same as under a distinguished one",
    arguments: WideOracleTests.seeds)
  func complete(seed: Int) throws {
    guard let wide = try WideOrg(seed: UInt64(seed)) else { return }
    let made = wide.made
    var random = SeededGenerator(seed: UInt64(seed))
    for person in made.people {
      let explorer = WideOracleTests.explorer(of: person, in: made)
      let starts = WideOracleTests.starts(of: person, explorer)
      guard !starts.isEmpty else { continue }
      let known = starts.map { kind, start in
        (
          start.isRemembered, start.entry,
          OracleTests.endings(explorer.explore(kind, start), in: made)
        )
      }
      for _ in 0..<Self.tried.others {
        let circumstance = wide.circumstance(person, random: &random)
        let isRemembered =
          circumstance.headers["X-Flow-Remembered"] != nil && made.org.remembersDevices
        let entry: WalkStart.Entry = circumstance.session.isEmpty ? .identifier : .session
        let pages = try WideOracleTests.endings(made, person, circumstance)
        if wide.isBlocked(circumstance) {
          #expect(pages.isEmpty)
          continue
        }
        #expect(
          known.contains { $0 == (isRemembered, entry, pages) },
          "seed \(seed), \(person.login), \(circumstance): \(pages.sorted())\n\(made.text)")
      }
    }
  }

  private static func explorer(of person: RandomOrg.Person, in made: RandomOrg) -> Explorer {
    var explorer = Explorer(made.org, now: .seconds(1_800_000_000))
    explorer.users = [person.login]
    return explorer
  }

  /// The starts of a user; empty if they equal another user's, and are explored as that one.
  private static func starts(
    of person: RandomOrg.Person, _ explorer: Explorer
  ) -> [(kind: WalkKind, start: WalkStart)] {
    explorer.plan().starts.filter { $0.kind.logins.first == person.login }.map {
      ($0.kind, $0.start)
    }
  }

  private static func endings(
    _ made: RandomOrg, _ person: RandomOrg.Person, _ circumstance: PageWalk.Circumstance
  ) throws -> Set<String> {
    var pages = PageWalk(
      made.org, person, isOrdered: made.text.contains(" then "), under: circumstance)
    try pages.walk()
    return pages.endings
  }

  @Test("Most such orgs are valid")
  func usefulOrgs() throws {
    let orgs = try (0..<40).compactMap { try WideOrg(seed: $0) }
    #expect(orgs.count > 25)
  }
}

extension WideOrg {
  /// A start of the explorer, in a client's form.
  func circumstance(of start: WalkStart, _ person: RandomOrg.Person) -> PageWalk.Circumstance {
    var circumstance = PageWalk.Circumstance(ahead: start.clock)
    for (name, value) in start.parameters(in: made.org) {
      circumstance.headers["X-Flow-\(name)"] = value
    }
    if start.clock > .zero {
      circumstance.headers["X-Flow-Clock"] = "+\(start.clock.components.seconds)"
    }
    if start.isRemembered { circumstance.headers["X-Flow-Remembered"] = person.login }
    if start.entry == .session {
      circumstance.headers["X-Flow-Session"] = person.login
      circumstance.session = sessions[person.login] ?? []
    }
    return circumstance
  }

  /// Whether nothing from there reaches any policy, so that nothing is explored there.
  func isBlocked(_ circumstance: PageWalk.Circumstance) -> Bool {
    made.text.contains("blocked on")
      && (circumstance.headers["X-Flow-Zone"]?.contains("bad") == true
        || circumstance.headers["X-Flow-IP"] == WideOrg.badAddress)
  }

  /// A random circumstance.
  func circumstance(
    _ person: RandomOrg.Person, random: inout SeededGenerator
  ) -> PageWalk.Circumstance {
    var circumstance = PageWalk.Circumstance()
    func one<Value>(of values: [Value]) -> Value {
      values[Int.random(in: 0..<values.count, using: &random)]
    }
    circumstance.headers["X-Flow-IP"] = one(of: WideOrg.addresses)
    for (name, values) in [
      ("Device", ["", "registered", "managed", "unregistered"]),
      ("Risk", ["", "low", "medium", "high"]), ("Platform", ["", "ios", "macos", "windows"]),
    ] {
      let value = one(of: values)
      if !value.isEmpty { circumstance.headers["X-Flow-\(name)"] = value }
    }
    let facts = ["u", "v"].filter { _ in one(of: [true, false]) }
    // Only an org that has a fact accepts it.
    let known = facts.filter { made.text.contains("\"\($0)\"") }
    if !known.isEmpty { circumstance.headers["X-Flow-Unknown"] = known.joined(separator: "; ") }
    let behaviors = ["x", "y"].filter { _ in one(of: [true, false]) }
      .filter { name in
        made.text.split(separator: "\n")
          .contains { $0.contains("behavior") && $0.contains("\"\(name)\"") }
      }
    if !behaviors.isEmpty {
      circumstance.headers["X-Flow-Behavior"] = behaviors.joined(separator: "; ")
    }
    let posture = one(of: ["", "os-version 13", "os-version 14.2", "os-version 15"])
    let hardware = one(of: ["", "secure-hardware"])
    let checks = [posture, hardware].filter { !$0.isEmpty }
    if !checks.isEmpty { circumstance.headers["X-Flow-Posture"] = checks.joined(separator: "; ") }
    // None of them is close to an expiry.
    let ahead = one(of: [0, 0, 4 * 60, 20 * 60, 70 * 60, 3 * 86_400, 5 * 86_400, 30 * 86_400])
    if ahead > 0 { circumstance.headers["X-Flow-Clock"] = "+\(ahead)" }
    circumstance.ahead = .seconds(ahead)
    if let session = sessions[person.login], Bool.random(using: &random) {
      circumstance.headers["X-Flow-Session"] = person.login
      circumstance.session = session
    }
    if Int.random(in: 0..<4, using: &random) == 0 {
      circumstance.headers["X-Flow-Remembered"] = person.login
    }
    return circumstance
  }
}
