import FlowDiagnostics
import OktaSimulator
import TestSupport
import Testing

@testable import PolicyExplorer

/// An audit's findings equal a brute force over all users and worlds.
@Suite("Findings by brute force")
struct FindingOracleTests {
  private static let seeds = OracleTests.seeds(usual: 10)
  private static let judged: Set<String> = [
    "no-way-in", "rule-never-decides", "policy-rule-shadowed", "deny-bypassed",
    "privilege-inversion", "group-gets-less", "risk-inversion", "same-kind", "open-registration",
    "weaker-route",
  ]

  /// The findings of an audit of settings.
  private static func audit(_ settings: (text: String, names: [Int: String])) throws
    -> FindingOracle.Findings
  {
    let org = try MatrixOrg(settings.text).org
    let survey = OrgSurvey(Explorer(org, now: MatrixOrg.now))
    #expect(survey.isComplete)
    func name(_ place: SourceRange?) -> String {
      guard let place else { return "" }
      let before = settings.text.utf8.prefix(Int(place.start) - "org acme {\n".utf8.count)
      return settings.names[before.count { $0 == 10 }] ?? ""
    }
    var findings: FindingOracle.Findings = [:]
    for finding in Audit(survey).findings() where judged.contains(finding.kind.id) {
      let isOfUser = finding.kind == .noWayIn
      let subject = FindingOracle.Subject(
        id: finding.kind.id, rule: isOfUser ? "" : name(finding.place),
        other: name(finding.other?.place))
      let logins = finding.classes.flatMap {
        $0.index == nil ? [GridOrg.Person.newcomer] : $0.logins
      }
      findings[subject, default: []].formUnion(logins)
    }
    return findings
  }

  /// The findings of only one of the two.
  private static func differences(_ oracle: FindingOracle, _ audit: FindingOracle.Findings)
    -> [String]
  {
    var audited: FindingOracle.Findings = [:]
    var differences: [String] = []
    for (subject, logins) in audit {
      var subject = subject
      // Of several rules that apply before a rule that never does, one is named.
      if let takers = oracle.takers[subject.rule],
        ["rule-never-decides", "policy-rule-shadowed"].contains(subject.id)
      {
        if !takers.contains(subject.other) { differences.append("\(subject): no such taker") }
        subject.other = ""
      }
      audited[subject, default: []].formUnion(logins)
    }
    func text(_ logins: Set<String>?) -> String {
      logins.map { $0.sorted().joined(separator: " ") } ?? "none"
    }
    for subject in Set(oracle.findings.keys).union(audited.keys).sorted()
    where oracle.findings[subject] != audited[subject] {
      differences.append(
        "\(subject): oracle [\(text(oracle.findings[subject]))], "
          + "audit [\(text(audited[subject]))]")
    }
    return differences
  }

  @Test("An audit finds the same as an exhaustive search", arguments: FindingOracleTests.seeds)
  func same(seed: Int) throws {
    let org = GridOrg(seed: UInt64(seed))
    let settings = org.settings
    let found = try Self.audit(settings)
    let differences = Self.differences(FindingOracle(org), found)
    #expect(differences == [], "seed \(seed)\n\(settings.text)")
  }

  @Test("Both find the findings of the pages", arguments: FindingOraclePages.all)
  func pages(example: FindingOraclePages.Example) throws {
    let org = example.org()
    let oracle = FindingOracle(org)
    let isFound = oracle.findings.keys.contains { $0.id == example.finding }
    #expect(isFound != example.isSound, "\(oracle.findings)")
    #expect(Self.differences(oracle, try Self.audit(org.settings)) == [], "\(org.settings.text)")
  }

  // MARK: Input

