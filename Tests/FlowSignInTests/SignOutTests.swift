import FlowEngine
import FlowSignIn
import FlowHTTP
import FlowSignInTesting
import IDXEngine
import FlowLock
import Testing

/// The use of tokens by an app after a sign-in.
@Suite struct SignOutTests {
  private static let script = """
    on identify             answer identifier = "sam@example.com"
    on select-authenticator choose password
    on challenge password   answer passcode = secret SAM_PASSWORD
    on skip                 skip
    """

  private func signIn(_ server: DemoServer) async throws -> SignInResult {
    let run = try SignInScript(Self.script).start(
      server.configuration(scopes: ["openid", "offline_access"]),
      secrets: ["SAM_PASSWORD": Secret("Battery-Staple-2")])
    return try await run.result()
  }

  private func isGood(_ token: Secret, at server: DemoServer) async throws -> Bool {
    let url = try #require(HTTPURL("https://acme.flow.test/oauth2/default/v1/userinfo"))
    let response = try await server.send(
      HTTPRequest(.get, url, headers: ["Authorization": "Bearer \(token.reveal())"]))
    return response.status == 200
  }

  @Test("A result refreshes its tokens, and signs out with the latest")
  func result() async throws {
    let server = try DemoServer()
    let result = try await signIn(server)
    let old = try #require(result.tokens)
    #expect(old.verification == .inProcess)
    #expect(try await isGood(old.accessToken, at: server))
    let new = try await result.refresh()
    #expect(new.accessToken != old.accessToken)
    #expect(try await isGood(new.accessToken, at: server))
    try await result.signOut(new)
    #expect(try await !isGood(new.accessToken, at: server))
    #expect(!everyText(of: result).contains(new.accessToken.reveal()))
  }

