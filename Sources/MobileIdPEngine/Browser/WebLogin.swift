public import FlowEngine

/// A page of an authorization server that a user sees in a browser: a login, an approval.
public struct WebPage: Sendable, Hashable {
  /// The page's address, which may contain a one-time session.
  public var address: Secret
  /// The address prefix at which the browser finally arrives.
  public var callback: CallbackURI

  /// Makes a page.
  public init(address: Secret, callback: CallbackURI) {
    self.address = address
    self.callback = callback
  }
}

/// Shows a page in an app's browser until the browser arrives at the callback.
///
/// It returns the whole address of the arrival, and throws `CancellationError` if the user closes
/// the page.
public typealias WebLogin = @Sendable (WebPage) async throws -> Secret
