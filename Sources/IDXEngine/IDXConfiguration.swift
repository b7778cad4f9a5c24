public import FlowEngine
public import FlowHTTP
package import FlowJOSE

/// The client and the issuer of an app's sign-ins.
public struct IDXConfiguration: Sendable, Hashable {
  /// The authorization server: `https://HOST/oauth2/ID`, or the org itself, `https://HOST`.
  public var issuer: HTTPURL
  /// The app's client id.
  public var clientID: String
  /// The app's client secret; `nil` unless the client is confidential.
  public var clientSecret: Secret?
  /// The registered redirect URI; the engine never requests it.
  public var redirectURI: String
  /// The scopes to request.
  public var scopes: [String]
  /// The time limit of one request.
  public var timeout: Duration
  /// Whether the issuer is a simulated org in this process.
  ///
  /// The engine then doesn't request the issuer's description. It accepts ID tokens regardless of
  /// their signature, because only the issuer can have made them. Never set this for an issuer
  /// behind a network.
  public var isInProcess: Bool
  /// The key to which the issuer must bind the tokens (RFC 9449); `nil` for bearer tokens.
  package var proof: Proof?
  /// The clients of a simulated org's apps, by the names of the apps.
  package var apps: [String: Client] = [:]

  /// A key of the app to which tokens are bound.
  package struct Proof: Sendable, Hashable {
    package var key: PrivateWebKey
    /// Whether bearer tokens are accepted from an issuer that doesn't bind its tokens.
    package var acceptsBearer: Bool

    /// Makes the description of a key.
    package init(key: PrivateWebKey, acceptsBearer: Bool) {
      self.key = key
      self.acceptsBearer = acceptsBearer
    }
  }

  /// A client of an org: what differs between its apps.
  package struct Client: Sendable, Hashable {
    var id: String
    var secret: Secret?
    var redirectURI: String

    /// Makes a client.
    package init(id: String, secret: Secret?, redirectURI: String) {
      self.id = id
      self.secret = secret
      self.redirectURI = redirectURI
    }
  }

  /// Makes a configuration.
  public init(
    issuer: HTTPURL, clientID: String, clientSecret: Secret? = nil, redirectURI: String,
    scopes: [String] = ["openid", "profile"], timeout: Duration = .seconds(30),
    isInProcess: Bool = false
  ) {
    self.issuer = issuer
    self.clientID = clientID
    self.clientSecret = clientSecret
    self.redirectURI = redirectURI
    self.scopes = scopes
    self.timeout = timeout
    self.isInProcess = isInProcess
  }
}

extension IDXConfiguration {
  /// Signs in to another app of the same issuer.
  mutating func take(_ client: Client) {
    clientID = client.id
    clientSecret = client.secret
    redirectURI = client.redirectURI
  }

  /// The path of the OAuth server: the issuer's path, or `/oauth2` if the issuer is the org itself.
  var oauthPath: String {
    var base = issuer.path
    while base.utf8.last == UInt8(ascii: "/") { base.removeLast() }
    let segments = base.utf8.split(separator: UInt8(ascii: "/"))
    if !segments.contains(where: { $0.elementsEqual("oauth2".utf8) }) { base += "/oauth2" }
    return base
  }

  /// The address for introspection, which is always at the host's root.
  var introspect: HTTPURL {
    issuer.replacing(path: "/idp/idx/introspect", query: nil)
  }
}
