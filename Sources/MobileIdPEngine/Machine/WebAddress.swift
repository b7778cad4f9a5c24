public import FlowHTTP

/// An address of a web view; its description omits the query, which may contain a one-time secret.
public struct WebAddress: Sendable, Hashable {
  /// The address.
  public let url: HTTPURL

  /// Wraps an address.
  public init(_ url: HTTPURL) { self.url = url }
}

extension WebAddress: CustomStringConvertible, CustomReflectable {
  /// The address without its query.
  public var description: String { url.origin + url.path }
  /// The address without its query.
  public var customMirror: Mirror { Mirror(self, children: ["url": description]) }
}

/// The endpoints of an authorization server (mobile-idp.md, section 7).
enum EndpointPath {
  static let authorize = "/services/oauth2/authorize"
  static let token = "/services/oauth2/token"
  static let bridge = "/services/oauth2/singleaccess"
  static let frontdoor = "/secur/frontdoor.jsp"
  static let login = "/login"
  static let approval = "/setup/secur/RemoteAccessAuthorizationPage"
}
