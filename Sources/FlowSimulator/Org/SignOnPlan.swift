/// What stands between a person and being signed on.
enum SignOnPlan: Sendable, Hashable {
  /// Nothing: the rule is met.
  case met
  /// One of these has to be verified next; the password is asked for at once, beside the others,
  /// where the rule can't do without it.
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
}

extension SignOnPlan {
  /// Decides what is next: every choice is offered that can still lead to a combination.
  ///
  /// - Parameters:
  ///   - requirement: what the rule asks for.
  ///   - verified: what was verified so far.
  ///   - enrolled: what the account has.
  ///   - enrollable: the methods that the account could still enroll.
  ///   - isNew: whether the account is being made, so that enrolling needs no proof.
  init(
    _ requirement: Requirement, verified: Methods, enrolled: [Offer], enrollable: Methods,
    isNew: Bool
  ) {
    if requirement.isMet(by: verified) {
      self = .met
      return
    }
    let had = enrolled.reduce(verified) { $0.union($1.methods) }
    var open = requirement.combinations.filter { Requirement.met($0[...], by: had) == $0.count }
    if !open.isEmpty {
      let isPasswordFirst =
        !verified.contains(.password) && open.allSatisfy { $0.contains(.password) }
      self = .verify(
        SignOnPlan.useful(enrolled, for: open, after: verified), isPasswordFirst: isPasswordFirst)
      return
    }
    let reachable = had.union(enrollable)
    open = requirement.combinations.filter { Requirement.met($0[...], by: reachable) == $0.count }
    let offers = SignOnPlan.useful(enrolled, for: open, after: verified)
    if !offers.isEmpty {
      self = .verify(offers, isPasswordFirst: false)
      return
    }
    let candidates = Authenticator.allCases.map {
      Offer(enrolment: $0.placeholder, methods: $0.methods.intersection(enrollable))
    }
    let missing = SignOnPlan.useful(candidates, for: open, after: verified)
      .map(\.enrolment.authenticator)
    // Whoever has proved nothing must not be given a new way to prove who they are.
    self = missing.isEmpty || (verified.isEmpty && !isNew) ? .impossible : .enroll(missing)
  }

  /// The offers of which a method brings one of the combinations forward, with those methods alone.
  private static func useful(
    _ offers: [Offer], for combinations: [[Methods]], after verified: Methods
  ) -> [Offer] {
    offers.compactMap { offer in
      let methods = offer.methods.list.filter { method in
        combinations.contains { demands in
          Requirement.met(demands[...], by: verified.union(Methods(method)))
            > Requirement.met(demands[...], by: verified)
        }
      }
      let set = methods.reduce(into: Methods()) { $0.insert(Methods($1)) }
      return set.isEmpty ? nil : Offer(enrolment: offer.enrolment, methods: set)
    }
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
