/// A callback of the SDK to an app (S8), by its name in the SDK's documentation.
///
/// For each transition, the SDK calls SessionUpdate first, then the other callbacks of the new
/// state. If the session ends, UserErrorMessage follows after an error, and SessionStop is last.
public enum Callback: Sendable, Hashable {
  /// A session's state has changed.
  case sessionUpdate(SessionID, SessionStatus)
  /// A session waits for `startUserInteraction` (S10).
  case sessionReadyForUserInteraction(SessionID)
  /// A login waits for `setAccount` (S17, S18).
  case confirmLogin(
    SessionID, accounts: [Account], announce: ShownInfo?, isSecondFactorNeeded: Bool)
  /// An enrollment waits for `setAccount` (S16, S18).
  case confirmEnrol(SessionID, account: Account, existing: [Account], visualHash: String?)
  /// A second factor is required, or was verified (S26).
  case secondFactor(SessionID, SecondFactorReport)
  /// A session is logged in (S37).
  case sessionLogin(SessionID, HistoryStatus)
  /// An error occurred, in a session or before a session began.
  case userErrorMessage(SessionID?, SessionError)
  /// A session has ended; sent once per session.
  case sessionStop(SessionID, EndReason)

  /// The session that the callback is about; `nil` for an error before a session began.
  public var session: SessionID? {
    switch self {
    case .sessionUpdate(let id, _), .sessionReadyForUserInteraction(let id),
      .confirmLogin(let id, _, _, _), .confirmEnrol(let id, _, _, _), .secondFactor(let id, _),
      .sessionLogin(let id, _), .sessionStop(let id, _):
      id
    case .userErrorMessage(let id, _): id
    }
  }
}
