import FlowEngine
import SimulatorKit

// What becomes of accounts: enrolment, passwords, recovery, and what else an org says.
extension OrgItemLister {
  mutating func listEnrollment() {
    list(policy.enrollments, .enrollment, policy.enrollments.map(\.name)) {
      lister, index, label, dead in
      for term in lister.policy.enrollments[index].terms {
        let authenticator = term.authenticator
        let word = authenticator.rawValue
        let place = lister.places.authenticator(
          authenticator, of: .enrollment, index, in: ["required", "optional"])
        let reason = dead ?? lister.org.obstacle(to: authenticator, by: index)
        lister.add(
          .enrolled(index, authenticator), "\(label)/\(word)", "enrollment",
          "\(label): \(word) is enrolled", at: place, unreachable: reason)
        if case .required(nil) = term.need { continue }
        lister.add(
          .skipped(index, authenticator), "\(label)/\(word) skipped", "enrollment",
          "\(label): \(word) is put off", at: place, unreachable: reason)
      }
    }
  }

  mutating func listPasswords() {
    list(policy.passwords, .passwords, policy.passwords.map(\.name)) {
      lister, index, label, dead in
      guard let lockout = lister.policy.passwords[index].lockout, lockout.attempts < .max else {
        return
      }
      lister.add(
        .lockedOut(index), "\(label)/lockout", "lockout", "\(label) locks an account",
        at: lister.places.part(.passwords, index, "lockout"), unreachable: dead)
    }
    let rules = policy.passwords
    let isOverruled =
      rules.contains { $0.conditions.isEmpty } && rules.allSatisfy { $0.lockout != nil }
    guard places.written.has("lockout"), !isOverruled, !policy.methods(of: .password).isEmpty else {
      return
    }
    add(
      .lockedOut(nil), "lockout", "lockout", "wrong passwords lock an account",
      at: places.written.setting("lockout"))
  }

  mutating func listRecovery() {
    let offersUnlock = !policy.unlockOptions.isEmpty
    let offersRecovery = policy.offersRecovery
    list(policy.recoveries, .recovery, policy.recoveries.map(\.name)) {
      lister, index, label, dead in
      let rule = lister.policy.recoveries[index]
      if offersRecovery {
        lister.listRecovery(
          index, label, dead, .recovery, rule.password, rule.passwordSecond)
      }
      if offersUnlock {
        lister.listRecovery(index, label, dead, .unlock, rule.unlock, rule.unlockSecond)
      }
    }
  }

  /// What recovering a password, or unlocking, comes to by a rule.
  private mutating func listRecovery(
    _ index: Int, _ label: String, _ dead: String?, _ kind: OktaPoint.Policy,
    _ first: [Authenticator], _ second: [Authenticator]
  ) {
    let isUnlock = kind == .unlock
    let word = isUnlock ? "unlock" : "password"
    add(
      .decided(kind, index), "\(label)/\(word)", kind.word,
      "\(label) decides of " + (isUnlock ? "an unlock" : "a new password"),
      at: places.part(.recovery, index, word), unreachable: dead)
    guard !first.isEmpty else { return }
    // One proof does not stand for both.
    let others = second.filter { authenticator in
      !policy.methods(of: authenticator).isEmpty && first.contains { $0 != authenticator }
    }
    let provings: [(OktaPoint.Proving, [Authenticator])] =
      isUnlock
      ? [(.unlock, first), (.unlockSecond, others)]
      : [(.password, first), (.passwordSecond, others)]
    for (proving, authenticators) in provings {
      for authenticator in authenticators {
        let place = places.authenticator(
          authenticator, of: .recovery, index, in: [proving.rawValue])
        add(
          .proved(index, proving, authenticator),
          "\(label)/\(proving.rawValue) by \(authenticator.rawValue)",
          word == "unlock" ? "unlock" : "recovery",
          "\(label): \(proving.rawValue) by \(authenticator.rawValue)", at: place,
          unreachable: dead ?? nobody(has: authenticator))
      }
    }
    add(
      isUnlock ? .unlocked(index) : .recovered(index),
      "\(label)/\(isUnlock ? "unlocked" : "recovered")", isUnlock ? "unlock" : "recovery",
      "\(label): " + (isUnlock ? "an account is unlocked" : "a password is recovered"),
      at: places.part(.recovery, index, word), unreachable: dead)
  }

