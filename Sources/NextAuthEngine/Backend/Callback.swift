/// A callback of the SDK to an app (S8), in the words of its documentation.
///
/// Within one transition the order is: SessionUpdate, then the callbacks of the state. At an end
/// follow UserErrorMessage if there was an error, then SessionStop.
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
  /// An error occurred, in a session or before there was one.
  case userErrorMessage(SessionID?, SessionError)
  /// A session has ended; sent once per session.
  case sessionStop(SessionID, EndReason)

  /// The session of the callback.
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
