/// Why a transaction has failed where no server has said no.
public enum FailureCause: String, Sendable, Hashable, CaseIterable {
  /// A server could not be reached, or the connection broke.
  case unreachable
  /// What answers is not to be trusted: its certificate is refused.
  case insecure
  /// What the app itself was to do has failed, such as its browser.
  case unanswered
  /// The app's browser has arrived at another address than the one it was to.
  case elsewhere
  /// The person has given up elsewhere, and the app has said so.
  case givenUp
}
