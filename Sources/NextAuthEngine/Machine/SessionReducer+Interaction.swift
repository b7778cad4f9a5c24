import FlowEngine

/// The transitions from STARTING to the user's input.
extension SessionReducer {
  /// Handles the server's answer in STARTING (S9).
  ///
  /// The next state is READY (S10), unless it is skipped (S11, S13).
  mutating func learn(_ parameters: ServerParameters) {
    session.parameters = parameters
    session.record.pingTime = parameters.pingTime
    if let error = unusable() { return fail(.t10, error) }
    session.record.announce = session.payload.announce
    session.record.candidates = offered()
    if session.record.isAppLogin { return ask(.t7) }
    if environment.configuration.manuallyStartUserInteraction {
      move(.t8, to: .readyForUserInteraction)
      return tell(.sessionReadyForUserInteraction(id))
    }
    move(.t9, to: .readyForUserInteraction, isSilent: true)
    guard environment.isInputTaken else { return interact() }
    session.isHeld = true
    tell(.sessionUpdate(id, .readyForUserInteraction))
  }

  /// The reason why the session can't be used on this device; `nil` if it can.
  private func unusable() -> SessionError? {
    if let expires = session.payload.expires, now >= expires { return .coded(41) }
    let accounts = environment.accounts
    switch session.record.kind {
    case .login: return offered().isEmpty ? .coded(34) : nil
    case .enrol:
      if environment.configuration.singleAccount, !accounts.isEmpty { return .coded(40) }
      if accounts.count >= DeviceLimits.accounts { return .tooManyAccounts }
      let isTaken = accounts.contains {
        $0.server == session.record.server && $0.displayName == newName
      }
      return isTaken && session.parameters?.uniqueDisplayName == true ? .coded(35) : nil
    }
  }

  private var newName: String { session.payload.name ?? session.record.server }

  /// The accounts from which the user can select.
  ///
  /// An enrollment offers the new account (S16), which exists only in the session. A login offers
  /// the account that the server has chosen, or all accounts of the server (S17).
  private func offered() -> [Account] {
    switch session.record.kind {
    case .enrol:
      let taken = Set(environment.accounts.map(\.id))
      var name = "new-\(id.number)"
      while taken.contains(name) { name += "'" }
      return [Account(id: name, displayName: newName, server: session.record.server)]
    case .login:
      let chosen = session.payload.account
      return environment.accounts.filter {
        $0.server == session.record.server && (chosen == nil || $0.id == chosen)
      }
    }
  }

  /// Begins the user's interaction with a confirmation (S12, S18).
  ///
  /// A login with one account and a second factor may skip the confirmation (S22).
  mutating func interact() {
    session.isHeld = false
    let record = session.record
    if record.isRegistration, let account = record.candidates.first {
      let existing = environment.accounts.filter { $0.server == record.server }
      let hash = environment.configuration.hideVash ? nil : session.parameters?.visualHash
      move(
        .t11, to: .waitingForUserInput,
        .confirmation(
          .init(
            isSecondFactorNeeded: policy.isNeeded, existing: existing, visualHash: hash)))
      return tell(
        .confirmEnrol(id, account: account, existing: existing, visualHash: hash))
    }
    let isNeeded = policy.isNeeded
    if isNeeded, record.candidates.count == 1,
      environment.configuration.automaticallySelectSingleAccountWhenSecondFactorNeeded
    {
      session.record.account = record.candidates.first
      return ask(.t13)
    }
    move(.t12, to: .waitingForUserInput, .confirmation(.init(isSecondFactorNeeded: isNeeded)))
    tell(
      .confirmLogin(
        id, accounts: record.candidates, announce: record.announce,
        isSecondFactorNeeded: isNeeded))
  }

  /// Handles the user's selection of an account (S15).
  mutating func confirm(_ account: String, _ userInput: String?) {
    guard let chosen = session.record.candidates.first(where: { $0.id == account }) else {
      return refuse(.invalidAccount, "the account isn't one of the offered accounts", row: .t16)
    }
    session.record.account = chosen
    session.userInput = userInput
    // The policy is evaluated again, because time has passed (S25).
    policy.isNeeded ? ask(.t14) : activate(.t15)
  }

  /// Asks the user for a second factor (S14, S24).
  private mutating func ask(_ row: SessionTransition.ID) {
    let context = policy.context
    guard let report = policy.report(context, .needed) else {
      let isBlocked = factors.isPINBlocked && context == .verify
      return fail(.t32, isBlocked ? .pinBlocked : .noFactorLeft)
    }
    session.context = context
    expect(row, report)
  }

  /// Waits for the user to give a factor, with a time limit.
  mutating func expect(
    _ row: SessionTransition.ID, _ report: SecondFactorReport, wait: Duration = .zero
  ) {
    let timeout = environment.configuration.secondFactorUserInputTimeout
    session.penalisedUntil = wait > .zero ? environment.now + wait : nil
    session.inputDeadline = timeout > .zero ? environment.now + wait + timeout : nil
    move(row, to: .waitingForUserInput, .secondFactor(report))
    tell(.secondFactor(id, report))
  }

  /// Handles a factor that the user gave (S24); invalid input doesn't cost an attempt.
  mutating func give(_ pin: Secret?, _ biometric: Bool) {
    guard case .secondFactor(let report) = session.record.input else { return stay(.t31) }
    if let until = session.penalisedUntil, now < until {
      return refuse(.wrongState, "no input is accepted for some time after a wrong PIN")
    }
    var given: Set<SecondFactor> = []
    if pin != nil { given.insert(.pin) }
    if biometric { given.insert(.biometric) }
    if pin?.isEmpty == true { return refuse(.invalidInput, "the PIN is empty") }
    guard !given.isEmpty else { return refuse(.invalidInput, "no factor is given") }
    guard given.isSubset(of: report.allowed) else {
      return refuse(.invalidInput, "a factor is given that isn't allowed")
    }
    guard report.required.isSubset(of: given) else {
      return refuse(.invalidInput, "a required factor is missing")
    }
    if report.context == .verify, given.count > 1 {
      return refuse(.invalidInput, "only one factor is expected, not both")
    }
    session.given = given
    session.inputDeadline = nil
    session.penalisedUntil = nil
    move(.t17, to: .waitingForUserInput, .verifying)
    request(.verifyFactor(report.context, pin: pin, biometric: biometric))
  }

  /// Moves to ACTIVE and asks the server to log in; the result follows later (S28, S29).
  mutating func activate(_ row: SessionTransition.ID) {
    move(row, to: .active)
    request(.authenticate)
  }
}
