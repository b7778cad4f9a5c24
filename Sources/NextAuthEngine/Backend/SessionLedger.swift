import Synchronization

/// What an SDK has told of its sessions: each as its callbacks describe it, and the callbacks
/// themselves for whoever listens.
///
/// For an app that puts the vendor's SDK behind `NextAuthBackend`: what the SDK calls back with is
/// told here, on whatever thread, and `sessions()` and `callbacks(after:until:)` are answered from it.
public final class SessionLedger: Sendable {
  private let records = Mutex<[SessionRecord]>([])
  private let queue = CallbackQueue()

  /// Makes a ledger of no sessions.
  public init() {}

  /// All sessions, the oldest first.
  public var sessions: [SessionRecord] { records.withLock { $0 } }

  /// The callbacks that came after a place among all, the oldest first.
  ///
  /// - Parameters:
  ///   - place: The place that the latest batch has named; `nil` for who has just come.
  ///   - deadline: Until when to wait for the first, in real time; `nil` to wait for none.
  /// - Returns: The callbacks; none where none came.
  public func callbacks(
    after place: Int?, until deadline: ContinuousClock.Instant?
  ) async -> CallbackBatch {
    await queue.callbacks(after: place, until: deadline)
  }

  /// Notes what no callback tells of a session, such as where it came from.
  ///
  /// - Parameters:
  ///   - session: Its number; one that isn't known has begun.
  ///   - body: Changes what is known of it.
  public func change(_ session: SessionID, _ body: (inout SessionRecord) -> Void) {
    records.withLock { SessionLedger.change(&$0, session, body) }
  }

  /// Takes a callback.
  public func tell(_ callback: Callback) {
    records.withLock { records in
      if let session = callback.session {
        SessionLedger.change(&records, session) { $0.apply(callback) }
      }
      // Under the lock, so that who reads sessions and then callbacks misses none of them.
      queue.add([callback])
    }
  }

  private static func change(
    _ records: inout [SessionRecord], _ session: SessionID, _ body: (inout SessionRecord) -> Void
  ) {
    guard let index = records.firstIndex(where: { $0.id == session }) else {
      // An SDK may call back before the call returns that begins the session.
      var record = SessionRecord(id: session, origin: .app, kind: .login, server: "")
      body(&record)
      records.append(record)
      return
    }
    body(&records[index])
  }
}

extension SessionRecord {
  /// Becomes what a callback tells it to be.
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
    // Without input that is expected it goes on, or an error follows.
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
