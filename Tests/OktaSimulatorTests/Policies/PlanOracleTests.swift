import TestSupport
import Testing

@testable import OktaSimulator

/// Random requirements and enrollments, compared with the meaning of a rule.
///
/// The meaning is implemented once more, without the plan's algorithm.
@Suite("Offers, compared with every way to meet a rule")
struct PlanOracleTests {
  /// A rule, and the exclusions of each of its combinations.
  struct Rule {
    var requirement: Requirement
    var excluded: [Methods]

    /// Whether some verifications meet one of the combinations, tried by brute force.
    func isMet(by all: [Verification]) -> Bool {
      zip(requirement.combinations, excluded).contains { combination, excluded in
        Oracle.isMet(combination, by: all.filter { !excluded.contains(Methods($0.method)) })
      }
    }

    /// Whether any possible verification helps, in some order.
    func isReachable(_ done: [Verification], _ possible: [Verification]) -> Bool {
      zip(requirement.combinations, excluded).contains { combination, excluded in
        let counts = { (verification: Verification) in
          !excluded.contains(Methods(verification.method))
        }
        guard combination.chain.isEmpty else {
          return Oracle.isPassed(
            combination.chain[...], by: done.filter(counts), then: possible.filter(counts))
        }
        return Oracle.isMet(combination, by: (done + possible).filter(counts))
      }
    }
  }

  /// Whether some verifications meet a combination that excludes none of them.
  enum Oracle {
    static func isMet(_ combination: Combination, by all: [Verification]) -> Bool {
      guard combination.chain.isEmpty else {
        return isPassed(combination.chain[...], by: all, then: [])
      }
      guard combination.shared.allSatisfy({ demand in all.contains { fits($0, demand) } }) else {
        return false
      }
      var kinds = Kinds()
      for verification in all where counts(verification, combination) {
        kinds.formUnion(verification.kinds)
      }
      return kinds.count >= combination.factors
        && isAssigned(combination.demands[...], all, used: [])
    }

    private static func fits(_ verification: Verification, _ demand: Demand) -> Bool {
      demand.methods.list.contains(verification.method)
        && demand.traits.subtracting(verification.traits).isEmpty
    }

    /// Of a kind that a requirement names, only verifications that meet it count as a factor.
    private static func counts(_ verification: Verification, _ combination: Combination) -> Bool {
      let known = [Method.password, .securityQuestion, .tac]
      let isKnown = known.contains(verification.method)
      let speaking = combination.demands.filter { demand in
        demand.methods.list.contains { known.contains($0) == isKnown }
      }
      return speaking.isEmpty || speaking.contains { fits(verification, $0) }
        || combination.demands.contains { fits(verification, $0) }
    }

    private static func isAssigned(
      _ demands: ArraySlice<Demand>, _ all: [Verification], used: Set<Authenticator>
    ) -> Bool {
      guard let demand = demands.first else { return true }
      return all.contains { verification in
        let authenticator = Authenticator(of: verification.method)
        return fits(verification, demand) && !used.contains(authenticator)
          && isAssigned(demands.dropFirst(), all, used: used.union([authenticator]))
      }
    }

    /// Whether the steps of a chain were passed, or could be.
    ///
    /// A step is passed by the first verification that fits it; a repeated one is one proof and not
    /// two.
    ///
    /// - Parameters:
    ///   - steps: The remaining steps.
    ///   - done: The verifications since the previous step.
    ///   - possible: The possible verifications after that.
    ///   - before: The verifications that passed the previous steps.
    /// - Returns: Whether they were passed or could be.
    static func isPassed(
      _ steps: ArraySlice<[Demand]>, by done: [Verification], then possible: [Verification],
      after before: [Verification] = []
    ) -> Bool {
      guard let step = steps.first else { return true }
      let fits = { (verification: Verification) in step.contains { Self.fits(verification, $0) } }
      if let index = done.firstIndex(where: fits) {
        return isPassed(
          steps.dropFirst(), by: Array(done[(index + 1)...]), then: possible,
          after: before + [done[index]])
      }
      return possible.contains { next in
        fits(next) && !before.contains { isReplaced($0, by: next) }
          && isPassed(steps.dropFirst(), by: [], then: possible, after: before + [next])
      }
    }

    /// The verifications after an additional one.
    static func all(_ done: [Verification], and next: Verification) -> [Verification] {
      done.filter { !isReplaced($0, by: next) } + [next]
    }

    /// Whether a proof is replaced by another one that is the same or stronger.
    private static func isReplaced(_ proof: Verification, by other: Verification) -> Bool {
      proof.method == other.method && proof.traits.subtracting(other.traits).isEmpty
    }
  }

  private static let authenticators: [Offer] = [
    Offer(enrollment: .password, methods: .password),
    Offer(enrollment: .email, methods: .email),
    Offer(enrollment: .phone(0), methods: [.sms, .voice]),
    Offer(enrollment: .googleOTP, methods: .otp),
    Offer(enrollment: .securityQuestion, methods: .securityQuestion),
    Offer(enrollment: .device(.tac), methods: .tac),
    Offer(enrollment: .oktaVerify, methods: [.signedNonce, .push, .totp], traits: .pin),
    Offer(enrollment: .webauthn, methods: .webauthn, traits: [.deviceBound, .biometrics]),
  ]

