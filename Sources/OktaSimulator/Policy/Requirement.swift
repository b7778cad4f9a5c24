/// The requirement of a policy.
///
/// The requirement is met if one of its combinations is met.
struct Requirement: Sendable, Hashable {
  var combinations: [Combination]

  /// Returns a requirement for a number of different authenticators.
  static func any(_ count: Int) -> Requirement {
    Requirement(combinations: [Combination(Array(repeating: .all, count: count))])
  }

  /// Returns a requirement for a number of different kinds of factors.
  static func factors(_ count: Int) -> Requirement {
    Requirement(combinations: [Combination(factors: count)])
  }

  /// Whether the verifications meet one of the combinations.
  func isMet(by evidence: Evidence) -> Bool {
    combinations.contains { $0.isMet(by: evidence) }
  }

  /// Whether every combination demands only methods, without traits.
  var isPlain: Bool { combinations.allSatisfy(\.isPlain) }
}

/// A demand for one verification: the accepted methods, and the traits that the verification must
/// have.
struct Demand: Sendable, Hashable {
  var methods: Methods
  var traits: Traits = []

  /// A demand for a biometric verification by fingerprint or face.
  static let inherence = Demand(methods: .possession, traits: .biometrics)

  func isMet(by verification: Verification) -> Bool {
    methods.contains(Methods(verification.method)) && verification.traits.isSuperset(of: traits)
  }
}

/// Demands that must all be met.
struct Combination: Sendable, Hashable {
  /// The demands, each of which needs a different authenticator.
  ///
  /// For example, `email and possession` requires an email and something else that the user has.
  private(set) var demands: [Demand]
  /// The demands for user verification.
  ///
  /// A verification that meets a demand in `demands` may also meet one of these demands.
  private(set) var shared: [Demand]
  /// The required number of different kinds of factors.
  private(set) var factors: Int
  /// The verifications that count as factors.
  private(set) var counted: [Demand]
  /// The steps of a chain, which the user must pass in order.
  ///
  /// A verification passes a step if it meets any of the step's demands.
  ///
  /// If there is a chain, nothing else is required.
  private(set) var chain: [[Demand]] = []
  /// The accepted methods of each demand; `nil` if a demand requires traits.
  let plain: [Methods]?

  init(_ demands: [Methods]) {
    self.init(demands: demands.map { Demand(methods: $0) })
  }

  init(demands: [Demand] = [], shared: [Demand] = [], factors: Int = 0, without: Methods = []) {
    func left(_ demand: Demand) -> Demand {
      Demand(methods: demand.methods.subtracting(without), traits: demand.traits)
    }
    self.demands = demands.map(left)
    self.shared = shared.map(left)
    self.factors = factors
    counted = factors > 0 ? Combination.counted(demands: self.demands, without: without) : []
    plain =
      self.demands.allSatisfy { $0.traits.isEmpty } ? self.demands.map(\.methods) : nil
  }

  init(chain: [[Demand]], without: Methods = []) {
    self.init()
    self.chain = chain.map { step in
      step.map { Demand(methods: $0.methods.subtracting(without), traits: $0.traits) }
    }
  }

  /// Returns the verifications that count as factors.
  ///
  /// If demands accept methods of a kind, only these methods count for that kind. Otherwise all
  /// methods of the kind count.
  private static func counted(demands: [Demand], without: Methods) -> [Demand] {
    var counted = demands
    for kind in [Methods.knowledge, .possession]
    where demands.allSatisfy({ $0.methods.isDisjoint(with: kind) }) {
      counted.append(Demand(methods: kind.subtracting(without)))
    }
    return counted
  }

  /// Returns the combination without some accepted methods.
  func without(_ methods: Methods) -> Combination {
    guard chain.isEmpty else { return Combination(chain: chain, without: methods) }
    var excluded = methods
    if factors > 0 {
      let accepted = counted.reduce(into: Methods()) { $0.formUnion($1.methods) }
      excluded.formUnion(Methods.all.subtracting(accepted))
    }
    return Combination(demands: demands, shared: shared, factors: factors, without: excluded)
  }

  /// Returns the combination that requires both combinations.
  func and(_ other: Combination) -> Combination {
    Combination(
      demands: demands + other.demands, shared: shared + other.shared,
      factors: max(factors, other.factors))
  }

  /// Whether the combination demands only methods, without traits.
  var isPlain: Bool { plain != nil && shared.isEmpty && factors == 0 && chain.isEmpty }

  /// Whether the rest of the combination can't be met without the password.
  func needsPassword(after evidence: Evidence) -> Bool {
    guard chain.isEmpty else {
      let done = filled(by: evidence)
      return done < chain.count && chain[done].allSatisfy { $0.methods == .password }
    }
    return demands.contains { $0.methods == .password }
  }

