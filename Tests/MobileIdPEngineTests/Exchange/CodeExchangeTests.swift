import FlowCrypto
import FlowEngine
import FlowHTTP
import MobileIdPEngine
import FlowLock
import TestSupport
import Testing

/// A code is exchanged over real sockets, at generic OAuth servers.
@Suite("The code exchange over HTTP")
struct CodeExchangeTests {
  private static func exchange(within time: Duration? = nil) -> CodeExchange {
    CodeExchange(
      transport: time == nil ? PatientTransport() : LoopbackTransport(),
      deadline: time.map { ContinuousClock.now + $0 })
  }

  private static func redeem(
    at server: PlainServer, within time: Duration? = nil
  ) async throws -> Tokens {
    let exchange = exchange(within: time)
    let endpoint = try await exchange.tokenEndpoint(of: server.issuer)
    return try await exchange.redeem(
      Secret("code-1"), of: try AnswerCheckTests.request(), at: endpoint.url)
  }

  private static func failure(
    _ body: () async throws -> Tokens
  ) async throws -> EngineFailure {
    do {
      _ = try await body()
    } catch let failure as EngineFailure { return failure }
    Issue.record("it went through")
    throw CancellationError()
  }

  // MARK: Two members of one name

  /// Answers every request with one text.
  private struct Saying: Transport {
    let text: String

    func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse {
      HTTPResponse(status: 200, body: .bytes(Array(text.utf8)))
    }
  }

