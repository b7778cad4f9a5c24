import FlowLock

/// The SDK sessions that one run has begun.
///
/// The run sees, answers and stops only these sessions.
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

  /// Records a session that a call has begun, or stops it if the run was abandoned in the meantime.
  ///
  /// - Parameters:
  ///   - session: The result of the call; `nil` if the call has begun no session.
  ///   - sdk: The SDK that was called.
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

  /// Marks the run as abandoned; from now on every session that a call begins is stopped.
  func abandon() { state.withLock { $0.isAbandoned = true } }
}
