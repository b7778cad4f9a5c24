public import FlowEngine

/// The sessions of a nextAuth Mobile SDK: logins, enrollments and AppLogins, one or several at
/// once.
///
/// It calls any `NextAuthBackend`. The facts of the SDK's callbacks, and the call of each of a
/// script's moves, are the same for all backends.
public struct NextAuthEngine: Engine {
  private let backend: any NextAuthBackend
  private let surroundings: (any NextAuthSurroundings)?
  private let clock: any RunClock
  private let observer: (@Sendable (String) -> Void)?

  /// Makes an engine.
  ///
  /// - Parameters:
  ///   - backend: The SDK.
  ///   - surroundings: The login page and the server around a simulated SDK; `nil` for a real one.
  ///   - clock: The run's clock, used to wait for a simulated SDK.
  ///   - observer: Receives each callback as it comes, as a line without secrets.
  public init(
    backend: any NextAuthBackend, surroundings: (any NextAuthSurroundings)? = nil,
    clock: any RunClock, observer: (@Sendable (String) -> Void)? = nil
  ) {
    self.backend = backend
    self.surroundings = surroundings
    self.clock = clock
    self.observer = observer
  }

  /// Begins a run's view of the SDK: only the sessions that the run starts.
  ///
  /// - Parameter learn: Receives the data that sessions begin with.
  /// - Returns: The session.
  public func makeSession(learn: @escaping @Sendable (Secret) -> Void) -> any Session {
    NextAuthSession(
      backend: backend, surroundings: surroundings, clock: clock, observer: observer, learn: learn)
  }
}
