import OktaSimulator
import Testing

@testable import PolicyExplorer

/// Who gets in by identity providers, compared with a judgment that shares no code.
@Suite("Routes through identity providers") struct RoutingOracleTests {
  private static let now = Duration.seconds(1_800_000_000)
  private static let seeds = OracleTests.seeds(usual: 60)

  private static func org(_ made: RoutingOracle) throws -> OktaSimulator.Org {
    try #require(try OrgText.org(made.text), "\(made.text)")
  }

  private static func world(
    _ start: WalkStart, _ org: OktaSimulator.Org
  ) -> RoutingOracle.World {
    let parameters = start.parameters(in: org)
    return RoutingOracle.World(
      isInside: parameters.contains { $0.name == "zone" },
      platform: parameters.first { $0.name == "platform" }?.value ?? "")
  }

  @Test("Each user gets in by what the rules allow in each circumstance", arguments: seeds)
  func explore(seed: Int) throws {
    let made = RoutingOracle(seed: UInt64(seed))
    let org = try Self.org(made)
    let explorer = Explorer(org, now: Self.now)
    var seen: Set<String> = []
    for planned in explorer.plan().starts where planned.start.entry == .identifier {
      let exploration = explorer.explore(planned.kind, planned.start)
      let ways = Set(
        exploration.routes.filter { $0.ending.outcome == .signedIn }.map { route in
          route.ending.provider.map { org.name(ofProvider: $0) } ?? "password"
        })
      for start in planned.starts {
        let world = Self.world(start, org)
        for login in planned.kind.logins {
          seen.insert(login)
          #expect(
            ways == made.ways(of: login, in: world), "seed \(seed): \(login) \(world)\n\(made.text)"
          )
        }
      }
    }
    #expect(seen == Set(RoutingOracle.users))
  }

  @Test("Two orgs differ if and only if a user gets in otherwise in some world", arguments: seeds)
  func diff(seed: Int) throws {
    let (before, after) = (
      RoutingOracle(seed: UInt64(seed)), RoutingOracle(seed: UInt64(seed) &+ 1)
    )
    let diff = OrgDiff(try Self.org(before), try Self.org(after), now: Self.now)
    #expect(diff.isComplete)
    for (kind, old, new) in [(OrgDiff.Kind.weaker, before, after), (.stronger, after, before)] {
      let expected = RoutingOracle.users.filter { user in
        RoutingOracle.worlds.contains { world in
          !new.ways(of: user, in: world).subtracting(old.ways(of: user, in: world)).isEmpty
        }
      }
      let changes = diff.changes.filter {
        $0.kind == kind && $0.route.start.entry == .identifier
      }
      let found = Set(changes.flatMap(\.logins))
      // A password proves no less than a provider that stands for it.
      #expect(
        found.isSubset(of: expected), "seed \(seed) \(kind)\n\(before.text)\n--\n\(after.text)")
      let certain = expected.filter { user in
        RoutingOracle.worlds.contains { world in
          let (own, others) = (new.ways(of: user, in: world), old.ways(of: user, in: world))
          return !own.subtracting(others).subtracting(
            others.contains("password") ? ["P", "Q"] : []
          )
          .isEmpty
        }
      }
      #expect(
        found.isSuperset(of: certain), "seed \(seed) \(kind)\n\(before.text)\n--\n\(after.text)")
    }
  }

  @Test("No session began at a provider to which nothing leads")
  func unreachable() throws {
    func org(_ more: String) throws -> OktaSimulator.Org {
      let text = """
        authenticators password
        user "dee@acme.com" { }
        idp "P" { signs-in everyone; \(more) }
        sign-on { require password }
        """
      return try #require(try OrgText.org(text))
    }
    let diff = OrgDiff(try org("offered off"), try org(""), now: Self.now)
    #expect(!diff.changes.isEmpty)
    #expect(!diff.changes.contains { $0.kind == .stronger }, "\(diff.changes)")
  }

  @Test("The orgs differ in what they allow")
  func varied() {
    let all = (0..<40).map { RoutingOracle(seed: UInt64($0)) }
    let sets = all.map { made in
      RoutingOracle.users.flatMap { user in
        RoutingOracle.worlds.map { made.ways(of: user, in: $0) }
      }
    }
    #expect(Set(sets).count > 30)
    let own = sets.filter { Set($0).count > 2 }
    #expect(own.count > 20)
  }
}
