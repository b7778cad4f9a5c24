import NextAuthEngine

/// Whether a step did what its rows of the table say.
enum TableFit {
  /// The mismatch; `nil` if there is none.
  static func fault(of step: DeviceStep, _ before: Device, _ after: Device) -> String? {
    let told = step.callbacks.compactMap(\.name)[...]
    guard fits(told, step.taken[...]) else {
      return "table: \(step.taken) don't fit the callbacks \(told)"
    }
    for session in after.sessions {
      let rows = step.taken.filter { $0.session == session.id }
      let changes = rows.flatMap { row in entries(row.row).compactMap(\.history) }
      let expected = changes.last ?? before[session.id]?.record.history ?? .none
      if expected != session.record.history {
        return "table: \(rows) make the history \(session.record.history)"
      }
    }
    return nil
  }

  private static let rows: [SessionTransition.Taken: [SessionTransition]] = {
    var rows: [SessionTransition.Taken: [SessionTransition]] = [:]
    for entry in SessionTransition.table {
      for step in entry.steps { rows[step, default: []].append(entry) }
    }
    return rows
  }()

  private static func entries(_ taken: SessionTransition.Taken) -> [SessionTransition] {
    rows[taken] ?? []
  }

  /// Whether callbacks match rows, one after the other.
  private static func fits(
    _ told: ArraySlice<String>, _ rows: ArraySlice<DeviceStep.Row>
  ) -> Bool {
    guard let row = rows.first else { return told.isEmpty }
    return entries(row.row).contains { entry in
      told.starts(with: entry.callbacks)
        && fits(told.dropFirst(entry.callbacks.count), rows.dropFirst())
    }
  }
}

extension Callback {
  /// Its name in the table; `nil` for SessionUpdate, which the table leaves out.
  fileprivate var name: String? {
    switch self {
    case .sessionUpdate: nil
    case .sessionReadyForUserInteraction: "SessionReadyForUserInteraction"
    case .confirmLogin: "ConfirmLogin"
    case .confirmEnrol: "ConfirmEnrol"
    case .secondFactor: "SecondFactor"
    case .sessionLogin: "SessionLogin"
    case .userErrorMessage: "UserErrorMessage"
    case .sessionStop: "SessionStop"
    }
  }
}