  // MARK: Progress

  /// The number of verifications and kinds of factors that are required.
  var size: Int { chain.isEmpty ? demands.count + shared.count + factors : chain.count }

  func isMet(by evidence: Evidence) -> Bool { filled(by: evidence) == size }

  /// Returns how many of the required verifications are done, including an extra one if given.
  func filled(by evidence: Evidence, and extra: Verification? = nil) -> Int {
    guard chain.isEmpty else {
      let used = used(evidence)
      return used.count + (extra.map { passes($0, after: used) } == true ? 1 : 0)
    }
    var filled = matched(evidence, extra)
    for demand in shared where demand.isMet(by: evidence, extra) { filled += 1 }
    guard factors > 0 else { return filled }
    var kinds = Kinds()
    for verification in evidence.verifications { count(verification, &kinds) }
    if let extra { count(extra, &kinds) }
    return filled + min(kinds.count, factors)
  }

  /// Whether further verifications can complete the combination.
  ///
  /// - Parameters:
  ///   - evidence: The verifications so far.
  ///   - potential: The verifications that the user could still do.
  ///   - all: The verifications so far, and the verifications that the user could still do.
  /// - Returns: Whether these verifications can complete the combination.
  func isReachable(_ evidence: Evidence, _ potential: Evidence, all: Evidence) -> Bool {
    chain.isEmpty ? isMet(by: all) : isReachable(from: used(evidence), potential)
  }

  /// Adds the kinds of factors that a verification proves, if the verification counts.
  func count(_ verification: Verification, _ kinds: inout Kinds) {
    if counted.contains(where: { $0.isMet(by: verification) }) {
      kinds.formUnion(verification.kinds)
    }
  }

  private func matched(_ evidence: Evidence, _ extra: Verification?) -> Int {
    var methods = evidence.methods
    if let extra { methods.insert(Methods(extra.method)) }
    if let plain { return Combination.met(plain, by: methods) }
    let sets = demands.map { demand -> Methods in
      var set = Methods()
      for verification in evidence.verifications where demand.isMet(by: verification) {
        set.insert(Methods(verification.method))
      }
      if let extra, demand.isMet(by: extra) { set.insert(Methods(extra.method)) }
      return set
    }
    return Combination.met(sets, by: methods)
  }

  /// The methods of each authenticator.
  private static let authenticators = Authenticator.allCases.map(\.methods)

  /// Returns the number of demands that can be met at the same time, each by a different
  /// authenticator.
  static func met(_ demands: [Methods], by methods: Methods) -> Int {
    guard !methods.isEmpty, !demands.isEmpty else { return 0 }
    let verified = authenticators.map { methods.intersection($0) }
    return Pairing.count(
      demands.map { demand in
        var possible: UInt64 = 0
        for index in verified.indices where !verified[index].isDisjoint(with: demand) {
          possible |= 1 << UInt64(index)
        }
        return possible
      })
  }

  /// Returns the verifications that passed the steps of the chain, in order.
  func used(_ evidence: Evidence) -> [Verification] {
    var used: [Verification] = []
    var earlier = Array(evidence.verifications.prefix(evidence.unordered))
    while used.count < chain.count,
      let index = earlier.firstIndex(where: { verification in
        chain[used.count].contains { $0.isMet(by: verification) }
      })
    {
      used.append(earlier.remove(at: index))
    }
    for verification in evidence.verifications.dropFirst(evidence.unordered)
    where used.count < chain.count {
      if chain[used.count].contains(where: { $0.isMet(by: verification) }) {
        used.append(verification)
      }
    }
    return used
  }

  /// Whether a verification passes the next step of the chain.
  ///
  /// A verification by the same method as an earlier step passes only if it lacks a trait of the
  /// earlier verification. Otherwise it replaces the earlier verification.
  func passes(_ verification: Verification, after used: [Verification]) -> Bool {
    used.count < chain.count
      && chain[used.count].contains { $0.isMet(by: verification) }
      && !used.contains {
        $0.method == verification.method && $0.traits.isSubset(of: verification.traits)
      }
  }

  /// Whether verifications that the user could still do can pass the remaining steps of the chain.
  func isReachable(from used: [Verification], _ potential: Evidence) -> Bool {
    guard used.count < chain.count else { return true }
    return potential.verifications.contains { verification in
      passes(verification, after: used) && isReachable(from: used + [verification], potential)
    }
  }
}

extension Demand {
  fileprivate func isMet(by evidence: Evidence, _ extra: Verification?) -> Bool {
    if let extra, isMet(by: extra) { return true }
    return evidence.verifications.contains { isMet(by: $0) }
  }
}
