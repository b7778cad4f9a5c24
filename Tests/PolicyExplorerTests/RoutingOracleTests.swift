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
            others.contains("password") ? RoutingOracle.names : []
          )
          .isEmpty
        }
      }
      #expect(
        found.isSuperset(of: certain), "seed \(seed) \(kind)\n\(before.text)\n--\n\(after.text)")
    }
  }

  /// All sets of providers at which a user can have accounts.
  private static let accounts: [Set<String>] = (0..<1 << RoutingOracle.names.count).map { bits in
    Set(RoutingOracle.names.indices.filter { bits >> $0 & 1 == 1 }.map { RoutingOracle.names[$0] })
  }

  @Test("Unknown accounts lead to each way that some accounts allow", arguments: seeds)
  func unknownAccounts(seed: Int) throws {
    let made = RoutingOracle(seed: UInt64(seed))
    let org = try #require(try OrgText.org(made.text(hidesAccounts: true)))
    let explorer = Explorer(org, now: Self.now)
    var found: [[String]: Set<String>] = [:]
    for planned in explorer.plan().starts where planned.start.entry == .identifier {
      let exploration = explorer.explore(planned.kind, planned.start)
      let ways = exploration.routes.filter { $0.ending.outcome == .signedIn }.map { route in
        route.ending.provider.map { org.name(ofProvider: $0) } ?? "password"
      }
      for start in planned.starts {
        let world = Self.world(start, org)
        let assumed = start.assumptions(in: org)
        func names(_ holds: Bool) -> Set<String> {
          Set(assumed.filter { $0.holds == holds }.map { String($0.reason.suffix(1)) })
        }
        for login in planned.kind.logins {
          for accounts in Self.accounts where names(true).isSubset(of: accounts) {
            if names(false).isDisjoint(with: accounts) {
              let allowed = made.ways(of: login, in: world, accounts: accounts)
              #expect(allowed.isSuperset(of: ways), "\(login) \(world) \(accounts)\n\(made.text)")
            }
            let key = [login, "\(world)"] + accounts.sorted()
            found[key, default: []].formUnion(ways)
          }
        }
      }
    }
    for login in RoutingOracle.users {
      // Other platforms are equivalent, so they need not be explored.
      for world in RoutingOracle.worlds where found[[login, "\(world)"]] != nil {
        for accounts in Self.accounts {
          let ways = made.ways(of: login, in: world, accounts: accounts)
          let all = found[[login, "\(world)"] + accounts.sorted()]
          #expect(all == ways, "seed \(seed): \(login) \(world) \(accounts)\n\(made.text)")
        }
      }
    }
    #expect(!found.isEmpty)
  }

  @Test(
    "Two orgs with unknown accounts differ if some accounts make a difference", arguments: seeds)
  func unknownDiff(seed: Int) throws {
    let (before, after) = (
      RoutingOracle(seed: UInt64(seed)), RoutingOracle(seed: UInt64(seed) &+ 1)
    )
    let diff = OrgDiff(
      try #require(try OrgText.org(before.text(hidesAccounts: true))),
      try #require(try OrgText.org(after.text(hidesAccounts: true))), now: Self.now)
    #expect(diff.isComplete)
    for (kind, old, new) in [(OrgDiff.Kind.weaker, before, after), (.stronger, after, before)] {
      let changes = diff.changes.filter { $0.kind == kind && $0.route.start.entry == .identifier }
      let found = Set(changes.flatMap(\.logins))
      for user in RoutingOracle.users {
        var (isPossible, isCertain) = (false, false)
        for world in RoutingOracle.worlds {
          for accounts in Self.accounts {
            let own = new.ways(of: user, in: world, accounts: accounts)
            let others = old.ways(of: user, in: world, accounts: accounts)
            if !own.subtracting(others).isEmpty { isPossible = true }
            // A provider stands for a password, so only the first way in is certainly new.
            if others.isEmpty, !own.isEmpty { isCertain = true }
          }
        }
        #expect(
          !isCertain || found.contains(user), "\(kind) \(user)\n\(before.text)\n\(after.text)")
        #expect(
          isPossible || !found.contains(user), "\(kind) \(user)\n\(before.text)\n\(after.text)")
      }
    }
  }

  @Test("Many providers with unknown accounts are explored completely")
  func many() throws {
    let names = (1...30).map { "P\($0)" }
    let providers = names.map { "idp \"\($0)\" { signs-in unknown \"account at \($0)\" }" }
    let org = try #require(
      try OrgText.org(
        (["authenticators password", "user \"ann@acme.com\" { }"] + providers
          + ["sign-on { require password }"]).joined(separator: "\n")))
    let plan = Explorer(org, now: Self.now).plan()
    #expect(plan.isComplete)
    let starts = plan.starts.filter { $0.start.entry == .identifier }.flatMap(\.starts)
    #expect(starts.count == names.count + 1)
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