  @Test("A description that names two endpoints is refused, and duplicate tokens are, too")
  func twice() async throws {
    let issuer = try #require(HTTPURL("https://idp.example"))
    let words = "an object has two members of one name"
    let description = Saying(
      text: """
        {"issuer":"https://idp.example","token_endpoint":"https://idp.example/a",\
        "token_endpoint":"https://idp.example/b"}
        """)
    let unclear = await #expect(throws: EngineFailure.self) {
      try await CodeExchange(transport: description).tokenEndpoint(of: issuer)
    }
    #expect(unclear?.kind == .malformed && unclear?.message.contains(words) == true)
    let tokens = Saying(text: #"{"access_token":"a","access_token":"b","token_type":"Bearer"}"#)
    let request = try AnswerCheckTests.request()
    let failure = await #expect(throws: EngineFailure.self) {
      try await CodeExchange(transport: tokens).redeem(Secret("c"), of: request, at: issuer)
    }
    #expect(failure?.kind == .malformed && failure?.message.contains(words) == true)
  }

  // MARK: Servers that answer

  @Test(
    "A server with a description gets code and verifier at its endpoint, and returns tokens",
    arguments: [
      "/tenant/.well-known/openid-configuration",
      "/.well-known/oauth-authorization-server/tenant",
    ])
  func described(document: String) async throws {
    let server = try PlainServer(document: document)
    defer { server.stop() }
    let tokens = try await Self.redeem(at: server)
    #expect(tokens.accessToken == Secret("access-1"))
    #expect(tokens.refreshToken == Secret("refresh-1"))
    #expect(tokens.expiresIn == 60)
    #expect(tokens.scope == "read write")
    #expect(tokens.idToken == nil, "it is not checked here")
    let form = try #require(server.form)
    #expect(form["grant_type"] == "authorization_code")
    #expect(form["code_verifier"] == Known.verifier)
    #expect(form["client_id"] == "SP_KEY")
    #expect(form["redirect_uri"] == "sampleapp://oauth2/done")
    #expect(form["client_secret"] == nil)
    #expect(server.lines.last == "POST /own/path/to/tokens")
  }

  @Test("A server without a description is asked at Salesforce's default endpoint")
  func undescribed() async throws {
    let server = try PlainServer(document: nil, tokenPath: "/services/oauth2/token")
    defer { server.stop() }
    #expect(try await Self.redeem(at: server).accessToken == Secret("access-1"))
    #expect(
      server.lines == [
        "GET /tenant/.well-known/openid-configuration",
        "GET /.well-known/oauth-authorization-server/tenant", "POST /services/oauth2/token",
      ])
  }

  // MARK: Servers that refuse

  @Test("A refusal is reported in OAuth's words, with the status")
  func refused() async throws {
    let server = try PlainServer { _ in
      .plain(["error": "invalid_grant", "error_description": "expired authorization code"], 400)
    }
    defer { server.stop() }
    let failure = try await Self.failure { try await Self.redeem(at: server) }
    #expect(failure.kind == .refused)
    #expect(failure.message.contains("invalid_grant: expired authorization code"))
    #expect(failure.status == 400)
    #expect(failure.help?.contains("valid once") == true)
  }

  @Test("A verifier that doesn't match the challenge is refused by a server that checks it")
  func otherVerifier() async throws {
    let server = try PlainServer(challenge: CodeVerifier(String(repeating: "b", count: 43)))
    defer { server.stop() }
    let failure = try await Self.failure { try await Self.redeem(at: server) }
    #expect(failure.kind == .refused)
    #expect(failure.message.contains("invalid code verifier"))
  }

  // MARK: Servers that are broken

  static let broken: [(String, HTTPAnswer, EngineFailure.Kind)] = [
    ("HTML", .html("<html>hello</html>", 200), .malformed),
    ("a page of a gateway", .html("<html>no</html>", 502), .failed),
    ("a list", .plain(.array([1]), 200), .malformed),
    ("no token", .plain(["token_type": "Bearer"], 200), .malformed),
    ("an empty token", .plain(["access_token": ""], 200), .malformed),
    ("an error with 200", .plain(["error": "server_error"], 200), .refused),
    ("nothing", HTTPAnswer(HTTPResponse(status: 200)), .malformed),
    ("a redirect", .moved("https://evil.test/"), .refused),
    ("too many requests", .plain(["error": "slow_down"], 429), .limited),
    ("no such place", .html("not found", 404), .refused),
    ("a body of a megabyte", .html(String(repeating: "a", count: 1 << 20), 200), .malformed),
    ("a hang-up", HTTPAnswer(HTTPResponse(status: 200), cut: .dropped), .unreachable),
    (
      "half an answer",
      HTTPAnswer(
        HTTPResponse(status: 200, body: .bytes([UInt8](repeating: 0x20, count: 100))),
        cut: .truncated(10)), .unreachable
    ),
  ]

  @Test("Any response other than tokens is one clear failure", arguments: broken)
  func rubbish(name: String, answer: HTTPAnswer, kind: EngineFailure.Kind) async throws {
    let server = try PlainServer { _ in answer }
    defer { server.stop() }
    let failure = try await Self.failure { try await Self.redeem(at: server) }
    #expect(failure.kind == kind, "\(name): \(failure)")
    #expect(!failure.message.contains(Known.verifier) && !failure.message.contains("code-1"))
    #expect(server.lines.filter { $0.hasPrefix("POST") }.count == 1, "a code is sent once")
  }

  @Test("A server that is too slow is abandoned at the deadline")
  func slow() async throws {
    let server = try PlainServer { _ in
      HTTPAnswer(HTTPResponse(status: 200), delay: .seconds(600))
    }
    defer { server.stop() }
    let failure = try await Self.failure {
      try await Self.redeem(at: server, within: .milliseconds(300))
    }
    #expect(failure.kind == .timedOut)
  }

  @Test("A canceled exchange ends at once")
  func cancelled() async throws {
    let server = try PlainServer { _ in
      HTTPAnswer(HTTPResponse(status: 200), delay: .seconds(600))
    }
    defer { server.stop() }
    let task = Task { try await Self.redeem(at: server) }
    await server.formArrives()
    task.cancel()
    let failure = try await Self.failure { try await task.value }
    #expect(failure.kind == .cancelled)
  }

  // MARK: Destinations that get no code

  static let descriptions: [(String, JSON, EngineFailure.Kind)] = [
    ("another issuer", ["issuer": "https://evil.test"], .untrusted),
    ("no issuer", ["token_endpoint": "https://a.test/t"], .malformed),
    ("no endpoint", ["issuer": "ISSUER"], .malformed),
    ("no address", ["issuer": "ISSUER", "token_endpoint": "tokens"], .malformed),
    (
      "an endpoint without encryption",
      ["issuer": "ISSUER", "token_endpoint": "http://evil.test/t"], .refused
    ),
    ("no object", [], .malformed),
  ]

  @Test("An untrustworthy description keeps the code from being sent", arguments: descriptions)
  func description(name: String, description: JSON, kind: EngineFailure.Kind) async throws {
    let server = try PlainServer(description: description)
    defer { server.stop() }
    let failure = try await Self.failure { try await Self.redeem(at: server) }
    #expect(failure.kind == kind, "\(name): \(failure)")
    #expect(server.form == nil)
  }

  @Test("Plain http to another machine is refused before anything is sent")
  func plainHTTP() async throws {
    let url = try #require(HTTPURL("http://login.example.com/"))
    let exchange = Self.exchange()
    await #expect(throws: EngineFailure.self) { _ = try await exchange.tokenEndpoint(of: url) }
    let request = try AnswerCheckTests.request()
    let failure = try await Self.failure {
      try await exchange.redeem(Secret("code-1"), of: request, at: url)
    }
    #expect(failure.kind == .refused)
  }
}

