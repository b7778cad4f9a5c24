import Synchronization

/// The sessions that the calls of one run have begun: the only ones that it sees, answers and stops.
///
/// The app, and other runs, have sessions of their own at the same SDK. Which are whose only the id
/// tells that a call returns.
final class BegunSessions: Sendable {
  private struct State {
    var ids: Set<SessionID> = []
    var isAbandoned = false
  }

  private let state = Mutex(State())

  func contains(_ session: SessionID) -> Bool { state.withLock { $0.ids.contains(session) } }

  /// Takes down what a call has begun; where the run gave it up before it returned, nobody else
  /// would stop it.
  ///
  /// - Parameters:
  ///   - session: what the call returned; `nil` where it has begun none.
  ///   - sdk: where it was made.
  /// - Returns: the session.
  func note(_ session: SessionID?, of sdk: any NextAuthBackend) async -> SessionID? {
    guard let session else { return nil }
    let isAbandoned = state.withLock { state in
      state.ids.insert(session)
      return state.isAbandoned
    }
    if isAbandoned { try? await sdk.stopSession(session) }
    return session
  }

  /// The run has ended: whatever a call begins from now on is stopped.
  func abandon() { state.withLock { $0.isAbandoned = true } }
}
