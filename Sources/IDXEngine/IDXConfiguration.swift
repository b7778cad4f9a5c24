public import FlowEngine
public import FlowHTTP

/// Where and as whom an app signs in.
public struct IDXConfiguration: Sendable, Hashable {
  /// The authorization server: `https://HOST/oauth2/ID`, or the org itself, `https://HOST`.
  public var issuer: HTTPURL
  /// The app's client id.
  public var clientID: String
  /// The app's client secret, of a confidential client only.
  public var clientSecret: Secret?
  /// The registered redirect address; nothing is ever fetched from it.
  public var redirectURI: String
  /// The scopes to ask for.
  public var scopes: [String]
  /// How long one request may take.
  public var timeout: Duration
  /// Whether the issuer is in this process.
  ///
  /// Such a one is found without being asked for its description, and its ID tokens, which nobody
  /// can have put there, are taken whatever they are signed with. Never so for one behind a network.
  public var isInProcess: Bool

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
  /// The path of the OAuth server: that of the issuer, or `/oauth2` of an org.
  var oauthPath: String {
    var base = issuer.path
    while base.utf8.last == UInt8(ascii: "/") { base.removeLast() }
    let segments = base.utf8.split(separator: UInt8(ascii: "/"))
    if !segments.contains(where: { $0.elementsEqual("oauth2".utf8) }) { base += "/oauth2" }
    return base
  }

  /// Where a transaction is looked at: always at the host's root.
  var introspect: HTTPURL {
    issuer.replacing(path: "/idp/idx/introspect", query: nil)
  }
}
