import SimulatorKit

// Writes conditions and requirements in the words of the settings.
extension OrgPolicy {
  /// Returns a condition in the syntax of a `when` setting.
  func words(of condition: Condition) -> String {
    let subject: String
    switch condition.subject {
    case .groups(let names): subject = "group " + OrgPolicy.list(names)
    case .users(let logins): subject = "user " + OrgPolicy.list(logins)
    case .types(let names): subject = "type " + OrgPolicy.list(names)
    case .attribute(let name, let values):
      subject = "attribute \(name) " + values.map { OrgItem.quoted($0) }.joined(separator: ", ")
    case .logins(let patterns):
      subject = "login " + patterns.map { OrgItem.quoted($0.written) }.joined(separator: ", ")
    case .zones(let bits):
      let names = zones.indices.filter { bits & 1 << UInt64($0) != 0 }.map { zones[$0].name }
      subject = "zone " + names.map { OrgItem.quoted($0) }.joined(separator: ", ")
    case .devices(let devices): subject = "device " + words(devices, SignInContext.Device.words)
    case .risks(let risks): subject = "risk " + words(risks, SignInContext.Risk.words)
    case .platforms(let platforms):
      subject = "platform " + words(platforms, SignInContext.Platform.words)
    case .authenticators(let some):
      subject = "authenticator " + words(some, SignInContext.Enrolling.words)
    case .unknowns(let bits):
      let facts = bits.bits.map { unknowns[$0] }
      let word = facts.first?.isUnknown == false ? "behavior" : "unknown"
      subject = "\(word) " + facts.map { OrgItem.quoted($0.name) }.joined(separator: ", ")
    case .assurances(let all):
      subject = "assurance " + all.map { OrgItem.quoted($0.name) }.joined(separator: ", ")
    }
    return condition.isNegated ? "not " + subject : subject
  }

  private func words<Bits: OptionSet>(
    _ bits: Bits, _ words: [(word: String, value: Bits)]
  ) -> String {
    words.filter { bits.isSuperset(of: $0.value) }.map(\.word).joined(separator: ", ")
  }

  /// Returns names as a setting lists them.
  ///
  /// Names that aren't words are in quotes.
  private static func list(_ names: [String]) -> String {
    names.map { name in
      let isWord =
        !name.isEmpty
        && name.utf8.allSatisfy { byte in
          switch byte {
          case 45, 46, 48...57, 65...90, 95, 97...122: true
          default: false
          }
        }
      return isWord ? name : OrgItem.quoted(name)
    }.joined(separator: ", ")
  }

  // MARK: Requirements

  /// Returns a combination in the syntax of a `require` setting.
  func words(of combination: Combination) -> String {
    guard combination.chain.isEmpty else {
      return combination.chain.map { step in
        let words = step.map { self.words(of: $0) }
        return words.count == 1 ? words[0] : "(" + words.joined(separator: " or ") + ")"
      }.joined(separator: " then ")
    }
    var parts: [String] = []
    // Equal demands are written once, with their number: `any 2`.
    var seen: Set<Demand> = []
    for demand in combination.demands + combination.shared where seen.insert(demand).inserted {
      let count = combination.demands.count { $0 == demand }
      let word = words(of: demand)
      parts.append(word == "any" || count > 1 ? "\(word) \(count)" : word)
    }
    let demands = parts.joined(separator: " and ")
    guard combination.factors > 0 else { return demands.isEmpty ? "nothing" : demands }
    let factors = combination.factors == 1 ? "1 factor" : "\(combination.factors) factors"
    return demands.isEmpty ? factors : "\(factors) with \(demands)"
  }

  private func words(of demand: Demand) -> String {
    var traits = demand.traits
    let isInherence = traits.isSuperset(of: .biometrics)
    if isInherence { traits.subtract(.biometrics) }
    let adjectives = Traits.adjectives.filter { traits.isSuperset(of: $0.traits) }.map(\.word)
    let what = isInherence ? "inherence" : words(of: demand.methods)
    return (adjectives + [what]).joined(separator: " ")
  }

  /// Returns a set of methods as the name of an authenticator, as `knowledge` or `possession`, or
  /// as a list of methods.
  private func words(of methods: Methods) -> String {
    if methods == .all { return "any" }
    let offered = authenticators.map { authenticator in
      (name: authenticator.authenticator.rawValue, methods: authenticator.methods)
    }
    if let one = offered.first(where: { $0.methods == methods }) { return one.name }
    if let one = offered.first(where: { $0.methods.isSuperset(of: methods) }) {
      return one.name + " via " + methods.list.map(\.word).joined(separator: " or ")
    }
    let all = offered.reduce(into: Methods()) { $0.formUnion($1.methods) }
    for (word, kind) in [("knowledge", Methods.knowledge), ("possession", .possession)] {
      let own = kind.intersection(all)
      if methods == kind || methods == own { return word }
      let missing = own.subtracting(methods)
      guard methods.isSubset(of: own), missing.list.count < methods.list.count else { continue }
      return "\(word) without " + missing.list.map(\.word).joined(separator: ", ")
    }
    return methods.list.map(\.word).joined(separator: " or ")
  }
}
