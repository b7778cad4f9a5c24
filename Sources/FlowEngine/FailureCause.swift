/// The reason why a transaction failed, if no server refused it.
public enum FailureCause: String, Sendable, Hashable, CaseIterable {
  /// A server could not be reached, or the connection broke.
  case unreachable
  /// The server can't be trusted, because its certificate was refused.
  case insecure
  /// The app failed at a task of its own, such as opening its browser.
  case unanswered
  /// The app's browser arrived at an unexpected address.
  case elsewhere
  /// The user canceled in another place, and the app reported it.
  case givenUp
}
