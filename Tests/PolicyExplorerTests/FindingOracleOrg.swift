/// An org small enough to be judged by trying everything.
///
/// It evaluates itself by plain loops and shares no code with the simulator or with the audit.
struct GridOrg {
  /// The verifications of a user, a bit each.
  struct Factors: OptionSet, Hashable {
    let rawValue: UInt8
    static let password = Factors(rawValue: 1)
    static let email = Factors(rawValue: 2)
    static let phone = Factors(rawValue: 4)
    static let codes = Factors(rawValue: 8)
    static let key = Factors(rawValue: 16)
    static let possession: Factors = [.email, .phone, .codes, .key]
    static let words: [(factor: Factors, word: String)] = [
      (.password, "password"), (.email, "email"), (.phone, "phone"), (.codes, "google-otp"),
      (.key, "webauthn"),
    ]

    var count: Int { rawValue.nonzeroBitCount }
    /// The minimum number of these factors' kinds: a key need not verify its user.
    var kinds: Int { (contains(.password) ? 1 : 0) + (isDisjoint(with: .possession) ? 0 : 1) }
    var words: [String] { Factors.words.filter { contains($0.factor) }.map(\.word) }
    /// Every subset, the empty one included.
    var subsets: [Factors] {
      (0...rawValue).map(Factors.init(rawValue:)).filter { isSuperset(of: $0) }
    }
  }

  enum Risk: String, CaseIterable { case low, medium, high }
  enum Device: String, CaseIterable { case unregistered, registered, managed }

  /// The location and device of a user; `nil` is unknown.
  struct World: Hashable {
    /// Four bytes; `nil` is an address of IPv6.
    var address: UInt32?
    var risk: Risk?
    var device: Device?
  }

  struct Condition: Hashable {
    enum Subject: Hashable {
      case groups([String])
      case zones([String])
      case risks([Risk])
      case devices([Device])
    }
    var subject: Subject
    var isNegated = false
  }

  /// The requirement of a rule; the rules of the session policy have the last four.
  enum Ask: String, CaseIterable {
    case deny
    case anyOne = "require any 1"
    case anyTwo = "require any 2"
    case twoFactors = "require 2 factors"
    case password = "require password"
    case possession = "require possession"
    case passwordAndEmail = "require password and email"
    case passwordAndPossession = "require password and possession"
    case passwordAndPhone = "require password and phone"
    case emailAndPhone = "require email and phone"
    case emailOrPhone = "require email or phone"
    case passwordAndKey = "require password and webauthn"
    case key = "require webauthn"
    case nothing = "require any"
    case second = "mfa always"
    case passwordAndSecond = "require password; mfa always"

    func isMet(by factors: Factors) -> Bool {
      switch self {
      case .deny: false
      case .anyOne: factors.count >= 1
      case .anyTwo: factors.count >= 2
      case .twoFactors, .second: factors.kinds >= 2
      case .password: factors.contains(.password)
      case .possession: !factors.isDisjoint(with: .possession)
      case .passwordAndEmail: factors.contains([.password, .email])
      case .passwordAndPossession: factors.kinds >= 2
      case .passwordAndPhone: factors.contains([.password, .phone])
      case .emailAndPhone: factors.contains([.email, .phone])
      case .emailOrPhone: !factors.isDisjoint(with: [.email, .phone])
      case .passwordAndKey: factors.contains([.password, .key])
      case .key: factors.contains(.key)
      case .nothing: true
      case .passwordAndSecond: factors.kinds >= 2 && factors.contains(.password)
      }
    }
  }

  enum Policy: String, CaseIterable {
    case signOn = "sign-on"
    case session = "session-policy"
  }

  struct Rule: Hashable {
    var conditions: [Condition] = []
    var ask: Ask
  }

  struct Zone: Hashable {
    var name: String
    var ranges: [Range]

    struct Range: Hashable {
      var base: UInt32
      var length: UInt32

      var last: UInt32 { length == 0 ? .max : base | (UInt32.max >> length) }
      func contains(_ address: UInt32) -> Bool { base <= address && address <= last }
    }
  }

