/// The next task of a user who signs on.
enum SignOnPlan: Sendable, Hashable {
  /// The requirements of all policies are met.
  case met
  /// The user must verify one of these factors next.
  ///
  /// If `isPasswordFirst` is true, every combination needs the password. The password page then
  /// comes first and also offers the other factors.
  case verify([Offer], isPasswordFirst: Bool)
  /// The user's enrollments can't meet the rule.
  ///
  /// The user must enroll one of these authenticators.
  case enroll([Authenticator])
  /// The user can't meet the rule in any way.
  case impossible
}

/// An enrollment that the user can verify, and the accepted methods.
struct Offer: Sendable, Hashable {
  var enrollment: Enrollment
  var methods: Methods
  /// The traits that a verification can have in addition to the traits of its method.
  var traits: Traits = []
  /// The traits of other enrollments of the same authenticator, such as a second passkey.
  var otherTraits: [Traits] = []
  /// Whether the verification counts only if the authenticator verifies the user.
  var mustVerifyUser = false
}

/// The requirement of one policy, and the verifications that count for this policy.
struct Goal: Sendable, Hashable {
  var requirement: Requirement
  var evidence: Evidence

  var isMet: Bool { requirement.isMet(by: evidence) }
}

extension SignOnPlan {
  /// Determines the next task of the user.
  ///
  /// The result offers every choice that can still complete the sign-on.
  ///
  /// - Parameters:
  ///   - goals: The requirement of each policy.
  ///   - enrolled: The account's enrollments.
  ///   - enrollable: The methods that the account could still enroll.
  ///   - mayEnroll: Whether the user may enroll an authenticator. Only the user of a new account,
  ///     or a user who has verified something, may do so.
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
      // No single verification is progress, only two together. All verifications that contribute
      // are offered.
      if offers.isEmpty { offers = SignOnPlan.useful(enrolled, ways, beside: potential) }
      SignOnPlan.noteUserVerification(&offers, unmet, ways, enrolled)
      self = .verify(offers, isPasswordFirst: isPasswordFirst)
      return
    }
    let candidates = Authenticator.allCases.compactMap { authenticator -> Offer? in
      let methods = authenticator.methods.intersection(enrollable)
      return methods.isEmpty ? nil : authenticator.newEnrollment(methods)
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
    let missing = SignOnPlan.useful(candidates, ways).map(\.enrollment.authenticator)
    if missing.isEmpty {
      self = .impossible
    } else if mayEnroll {
      self = .enroll(missing)
    } else {
      // The rule accepts nothing that the account has enrolled. The user first verifies an
      // enrollment and then enrolls an accepted authenticator. Otherwise a session policy that
      // requires a password would grant access that the rule itself denies.
      self =
        enrolled.isEmpty
        ? .impossible
        : .verify(enrolled, isPasswordFirst: enrolled.contains { $0.enrollment == .password })
    }
  }

  /// The combinations of a goal that the user can still meet.
  private struct Ways {
    var evidence: Evidence
    var combinations: [Combination]
    /// The verifications that the user could still do.
    private let potential: Evidence
    /// The number of required verifications that are done, for each combination.
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

    /// Returns the combinations that don't need more than another one.
    ///
    /// A combination is left out if it needs all that another one still needs, and more.
    ///
    /// For example, the phone of `password and (email or phone)` isn't needed after the email was
    /// verified.
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

    /// Whether the password is still missing and every combination needs it.
    var needsPassword: Bool {
      !evidence.methods.contains(.password)
        && combinations.allSatisfy { $0.needsPassword(after: evidence) }
    }

    /// Whether the user can pass the remaining steps of a chain after a verification passes the
    /// next step.
    private func leads(_ verification: Verification, _ combination: Combination) -> Bool {
      combination.chain.isEmpty
        || combination.isReachable(from: combination.used(evidence) + [verification], potential)
    }

    /// Whether a verification is progress for a combination, by itself or together with one of the
    /// `potential` verifications.
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

  /// Returns the offers that are progress for a combination.
  ///
  /// Each offer contains only the methods that are progress.
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

  /// Sets `mustVerifyUser` if the passkeys are useful only with user verification.
  private static func noteUserVerification(
    _ offers: inout [Offer], _ goals: [Goal], _ ways: [Ways], _ enrolled: [Offer]
  ) {
    guard let index = offers.firstIndex(where: { $0.enrollment == .webauthn }),
      goals.contains(where: { !$0.requirement.isPlain })
    else { return }
    let silent = enrolled.map { $0.enrollment == .webauthn ? $0.unverified : $0 }
    let potential = Evidence(silent)
    offers[index].mustVerifyUser = zip(goals, ways).contains { goal, ways in
      let isUseful = !useful([offers[index]], [ways]).isEmpty
      return isUseful && useful([offers[index].unverified], [Ways(goal, potential)]).isEmpty
    }
  }
}

extension Offer {
  /// Calls a closure with every verification that can result from the offer.
  func forEach(_ body: (Verification) -> Void) {
    for (method, set) in Methods.each where methods.contains(set) {
      body(Verification(method: method, traits: method.traits(of: traits)))
      for other in otherTraits {
        body(Verification(method: method, traits: method.traits(of: other)))
      }
    }
  }

  /// The offer without the traits for user verification.
  fileprivate var unverified: Offer {
    var offer = self
    offer.traits.subtract(.verification)
    offer.otherTraits = otherTraits.map { $0.subtracting(.verification) }
    return offer
  }
}

extension Evidence {
  /// Collects every verification that can result from the offers.
  init(_ offers: [Offer]) {
    reserve(offers.count)
    for offer in offers { offer.forEach { insert($0) } }
  }
}

extension Authenticator {
  /// Returns what a user can verify after enrolling this authenticator.
  func newEnrollment(_ methods: Methods) -> Offer {
    Offer(
      enrollment: placeholder, methods: methods,
      traits: self == .webauthn ? [.deviceBound, .biometrics] : [])
  }

  /// The first enrollment that an account would have of this authenticator.
  var placeholder: Enrollment {
    switch self {
    case .password: .password
    case .email: .email
    case .phone: .phone(0)
    case .googleOTP: .googleOTP
    case .oktaVerify: .oktaVerify
    case .securityQuestion: .securityQuestion
    case .webauthn: .webauthn
    case .customOTP, .duo, .onPremMFA, .rsaToken, .symantecVIP, .tac, .yubikey: .device(self)
    }
  }
}
