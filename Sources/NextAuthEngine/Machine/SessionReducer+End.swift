import FlowEngine

/// The results of logins, and the ends of sessions (S28–S40).
extension SessionReducer {
  /// Handles a successful login, which lasts as long as pings arrive, or is one-shot (S37).
  mutating func logIn(_ account: Account?, _ credentials: Secret?) {
    let isOnce = session.record.pingTime <= .zero
    let history: HistoryStatus = isOnce ? .loggedInOneShot : .loggedIn
    keep(account)
    session.record.history = history
    session.record.info = session.payload.info
    if session.record.isAppLogin { session.record.credentials = credentials }
    session.loggedIn = environment.now
    session.lastActivity = environment.now
    if isOnce { session.record.reason = .completed }
    note()
    guard isOnce else {
      stay(.t23)
      return tell(.sessionLogin(id, history))
    }
    move(.t24, to: .done)
    tell(.sessionLogin(id, history))
    tell(.sessionStop(id, .completed))
  }

  /// Stores the new account of an enrollment, and the factors that the user has set.
  private mutating func keep(_ account: Account?) {
    if !session.staged.isEmpty {
      change(.set(session.staged))
      session.staged = []
    }
    guard session.record.isRegistration, var kept = session.record.account else { return }
    if let account, account.server == session.record.server,
      !environment.accounts.contains(where: { $0.id == account.id })
    {
      kept = account
    }
    // The ids of accounts must differ, even if a server sends the same id again.
    while environment.accounts.contains(where: { $0.id == kept.id }) { kept.id += "'" }
    session.record.account = kept
    session.record.candidates = [kept]
    request(.commitAccount(kept, isHeadless: session.context == nil))
  }

  /// Stops the session for the app (S30): a logout if it is logged in (S38), otherwise an abort
  /// (S39).
  mutating func stop() {
    switch session.place {
    case .active where session.record.history == .loggedIn: logOut(.t25)
    case .confirmation, .secondFactor: abort(.t22, .denied)
    default: abort(.t22, .stopped)
    }
  }

  /// Checks the time limits of the session (S33) and of an AppLogin.
  ///
  /// A session that hasn't become ACTIVE in time ends in DONE.
  mutating func tick() {
    let isDue = session.deadline.map { now >= $0 } ?? false
    guard session.place == .active else {
      let isInputDue = session.inputDeadline.map { now >= $0 } ?? false
      return isDue || isInputDue ? abort(.t28, .timedOut) : stay(.t33)
    }
    if session.isActiveAppLogin, let loggedIn = session.loggedIn {
      let whole = environment.configuration.timeoutAppLogin
      let idle = environment.configuration.timeoutInactivityAppLogin
      if whole > .zero && now - loggedIn >= whole
        || idle > .zero && now - session.lastActivity >= idle
      {
        return logOut(.t25)
      }
    }
    stay(isDue ? .t29 : .t33)
  }

  /// Handles the deletion of an account: the session ends if it can't continue without the account.
  mutating func lose(_ account: String, isTold: Bool) {
    if let own = session.record.account {
      guard own.id == account else { return stay(.t33) }
    } else {
      let rest = session.record.candidates.filter { $0.id != account }
      guard rest.isEmpty, !session.record.candidates.isEmpty else {
        session.record.candidates = rest
        return stay(.t33)
      }
    }
    if session.place == .active, session.record.history == .loggedIn {
      return logOut(.t27, isTold: isTold)
    }
    fail(.t27, .accountDeleted)
  }

  // MARK: Ends

  /// Ends the session without a login (S39).
  mutating func abort(_ row: SessionTransition.ID, _ reason: EndReason) {
    end(row, .done, .aborted, reason)
    request(.tellAbort)
  }

  /// Ends a login that isn't one-shot (S38).
  mutating func logOut(_ row: SessionTransition.ID, isTold: Bool = true) {
    session.record.credentials = nil
    end(row, .done, .loggedOut, .loggedOut)
    if isTold { request(.tellLogout) }
  }

  /// Ends the session with an error (S31, S40).
  ///
  /// - Parameters:
  ///   - row: The row.
  ///   - error: The error.
  ///   - before: The callbacks to send first.
  ///   - isTold: Whether to inform the server; `false` if the server has reported the error itself.
  mutating func fail(
    _ row: SessionTransition.ID, _ error: SessionError, before: [Callback] = [],
    isTold: Bool = true
  ) {
    session.record.error = error
    end(row, .error, .error, .failed, before: before + [.userErrorMessage(id, error)])
    if isTold { request(.tellAbort) }
  }

  private mutating func end(
    _ row: SessionTransition.ID, _ status: SessionStatus, _ history: HistoryStatus,
    _ reason: EndReason, before: [Callback] = []
  ) {
    session.record.history = history
    session.record.reason = reason
    session.isHeld = false
    session.staged = []
    session.given = []
    note()
    move(row, to: status)
    before.forEach { tell($0) }
    tell(.sessionStop(id, reason))
  }

  /// Writes the session's item in the history.
  private mutating func note() {
    let record = session.record
    request(
      .history(
        HistoryItem(
          session: id, status: record.history, kind: record.kind, account: record.account,
          server: record.server, time: now)))
  }
}
