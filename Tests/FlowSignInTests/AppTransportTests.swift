import FlowEngine
import FlowHTTP
import FlowSignIn
import Testing

/// An app that brings its own transport, with the names of the one import.
@Suite("An app's own transport", .timeLimit(.minutes(5)))
struct AppTransportTests {
  private static let issuer = "https://acme.flow.test/oauth2/default"

  private static func configuration(_ transport: any Transport) throws -> SignInConfiguration {
    try SignInConfiguration(
      issuer: issuer, clientID: "0oaflow", redirectURI: "com.example.flow:/callback",
      scopes: ["profile"], transport: transport)
  }

  private static let script = """
    on identify             answer identifier = "sam@example.com"
    on select-authenticator choose password
    on challenge password   answer passcode = secret SAM_PASSWORD
    on skip                 skip
    """
  private static let secrets = ["SAM_PASSWORD": Secret("Battery-Staple-2")]

  @Test("It carries every request, and the run signs in")
  func carries() async throws {
    let server = try DemoServer()
    let signIn = try SignInScript(Self.script).start(
      Self.configuration(server), secrets: Self.secrets)
    #expect(try await signIn.tokens().tokenType == "Bearer")
    #expect(server.exchanges.contains { $0.path.hasSuffix("/v1/token") })
  }

  /// An issuer of one page, written like an app's test.
  private struct FakeIssuer: Transport {
    func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse {
      switch (request.url.path, request.body) {
      case ("/oauth2/default/v1/interact", .form(let pairs))
      where pairs.contains(FormPair("client_id", "0oaflow")):
        HTTPResponse(status: 200, body: .json(["interaction_handle": "h"]))
      case ("/idp/idx/introspect", .json(let json)) where json["interactionHandle"] == "h":
        HTTPResponse(
          status: 200,
          body: .json([
            "version": "1.0.0",
            "messages": ["value": [["message": "We are closed", "class": "ERROR"]]],
          ]))
      default: HTTPResponse(status: 404)
      }
    }
  }

  @Test("It can be a test's own issuer")
  func fake() async throws {
    let signIn = try SignInScript(Self.script).start(
      Self.configuration(FakeIssuer()), secrets: Self.secrets)
    let failure = await #expect(throws: SignInFailure.self) { try await signIn.tokens() }
    #expect(failure?.description == "We are closed")
  }

  /// A transport that never answers, not even after a timeout or a cancel.
  private struct Stuck: Transport {
    let held: Held

    func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse {
      await held.wait()
      throw .unreachable("nobody")
    }
  }

  @Test("A stuck transport delays neither the run's timeout nor its canceling")
  func stuck() async throws {
    let held = Held()
    defer { held.end() }
    var configuration = try Self.configuration(Stuck(held: held))
    configuration.timeout = .milliseconds(200)
    let late = try SignInScript(Self.script).start(configuration, secrets: Self.secrets)
    let failure = await #expect(throws: SignInFailure.self) { try await late.tokens() }
    #expect(failure?.kind == .network)
    let other = Held()
    defer { other.end() }
    let cancelled = try SignInScript(Self.script).start(
      Self.configuration(Stuck(held: other)), secrets: Self.secrets)
    await other.isBegun()
    cancelled.cancel()
    await #expect(throws: SignInFailure.cancelled) { try await cancelled.tokens() }
  }

  @Test("A request that the system cancels is a lost connection, and not the user's cancellation")
  func systemCancels() async throws {
    struct Background: Transport {
      func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse {
        throw .cancelled
      }
    }
    let signIn = try SignInScript(Self.script).start(
      Self.configuration(Background()), secrets: Self.secrets)
    let failure = await #expect(throws: SignInFailure.self) { try await signIn.tokens() }
    #expect(failure?.kind == .network)
  }
}
