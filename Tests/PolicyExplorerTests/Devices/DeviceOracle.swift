import TestSupport

/// A random org whose rules test behaviors and devices, and which rule decides in each world.
///
/// It judges by real values of devices, and shares no code with the simulator.
struct DeviceOracle {
  /// A sign-in from a device, with the values that the device has.
  struct World: Hashable {
    var platform: String
    var version: [Int]
    /// The disk encryption; empty if the device isn't encrypted.
    var disk: String
    /// The screen lock; empty if the device doesn't state it.
    var lock: String
    var hasHardware: Bool
    var isCompliant: Bool
    var behaviors: Set<String>
    /// The month of the sign-in: years * 12 + months.
    var month: Int
  }

  private struct Assurance {
    var name: String
    var platform: String
    var version: [Int]?
    var disks: [String] = []
    var locks: [String] = []
    var needsHardware = false
    var needsCompliance = false
    var graceMonth: Int?

    var text: String {
      var parts = ["platform \(platform)"]
      if let version {
        parts.append("os-version \"\(version.map(String.init).joined(separator: "."))\"")
      }
      if !disks.isEmpty { parts.append("disk-encryption \(disks.joined(separator: ", "))") }
      if !locks.isEmpty { parts.append("screen-lock \(locks.joined(separator: ", "))") }
      if needsHardware { parts.append("secure-hardware required") }
      if needsCompliance { parts.append("check \"compliant\"") }
      if let graceMonth {
        let month = graceMonth % 12 + 1
        parts.append("grace until \"\(graceMonth / 12)-\(month < 10 ? "0" : "")\(month)-01\"")
      }
      return "assurance \"\(name)\" { \(parts.joined(separator: "; ")) }"
    }

    func isMet(in world: World) -> Bool {
      guard world.platform == platform else { return false }
      if let graceMonth, world.month < graceMonth { return true }
      if let version {
        for index in 0..<4 {
          let own = index < world.version.count ? world.version[index] : 0
          let least = index < version.count ? version[index] : 0
          if own < least { return false }
          if own > least { break }
        }
      }
      return (disks.isEmpty || disks.contains(world.disk))
        && (locks.isEmpty || locks.contains(world.lock)) && (!needsHardware || world.hasHardware)
        && (!needsCompliance || world.isCompliant)
    }
  }

  private struct Condition {
    enum Kind { case assurance, behavior, platform }

    var kind: Kind
    var names: [String]
    var isNegated: Bool

    var text: String {
      let word = isNegated ? "not " : ""
      switch kind {
      case .platform: return "\(word)platform \(names.joined(separator: ", "))"
      case .assurance, .behavior:
        return "\(word)\(kind) " + names.map { "\"\($0)\"" }.joined(separator: ", ")
      }
    }
  }

  private struct Rule {
    var name: String
    var conditions: [Condition]
    /// How much the rule lets in: nothing, with two methods, or with the password.
    var level: Int

    var text: String {
      let when =
        conditions.isEmpty
        ? "" : "when \(conditions.map(\.text).joined(separator: " and ")); "
      return "sign-on \"\(name)\" { \(when)\(DeviceOracle.levels[level]) }"
    }
  }

  private static let levels = ["deny", "require password and phone", "require password"]

  static let platforms = ["macos", "windows", "android"]
  /// The month of the explorations, January 2027.
  static let now = 2027 * 12
  private static let graceMonths = [2020 * 12, now + 1, now + 2]
  private static let minimums = [[14], [14, 1], [14, 0, 0], [14, 10], [15], [15, 2, 1]]
  /// Every value that the minimums distinguish.
  private static let versions = [
    [13, 9], [14], [14, 0, 5], [14, 1], [14, 9], [14, 10], [14, 99], [15], [15, 2], [15, 2, 1],
    [16],
  ]

  private static let disks = ["", "full", "user", "all-internal-volumes"]
  private static let locks = ["", "passcode", "biometric"]
  private static let values = disks.flatMap { disk in locks.map { (disk, $0) } }

  /// Every world in some months.
  static func worlds(in months: [Int]) -> [World] {
    var worlds: [World] = []
    for platform in platforms + [""] {
      for version in versions {
        for (disk, lock) in values {
          for bits in 0..<16 {
            for month in months {
              let behaviors = ["New IP", "New City"].enumerated().filter {
                bits >> $0.offset & 1 == 1
              }
              worlds.append(
                World(
                  platform: platform, version: version, disk: disk, lock: lock,
                  hasHardware: bits & 4 != 0, isCompliant: bits & 8 != 0,
                  behaviors: Set(behaviors.map(\.element)),
                  month: month))
            }
          }
        }
      }
    }
    return worlds
  }

  /// The worlds now and in the future.
  static let coming = worlds(in: [now, now + 1, now + 2])
  /// The worlds at any time.
  static let all = worlds(in: [2019 * 12, now, now + 1, now + 2])

  /// Returns the worlds in which the device's types can make a difference for some orgs.
  ///
  /// A type that no list has is the same as none.
  static func different(_ worlds: [World], in orgs: DeviceOracle...) -> [World] {
    let all = orgs.flatMap(\.assurances)
    let (disks, locks) = (Set(all.flatMap(\.disks)), Set(all.flatMap(\.locks)))
    return worlds.filter {
      ($0.disk.isEmpty || disks.contains($0.disk)) && ($0.lock.isEmpty || locks.contains($0.lock))
    }
  }

  private var assurances: [Assurance] = []
  private var rules: [Rule] = []

