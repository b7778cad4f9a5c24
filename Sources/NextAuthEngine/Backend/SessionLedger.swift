import FlowLock

/// The sessions of an SDK as reported by its callbacks, and a queue of the callbacks.
///
/// The ledger helps an app that adapts the vendor's SDK to `NextAuthBackend`. The app reports each
/// callback to the ledger, on any thread. The ledger answers `sessions()` and
/// `callbacks(after:until:)`.
public final class SessionLedger: Sendable {
  private let records = Mutex<[SessionRecord]>([])
  private let queue = CallbackQueue()

  /// Makes a ledger without sessions.
  public init() {}

  /// All sessions, oldest first.
  public var sessions: [SessionRecord] { records.withLock { $0 } }

  /// The callbacks after a position, oldest first.
  ///
  /// - Parameters:
  ///   - place: The position after the latest batch; `nil` for a new listener.
  ///   - deadline: The real time until which to wait for the first callback; `nil` for no wait.
  /// - Returns: The callbacks; empty if there are none.
  public func callbacks(
    after place: Int?, until deadline: ContinuousClock.Instant?
  ) async -> CallbackBatch {
    await queue.callbacks(after: place, until: deadline)
  }

  /// Records a fact about a session that no callback reports, such as its origin.
  ///
  /// - Parameters:
  ///   - session: The session's number; an unknown number adds a session.
  ///   - body: Changes the session's record.
  public func change(_ session: SessionID, _ body: (inout SessionRecord) -> Void) {
    records.withLock { SessionLedger.change(&$0, session, body) }
  }

  /// Records a callback, and passes it to the listeners.
  public func tell(_ callback: Callback) {
    records.withLock { records in
      if let session = callback.session {
        SessionLedger.change(&records, session) { $0.apply(callback) }
      }
      // The callbacks are added under the lock, so that a caller that reads sessions and then
      // callbacks misses none.
      queue.add([callback])
    }
  }

  private static func change(
    _ records: inout [SessionRecord], _ session: SessionID, _ body: (inout SessionRecord) -> Void
  ) {
    guard let index = records.firstIndex(where: { $0.id == session }) else {
      // An SDK may call back before the call that begins the session returns.
      var record = SessionRecord(id: session, origin: .app, kind: .login, server: "")
      body(&record)
      records.append(record)
      return
    }
    body(&records[index])
  }
}

extension SessionRecord {
  /// Changes the record as a callback reports.
  fileprivate mutating func apply(_ callback: Callback) {
    switch callback {
    case .sessionUpdate(_, let status):
      self.status = status
      if status != .waitingForUserInput { input = nil }
    case .sessionReadyForUserInteraction: status = .readyForUserInteraction
    case .confirmLogin(_, let accounts, let announce, let isNeeded):
      confirm(accounts, Confirmation(isSecondFactorNeeded: isNeeded))
      self.announce = announce
    case .confirmEnrol(_, let account, let existing, let visualHash):
      kind = .enrol
      confirm(
        [account],
        Confirmation(isSecondFactorNeeded: false, existing: existing, visualHash: visualHash))
    case .secondFactor(_, let report): prove(report)
    case .sessionLogin(_, let history):
      self.history = history
      status = history == .loggedInOneShot ? .done : .active
      input = nil
    case .userErrorMessage(_, let error):
      self.error = error
      end(.error)
    case .sessionStop(_, let reason):
      self.reason = reason
      end(status == .error || reason == .failed ? .error : .done)
    }
  }

  private mutating func confirm(_ accounts: [Account], _ confirmation: Confirmation) {
    status = .waitingForUserInput
    candidates = accounts
    if let first = accounts.first, server.isEmpty { server = first.server }
    input = .confirmation(confirmation)
  }

  private mutating func prove(_ report: SecondFactorReport) {
    guard report.allowed.isEmpty else {
      status = .waitingForUserInput
      input = .secondFactor(report)
      return
    }
    // If the SDK expects no input, the session continues, or an error follows.
    input = nil
    if report.event == .success { status = .active }
  }

  private mutating func end(_ status: SessionStatus) {
    self.status = status
    input = nil
    switch history {
    case .none: history = status == .error ? .error : .aborted
    case .loggedIn: history = .loggedOut
    case .loggedInOneShot, .loggedOut, .aborted, .error, .deleted: break
    }
  }
}
