import FlowEngine

/// The state of a run's sessions, from which all responses are made.
struct SessionView: Sendable {
  /// The run's sessions, oldest first.
  var records: [SessionRecord] = []
  /// The callbacks since the last response.
  var callbacks: [Callback] = []
  /// The latest report about the second factor of each session.
  var reports: [SessionID: SecondFactorReport] = [:]
  /// For each ended session, the word of the script that ended it.
  var endings: [SessionID: String] = [:]
  /// The session that changed last.
  var changed: SessionID?
  /// The reason why the latest start began no session; `nil` if it began a session.
  var refusal: SessionError?
  /// The accounts of the device.
  var accounts: [Account] = []
  /// The history list, oldest item first.
  var history: [HistoryItem] = []

  /// Adds callbacks.
  mutating func note(_ new: [Callback]) {
    callbacks += new
    for callback in new {
      if let session = callback.session { changed = session }
      if case .secondFactor(let session, let report) = callback { reports[session] = report }
      if case .userErrorMessage(nil, let error) = callback { refusal = error }
    }
  }

  /// Whether a session has called back since the last response, or has ended and won't call back
  /// again.
  func hasTold(of session: SessionID) -> Bool {
    callbacks.contains { $0.session == session }
      || records.contains { $0.id == session && $0.status.isFinal }
  }

  /// The sessions that have not ended.
  var live: [SessionRecord] { records.filter { !$0.status.isFinal } }

  /// The sessions that have a step now, in the order of their steps.
  ///
  /// The session that takes input is first. If there is none, the sessions that are ready are
  /// first. Then come the active sessions, starting with the latest change.
  var stepped: [SessionRecord] {
    let input = records.filter { $0.status == .waitingForUserInput && $0.input != .verifying }
    let ready = records.filter { $0.status == .readyForUserInteraction }
    var active = records.filter { $0.status == .active }
    if let latest = active.firstIndex(where: { $0.id == changed }) {
      active.insert(active.remove(at: latest), at: 0)
    }
    return (input.isEmpty ? ready : input) + active
  }

  /// The session that facts are about: the session of the first step, or else the session that
  /// changed last.
  var focus: SessionRecord? {
    stepped.first ?? records.last { $0.id == changed } ?? records.last
  }

  // MARK: The response

  /// The response for the script.
  var response: Response {
    let focus = focus
    let live = live
    return Response(
      steps: stepped.map(SessionSteps.step), messages: messages(focus: focus),
      capabilities: live.isEmpty ? [] : [.stop], outcome: live.isEmpty ? outcome(of: focus) : nil,
      settled: !live.isEmpty && live.allSatisfy(\.isLoggedIn) ? .success : nil,
      facts: facts(focus: focus), callbacks: callbacks.map(\.description))
  }

  /// The outcome of a run, all of whose sessions have ended.
  private func outcome(of record: SessionRecord?) -> Outcome {
    guard let record else { return refusal == nil ? .finished : .failure }
    if record.status == .error { return .failure }
    switch record.history {
    case .loggedInOneShot: return .success
    case .loggedIn, .loggedOut, .none, .deleted: return .finished
    case .error: return .failure
    case .aborted:
      switch record.reason {
      case .timedOut, .failed: return .failure
      case .denied, .cancelled: return endings[record.id] == "stop" ? .stopped : .cancelled
      case .stopped, .loggedOut, .completed, nil: return .stopped
      }
    }
  }

  // MARK: Messages

  /// The messages for the user that the callbacks contain.
  ///
  /// While another session continues, a message of a session other than the current one is a
  /// warning that stops nothing.
  private func messages(focus: SessionRecord?) -> [Message] {
    var messages: [Message] = []
    for callback in callbacks {
      guard var message = Message(callback) else { continue }
      if let session = callback.session, session != focus?.id, !live.isEmpty {
        message.severity = .warning
      }
      if !messages.contains(message) { messages.append(message) }
    }
    if let refusal, !messages.contains(where: { $0.key == refusal.key }) {
      messages.append(Message(refusal))
    }
    if callbacks.contains(where: { $0.isWasted(among: records) }) {
      messages.append(
        Message(
          .warning, "an AppLogin that is valid once ended as soon as it began: it requires a ping",
          key: "app-login-once"))
    }
    // If one session has failed and another one ended last, no callback has the error any more.
    if messages.isEmpty, live.isEmpty, let error = focus?.error { messages.append(Message(error)) }
    return messages
  }

  // MARK: Facts

  private func facts(focus: SessionRecord?) -> [Fact] {
    var facts = focus.map { Facts(of: $0, reports[$0.id], endedBy: endings[$0.id]).all } ?? []
    if let refusal, focus?.error == nil { facts += Facts.of(refusal) }
    facts.append(Fact("accounts", .list(accounts.map { .text($0.displayName) })))
    facts.append(Fact("sessions", .number(Double(live.count))))
    let items = history.map { "\($0.account?.displayName ?? $0.server) \($0.status.rawValue)" }
    facts.append(Fact("history.list", .list(items.map { .text($0) })))
    return facts
  }
}

extension Callback {
  /// Whether the callback reports an AppLogin that can't last because its server expects no pings.
  fileprivate func isWasted(among records: [SessionRecord]) -> Bool {
    guard case .sessionLogin(let id, .loggedInOneShot) = self else { return false }
    return records.contains { $0.id == id && $0.isAppLogin }
  }
}

extension SessionRecord {
  /// Whether the session is active and the login has succeeded.
  var isLoggedIn: Bool { status == .active && history == .loggedIn }

  /// Whether the session stays in its state until there is a call or time passes.
  var isAtRest: Bool {
    switch status {
    case .starting: false
    case .readyForUserInteraction, .done, .error: true
    case .waitingForUserInput: input != .verifying && input != nil
    case .active: true
    }
  }

  /// Whether the session is active and the login has no result yet (S29).
  var awaitsResult: Bool { status == .active && history == .none }
}

extension Message {
  /// The message for a callback; `nil` if the callback asks for input or reports success.
  fileprivate init?(_ callback: Callback) {
    switch callback {
    case .secondFactor(_, let report):
      // If no input is allowed any more, an error with the reason follows.
      guard !report.allowed.isEmpty else { return nil }
      self.init(report)
    case .userErrorMessage(_, let error): self.init(error)
    case .sessionStop(_, .timedOut):
      self.init(.error, "the session has timed out", key: EndReason.timedOut.rawValue)
    case .sessionUpdate, .sessionReadyForUserInteraction, .confirmLogin, .confirmEnrol,
      .sessionLogin, .sessionStop:
      return nil
    }
  }

  fileprivate init(_ error: SessionError) {
    self.init(.error, error.message, key: error.key)
  }

  private init?(_ report: SecondFactorReport) {
    let left = report.remaining.map { ", \($0) \($0 == 1 ? "attempt" : "attempts") left" } ?? ""
    let text: String
    var field: String?
    switch report.event {
    case .needed, .success, .error: return nil
    case .pinFail:
      text = "the PIN is wrong" + left
      field = "pin"
    case .pinBlocked:
      text = "the PIN is blocked"
      field = "pin"
    case .penalised(let wait):
      text = "no PIN is accepted for another \(wait.wholeSeconds)\(left)"
      field = "pin"
    case .biometricsFail:
      text = "the biometric is not recognized"
      field = "biometric"
    case .biometricsRemoved:
      text = "the device's biometrics have changed, and are no longer registered"
      field = "biometric"
    }
    self.init(.error, text, key: report.event.name, field: field)
  }
}
