import TestSupport

extension GridOrg {
  /// The org of a seed.
  init(seed: UInt64) {
    var maker = Maker(random: SeededGenerator(seed: seed &+ 31_000))
    self = maker.org()
  }

  private struct Maker {
    var random: SeededGenerator

    mutating func chance(_ percent: Int) -> Bool {
      Int.random(in: 0..<100, using: &random) < percent
    }

    mutating func one<Value>(of values: [Value]) -> Value {
      values[Int.random(in: 0..<values.count, using: &random)]
    }

    /// One or several, in their order.
    mutating func some<Value>(of values: [Value]) -> [Value] {
      let first = Int.random(in: 0..<values.count, using: &random)
      return values.enumerated().filter { $0.offset == first || chance(25) }.map(\.element)
    }

    mutating func org() -> GridOrg {
      var org = GridOrg(authenticators: [.password, .email])
      if chance(70) { org.authenticators.insert(.phone) }
      if chance(30) { org.authenticators.insert(.codes) }
      if chance(25) { org.authenticators.insert(.key) }
      for name in ["office", "vpn"] where chance(60) {
        org.zones.append(Zone(name: name, ranges: some(of: Self.ranges)))
      }
      let asks = signOnAsks(org.authenticators)
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        org.signOn.append(
          Rule(conditions: conditions(org), ask: chance(15) ? .deny : one(of: asks)))
      }
      if chance(70) { org.signOn.append(Rule(ask: chance(20) ? .deny : one(of: asks))) }
      if !org.authenticators.contains(.key), chance(40) {
        let count = Int.random(in: 1...2, using: &random)
        for index in 1...count {
          let ask = one(of: [Ask.deny, .nothing, .password, .second, .passwordAndSecond])
          // Only the last rule may have no conditions.
          let isOpen = index == count && chance(30)
          org.session.append(Rule(conditions: isOpen ? [] : conditions(org), ask: ask))
        }
      }
      addAccounts(&org)
      return org
    }

    /// Networks that contain each other, and others.
    private static let ranges = [
      Zone.Range(base: 0x0A00_0000, length: 8), Zone.Range(base: 0x0A09_0000, length: 16),
      Zone.Range(base: 0x0A09_0100, length: 24), Zone.Range(base: 0xC000_0200, length: 24),
      Zone.Range(base: 0xC000_0280, length: 25),
    ]

    private func signOnAsks(_ authenticators: Factors) -> [Ask] {
      var asks: [Ask] = [
        .anyOne, .anyTwo, .password, .possession, .passwordAndEmail, .passwordAndPossession,
      ]
      if authenticators.contains(.phone) {
        asks += [.passwordAndPhone, .emailAndPhone, .emailOrPhone]
      }
      // A key may prove two kinds at once, or one.
      asks +=
        authenticators.contains(.key) ? [.passwordAndKey, .passwordAndKey, .key] : [.twoFactors]
      return asks
    }

    private mutating func conditions(_ org: GridOrg) -> [Condition] {
      var all: [Condition] = []
      for index in 0..<(chance(35) ? 2 : 1) {
        var subject = Condition.Subject.groups(some(of: GridOrg.groups))
        if index == 1 || chance(40) {
          switch Int.random(in: 0..<3, using: &random) {
          case 0 where !org.zones.isEmpty: subject = .zones(some(of: org.zones.map(\.name)))
          case 1: subject = .risks(some(of: Risk.allCases))
          default: subject = .devices(some(of: Device.allCases))
          }
        }
        all.append(Condition(subject: subject, isNegated: chance(25)))
      }
      return all
    }

    private mutating func addAccounts(_ org: inout GridOrg) {
      var enrollments: [Enrollment] = [.none, .never, .never, .anywhere]
      enrollments += org.zones.map { .zone($0.name) }
      org.enrollment = one(of: enrollments)
      if chance(30) { org.registration = chance(70) ? some(of: GridOrg.groups) : [] }
      if chance(40) {
        let methods = Factors.words.map(\.factor).filter {
          org.authenticators.contains($0) && $0 != .password && $0 != .key
        }
        var recovery = Recovery(method: one(of: methods))
        if chance(30) {
          recovery.conditions = [
            Condition(subject: .groups(some(of: GridOrg.groups)), isNegated: chance(30))
          ]
        }
        org.recovery = recovery
      }
      for index in 1...Int.random(in: 1...3, using: &random) {
        var person = Person(login: "u\(index)@acme.example", held: [.email])
        person.groups = Set(GridOrg.groups.filter { _ in chance(50) })
        if org.recovery != nil || !org.session.isEmpty || chance(90) {
          person.held.insert(.password)
        }
        for factor in [Factors.phone, .codes, .key]
        where org.authenticators.contains(factor) && chance(50) {
          person.held.insert(factor)
        }
        org.people.append(person)
      }
    }
  }
}
