public import FlowEngine

/// A page of an authorization server that a person is to see in a browser: a login, an approval.
public struct WebPage: Sendable, Hashable {
  /// The page's address, which may hold a one-time session.
  public var address: Secret
  /// Where the browser arrives in the end: at an address that begins with it.
  public var callback: CallbackURI

  /// Makes a page.
  public init(address: Secret, callback: CallbackURI) {
    self.address = address
    self.callback = callback
  }
}

/// Shows a page in an app's browser until the browser arrives at the callback.
///
/// It gives the whole address of the arrival, and throws `CancellationError` if the person closes
/// the page.
public typealias WebLogin = @Sendable (WebPage) async throws -> Secret
