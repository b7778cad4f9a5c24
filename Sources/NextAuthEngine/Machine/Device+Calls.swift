import FlowEngine

/// The app's calls.
extension Device {
  /// Begins a session with the content of a QR code or a link (S3, S4), or of a push message (S5).
  ///
  /// - Parameters:
  ///   - payload: The content.
  ///   - origin: Where the content is from.
  /// - Returns: The step, with the session.
  public mutating func start(_ payload: SessionPayload, origin: SessionOrigin) -> DeviceStep {
    var step = DeviceStep()
    if live(payload.nonce) != nil {
      let failure = CallFailure(.duplicateSession, "the same session is already running")
      return refuse(&step, origin, failure)
    }
    guard hasRoom else { return refuse(&step, origin, Device.full) }
    begin(payload, origin, &step)
    return step
  }

  /// Begins an AppLogin (S6).
  ///
  /// - Parameters:
  ///   - account: The id of the account; `nil` for the device's only account.
  ///   - nonce: A fresh nonce for the session.
  /// - Returns: The step, with the session.
  public mutating func startAppLogin(account: String?, nonce: String) -> DeviceStep {
    var step = DeviceStep()
    active(&step)
    let fitting = accounts.filter { account == nil || $0.id == account }
    guard let chosen = fitting.first, fitting.count == 1 else {
      let error = fitting.isEmpty ? SessionError.coded(34) : .severalAccounts
      step.callbacks.append(.userErrorMessage(nil, error))
      return refuse(&step, .app, CallFailure(.refused, error.message, error: error))
    }
    guard !environment(of: nil).isInputTaken else {
      return refuse(&step, .app, CallFailure(.interactionBusy, "another session takes input"))
    }
    guard hasRoom else { return refuse(&step, .app, Device.full) }
    begin(
      SessionPayload(server: chosen.server, nonce: nonce, account: chosen.id), .app, &step)
    return step
  }

  /// Makes a call for a session.
  public mutating func call(_ id: SessionID, _ input: SessionInput) -> DeviceStep {
    var step = DeviceStep()
    active(&step)
    guard index(of: id) != nil else {
      step.failure = CallFailure(.unknownSession, "the session doesn't exist")
      return step
    }
    feed(id, input, &step)
    settle(&step)
    return step
  }

  /// Records that the user has used the app, which keeps AppLogins from timing out.
  public mutating func activity() -> DeviceStep {
    var step = DeviceStep()
    active(&step)
    return step
  }

  /// Fails a start whose data can't be read or has an unknown type.
  ///
  /// - Parameters:
  ///   - error: The error.
  ///   - origin: Where the data is from.
  /// - Returns: The failed step.
  public mutating func refuse(_ error: SessionError, origin: SessionOrigin) -> DeviceStep {
    var step = DeviceStep()
    step.callbacks.append(.userErrorMessage(nil, error))
    return refuse(&step, origin, CallFailure(.refused, error.message, error: error))
  }

  /// Removes an account, and everything that belongs only to the account.
  ///
  /// - Parameters:
  ///   - account: The id of the account.
  ///   - byServer: Whether the server has removed the account.
  /// - Returns: The step.
  public mutating func delete(_ account: String, byServer: Bool) -> DeviceStep {
    var step = DeviceStep()
    if !byServer { active(&step) }
    guard accounts.contains(where: { $0.id == account }) else {
      if !byServer { step.failure = CallFailure(.invalidAccount, "the account doesn't exist") }
      return step
    }
    for session in sessions where !session.record.status.isFinal {
      feed(session.id, .accountDeleted(account, byServer: byServer), &step)
    }
    accounts.removeAll { $0.id == account }
    for index in items.indices where items[index].account?.id == account {
      items[index].status = .deleted
    }
    let wasHeadless = headless.remove(account) != nil
    // With the last account that needs factors, the factors are removed too. So the next enrollment
    // sets a first factor again.
    if !wasHeadless, accounts.allSatisfy({ headless.contains($0.id) }) { factors = FactorStore() }
    if !byServer { step.requests.append(.deleteAccount(account)) }
    settle(&step)
    return step
  }

  // MARK: Parts

  private static let full = CallFailure(.refused, "too many sessions are running")

  private var hasRoom: Bool {
    sessions.lazy.filter { !$0.record.status.isFinal }.count < DeviceLimits.liveSessions
  }

  private mutating func begin(
    _ payload: SessionPayload, _ origin: SessionOrigin, _ step: inout DeviceStep
  ) {
    lastNumber += 1
    let id = SessionID(lastNumber)
    let begun = SessionMachine.begin(id, payload, origin: origin, environment(of: nil))
    sessions.append(begun.session)
    forgetEnded()
    apply(begun, &step)
    step.session = id
  }

  /// Removes the oldest ended sessions if there are too many.
  private mutating func forgetEnded() {
    guard sessions.count > DeviceLimits.endedSessions else { return }
    let ended = sessions.lazy.filter { $0.record.status.isFinal }.count
    var surplus = ended - DeviceLimits.endedSessions
    guard surplus > 0 else { return }
    sessions.removeAll { session in
      guard surplus > 0, session.record.status.isFinal else { return false }
      surplus -= 1
      return true
    }
  }

  private func refuse(
    _ step: inout DeviceStep, _ origin: SessionOrigin, _ failure: CallFailure
  ) -> DeviceStep {
    let row: SessionTransition.ID =
      switch origin {
      case .qr, .deepLink: .t2
      case .push: .t4
      case .app: .t6
      }
    step.failure = failure
    step.taken.append(.init(session: nil, row: .init(row, from: .absent, to: .absent)))
    return step
  }

  /// Records activity, because every call of an app except `processPush` shows that the user is
  /// there.
  private mutating func active(_ step: inout DeviceStep) {
    for session in sessions where session.isActiveAppLogin {
      feed(session.id, .activity, &step)
    }
  }
}
