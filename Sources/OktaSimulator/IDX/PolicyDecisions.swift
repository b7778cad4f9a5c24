import FlowHTTP
import FlowEngine
import SimulatorKit

/// Determines which rules decide for a user, and what these rules require.
struct PolicyDecisions: TurnPart {
  let turn: Turn

  /// Records which rule of each policy applies.
  ///
  /// Returns an error reply if one of these rules denies access; otherwise `nil`.
  func decide(for account: Account, _ transaction: inout Transaction) -> Reply? {
    let context = transaction.context
    let decision = Decision(
      rule: policy.rules.deciding(for: account, in: context, as: .signOn, trace: &trace),
      sessionRule: policy.sessionRules.deciding(
        for: account, in: context, as: .session, trace: &trace))
    transaction.decision = decision
    guard
      decision.rule.map({ policy.rules[$0].isDenied }) == true
        || decision.sessionRule.map({ policy.sessionRules[$0].isDenied }) == true
    else { return nil }
    transaction.stage = .ended
    if decision.rule.map({ policy.rules[$0].isAssignment }) == true {
      return .say(400, .notAssigned)
    }
    return .say(403, .accessDenied)
  }

  /// Returns the requirements of the sign-on rule, the client, and the global session policy.
  ///
  /// If no sign-on rule applies, one factor is required.
  func goals(_ enrolled: [Offer], _ transaction: Transaction) -> [Goal] {
    let interaction = transaction.interaction
    let rule = transaction.rule.map { policy.rules[$0] }
    let reauthentication = rule?.reauthentication ?? Reauthentication()
    let evidence = reauthentication.evidence(
      transaction.proofs, at: now, maxAge: interaction.maxAge)
    var goals = [Goal(requirement: rule?.requirement ?? .any(1), evidence: evidence)]
    if let assurance = interaction.assurance {
      goals.append(
        Goal(requirement: assurance.requirement(enrolled: enrolled), evidence: evidence))
    }
    guard let sessionRule = transaction.sessionRule.map({ policy.sessionRules[$0] }) else {
      return goals
    }
    let needed =
      isRemembered(transaction)
      ? sessionRule.requirementOfRememberedDevice : sessionRule.requirement
    if let needed {
      goals.append(
        Goal(
          requirement: needed,
          evidence: sessionRule.reauthentication.evidence(
            transaction.proofs, at: now, maxAge: nil)))
    }
    return goals
  }

  /// Adds a verification.
  ///
  /// Earlier verifications by the same method are removed unless they have traits that the new one
  /// lacks.
  func note(_ verification: Verification, _ transaction: inout Transaction) {
    transaction.verified.insert(Methods(verification.method))
    transaction.proofs.removeAll { proof in
      proof.verification.method == verification.method
        && proof.verification.traits.isSubset(of: verification.traits)
    }
    transaction.proofs.append(Proof(verification: verification, at: now))
    transaction.verifiedAt = now
  }

  // MARK: Remembered devices

  /// Whether the org remembers this device for the user of the transaction.
  private func isRemembered(_ transaction: Transaction) -> Bool {
    guard policy.remembersDevices, let token = transaction.deviceToken else { return false }
    return isRemembered(token, transaction.person)
  }

  private func isRemembered(_ token: Secret, _ person: Transaction.Person) -> Bool {
    state.devices.numbers.contains { number in
      state.devices[number].map { $0.person == person && $0.token == token } ?? false
    }
  }

  /// Remembers the device, if the user asked for that.
  func rememberDevice(_ transaction: inout Transaction) {
    guard policy.remembersDevices, transaction.remembersDevice else { return }
    remember(transaction.person, &transaction)
  }

  /// Begins on a device that the org remembers for a user.
  func rememberDevice(
    ofUser login: String, _ transaction: inout Transaction
  ) throws(HTTPRefusal) {
    guard let index = org.logins[login.lowercased()] else {
      throw .invalidRequest("The 'X-Flow-Remembered' header takes the name of a user.")
    }
    guard policy.remembersDevices else { return }
    browserSession.noteDevice(&transaction)
    remember(.known(index), &transaction)
  }

  private func remember(
    _ person: Transaction.Person, _ transaction: inout Transaction
  ) {
    let token = transaction.deviceToken ?? Secret(draw.text(32))
    transaction.deviceToken = token
    if !isRemembered(token, person) {
      state.devices.append(RememberedDevice(person: person, token: token))
    }
    browserSession.setCookie("DT", token, life: PolicyDecisions.deviceLife)
  }

  /// The lifetime of the cookie that identifies a device: a year.
  private static let deviceLife: Duration = .seconds(365 * 86_400)
}
