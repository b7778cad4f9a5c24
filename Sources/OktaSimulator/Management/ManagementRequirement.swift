import FlowHTTP

/// Writes the requirement of a sign-on rule as the member `verificationMethod`.
struct ManagementRequirement {
  private let policy: OrgPolicy
  private let offered: Methods

  init(_ policy: OrgPolicy) {
    self.policy = policy
    offered = policy.authenticators.filter { $0.purpose.contains(.signIn) }
      .reduce(into: Methods()) { $0.formUnion($1.methods) }
  }

  /// Returns the member `verificationMethod` of a rule; `nil` if the API can't say the requirement.
  func method(of rule: SignOnRule) -> JSON? {
    let ages = rule.reauthentication
    let combinations = rule.requirement.combinations
    var object: JSONObject
    if combinations.contains(where: { !$0.chain.isEmpty }) {
      guard combinations.allSatisfy({ !$0.chain.isEmpty || isSingle($0) }), ages.special.isEmpty
      else { return nil }
      var chains: [JSON] = []
      for combination in combinations {
        let steps = combination.chain.isEmpty ? [combination.demands] : combination.chain
        guard let chain = chain(steps[...]) else { return nil }
        chains.append(chain)
      }
      object = ["type": "AUTH_METHOD_CHAIN", "chains": .array(chains)]
    } else {
      guard let constraints = constraints(combinations, ages) else { return nil }
      object = ["type": "ASSURANCE"]
      object["factorMode"] = constraints.isTwo ? "2FA" : "1FA"
      object["constraints"] = .array(constraints.entries)
    }
    object["reauthenticateIn"] = .string(ManagementRequirement.text(ages.general))
    return .object(object)
  }

  private func isSingle(_ combination: Combination) -> Bool {
    combination.factors == 0 && combination.shared.isEmpty && combination.demands.count == 1
  }

  /// Writes the maximum age of a verification as an ISO 8601 duration.
  static func text(_ age: Reauthentication.Age) -> String {
    switch age {
    case .always: "PT0S"
    case .once: "PT43800H"
    case .every(let most): "PT\(most.components.seconds)S"
    }
  }

  // MARK: Constraints

  private func constraints(
    _ combinations: [Combination], _ ages: Reauthentication
  ) -> (isTwo: Bool, entries: [JSON])? {
    let isTwo = combinations.contains { $0.factors == 2 }
    var entries: [JSON] = []
    for combination in combinations {
      guard let entry = entry(combination, isTwo: isTwo) else { return nil }
      entries.append(.object(entry))
    }
    for special in ages.special {
      // The API has an age for each kind of factors, in the constraint for this kind.
      let word: String
      switch special.methods {
      case .knowledge: word = "knowledge"
      case .possession: word = "possession"
      default: return nil
      }
      for index in entries.indices {
        guard var object = entries[index].object else { return nil }
        var constraint = object[word]?.object ?? ["required": false]
        constraint["reauthenticateIn"] = .string(ManagementRequirement.text(special.age))
        object[word] = .object(constraint)
        entries[index] = .object(object)
      }
    }
    // An empty entry says nothing.
    if entries == [[:]] { entries = [] }
    return (isTwo, entries)
  }

  private func entry(_ combination: Combination, isTwo: Bool) -> JSONObject? {
    guard combination.factors == 0 || combination.factors == 2 else { return nil }
    var demands = combination.demands
    // `any 1` accepts everything.
    if combination.factors == 0, demands.count == 1, demands[0].traits.isEmpty,
      demands[0].methods.isSuperset(of: offered)
    {
      return isTwo ? nil : [:]
    }
    demands += combination.shared.filter { shared in
      !demands.contains { $0.traits.isSuperset(of: shared.traits) }
    }
    var parts: JSONObject = [:]
    for demand in demands {
      let usable = demand.methods.intersection(offered)
      let isKnowledge = usable.isSubset(of: .knowledge)
      guard isKnowledge || usable.isSubset(of: .possession) else { return nil }
      let word = isKnowledge ? "knowledge" : "possession"
      guard parts[word] == nil else { return nil }
      parts[word] = .object(constraint(demand, within: isKnowledge ? .knowledge : .possession))
    }
    if combination.factors == 0 {
      // Two demands of different kinds are two factors, whatever the number says.
      guard parts.members.count == (isTwo ? 2 : demands.count) else { return nil }
      return parts
    }
    guard isTwo, demands.count < 2 else { return nil }
    let counted = combination.counted.reduce(into: Methods()) { $0.formUnion($1.methods) }
    for (word, kind) in [("knowledge", Methods.knowledge), ("possession", .possession)]
    where parts[word] == nil {
      let refused = kind.intersection(offered).subtracting(counted)
      guard !refused.isEmpty else { continue }
      parts[word] = ["required": false, "excludedAuthenticationMethods": names(refused)]
    }
    return parts
  }

  private func constraint(_ demand: Demand, within kind: Methods) -> JSONObject {
    var object: JSONObject = ["required": true]
    let all = kind.intersection(offered)
    let accepted = demand.methods.intersection(offered)
    if accepted != all { object["authenticationMethods"] = names(accepted) }
    add(demand.traits, to: &object)
    return object
  }

  private func add(_ traits: Traits, to object: inout JSONObject) {
    for (member, trait) in [
      ("phishingResistant", Traits.phishingResistant),
      ("hardwareProtection", .hardwareProtected), ("deviceBound", .deviceBound),
      ("userVerification", .userVerifying),
    ] where traits.isSuperset(of: trait) { object[member] = "REQUIRED" }
    if traits.isSuperset(of: .biometrics) { object["userVerificationMethods"] = ["BIOMETRICS"] }
  }

  private func names(_ methods: Methods) -> JSON {
    .array(
      methods.list.map { method in
        ["key": .string(Authenticator(of: method).key), "method": .string(method.wire)]
      })
  }

  // MARK: Chains

  private func chain(_ steps: ArraySlice<[Demand]>) -> JSON? {
    guard let first = steps.first else { return nil }
    var methods: [JSON] = []
    for demand in first {
      for method in demand.methods.intersection(offered).list {
        var object: JSONObject = [
          "key": .string(Authenticator(of: method).key), "method": .string(method.wire),
        ]
        add(demand.traits, to: &object)
        methods.append(.object(object))
      }
    }
    var object: JSONObject = ["authenticationMethods": .array(methods)]
    if steps.count > 1 {
      guard let rest = chain(steps.dropFirst()) else { return nil }
      object["next"] = [rest]
    }
    return .object(object)
  }
}
