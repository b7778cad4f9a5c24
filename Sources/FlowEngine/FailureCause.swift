/// The reason why a transaction has failed without a refusal by a server.
public enum FailureCause: String, Sendable, Hashable, CaseIterable {
  /// A server could not be reached, or the connection broke.
  case unreachable
  /// The server can't be trusted: its certificate is refused.
  case insecure
  /// The app itself has failed at a task, such as opening its browser.
  case unanswered
  /// The app's browser has arrived at an unexpected address.
  case elsewhere
  /// The user has given up elsewhere, and the app has reported it.
  case givenUp
}
