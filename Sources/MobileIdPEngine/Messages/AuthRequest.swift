public import FlowEngine

/// `authrequest`: the client asks the identity provider for a code (mobile-idp.md, section 5.1).
public struct AuthRequest: Sendable, Hashable {
  /// The client's consumer key.
  public var clientID: String
  /// The challenge of the client's verifier.
  public var challenge: CodeChallenge
  /// The client's callback, whose scheme receives the answer.
  public var callback: CallbackURI
  /// The scopes that the client requests; empty for all scopes of its connected app (D6).
  public var scopes: ScopeList
  /// The user that the client requests, if an `idpinit` named one.
  public var userHint: UserHint?
  /// The host that the client chose; `nil` for the provider's default host (D7).
  public var loginHost: LoginHost?
  /// The value that the answer must repeat; always present under the strict profile.
  public var state: Secret?
  /// The client's name, to show to the user.
  public var appName: String?

  /// Makes a request, and adds `refresh_token` to its scopes (section 6).
  public init(
    clientID: String, challenge: CodeChallenge, callback: CallbackURI, scopes: ScopeList,
    userHint: UserHint? = nil, loginHost: LoginHost? = nil, state: Secret?, appName: String? = nil
  ) {
    self.clientID = clientID
    self.challenge = challenge
    self.callback = callback
    self.scopes = scopes.withRefreshToken
    self.userHint = userHint
    self.loginHost = loginHost
    self.state = state
    self.appName = appName
  }

  /// Reads a request.
  ///
  /// - Parameter envelope: The command with unchecked parameters.
  /// - Throws: The fault of the first wrong parameter; the callback is read before all others.
  init(_ envelope: Envelope) throws(MessageFault) {
    callback = try envelope.required(
      .redirectURI, max: MessageLimits.uriBytes, wanted: "an absolute URI", rule: "row 51",
      CallbackURI.init)
    guard !callback.scheme.isShared else {
      throw MessageFault(.refused, .redirectURI, rule: "section 12", wanted: "an app's own scheme")
    }
    if envelope.profile.isLenient {
      state = try envelope.secret(.state)
    } else {
      state = try envelope.required(
        .state, max: MessageLimits.handleBytes, rule: "section 5.1, row 53", Secret.init)
    }
    try envelope.checkAll()
    clientID = try envelope.required(
      .clientID, max: MessageLimits.clientIDBytes, rule: "section 5.1"
    ) { $0 }
    let profile = envelope.profile
    challenge = try envelope.required(
      .codeChallenge, max: MessageLimits.handleBytes, wanted: "base64url of a SHA-256",
      rule: "section 6, rows 52, 54, 55"
    ) { CodeChallenge($0, profile) }
    let method = try envelope.text(.codeChallengeMethod)
    guard method == nil || method == "S256" else {
      throw MessageFault(.malformed, .codeChallengeMethod, rule: "section 6", wanted: "S256")
    }
    let list = try envelope.value(.scopes)
    guard list != nil || profile.isLenient else {
      throw MessageFault(.missing, .scopes, rule: "section 5.1")
    }
    guard let scopes = ScopeList(message: list?.reveal() ?? "") else {
      throw MessageFault(
        .malformed, .scopes, rule: "section 6", wanted: "names with commas between them")
    }
    self.scopes = scopes
    userHint = try envelope.userHint()
    loginHost = try envelope.loginHost()
    appName = try envelope.text(.appName)
  }
}
