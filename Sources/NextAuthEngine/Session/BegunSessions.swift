import Synchronization

/// The sessions that the calls of one run have begun: the only ones that it sees, answers and
/// stops.
///
/// The app and other runs have their own sessions with the same SDK. Only the id that a call
/// returns shows which sessions belong to a run.
final class BegunSessions: Sendable {
  private struct State {
    var ids: Set<SessionID> = []
    var isAbandoned = false
  }

  private let state = Mutex(State())

  func contains(_ session: SessionID) -> Bool { state.withLock { $0.ids.contains(session) } }

  /// Records a session that a call has begun; if the run was abandoned before the call returned,
  /// stops the session.
  ///
  /// - Parameters:
  ///   - session: The result of the call; `nil` if it has begun none.
  ///   - sdk: The SDK of the call.
  /// - Returns: The session.
  func note(_ session: SessionID?, of sdk: any NextAuthBackend) async -> SessionID? {
    guard let session else { return nil }
    let isAbandoned = state.withLock { state in
      state.ids.insert(session)
      return state.isAbandoned
    }
    if isAbandoned { try? await sdk.stopSession(session) }
    return session
  }

  /// The run has ended: every session that a call begins from now on is stopped.
  func abandon() { state.withLock { $0.isAbandoned = true } }
}
