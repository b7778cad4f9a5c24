import FlowCrypto
import FlowEngine
import FlowHTTP
import FlowSignIn
import IDXEngine
import OktaSimulator
import FlowLock
import Testing

/// An app's sign-ins at a simulated org that binds the tokens to a key of the app.
@Suite("An app binds its tokens to a key", .enabled(if: RSA.isAvailable))
struct TokenBindingTests {
  private static let script = """
    on identify             answer identifier = "sam@example.com"
    on select-authenticator choose password
    on challenge password   answer passcode = secret SAM_PASSWORD
    on skip                 skip
    expect success and user.identifier is "sam@example.com"
    """
  private static let scopes = ["openid", "profile", "offline_access"]

  private static func configuration(
    _ server: DemoServer, _ binding: TokenBinding
  ) -> SignInConfiguration {
    var issuer = IDXConfiguration(
      issuer: Org.inProcessIssuer, clientID: "0oaflow",
      redirectURI: "com.example.flow:/callback", scopes: scopes, isInProcess: true)
    issuer.proof = binding.proof
    return SignInConfiguration(issuer, transport: server, clock: server.clock)
  }

  private static func signIn(_ configuration: SignInConfiguration) async throws -> SignInResult {
    try await SignInScript(script)
      .start(configuration, secrets: ["SAM_PASSWORD": Secret("Battery-Staple-2")]).result()
  }

  private static func userinfo(
    _ server: DemoServer, _ headers: HTTPHeaders
  ) async throws -> Int {
    try await server.send(HTTPRequest(.get, address, headers: headers)).status
  }

  private static var address: HTTPURL {
    get throws {
      try #require(HTTPURL("https://acme.flow.test/oauth2/default/v1/userinfo"))
    }
  }

  @Test("A sign-in, a request to a resource, a refresh and a sign-out with one key")
  func all() async throws {
    let server = try DemoServer()
    let key = try ProofKey()
    let configuration = Self.configuration(server, .required(key))
    let result = try await Self.signIn(configuration)
    let tokens = try #require(result.tokens)
    #expect(tokens.tokenType == "DPoP")
    let headers = try configuration.authorize(tokens, method: .get, url: Self.address)
    #expect(try await Self.userinfo(server, headers) == 200)
    // A proof is for one request.
    #expect(try await Self.userinfo(server, headers) == 401)
    #expect(
      try await Self.userinfo(
        server, ["Authorization": "Bearer " + tokens.accessToken.reveal()]) == 401)
    let post = try configuration.authorize(tokens, method: .post, url: Self.address)
    #expect(try await Self.userinfo(server, post) == 401)

    // The app starts again, with the key from its keychain.
    let kept = try ProofKey(exported: key.exported)
    #expect(kept == key && kept.thumbprint == key.thumbprint)
    let again = Self.configuration(server, .required(kept))
    let next = try await again.refresh(tokens)
    #expect(next.tokenType == "DPoP")
    #expect(
      try await Self.userinfo(server, again.authorize(next, method: .get, url: Self.address))
        == 200)

    // Neither another key nor none can use the tokens.
    let thief = Self.configuration(server, .required(try ProofKey()))
    #expect(
      try await Self.userinfo(server, thief.authorize(next, method: .get, url: Self.address))
        == 401)
    await #expect(throws: SignInFailure.self) { try await thief.refresh(next) }
    let keyless = Self.configuration(server, .none)
    await #expect(throws: SignInFailure.self) { try await keyless.refresh(next) }
    #expect(throws: SignInFailure.self) {
      try keyless.authorize(next, method: .get, url: Self.address)
    }
    #expect(
      try await Self.userinfo(server, again.authorize(next, method: .get, url: Self.address))
        == 200)
    try await again.signOut(next)
    #expect(
      try await Self.userinfo(server, again.authorize(next, method: .get, url: Self.address))
        == 401)

    #expect(!everyText(of: result).contains("eyJ"))
    for text in [everyText(of: result), everyText(of: key), everyText(of: again)] {
      for secret in [tokens.accessToken, next.accessToken, key.exported] {
        #expect(!text.contains(secret.reveal()))
      }
    }
  }

  @Test("Without a binding, tokens are bearer tokens")
  func bearer() async throws {
    let server = try DemoServer()
    let configuration = Self.configuration(server, .none)
    let tokens = try #require(try await Self.signIn(configuration).tokens)
    #expect(tokens.tokenType == "Bearer")
    let headers = try configuration.authorize(tokens, method: .get, url: Self.address)
    #expect(headers.fields.map(\.name) == ["Authorization"])
    #expect(try await Self.userinfo(server, headers) == 200)
  }

  @Test("An issuer that answers with bearer tokens is untrusted, unless the app accepts them")
  func weaker() async throws {
    let server = try DemoServer(edit: { request, answer in
      if request.url.path.hasSuffix("/token"), answer["access_token"] != nil {
        answer["token_type"] = "Bearer"
      }
    })
    let key = try ProofKey()
    let failure = await #expect(throws: SignInFailure.self) {
      try await Self.signIn(Self.configuration(server, .required(key)))
    }
    guard case .untrusted(let problem) = failure else {
      return #expect(Bool(false), "\(String(describing: failure))")
    }
    #expect(problem.id == "token-unbound")
    #expect(!everyText(of: problem).contains("eyJ"))
  }

  @Test("A key that can't be used is refused without its text")
  func badKeys() throws {
    for text in [
      "", "{}", "[]", "-----BEGIN", #"{"kty":"oct","k":"c2VjcmV0LWtleQ"}"#,
      #"{"kty":"EC","crv":"P-256","x":"c2VjcmV0","y":"c2VjcmV0","d":"c2VjcmV0"}"#,
    ] {
      let failure = #expect(throws: SignInFailure.self) { try ProofKey(exported: Secret(text)) }
      #expect(!"\(String(describing: failure))".contains("c2VjcmV0"))
    }
  }
}