/// An OAuth server behind a real socket: a description, a token endpoint, plain JSON.
final class PlainServer: Sendable {
  private let server: HTTPServer
  private let seen: Seen
  let issuer: HTTPURL

  private final class Seen: Sendable {
    let lines = Mutex<[String]>([])
    let form = Watched<[String: String]?>(nil)
  }

  /// Every request line received, in order.
  var lines: [String] { seen.lines.withLock { $0 } }
  /// The token request.
  var form: [String: String]? { seen.form.value }
  /// Returns when a token request has arrived.
  func formArrives() async { await seen.form.wait { $0 != nil } }

  /// Begins to answer.
  ///
  /// - Parameters:
  ///   - document: The address of its description; `nil` for none.
  ///   - tokenPath: The path of its token endpoint.
  ///   - challenge: The challenge that the code was issued with.
  ///   - description: Its description of itself, with `ISSUER` for its own address.
  ///   - answer: The answer of the token endpoint; `nil` for tokens, or a refusal of the verifier.
  /// - Throws: An error if no port is available.
  init(
    document: String? = "/tenant/.well-known/openid-configuration",
    tokenPath: String = "/own/path/to/tokens", challenge: CodeVerifier? = nil,
    description: JSON? = nil, answer: (@Sendable ([String: String]) -> HTTPAnswer)? = nil
  ) throws {
    let seen = Seen()
    let challenge = try #require(challenge ?? CodeVerifier(Known.verifier)).challenge
    server = try HTTPServer(answererAt: { port in
      let issuer = "http://127.0.0.1:\(port)/tenant"
      return { request in
        seen.lines.withLock { $0.append("\(request.method.rawValue) \(request.url.path)") }
        if request.method == .get {
          guard request.url.path == document else { return .plain([:], 404) }
          guard var members = (description ?? PlainServer.usual(issuer, tokenPath)).object else {
            return .plain([], 200)
          }
          if members["issuer"]?.string == "ISSUER" { members["issuer"] = .string(issuer) }
          return .plain(.object(members), 200)
        }
        let form = PlainServer.form(request.body)
        seen.form.change { $0 = form }
        guard request.url.path == tokenPath else { return .plain([:], 404) }
        if let answer { return answer(form) }
        let verifier = form["code_verifier"].flatMap { CodeVerifier($0) }
        guard form["code"] == "code-1", verifier?.challenge == challenge else {
          return .plain(
            ["error": "invalid_grant", "error_description": "invalid code verifier"], 400)
        }
        return .plain(
          [
            "access_token": "access-1", "token_type": "Bearer", "expires_in": 60,
            "scope": "read write", "refresh_token": "refresh-1", "id_token": "a.b.c",
          ], 200)
      }
    })
    self.seen = seen
    issuer = HTTPURL(scheme: .http, host: "127.0.0.1", port: server.port, path: "/tenant")
  }

  func stop() { server.stop(grace: .milliseconds(100)) }

  private static func usual(_ issuer: String, _ path: String) -> JSON {
    let origin = HTTPURL(issuer)?.origin ?? ""
    return ["issuer": .string(issuer), "token_endpoint": .string(origin + path)]
  }

  private static func form(_ body: HTTPBody) -> [String: String] {
    let pairs =
      switch body {
      case .form(let pairs): pairs
      case .bytes(let bytes): FormEncoding.decode(bytes) ?? []
      case .none, .json: [FormPair]()
      }
    return Dictionary(pairs.map { ($0.name, $0.value) }, uniquingKeysWith: { $1 })
  }
}

extension HTTPAnswer {
  static func plain(_ json: JSON, _ status: Int) -> HTTPAnswer {
    HTTPAnswer(
      HTTPResponse(
        status: status, headers: ["Content-Type": "application/json"], body: .json(json)))
  }

  static func html(_ text: String, _ status: Int) -> HTTPAnswer {
    HTTPAnswer(
      HTTPResponse(
        status: status, headers: ["Content-Type": "text/html"], body: .bytes(Array(text.utf8))))
  }

  static func moved(_ address: String) -> HTTPAnswer {
    HTTPAnswer(HTTPResponse(status: 302, headers: ["Location": address]))
  }
}