  @Test("A configuration does the same with tokens that an app has stored")
  func kept() async throws {
    let server = try DemoServer()
    let tokens = try #require(try await signIn(server).tokens)
    let configuration = server.configuration(scopes: ["openid", "offline_access"])
    let new = try await configuration.refresh(tokens)
    try await configuration.signOut(new)
    #expect(try await !isGood(new.accessToken, at: server))
    let failure = await #expect(throws: SignInFailure.self) {
      try await configuration.refresh(new)
    }
    #expect(failure?.kind == .server)
  }

  /// A server that answers everything with one error.
  private struct Refusing: Transport {
    var status = 400
    var headers: HTTPHeaders = [:]
    var error: String

    func send(_ request: HTTPRequest) -> HTTPResponse {
      guard case .form = request.body else { return HTTPResponse(status: 404) }
      return HTTPResponse(
        status: status, headers: headers, body: .json(["error": .string(error)]))
    }
  }

  private static let tokens = Tokens(
    accessToken: Secret("a"), tokenType: "Bearer", refreshToken: Secret("r"))

  private static func acme(_ transport: any Transport) throws -> SignInConfiguration {
    var configuration = try SignInConfiguration(
      issuer: "https://acme.okta.com/oauth2/default", clientID: "0oa1", redirectURI: "a:/b",
      transport: transport)
    // No server here is slow, however busy the machine is.
    configuration.timeout = .seconds(600)
    return configuration
  }

  @Test("A failed refresh is reported with the server's own code")
  func codes() async throws {
    for (error, help) in [("invalid_grant", "Sign in again"), ("invalid_client", "client id")] {
      let configuration = try Self.acme(Refusing(error: error))
      let failure = try #require(
        await #expect(throws: SignInFailure.self) { try await configuration.refresh(Self.tokens) })
      #expect(failure.kind == .server)
      #expect(failure.code == error)
      #expect(failure.help?.contains(help) == true, "\(failure.problems)")
      #expect(failure.help?.contains("expect") == false)
    }
    let limited = try Self.acme(
      Refusing(status: 429, headers: ["Retry-After": "300"], error: "too_many"))
    let failure = await #expect(throws: SignInFailure.self) {
      try await limited.refresh(Self.tokens)
    }
    #expect(failure?.kind == .server)
    #expect(failure?.retryAfter == .seconds(300))
  }

  @Test("Tokens without a refresh token are the app's mistake, and no server is asked")
  func noRefreshToken() async throws {
    var tokens = Self.tokens
    tokens.refreshToken = nil
    let configuration = try Self.acme(Refusing(error: "unasked"))
    let failure = await #expect(throws: SignInFailure.self) {
      try await configuration.refresh(tokens)
    }
    #expect(failure?.kind == .configuration)
    #expect(failure?.help?.contains("offline_access") == true)
  }

  @Test("A server that is silent longer than the configuration's timeout is abandoned")
  func silent() async throws {
    struct Silent: Transport {
      let held: Held
      func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse {
        await held.wait()
        throw .unreachable("nobody")
      }
    }
    let held = Held()
    defer { held.end() }
    var configuration = try Self.acme(Silent(held: held))
    configuration.timeout = .milliseconds(100)
    let refresh = await #expect(throws: SignInFailure.self) {
      try await configuration.refresh(Self.tokens)
    }
    let revoke = await #expect(throws: SignInFailure.self) {
      try await configuration.signOut(Self.tokens)
    }
    #expect(refresh?.kind == .network)
    #expect(revoke?.kind == .network)
  }

  @Test("A simulated org gives a refresh token on request")
  func simulated() async throws {
    let script = try SignInScript(Self.script)
    let secrets = ["SAM_PASSWORD": Secret("Battery-Staple-2")]
    let scopes = ["openid", "offline_access"]
    let result = try await script.start(.simulated(scopes: scopes), secrets: secrets).result()
    let new = try await result.refresh()
    #expect(new.accessToken != result.tokens?.accessToken)
    try await result.signOut(new)
    let usual = try await script.start(.simulated(), secrets: secrets).result()
    #expect(usual.tokens?.refreshToken == nil)
  }

  /// A server that refuses everything, and repeats its input.
  private struct Echo: Transport {
    func send(_ request: HTTPRequest) -> HTTPResponse {
      guard case .form(let pairs) = request.body else { return HTTPResponse(status: 404) }
      let form = pairs.map { "\($0.name)=\($0.value)" }.joined(separator: "&")
      return HTTPResponse(
        status: 400,
        body: .json(["error": "invalid_grant", "error_description": .string("refused: \(form)")]))
    }
  }

  @Test("A server that echoes its input reveals no token and no secret of the app")
  func echoed() async throws {
    let issuer = try #require(HTTPURL("https://acme.okta.com/oauth2/default"))
    let configuration = SignInConfiguration(
      IDXConfiguration(
        issuer: issuer, clientID: "0oa1", clientSecret: Secret("Canary-Of-The-App"),
        redirectURI: "a:/b"), transport: Echo())
    let tokens = Tokens(
      accessToken: Secret("Canary-Access-1"), tokenType: "Bearer",
      refreshToken: Secret("Canary-Refresh-1"))
    let refused = await #expect(throws: SignInFailure.self) {
      try await configuration.refresh(tokens)
    }
    let kept = await #expect(throws: SignInFailure.self) { try await configuration.signOut(tokens) }
    let start = try SignInScript(Self.script).start(
      configuration, secrets: ["SAM_PASSWORD": Secret("Canary-Password")])
    let begun = await #expect(throws: SignInFailure.self) { try await start.tokens() }
    for failure in [refused, kept, begun] {
      let text = everyText(of: try #require(failure)) + (failure?.description ?? "")
      #expect(text.contains("refused"), "\(text)")
      #expect(!text.contains("Canary"), "\(text)")
    }
  }

  @Test("It doesn't reveal the code and the verifier of the token request either")
  func echoedExchange() async throws {
    let sent = Mutex<[String]>([])
    let server = try DemoServer(instead: { request in
      guard request.url.path.hasSuffix("/token") else { return nil }
      if case .form(let pairs) = request.body {
        let canaries = pairs.filter { ["interaction_code", "code_verifier"].contains($0.name) }
        sent.withLock { $0 = canaries.map(\.value) }
      }
      return Echo().send(request)
    })
    let failure = try #require(
      await #expect(throws: SignInFailure.self) { try await signIn(server) })
    let text = everyText(of: failure) + failure.description
    let canaries = sent.withLock { $0 }
    #expect(canaries.count == 2)
    #expect(text.contains("code_verifier="), "\(text)")
    for canary in canaries { #expect(!text.contains(canary), "\(text)") }
  }

  @Test("Without a refresh token, and in a simulated org that has ended, the reason is reported")
  func refused() async throws {
    let tokens = Tokens(accessToken: Secret("a"), tokenType: "Bearer")
    let server = try DemoServer()
    let none = await #expect(throws: SignInFailure.self) {
      try await server.configuration.refresh(tokens)
    }
    #expect(none?.description == "There is no refresh token.")
    let simulated = await #expect(throws: SignInFailure.self) {
      try await SignInConfiguration.simulated().signOut(tokens)
    }
    #expect(simulated?.kind == .configuration)
  }

  @Test("An invalid ID token is reported as such, and no token is kept")
  func untrusted() async throws {
    let server = try DemoServer(edit: { request, answer in
      guard request.url.path.hasSuffix("/token") else { return }
      answer["id_token"] = "e30.e30."
    })
    let failure = await #expect(throws: SignInFailure.self) { try await signIn(server) }
    #expect(failure?.kind == .untrusted)
    #expect(failure?.problems.first?.id == "id-token-issuer")
  }

  @Test("A script whose org is a real issuer isn't run in a simulated one")
  func realOrg() throws {
    let script = try SignInScript(
      "org prod at \"https://acme.example\" { }\nagainst prod\non identify prompt")
    let failure = try #require(throws: SignInFailure.self) { try script.start(.simulated()) }
    #expect(failure.kind == .configuration)
    #expect(failure.description == "The script's org is a real issuer.")
    _ = try script.start(.simulated(org: "demo")).cancel()
  }
}
