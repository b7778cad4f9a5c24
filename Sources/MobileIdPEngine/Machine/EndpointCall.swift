public import FlowEngine
public import FlowHTTP

/// A request of an app to an authorization server (mobile-idp.md, section 7).
public struct EndpointCall: Sendable, Hashable {
  /// The kind of the request.
  public enum Kind: Sendable, Hashable {
    /// The web view goes to an address.
    case browse(WebAddress)
    /// The web view submits the login page.
    case logIn(username: String, credential: Credential, startURL: Secret)
    /// The web view submits the approval page that the token `page` identifies.
    case decide(isAllowed: Bool, page: Secret)
    /// The web view opens the bridge, which exchanges an access token for a session that begins at
    /// a path.
    case bridge(accessToken: Secret, target: String)
    /// The app exchanges a code for tokens.
    case redeem(TokenClient, code: Secret, verifier: Secret)
    /// The app refreshes tokens.
    case refresh(TokenClient, token: Secret)
  }

  /// The credential that a login page takes with the username.
  public enum Credential: Sendable, Hashable {
    /// The typed password.
    case password(Secret)
    /// A one-time assertion that the user has signed in elsewhere.
    case assertion(Secret)

    /// The form field that sends the credential.
    var pair: FormPair {
      switch self {
      case .password(let secret): FormPair("password", secret.reveal())
      case .assertion(let secret): FormPair("assertion", secret.reveal())
      }
    }
  }

  /// A client's parameters at the token endpoint; a client has no secret (K3).
  public struct TokenClient: Sendable, Hashable {
    /// The client's consumer key.
    public var clientID: String
    /// The client's callback, exactly as at the authorize endpoint.
    public var callback: CallbackURI
    /// Whether the client uses the SDK's hybrid mode (section 7.3).
    public var isHybrid: Bool
    /// The device's id for servers.
    public var deviceID: String?

    /// Makes the parameters.
    public init(
      clientID: String, callback: CallbackURI, isHybrid: Bool, deviceID: String? = nil
    ) {
      self.deviceID = deviceID
      self.clientID = clientID
      self.callback = callback
      self.isHybrid = isHybrid
    }
  }

  /// The host of the server.
  public var host: LoginHost
  /// The kind of the request.
  public var kind: Kind
  /// The web view's cookies for the request; `nil` if there are none.
  public var cookies: Secret?

  /// Makes a call.
  public init(_ host: LoginHost, _ kind: Kind, cookies: Secret? = nil) {
    self.host = host
    self.kind = kind
    self.cookies = cookies
  }

  /// The address of the request.
  var url: HTTPURL {
    func url(_ path: String) -> HTTPURL {
      HTTPURL(scheme: .https, host: host.name, path: path)
    }
    return switch kind {
    case .browse(let address): address.url
    case .logIn: url(EndpointPath.login)
    case .decide: url(EndpointPath.approval)
    case .bridge: url(EndpointPath.bridge)
    case .redeem, .refresh: url(EndpointPath.token)
    }
  }

  /// The secrets in the request; a server's answer may repeat them, so outputs must mask them.
  var secrets: [Secret] {
    let sent: [Secret] =
      switch kind {
      case .browse, .decide: []
      case .logIn(_, .password(let secret), _), .logIn(_, .assertion(let secret), _): [secret]
      case .bridge(let token, _): [token]
      case .redeem(_, let code, let verifier): [code, verifier]
      case .refresh(_, let token): [token]
      }
    return sent + [cookies].compactMap(\.self)
  }

  /// The HTTP request with all its secrets, only for the code that sends it.
  ///
  /// The request asks for pages as JSON. The transport must not follow redirects, because the app
  /// handles each one.
  public func request() -> HTTPRequest {
    var request = HTTPRequest(.post, url, headers: ["Accept": "application/json"])
    request.headers["Cookie"] = cookies?.reveal()
    switch kind {
    case .browse: request.method = .get
    case .logIn(let username, let credential, let startURL):
      request.body = .form([
        FormPair("username", username), credential.pair,
        FormPair("startURL", startURL.reveal()),
      ])
    case .decide(let isAllowed, let page):
      request.body = .form([
        FormPair("page", page.reveal()), FormPair("decision", isAllowed ? "allow" : "deny"),
      ])
    case .bridge(let token, let target):
      request.headers["Authorization"] = "Bearer \(token.reveal())"
      request.body = .form([FormPair("redirect_uri", target)])
    case .redeem(let client, let code, let verifier):
      var pairs = [
        FormPair("grant_type", client.isHybrid ? "hybrid_auth_code" : "authorization_code"),
        FormPair("code", code.reveal()), FormPair("code_verifier", verifier.reveal()),
        FormPair("client_id", client.clientID), FormPair("redirect_uri", client.callback.text),
        FormPair("format", "json"),
      ]
      if let device = client.deviceID { pairs.append(FormPair("device_id", device)) }
      request.body = .form(pairs)
    case .refresh(let client, let token):
      request.body = .form([
        FormPair("grant_type", client.isHybrid ? "hybrid_refresh" : "refresh_token"),
        FormPair("refresh_token", token.reveal()), FormPair("client_id", client.clientID),
        FormPair("redirect_uri", client.callback.text), FormPair("format", "json"),
      ])
    }
    return request
  }
}
