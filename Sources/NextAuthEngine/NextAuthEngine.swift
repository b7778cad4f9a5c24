public import FlowEngine

/// The sessions of a nextAuth Mobile SDK: logins, enrolments and AppLogins, one or several at once.
///
/// It speaks to any `NextAuthBackend`; what a script sees of the SDK's callbacks, and which call each
/// of its moves is, is the same for all.
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
  ///   - clock: The run's clock, by which a simulated SDK is waited for.
  ///   - observer: Is told each callback as it comes, as a line without secrets.
  public init(
    backend: any NextAuthBackend, surroundings: (any NextAuthSurroundings)? = nil,
    clock: any RunClock, observer: (@Sendable (String) -> Void)? = nil
  ) {
    self.backend = backend
    self.surroundings = surroundings
    self.clock = clock
    self.observer = observer
  }

  /// Begins a run's part of the SDK: the sessions that it starts, and none from before.
  ///
  /// - Parameter learn: Is given the data that sessions begin with.
  /// - Returns: The session.
  public func makeSession(learn: @escaping @Sendable (Secret) -> Void) -> any Session {
    NextAuthSession(
      backend: backend, surroundings: surroundings, clock: clock, observer: observer, learn: learn)
  }
}
