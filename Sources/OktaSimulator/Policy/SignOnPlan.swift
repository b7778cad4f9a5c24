/// The next requirement of a sign-on.
enum SignOnPlan: Sendable, Hashable {
  /// Every policy is satisfied.
  case met
  /// One of these must be verified next. If every combination needs the password, its page comes
  /// first, with the others next to it.
  case verify([Offer], isPasswordFirst: Bool)
  /// Nothing enrolled can meet the rule. One of these must be enrolled.
  case enroll([Authenticator])
  /// The rule can't be met at all.
  case impossible
}

/// An enrollment that may be verified, and the methods for it.
struct Offer: Sendable, Hashable {
  var enrolment: Enrolment
  var methods: Methods
  /// The possible traits of a verification, in addition to those of its method.
  var traits: Traits = []
  /// The traits of equivalent enrollments, such as a second passkey.
  var otherTraits: [Traits] = []
  /// Whether it only counts with user verification.
  var mustVerifyUser = false
}

/// The requirement of one policy, and the verifications that count for it.
struct Goal: Sendable, Hashable {
  var requirement: Requirement
  var evidence: Evidence

  var isMet: Bool { requirement.isMet(by: evidence) }
}

extension SignOnPlan {
  /// Determines the next requirement.
  ///
  /// Every choice is offered that can still complete the sign-on.
  ///
  /// - Parameters:
  ///   - goals: The requirement of each policy.
  ///   - enrolled: The account's enrollments.
  ///   - enrollable: The methods that the account could still enroll.
  ///   - mayEnroll: Whether the account is new, or its user has verified something. An unverified
  ///     user must not enroll a new authenticator.
  init(_ goals: [Goal], enrolled: [Offer], enrollable: Methods, mayEnroll: Bool) {
    let unmet = goals.filter { !$0.isMet }
    guard !unmet.isEmpty else {
      self = .met
      return
    }
    let potential = Evidence(enrolled)
    var ways = unmet.map { Ways($0, potential) }
    if ways.allSatisfy({ !$0.combinations.isEmpty }) {
      let isPasswordFirst = ways.contains { $0.needsPassword }
      var offers = SignOnPlan.useful(enrolled, ways)
      // If every gain requires a further verification, everything that contributes is offered.
      if offers.isEmpty { offers = SignOnPlan.useful(enrolled, ways, beside: potential) }
      SignOnPlan.noteUserVerification(&offers, unmet, ways, enrolled)
      self = .verify(offers, isPasswordFirst: isPasswordFirst)
      return
    }
    let candidates = Authenticator.allCases.compactMap { authenticator -> Offer? in
      let methods = authenticator.methods.intersection(enrollable)
      guard !methods.isEmpty else { return nil }
      return Offer(
        enrolment: authenticator.placeholder, methods: methods,
        traits: authenticator == .webauthn ? [.deviceBound, .biometrics] : [])
    }
    var reachable = potential
    reachable.formUnion(Evidence(candidates))
    ways = unmet.map { Ways($0, reachable) }
    guard ways.allSatisfy({ !$0.combinations.isEmpty }) else {
      self = .impossible
      return
    }
    var offers = SignOnPlan.useful(enrolled, ways)
    guard offers.isEmpty else {
      SignOnPlan.noteUserVerification(&offers, unmet, ways, enrolled + candidates)
      self = .verify(offers, isPasswordFirst: false)
      return
    }
    let missing = SignOnPlan.useful(candidates, ways).map(\.enrolment.authenticator)
    if missing.isEmpty {
      self = .impossible
    } else if mayEnroll {
      self = .enroll(missing)
    } else {
      // The rule accepts nothing that the account has. The user verifies an existing authenticator
      // and then enrolls an accepted one. Otherwise a session policy that requires a password would
      // grant access that the rule itself doesn't.
      self =
        enrolled.isEmpty
        ? .impossible
        : .verify(enrolled, isPasswordFirst: enrolled.contains { $0.enrolment == .password })
    }
  }

  /// The combinations of a goal that can still be met.
  private struct Ways {
    var evidence: Evidence
    var combinations: [Combination]
    /// The possible verifications.
    private let potential: Evidence
    /// The progress of each of them.
    private var filled: [Int]

    init(_ goal: Goal, _ potential: Evidence) {
      var all = goal.evidence
      all.formUnion(potential)
      evidence = goal.evidence
      self.potential = potential
      combinations = Ways.direct(
        goal.requirement.combinations.filter {
          $0.isReachable(goal.evidence, potential, all: all)
        }, goal.evidence)
      filled = combinations.map { $0.filled(by: goal.evidence) }
    }