  init(seed: UInt64) {
    var random = SeededGenerator(seed: seed &+ 4_000)
    for name in ["a", "b", "c"] { assurances.append(Self.assurance(name, &random)) }
    for name in ["one", "two", "three"] { rules.append(Self.rule(name, &random)) }
    rules.append(Rule(name: "rest", conditions: [], level: Int.random(in: 0..<3, using: &random)))
  }

  private static func assurance(
    _ name: String, _ random: inout SeededGenerator
  ) -> Assurance {
    var assurance = Assurance(name: name, platform: platforms.randomElement(using: &random) ?? "")
    if Int.random(in: 0..<4, using: &random) > 0 {
      assurance.version = minimums.randomElement(using: &random)
    }
    // Two of three types exclude each other, or have one in common.
    switch Int.random(in: 0..<4, using: &random) {
    case 0, 1:
      assurance.disks = disks.dropFirst().shuffled(using: &random)
        .suffix(Int.random(in: 1...2, using: &random)).sorted()
    case 2:
      assurance.locks = locks.dropFirst().shuffled(using: &random)
        .suffix(Int.random(in: 1...2, using: &random)).sorted()
    default: break
    }
    assurance.needsHardware = Int.random(in: 0..<4, using: &random) == 0
    assurance.needsCompliance = Int.random(in: 0..<4, using: &random) == 0
    if Int.random(in: 0..<4, using: &random) == 0 {
      assurance.graceMonth = graceMonths.randomElement(using: &random)
    }
    return assurance
  }

  private static func rule(_ name: String, _ random: inout SeededGenerator) -> Rule {
    func some(_ names: [String], _ random: inout SeededGenerator) -> [String] {
      let chosen = names.filter { _ in Bool.random(using: &random) }
      return chosen.isEmpty ? [names[0]] : chosen
    }
    var conditions: [Condition] = []
    for _ in 0..<Int.random(in: 1...2, using: &random) {
      let isNegated = Int.random(in: 0..<3, using: &random) == 0
      switch Int.random(in: 0..<6, using: &random) {
      case 0:
        let names = some(["New IP", "New City"], &random)
        conditions.append(Condition(kind: .behavior, names: names, isNegated: isNegated))
      case 1:
        let names = some(platforms, &random)
        conditions.append(Condition(kind: .platform, names: names, isNegated: isNegated))
      default:
        let names = some(["a", "b", "c"], &random)
        conditions.append(Condition(kind: .assurance, names: names, isNegated: isNegated))
      }
    }
    return Rule(
      name: name, conditions: conditions, level: Int.random(in: 0..<3, using: &random))
  }

  /// The same org with a random change of one device assurance policy or rule.
  func changed(_ random: inout SeededGenerator) -> DeviceOracle {
    var other = self
    let index = Int.random(in: 0..<3, using: &random)
    switch Int.random(in: 0..<5, using: &random) {
    case 0: other.rules[index] = Self.rule(rules[index].name, &random)
    case 1: other.rules.swapAt(index, (index + 1) % 3)
    default:
      let new = Self.assurance(assurances[index].name, &random)
      // Mostly only one requirement changes.
      switch Int.random(in: 0..<6, using: &random) {
      case 0, 1: other.assurances[index].version = new.version
      case 2:
        (other.assurances[index].disks, other.assurances[index].locks) = (new.disks, new.locks)
      case 3: other.assurances[index].needsHardware.toggle()
      case 4: other.assurances[index].graceMonth = new.graceMonth
      default: other.assurances[index] = new
      }
    }
    return other
  }

  /// The settings of the org.
  var text: String {
    let lines =
      [
        "authenticators password, phone via sms", "recovery { deny password, unlock }",
        "user \"ann@acme.example\" { password \"Correct-Horse-1\"; phone \"+15551230101\" }",
      ] + assurances.map(\.text) + rules.map(\.text)
    return lines.joined(separator: "\n")
  }

  private func index(in world: World) -> Int {
    rules.firstIndex { rule in
      rule.conditions.allSatisfy { condition in
        let isSo =
          switch condition.kind {
          case .behavior: !world.behaviors.isDisjoint(with: condition.names)
          case .platform: condition.names.contains(world.platform)
          case .assurance:
            assurances.contains { condition.names.contains($0.name) && $0.isMet(in: world) }
          }
        return isSo != condition.isNegated
      }
    } ?? rules.count
  }

  /// The name of the rule that decides in a world.
  func rule(in world: World) -> String { rules[index(in: world)].name }

  /// How much the rule that decides in a world lets in.
  func level(in world: World) -> Int { rules[index(in: world)].level }

  /// The names of the rules.
  var names: [String] { rules.map(\.name) }
}

extension DeviceOracle.World {
  /// The world as a client states it.
  var headers: [(name: String, value: String)] {
    var posture = ["os-version \(version.map(String.init).joined(separator: "."))"]
    if !disk.isEmpty { posture.append("disk-encryption \(disk)") }
    if !lock.isEmpty { posture.append("screen-lock \(lock)") }
    if hasHardware { posture.append("secure-hardware") }
    if isCompliant { posture.append("compliant") }
    var headers = [("X-Flow-Posture", posture.joined(separator: "; "))]
    if !platform.isEmpty { headers.append(("X-Flow-Platform", platform)) }
    if !behaviors.isEmpty {
      headers.append(("X-Flow-Behavior", behaviors.sorted().joined(separator: ";")))
    }
    return headers
  }
}
