public import FlowEngine

/// A login or approval page of an authorization server, which a user sees in a browser.
public struct WebPage: Sendable, Hashable {
  /// The page's address, which may contain a one-time session.
  public var address: Secret
  /// The callback; the browser has finished when its address begins with the callback.
  public var callback: CallbackURI

  /// Makes a page.
  public init(address: Secret, callback: CallbackURI) {
    self.address = address
    self.callback = callback
  }
}

/// Shows a page in an app's browser until the browser arrives at the callback.
///
/// The function returns the full address at which the browser arrived. It throws
/// `CancellationError` if the user closes the page.
public typealias WebLogin = @Sendable (WebPage) async throws -> Secret
