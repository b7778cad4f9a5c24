import FlowHTTP
import TestSupport
import Testing

@testable import OktaSimulator
@testable import PolicyExplorer

/// Rules about behaviors and devices, compared with a judgment that shares no code.
@Suite("Behaviors and device assurance") struct DeviceOracleTests {
  /// 15 January 2027.
  private static let now = Duration.seconds(1_800_000_000)
  private static let seeds = OracleTests.seeds(usual: 40)

  private static func org(_ made: DeviceOracle) throws -> OktaSimulator.Org {
    try #require(try OrgText.org(made.text), "\(made.text)")
  }

  /// The circumstances of a world, read from the headers of a client.
  private static func context(
    _ world: DeviceOracle.World, _ org: OktaSimulator.Org, _ made: DeviceOracle
  ) throws -> SignInContext {
    var headers: HTTPHeaders = [:]
    for (name, value) in world.headers {
      // Only an org that has the behavior or the check accepts it.
      let parts = value.split(separator: ";").filter { part in
        !["compliant", "New IP", "New City"].contains { part.hasSuffix($0) }
          || made.text.contains("\"\(part.drop { $0 == " " })\"")
      }
      if !parts.isEmpty { headers[name] = parts.joined(separator: ";") }
    }
    var context = try ContextHeaders(headers, org.policy).context
    context.unknowns.holding |= org.policy.graces(at: Self.middle(of: world.month))
    return context
  }

  /// The middle of a month as time since 1970; only the months of the worlds matter.
  private static func middle(of month: Int) -> Duration {
    now + .seconds((month - DeviceOracle.now) * 30 * 86_400)
  }

  @Test("A client that states a device is decided by the rule for it", arguments: seeds)
  func deciding(seed: Int) throws {
    let made = DeviceOracle(seed: UInt64(seed))
    let org = try Self.org(made)
    // Neighboring worlds differ in few facts, so some of them are enough.
    let worlds = DeviceOracle.different(DeviceOracle.all, in: made)
    for (index, world) in worlds.enumerated() where index % 17 == seed % 17 {
      let context = try Self.context(world, org, made)
      let rule = org.policy.rules.deciding(for: org.people[0], in: context, as: .signOn)
      #expect(org.name(ofRule: rule) == made.rule(in: world), "seed \(seed) \(world)\n\(made.text)")
    }
  }

  @Test("Exactly the rules that decide in a world are explored", arguments: seeds)
  func explored(seed: Int) throws {
    let made = DeviceOracle(seed: UInt64(seed))
    let org = try Self.org(made)
    let plan = Explorer(org, now: Self.now).plan()
    #expect(plan.isComplete)
    var found: Set<String> = []
    for planned in plan.starts {
      for start in planned.starts {
        #expect(start.assumptions(in: org).isEmpty)
        let rule = org.policy.rules.deciding(for: org.people[0], in: start.context, as: .signOn)
        found.insert(org.name(ofRule: rule))
        // A flow states the same circumstances by parameters.
        var headers: HTTPHeaders = [:]
        for parameter in start.parameters(in: org) {
          headers["X-Flow-\(parameter.name)"] = parameter.value
        }
        var context = try ContextHeaders(headers, org.policy).context
        context.unknowns.holding |= org.policy.graces(at: Self.now + start.clock)
        let same = org.policy.rules.deciding(for: org.people[0], in: context, as: .signOn)
        #expect(same == rule, "seed \(seed) \(start.parameters(in: org))\n\(made.text)")
      }
    }
    let expected = Set(
      DeviceOracle.different(DeviceOracle.coming, in: made).map { made.rule(in: $0) })
    #expect(found == expected, "seed \(seed)\n\(made.text)")
  }

  @Test("Exactly the rules that decide in no world at any time are shadowed", arguments: seeds)
  func shadowed(seed: Int) throws {
    let made = DeviceOracle(seed: UInt64(seed))
    let org = try Self.org(made)
    let shadows = org.shadowedRules()
    #expect(shadows.unknown == [])
    #expect(shadows.rules.allSatisfy { $0.assumptions.isEmpty })
    let worlds = DeviceOracle.different(DeviceOracle.all, in: made)
    let expected = Set(made.names).subtracting(worlds.map { made.rule(in: $0) })
    #expect(Set(shadows.rules.map(\.name)) == expected, "seed \(seed)\n\(made.text)")
  }

  @Test("A change is weaker if and only if some device gets in with less", arguments: seeds)
  func diff(seed: Int) throws {
    let old = DeviceOracle(seed: UInt64(seed))
    var random = SeededGenerator(seed: UInt64(seed))
    for _ in 0..<3 {
      let new = old.changed(&random)
      let diff = OrgDiff(try Self.org(old), try Self.org(new), now: Self.now)
      #expect(diff.isComplete)
      #expect(diff.changes.allSatisfy { $0.reliesOn.isEmpty })
      let text = "seed \(seed)\n\(old.text)\n--\n\(new.text)\n\(diff.changes)"
      let levels = DeviceOracle.different(DeviceOracle.coming, in: old, new)
        .map { (old: old.level(in: $0), new: new.level(in: $0)) }
      let isWeaker = levels.contains { $0.new > $0.old }
      let isStronger = levels.contains { $0.new < $0.old }
      #expect(diff.changes.contains { $0.kind == .weaker } == isWeaker, "\(text)")
      #expect(diff.changes.contains { $0.kind == .stronger } == isStronger, "\(text)")
    }
  }

  @Test("Most changes differ, and some don't")
  func useful() {
    var kinds: Set<[Bool]> = []
    for seed in 0..<40 {
      let old = DeviceOracle(seed: UInt64(seed))
      var random = SeededGenerator(seed: UInt64(seed))
      let new = old.changed(&random)
      let levels = DeviceOracle.different(DeviceOracle.coming, in: old, new)
        .map { (old: old.level(in: $0), new: new.level(in: $0)) }
      kinds.insert([
        levels.contains { $0.new > $0.old }, levels.contains { $0.new < $0.old },
      ])
    }
    #expect(kinds.count == 4)
  }
}
