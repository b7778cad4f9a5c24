/// What stands between a person and being signed on.
enum SignOnPlan: Sendable, Hashable {
  /// Nothing: every policy is satisfied.
  case met
  /// One of these has to be verified next; the password is asked for at once, beside the others,
  /// where nothing goes without it.
  case verify([Offer], isPasswordFirst: Bool)
  /// Nothing enrolled can meet the rule; one of these has to be enrolled.
  case enroll([Authenticator])
  /// The rule can't be met at all.
  case impossible
}

/// An enrolment that may be verified, and by which of its methods.
struct Offer: Sendable, Hashable {
  var enrolment: Enrolment
  var methods: Methods
  /// What a verification by it can be, beyond what its method is.
  var traits: Traits = []
  /// The same of others that are as good, such as a second passkey.
  var otherTraits: [Traits] = []
  /// Whether the holder has to be made sure of for it to count.
  var mustVerifyUser = false
}

/// What one policy asks for, and what counts towards it.
struct Goal: Sendable, Hashable {
  var requirement: Requirement
  var evidence: Evidence

  var isMet: Bool { requirement.isMet(by: evidence) }
}

extension SignOnPlan {
  /// Decides what is next: every choice is offered that can still lead to the end.
  ///
  /// - Parameters:
  ///   - goals: what each policy asks for.
  ///   - enrolled: what the account has.
  ///   - enrollable: the methods that the account could still enroll.
  ///   - mayEnroll: whether the account is being made, or somebody has proved to have it: whoever
  ///     has proved nothing must not be given a new way to prove who they are.
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
      // Where everything gains but with another thing, whatever takes part in that is offered.
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
      // The rule asks for nothing that the account has. Somebody proves with what it has that the
      // account is theirs, and enrolls what the rule asks for then: otherwise a session policy that
      // asks for a password would let in whom the rule alone doesn't.
      self =
        enrolled.isEmpty
        ? .impossible
        : .verify(enrolled, isPasswordFirst: enrolled.contains { $0.enrolment == .password })
    }
  }

  /// The combinations of a goal that can still be reached.
  private struct Ways {
    var evidence: Evidence
    var combinations: [Combination]
    /// What could be verified.
    private let potential: Evidence
    /// How far each of them is.
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

    /// The combinations without the detours: those that need what another one still needs, and more.
    ///
    /// After the e-mail of `password and (email or phone)` the phone leads nowhere.
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

    /// Whether the steps of a chain after the one that a verification passes can be passed too.
    private func leads(_ verification: Verification, _ combination: Combination) -> Bool {
      combination.chain.isEmpty
        || combination.isReachable(from: combination.used(evidence) + [verification], potential)
    }

    /// Whether a verification brings a combination forward, alone or beside another one.
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

  /// The offers of which a method brings one of the combinations forward, with those methods alone.
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

  /// Notes at passkeys whether they lead on only where they make sure of their holder.
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
  /// Every verification that it could be.
  func forEach(_ body: (Verification) -> Void) {
    for (method, set) in Methods.each where methods.contains(set) {
      body(Verification(method: method, traits: method.traits(of: traits)))
      for other in otherTraits {
        body(Verification(method: method, traits: method.traits(of: other)))
      }
    }
  }

  /// The same where its holder isn't made sure of.
  fileprivate var unverified: Offer {
    var offer = self
    offer.traits.subtract(.verification)
    offer.otherTraits = otherTraits.map { $0.subtracting(.verification) }
    return offer
  }
}

extension Evidence {
  /// Everything that could be verified.
  init(_ offers: [Offer]) {
    reserve(offers.count)
    for offer in offers { offer.forEach { insert($0) } }
  }
}

extension Authenticator {
  /// The enrolment that an account would get as its first of this authenticator.
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