    /// Returns the combinations without detours: those that need what another one still needs, and
    /// more.
    ///
    /// After the e-mail of `password and (email or phone)` the phone is a detour.
    private static func direct(
      _ combinations: [Combination], _ evidence: Evidence
    ) -> [Combination] {
      guard combinations.count > 1 else { return combinations }
      let open = combinations.map { OpenDemands($0, after: evidence) }
      return zip(combinations, open).filter { _, own in
        guard let own else { return true }
        return !open.contains { $0?.isPart(of: own) == true }
      }.map(\.0)
    }

    /// Whether the password is open, and every combination needs it.
    var needsPassword: Bool {
      !evidence.methods.contains(.password)
        && combinations.allSatisfy { $0.needsPassword(after: evidence) }
    }

    /// Whether the remaining steps of a chain can be passed after a verification passes the next
    /// one.
    private func leads(_ verification: Verification, _ combination: Combination) -> Bool {
      combination.chain.isEmpty
        || combination.isReachable(from: combination.used(evidence) + [verification], potential)
    }

    /// Whether a verification is progress for a combination, by itself or with another one.
    func gains(_ verification: Verification, beside potential: Evidence?) -> Bool {
      guard let potential else {
        return combinations.indices.contains {
          combinations[$0].filled(by: evidence, and: verification) > filled[$0]
            && leads(verification, combinations[$0])
        }
      }
      return combinations.contains { combination in
        potential.verifications.contains { other in
          var both = evidence
          both.insert(other)
          return combination.filled(by: both, and: verification) > combination.filled(by: both)
        }
      }
    }
  }

  /// Returns the offers with a method that is progress for a combination, and only those methods.
  private static func useful(
    _ offers: [Offer], _ ways: [Ways], beside potential: Evidence? = nil
  ) -> [Offer] {
    offers.compactMap { offer in
      var useful = offer
      useful.methods = []
      offer.forEach { verification in
        guard !useful.methods.contains(Methods(verification.method)),
          ways.contains(where: { $0.gains(verification, beside: potential) })
        else { return }
        useful.methods.insert(Methods(verification.method))
      }
      return useful.methods.isEmpty ? nil : useful
    }
  }

  /// Marks the passkeys that are only useful with user verification.
  private static func noteUserVerification(
    _ offers: inout [Offer], _ goals: [Goal], _ ways: [Ways], _ enrolled: [Offer]
  ) {
    guard let index = offers.firstIndex(where: { $0.enrolment == .webauthn }),
      goals.contains(where: { !$0.requirement.isPlain })
    else { return }
    let silent = enrolled.map { $0.enrolment == .webauthn ? $0.unverified : $0 }
    let potential = Evidence(silent)
    offers[index].mustVerifyUser = zip(goals, ways).contains { goal, ways in
      let isUseful = !useful([offers[index]], [ways]).isEmpty
      return isUseful && useful([offers[index].unverified], [Ways(goal, potential)]).isEmpty
    }
  }
}

extension Offer {
  /// Calls a closure with every verification that the offer could become.
  func forEach(_ body: (Verification) -> Void) {
    for (method, set) in Methods.each where methods.contains(set) {
      body(Verification(method: method, traits: method.traits(of: traits)))
      for other in otherTraits {
        body(Verification(method: method, traits: method.traits(of: other)))
      }
    }
  }

  /// The offer without user verification.
  fileprivate var unverified: Offer {
    var offer = self
    offer.traits.subtract(.verification)
    offer.otherTraits = otherTraits.map { $0.subtracting(.verification) }
    return offer
  }
}

extension Evidence {
  /// Collects all possible verifications.
  init(_ offers: [Offer]) {
    reserve(offers.count)
    for offer in offers { offer.forEach { insert($0) } }
  }
}

extension Authenticator {
  /// The first enrollment that an account would get of this authenticator.
  var placeholder: Enrolment {
    switch self {
    case .password: .password
    case .email: .email
    case .phone: .phone(0)
    case .googleOTP: .googleOTP
    case .oktaVerify: .oktaVerify
    case .securityQuestion: .securityQuestion
    case .webauthn: .webauthn
    case .customOTP, .duo, .onPremMFA, .rsaToken, .symantecVIP, .yubikey: .device(self)
    }
  }
}