  // MARK: Authenticators

  mutating func listMethods() {
    for offered in policy.authenticators {
      let word = offered.authenticator.rawValue
      let place = places.authenticator(offered.authenticator)
      for method in offered.methods.list {
        let name =
          offered.authenticator.methods.list.count == 1 ? word : "\(word) via \(method.word)"
        add(
          .verified(method), "authenticator \(name)", "method", "\(name) is verified", at: place,
          unreachable: nobody(has: offered.authenticator, by: Methods(method)))
      }
    }
  }

  /// That nobody has or gets an authenticator; `nil` where somebody may.
  private func nobody(has authenticator: Authenticator, by methods: Methods = .all) -> String? {
    let isThere = org.people.contains { account in
      account.enrolments(among: policy.authenticators).contains {
        $0.enrolment.authenticator == authenticator && !$0.methods.isDisjoint(with: methods)
      }
    }
    guard !isThere, !org.canBeEnrolled(authenticator) else { return nil }
    return "nobody has it, and nobody can enroll it"
  }

  // MARK: Others

  mutating func listOthers() {
    if let registration = policy.registration {
      let place = places.written.setting("registration")
      if registration.isOpen {
        add(.signedUp, "registration", "registration", "somebody signs up", at: place)
        if registration.verifiesEmail, !policy.methods(of: .email).isEmpty {
          add(
            .addressProved, "registration/email", "registration",
            "whoever signs up proves the address", at: place)
        }
      }
      if registration.isProgressive {
        add(
          .profileCompleted, "registration/profile", "registration",
          "somebody completes a profile", at: place)
      }
    }
    if org.people.contains(where: { $0.activationToken != nil }) {
      add(.activated, "activation", "registration", "somebody who was invited sets up the account")
    }
    if org.people.contains(where: { $0.recoveryToken != nil }) {
      add(
        .recoveredByLink, "recovery by link", "recovery",
        "a password is set by the link of a recovery mail")
    }
    let providers = places.written.all("idp")
    for (index, provider) in policy.providers.enumerated() {
      add(
        .vouched(index), "idp \(OrgItem.quoted(provider.name))", "identity provider",
        "\(provider.name) vouches for somebody",
        at: providers.indices.contains(index) ? providers[index] : nil,
        unreachable: provider.login == nil ? "whoever is sent there turns back" : nil)
    }
    var faults: Set<String> = []
    for fault in policy.faults where faults.insert(fault.text).inserted {
      add(
        .fault(fault.text), "fault \(OrgItem.quoted(fault.text))", "fault",
        "the fault \(OrgItem.quoted(fault.text)) happens",
        at: places.written.setting("fault", fault.text)
      )
    }
  }
}

extension Org {
  /// Why nobody enrolls an authenticator by an enrolment rule; `nil` where somebody may.
  fileprivate func obstacle(to authenticator: Authenticator, by rule: Int) -> String? {
    guard !policy.isOpenToNewcomers else { return nil }
    let rule = policy.enrollments[rule]
    let people = people.filter { rule.isFor($0) }
    let lacking = people.filter { account in
      !account.enrolments(among: policy.authenticators).contains {
        $0.enrolment.authenticator == authenticator
      }
    }
    guard !lacking.isEmpty else { return "everybody whom it is for has it already" }
    guard rule.asksAtSignIn || lacking.contains(where: { $0.activationToken != nil }) else {
      return "nobody is asked at sign-in, and nobody is new"
    }
    return nil
  }

  /// Whether there is a way to enroll an authenticator.
  fileprivate func canBeEnrolled(_ authenticator: Authenticator) -> Bool {
    policy.enrollments.isEmpty
      || policy.enrollments.contains { $0.need(of: authenticator) != nil }
      || (authenticator == .email && policy.registration?.verifiesEmail == true)
  }

  /// The methods that somebody could have by enrolling, whichever rule decides.
  func enrollable(_ account: Account, _ enrolled: [Offer]) -> Methods {
    var all = Methods()
    for rule in policy.enrollments {
      for term in rule.terms { all.formUnion(policy.methods(of: term.authenticator)) }
    }
    if policy.enrollments.isEmpty {
      for offered in policy.authenticators { all.formUnion(offered.methods) }
    }
    for offer in enrolled { all.subtract(offer.enrolment.authenticator.methods) }
    return account.email == nil ? all.subtracting(.email) : all
  }
}