  @Test("Random orgs have every condition, every requirement and every finding")
  func reach() {
    let orgs = (0..<200).map { GridOrg(seed: $0) }
    let rules = orgs.flatMap { $0.signOn + $0.session }
    #expect(Set(rules.map(\.ask)) == Set(GridOrg.Ask.allCases))
    let conditions = rules.flatMap(\.conditions)
    for isNegated in [false, true] {
      let words = Set(conditions.filter { $0.isNegated == isNegated }.map(\.subject.word))
      #expect(words == ["group", "groups", "zone", "zones", "risk", "risks", "device", "devices"])
    }
    #expect(rules.contains { $0.conditions.isEmpty } && rules.contains { $0.conditions.count == 2 })
    #expect(
      Set(orgs.map(\.enrollment))
        == [.none, .never, .anywhere, .zone("office"), .zone("vpn")])
    #expect(orgs.contains { $0.recovery?.conditions.isEmpty == true })
    #expect(orgs.contains { $0.recovery?.conditions.isEmpty == false })
    #expect(orgs.contains { $0.registration?.isEmpty == true })
    // Zones overlap, and one is a part of another.
    let places = orgs.map { org in Set(org.worlds.map { org.zones(of: $0.address) }) }
    #expect(places.contains { $0.isSuperset(of: [[], ["office"], ["vpn"], ["office", "vpn"]]) })
    #expect(places.contains { $0 == [[], ["office"], ["office", "vpn"]] })
    // Every finding is in some of the orgs, and none is in most of them.
    var counts: [String: Int] = [:]
    for org in orgs.prefix(60) {
      for id in Set(FindingOracle(org).findings.keys.map(\.id)) { counts[id, default: 0] += 1 }
    }
    #expect(Set(counts.keys) == Self.judged)
    #expect(counts.values.allSatisfy { $0 < 45 }, "\(counts)")
  }

  /// A change of an org that its oracle doesn't get.
  enum Mistake: String, CaseIterable {
    case swappedRules, lostCondition, negatedCondition, otherAsk, lostDenial, sameZones
    case lostGroup, moreGroups, lostFactor, openEnrollment, lostRecovery, openRegistration

    func applied(to org: GridOrg) -> GridOrg {
      var org = org
      let conditional = org.signOn.firstIndex { !$0.conditions.isEmpty }
      let denial = org.signOn.firstIndex { $0.ask == .deny }
      switch self {
      case .swappedRules where org.signOn.count > 1: org.signOn.swapAt(0, 1)
      case .lostCondition:
        if let conditional { org.signOn[conditional].conditions.removeFirst() }
      case .negatedCondition:
        if let conditional { org.signOn[conditional].conditions[0].isNegated.toggle() }
      case .otherAsk where org.signOn[0].ask != .deny: org.signOn[0].ask = .password
      case .lostDenial:
        if let denial { org.signOn[denial].ask = .anyOne }
      case .sameZones where org.zones.count > 1 && Self.namesZones(org):
        org.zones[1].ranges = org.zones[0].ranges
      case .lostGroup: org.people[0].groups = []
      case .moreGroups: org.people[0].groups = ["a", "b"]
      case .lostFactor: org.people[0].held.subtract([.phone, .codes, .key])
      case .openEnrollment: org.enrollment = .anywhere
      case .lostRecovery: org.recovery = nil
      case .openRegistration: org.registration = ["a"]
      default: break
      }
      return org
    }

    /// Whether several rules use zones.
    private static func namesZones(_ org: GridOrg) -> Bool {
      let rules = org.signOn.filter { rule in
        rule.conditions.contains { $0.subject.word.hasPrefix("zone") }
      }
      return rules.count > 1
    }
  }

  /// The first of some orgs in which a mistake makes a difference.
  private static func spoiled(by mistake: Mistake) -> (right: GridOrg, wrong: GridOrg)? {
    for seed in 0..<400 {
      let org = GridOrg(seed: UInt64(seed))
      let other = mistake.applied(to: org)
      let isOrg =
        !other.signOn.dropLast().contains(where: \.conditions.isEmpty)
      guard isOrg, org.settings.text != other.settings.text else { continue }
      if FindingOracle(org).findings != FindingOracle(other).findings { return (org, other) }
    }
    return nil
  }

  @Test("A mistake in the audited org is noticed", arguments: Mistake.allCases)
  func noticed(mistake: Mistake) throws {
    let (right, wrong) = try #require(Self.spoiled(by: mistake))
    let oracle = FindingOracle(right)
    #expect(Self.differences(oracle, try Self.audit(right.settings)) == [])
    let differences = Self.differences(oracle, try Self.audit(wrong.settings))
    #expect(differences != [], "\(wrong.settings.text)")
  }
}

extension GridOrg.Condition.Subject {
  /// The condition's word; the plural if it lists several.
  fileprivate var word: String {
    switch self {
    case .groups(let names): names.count > 1 ? "groups" : "group"
    case .zones(let names): names.count > 1 ? "zones" : "zone"
    case .risks(let risks): risks.count > 1 ? "risks" : "risk"
    case .devices(let devices): devices.count > 1 ? "devices" : "device"
    }
  }
}
