import NextAuthEngine

/// The ten invariants of the machine, and additional checks of each step, over the whole history.
struct Invariants: Hashable {
  /// The history of one session; only the end of ended sessions is kept.
  private struct Seen: Hashable {
    var inputs = false
    /// Factors that were accepted and haven't been verified yet.
    var unjudged = 0
    var stops = 0
    var reachedFactor = false
  }

  private var seen: [Seen] = []

  /// The rows that match the table, by number and states.
  private static let fitting: Set<SessionTransition.Taken> = Set(
    SessionTransition.table.flatMap(\.steps))

  private func index(_ id: SessionID) -> Int { id.number - 1 }

  /// Checks a step.
  ///
  /// - Returns: The broken invariant, in a sentence.
  mutating func check(
    _ before: Device, _ step: DeviceStep, _ after: Device
  ) -> String? {
    while seen.count < after.sessions.count { seen.append(Seen()) }
    note(step)
    if let fault = callbacks(step, after) { return fault }
    for (index, session) in after.sessions.enumerated() {
      let old = before.sessions.indices.contains(index) ? before.sessions[index] : nil
      if old == session { continue }
      if let fault = records(old, session, step) { return fault }
    }
    if let fault = others(step, after) { return fault }
    return nil
  }

  private mutating func note(_ step: DeviceStep) {
    for row in step.taken {
      guard let id = row.session else { continue }
      switch row.row.id {
      case .t14, .t15: seen[index(id)].inputs = true
      case .t17:
        seen[index(id)].inputs = true
        seen[index(id)].unjudged += 1
      default: break
      }
      if row.row.to == .secondFactor { seen[index(id)].reachedFactor = true }
    }
  }

  /// Checks the callbacks in their order.
  private mutating func callbacks(_ step: DeviceStep, _ after: Device) -> String? {
    for callback in step.callbacks {
      guard let id = callback.session, let record = after[id]?.record else { continue }
      let place = index(id)
      let hasStopped = seen[place].stops > 0
      switch callback {
      case .sessionStop:
        seen[place].stops += 1
        if seen[place].stops > 1 { return "I2: \(id) stops twice" }
      case .confirmLogin, .confirmEnrol:
        if hasStopped || record.status == .active { return "I3: \(id) is confirmed too late" }
        if record.isAppLogin { return "I4: the AppLogin \(id) is confirmed" }
        if case .confirmEnrol = callback {
          if !record.isRegistration { return "I10: the login \(id) is confirmed as an enrollment" }
        } else if record.isRegistration {
          return "I10: the enrollment \(id) is confirmed as a login"
        }
      case .sessionReadyForUserInteraction:
        if record.isAppLogin { return "I4: the AppLogin \(id) is in READY" }
      case .secondFactor(_, let report):
        if report.event == .needed {
          if hasStopped || record.status == .active { return "I3: \(id) is asked too late" }
          continue
        }
        seen[place].unjudged -= 1
        if seen[place].unjudged < 0 { return "I6: \(id) verifies a factor that wasn't given" }
      case .sessionUpdate(_, .active):
        if !record.isRegistration, !seen[place].inputs {
          return "I5: the login \(id) is active without any input"
        }
      case .sessionUpdate, .sessionLogin, .userErrorMessage: continue
      }
    }
    return nil
  }

  /// Checks a session's record, before and after.
  private func records(
    _ old: SessionState?, _ session: SessionState, _ step: DeviceStep
  ) -> String? {
    let (record, place) = (session.record, session.place)
    let own = seen[index(record.id)]
    if let old, old.record.status.isFinal, old.record != record {
      return "I1: \(record.id) changes after its end"
    }
    if record.status.isFinal != (own.stops == 1) {
      return "I2: \(record.id) ends without a callback"
    }
    if !record.status.isFinal, (own.unjudged == 1) != (place == .verifying) {
      return "I6: a factor given to \(record.id) isn't verified"
    }
    let logins = step.callbacks.lazy.filter {
      if case .sessionLogin(record.id, _) = $0 { true } else { false }
    }.count
    let wasLoggedIn = old?.record.history == .loggedIn || old?.record.history == .loggedInOneShot
    let becomes =
      !wasLoggedIn && (record.history == .loggedIn || record.history == .loggedInOneShot)
    if (logins == 1) != becomes { return "I7: \(record.id) is logged in \(logins) times" }
    switch (record.history, record.status) {
    case (.aborted, let status) where status != .done: return "I8: \(record.id) aborted, \(status)"
    case (.error, let status) where status != .error: return "I8: \(record.id) failed, \(status)"
    case (let history, .error) where history != .error && history != .loggedOut:
      return "I8: \(record.id) is in ERROR, \(history)"
    case (.deleted, _): return "Q24: \(record.id) is open as DELETED"
    default: break
    }
    let needsAccount = place == .secondFactor || place == .verifying || place == .active
    if needsAccount || own.reachedFactor, record.account == nil {
      return "I9: \(record.id) has no account"
    }
    return history(old?.record.history ?? .none, record.history, record.id)
  }

  /// Checks the change of a history status.
  private func history(
    _ old: HistoryStatus, _ new: HistoryStatus, _ id: SessionID
  ) -> String? {
    switch (old, new) {
    case (let old, let new) where old == new: nil
    case (.none, .loggedIn), (.none, .loggedInOneShot), (.none, .aborted), (.none, .error),
      (.loggedIn, .loggedOut):
      nil
    default: "history: \(id) goes from \(old) to \(new)"
    }
  }

  /// Checks the table, the session that takes input, the accounts and the history.
  private func others(_ step: DeviceStep, _ after: Device) -> String? {
    for row in step.taken where !Invariants.fitting.contains(row.row) {
      return "table: \(row.row) isn't a row"
    }
    if step.failure != nil, step.callbacks.contains(where: { $0.session != nil }) {
      return "calls: a rejected call is reported"
    }
    var holding = 0
    for session in after.sessions where session.holdsInput { holding += 1 }
    if holding > 1 { return "Q4: two sessions take input" }
    if holding == 0, !after.held.isEmpty { return "Q4: a session waits for nothing" }
    return nil
  }
}