  /// The zones in which the org lets users enroll a rule's factor, at a sign-in.
  enum Enrollment: Hashable {
    /// There is no enrollment policy, which limits nothing.
    case none
    case never
    case anywhere
    case zone(String)
  }

  /// A forgotten password is recovered by one method.
  struct Recovery: Hashable {
    var method: Factors
    var conditions: [Condition] = []

    static let name = "recovery"
  }

  struct Person: Hashable {
    var login: String
    var groups: Set<String> = []
    var held: Factors

    /// Anyone who signs up.
    static let newcomer = "newcomer"
  }

  static let groups = ["a", "b"]

  var authenticators: Factors
  var zones: [Zone] = []
  var signOn: [Rule] = []
  var session: [Rule] = []
  var enrollment = Enrollment.none
  var recovery: Recovery?
  /// The groups of users who sign up; `nil` if no one can.
  var registration: [String]?
  var people: [Person] = []

  func rules(_ policy: Policy) -> [Rule] { policy == .signOn ? signOn : session }
}

// MARK: Evaluating

extension GridOrg {
  /// The zones of an address.
  func zones(of address: UInt32?) -> Set<String> {
    guard let address else { return [] }
    return Set(zones.filter { $0.ranges.contains { $0.contains(address) } }.map(\.name))
  }

  func holds(_ condition: Condition, _ groups: Set<String>, _ world: World) -> Bool {
    let isSo =
      switch condition.subject {
      case .groups(let names): !groups.isDisjoint(with: names)
      case .zones(let names): !zones(of: world.address).isDisjoint(with: names)
      case .risks(let risks): world.risk.map(risks.contains) ?? false
      case .devices(let devices):
        // A managed device is a registered one, too.
        world.device.map {
          devices.contains($0) || ($0 == .managed && devices.contains(.registered))
        } ?? false
      }
    return isSo != condition.isNegated
  }

  func matches(_ conditions: [Condition], _ groups: Set<String>, _ world: World) -> Bool {
    conditions.allSatisfy { holds($0, groups, world) }
  }

  /// The index of the first rule whose conditions are all true.
  func deciding(_ policy: Policy, _ groups: Set<String>, _ world: World) -> Int? {
    rules(policy).firstIndex { matches($0.conditions, groups, world) }
  }

  /// The requirement of a rule.
  ///
  /// If none applies, the sign-on policy requires any factor, and the session policy nothing.
  func ask(_ policy: Policy, _ rule: Int?) -> Ask {
    rule.map { rules(policy)[$0].ask } ?? (policy == .signOn ? .anyOne : .nothing)
  }

  /// A concrete grid: an address of each region, each risk, each device, and the unknown ones.
  var worlds: [World] {
    let edges = zones.flatMap(\.ranges).flatMap { range in
      [range.base, range.last, range.base &- 1, range.last &+ 1]
    }
    var seen: Set<Set<String>> = []
    let addresses = ([nil, 0xC633_6401] + edges).filter { seen.insert(zones(of: $0)).inserted }
    return addresses.flatMap { address in
      ([nil] + Risk.allCases).flatMap { risk in
        ([nil] + Device.allCases).map { World(address: address, risk: risk, device: $0) }
      }
    }
  }

  /// The users of the org, and someone who signs up if that is possible.
  var everyone: [Person] {
    people
      + (registration.map { [Person(login: Person.newcomer, groups: Set($0), held: [])] } ?? [])
  }

  /// Whether a user may enroll a rule's factor.
  func mayEnroll(_ person: Person, _ world: World) -> Bool {
    switch enrollment {
    case .none, .anywhere: true
    case .never: person.login == Person.newcomer
    case .zone(let name):
      person.login == Person.newcomer || zones(of: world.address).contains(name)
    }
  }

  /// Whether users who sign in there and have no password must set one.
  func requiresPassword(_ world: World) -> Bool {
    switch enrollment {
    case .none, .never: false
    case .anywhere: true
    case .zone(let name): zones(of: world.address).contains(name)
    }
  }

