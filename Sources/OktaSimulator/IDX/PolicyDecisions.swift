import FlowHTTP
import FlowEngine
import SimulatorKit

/// Which rules decide of a person, and what they ask for.
struct PolicyDecisions: TurnPart {
  let turn: Turn

  /// Notes the rules that decide of a person, the first of each policy whose conditions all hold; what is said to somebody whom one of them keeps out.
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
    return .say(403, .accessDenied)
  }

  /// What has to be verified: what the sign-on rule asks for, one factor where none fits; what a client
  /// asks for besides; and what the global session policy does.
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

  /// Notes a verification: it takes the place of an older one that was no more.
  func note(_ verification: Verification, _ transaction: inout Transaction) {
    transaction.verified.insert(Methods(verification.method))
    transaction.proofs.removeAll { proof in
      proof.verification.method == verification.method
        && proof.verification.traits.isSubset(of: verification.traits)
    }
    transaction.proofs.append(Proof(verification: verification, at: now))
    transaction.verifiedAt = now
  }

  // MARK: Devices that are remembered

  /// Whether the person's device is one on which no second factor is asked for again.
  private func isRemembered(_ transaction: Transaction) -> Bool {
    guard policy.remembersDevices, let token = transaction.deviceToken else { return false }
    return isRemembered(token, transaction.person)
  }

  private func isRemembered(_ token: Secret, _ person: Transaction.Person) -> Bool {
    state.devices.numbers.contains { number in
      state.devices[number].map { $0.person == person && $0.token == token } ?? false
    }
  }

  /// Remembers the device, where its owner has asked for it.
  func rememberDevice(_ transaction: inout Transaction) {
    guard policy.remembersDevices, transaction.remembersDevice else { return }
    remember(transaction.person, &transaction)
  }

  /// Begins on a device that somebody has had remembered.
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

  /// How long a browser keeps what tells it: a year.
  private static let deviceLife: Duration = .seconds(365 * 86_400)
}