  private static let sets: [Methods] = [
    .password, .email, [.sms, .voice], .sms, .otp, .knowledge, .possession, .all, .webauthn,
    [.signedNonce, .push, .totp],
  ]

  private static func demand(_ random: inout SeededGenerator) -> Demand {
    let traits: [Traits] = [[], [], [], .phishingResistant, .deviceBound, .userVerifying]
    return Demand(
      methods: sets.randomElement(using: &random) ?? .all,
      traits: traits.randomElement(using: &random) ?? [])
  }

  private static func combination(
    _ random: inout SeededGenerator, without: Methods
  ) -> Combination {
    if Int.random(in: 0..<4, using: &random) == 0 {
      let steps = Int.random(in: 1...3, using: &random)
      return Combination(
        chain: (0..<steps).map { _ in
          (0..<Int.random(in: 1...2, using: &random)).map { _ in demand(&random) }
        }, without: without)
    }
    let demands = (0..<Int.random(in: 0...3, using: &random)).map { _ in demand(&random) }
    let shared = Int.random(in: 0..<5, using: &random) == 0 ? [Demand.inherence] : []
    let factors = Int.random(in: demands.isEmpty && shared.isEmpty ? 1...2 : 0...2, using: &random)
    return Combination(demands: demands, shared: shared, factors: factors, without: without)
  }

  @Test(
    "A rule is met, open or impossible as expected, and every offer leads to its end",
    arguments: 0..<20 as Range<UInt64>)
  func offers(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<50 {
      let excluded = (0..<Int.random(in: 1...3, using: &random)).map { _ in
        Int.random(in: 0..<4, using: &random) == 0 ? Methods.email : []
      }
      let combinations = excluded.map { Self.combination(&random, without: $0) }
      let rule = Rule(
        requirement: Requirement(combinations: combinations), excluded: excluded)
      let enrolled = Self.authenticators.filter { _ in Bool.random(using: &random) }
      try walk(rule, enrolled, &random)
    }
  }

  /// Follows one random offer after the other.
  private func walk(
    _ rule: Rule, _ enrolled: [Offer], _ random: inout SeededGenerator
  ) throws {
    let requirement = rule.requirement
    let possible = Evidence(enrolled).verifications
    var done = Evidence()
    for _ in 0..<12 {
      let plan = SignOnPlan(
        [Goal(requirement: requirement, evidence: done)], enrolled: enrolled, enrollable: [],
        mayEnroll: false)
      let isMet = rule.isMet(by: done.verifications)
      let isReachable = rule.isReachable(done.verifications, possible)
      func context() -> Comment { "\(requirement) by \(enrolled) after \(done)" }
      switch plan {
      case .met:
        #expect(isMet, context())
        return
      case .verify(let offers, _):
        #expect(!isMet && isReachable, context())
        let next = Evidence(offers).verifications
        try #require(!next.isEmpty, context())
        check(next, rule, done, enrolled, context)
        let proof = try #require(next.randomElement(using: &random))
        let all = Oracle.all(done.verifications, and: proof)
        done = Evidence()
        for verification in all { done.insert(verification) }
      case .impossible, .enroll:
        #expect(!isMet && !isReachable, context())
        return
      }
    }
    Issue.record("\(requirement) by \(enrolled) has no end")
  }

  /// Checks that every verification that meets a rule by itself is offered, and none that no
  /// combination counts.
  private func check(
    _ offered: [Verification], _ rule: Rule, _ done: Evidence, _ enrolled: [Offer],
    _ context: () -> Comment
  ) {
    for candidate in Evidence(enrolled).verifications {
      let isEnough = rule.isMet(by: Oracle.all(done.verifications, and: candidate))
      let isOffered = offered.contains { $0.method == candidate.method }
      #expect(!isEnough || isOffered, "\(candidate) is enough: \(context())")
      let matters = rule.requirement.combinations.contains { combination in
        (combination.demands + combination.shared + combination.counted
          + combination.chain.flatMap { $0 }).contains { demand in
            demand.methods.contains(Methods(candidate.method))
          }
      }
      #expect(matters || !isOffered, "\(candidate) counts for nothing: \(context())")
      #expect(
        isOffered || !isNeeded(candidate, rule, done, enrolled),
        "\(candidate) is on a way: \(context())")
    }
  }

  /// Whether a verification belongs to one other that would be enough with it: neither is enough
  /// by itself.
  private func isNeeded(
    _ candidate: Verification, _ rule: Rule, _ done: Evidence, _ enrolled: [Offer]
  ) -> Bool {
    let done = done.verifications
    let all = Oracle.all(done, and: candidate)
    guard !rule.isMet(by: all) else { return true }
    // A chain has its steps in order; a trait may require an earlier verification.
    guard
      rule.requirement.combinations.allSatisfy({
        $0.plain != nil && $0.shared.isEmpty && $0.chain.isEmpty
      })
    else { return false }
    return Evidence(enrolled).verifications.contains { other in
      rule.isMet(by: Oracle.all(all, and: other)) && !rule.isMet(by: Oracle.all(done, and: other))
    }
  }
}
