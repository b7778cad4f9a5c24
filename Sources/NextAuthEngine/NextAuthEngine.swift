public import FlowEngine

/// Runs the sessions of a nextAuth Mobile SDK: logins, enrollments and AppLogins.
///
/// Several sessions can run at once. The engine works with any `NextAuthBackend`: scripts make the
/// same SDK calls and get the same facts for every backend.
public struct NextAuthEngine: Engine {
  private let backend: any NextAuthBackend
  private let surroundings: (any NextAuthSurroundings)?
  private let clock: any RunClock
  private let observer: (@Sendable (String) -> Void)?

  /// Makes an engine.
  ///
  /// - Parameters:
  ///   - backend: The SDK.
  ///   - surroundings: The login page and the server around a simulated SDK; `nil` for a real SDK.
  ///   - clock: The run's clock, used to wait for a simulated SDK.
  ///   - observer: Receives a line without secrets for each callback, as it comes.
  public init(
    backend: any NextAuthBackend, surroundings: (any NextAuthSurroundings)? = nil,
    clock: any RunClock, observer: (@Sendable (String) -> Void)? = nil
  ) {
    self.backend = backend
    self.surroundings = surroundings
    self.clock = clock
    self.observer = observer
  }

  /// Makes a session in which a run sees only the SDK sessions that it starts.
  ///
  /// - Parameter learn: Receives the secret data with which sessions begin.
  /// - Returns: The session.
  public func makeSession(learn: @escaping @Sendable (Secret) -> Void) -> any Session {
    NextAuthSession(
      backend: backend, surroundings: surroundings, clock: clock, observer: observer, learn: learn)
  }
}