  /// Whether someone gets in.
  func isLetIn(_ person: Person, _ world: World) -> Bool {
    let asks = Policy.allCases.map { ask($0, deciding($0, person.groups, world)) }
    if asks.allSatisfy({ $0.isMet(by: person.held) }) { return true }
    let isKnown = !person.held.isEmpty || person.login == Person.newcomer
    return isKnown && mayEnroll(person, world)
      && asks.allSatisfy { $0.isMet(by: person.held.union(authenticators)) }
  }
}

// MARK: Writing

extension GridOrg {
  /// The org as settings, and the rules of its lines: `sign-on 2` is the third sign-on rule.
  var settings: (text: String, names: [Int: String]) {
    var lines = ["authenticators \(authenticators.words.joined(separator: ", "))"]
    var names: [Int: String] = [:]
    lines[0] = lines[0].replacing("phone", with: "phone via sms")
    lines += ["codes { attempts 1 }", "lockout { after 1 attempts }"]
    for zone in zones {
      let ranges = zone.ranges.map { "\"\(GridOrg.text($0.base))/\($0.length)\"" }
      lines.append("zone \"\(zone.name)\" { ip \(ranges.joined(separator: ", ")) }")
    }
    for policy in Policy.allCases {
      for (index, rule) in rules(policy).enumerated() {
        names[lines.count] = GridOrg.name(policy, index)
        lines.append(
          "\(policy.rawValue) \"\(policy == .signOn ? "r" : "s")\(index)\" "
            + "{ \(GridOrg.text(rule.conditions))\(rule.ask.rawValue) }")
      }
    }
    let others = authenticators.subtracting(.password).words.joined(separator: ", ")
    let terms = "required password; optional \(others)"
    switch enrollment {
    case .none: break
    case .never: lines.append("enrollment { \(terms); ask never }")
    case .anywhere: lines.append("enrollment { \(terms) }")
    case .zone(let name):
      lines.append("enrollment \"inside\" { when zone \"\(name)\"; \(terms) }")
      lines.append("enrollment { \(terms); ask never }")
    }
    if let recovery {
      names[lines.count] = Recovery.name
      lines.append(
        "recovery { \(GridOrg.text(recovery.conditions))password by \(recovery.method.words[0]) }")
    }
    if let registration {
      lines.append(
        "registration { profile email\(registration.isEmpty ? "" : "; groups ")"
          + registration.joined(separator: ", ") + " }")
    }
    lines += people.map(GridOrg.text)
    return (lines.map { $0 + "\n" }.joined(), names)
  }

  static func name(_ policy: Policy, _ index: Int) -> String { "\(policy.rawValue) \(index)" }

  static func text(_ address: UInt32) -> String {
    [24, 16, 8, 0].map { String(address >> $0 & 0xFF) }.joined(separator: ".")
  }

  private static func text(_ conditions: [Condition]) -> String {
    guard !conditions.isEmpty else { return "" }
    let all = conditions.map { condition in
      let words =
        switch condition.subject {
        case .groups(let names): "group " + names.joined(separator: ", ")
        case .zones(let names): "zone " + names.map { "\"\($0)\"" }.joined(separator: ", ")
        case .risks(let risks): "risk " + risks.map(\.rawValue).joined(separator: ", ")
        case .devices(let all): "device " + all.map(\.rawValue).joined(separator: ", ")
        }
      return (condition.isNegated ? "not " : "") + words
    }
    return "when \(all.joined(separator: " and ")); "
  }

  private static func text(_ person: Person) -> String {
    var parts: [String] = []
    if person.held.contains(.password) { parts.append("password \"Correct-Horse-1\"") }
    if !person.groups.isEmpty {
      parts.append("groups \(person.groups.sorted().joined(separator: ", "))")
    }
    if person.held.contains(.phone) { parts.append("phone \"+15551230100\"") }
    if person.held.contains(.codes) { parts.append("google-otp \"JBSWY3DPEHPK3PXP\"") }
    if person.held.contains(.key) { parts.append("passkey \(person.login.prefix { $0 != "@" })") }
    return "user \"\(person.login)\" { \(parts.joined(separator: "; ")) }"
  }
}
