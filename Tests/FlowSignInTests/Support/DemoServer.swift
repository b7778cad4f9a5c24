import FlowDiagnostics
import FlowAuthenticators
import FlowEngine
import FlowInterpreter
import FlowScript
import FlowSignIn
import FlowSimulation
import OktaSimulator
import FlowSyntax
import FlowHTTP
import IDXEngine
import FlowLock
import Testing

/// The demo org, or another, behind a transport that records requests and can replace answers.
final class DemoServer: Transport {
  typealias Answer = @Sendable (HTTPRequest) throws(TransportFailure) -> HTTPResponse?

  let clock = ManualClock(now: .seconds(1_700_000_000))
  let server: OrgServer
  private let instead: Answer
  private let edit: @Sendable (HTTPRequest, inout JSONObject) -> Void
  private let log = Mutex<[(path: String, status: Int)]>([])

  /// The requested paths, and the statuses of the answers.
  var exchanges: [(path: String, status: Int)] { log.withLock { $0 } }

  /// Whether a transaction was canceled, and the org accepted it.
  var isAbandoned: Bool { exchanges.contains { $0 == ("/idp/idx/cancel", 200) } }

  /// Starts the org; `instead` can answer in its place, and `edit` changes the org's answers.
  init(
    _ source: SourceFile = DemoOrg.source, org name: String = DemoOrg.name,
    instead: @escaping Answer = { _ in nil },
    edit: @escaping @Sendable (HTTPRequest, inout JSONObject) -> Void = { _, _ in }
  ) throws {
    let demo = try #require(Program.load(source).program.orgs[name])
    let org = try #require(
      SimulatedOrgs.build(
        demo, sources: .init(), keyring: Keyring(randomBytes: ThisMachine.randomBytes)
      ).org)
    server = OrgServer(org, clock: clock, seed: 1)
    self.instead = instead
    self.edit = edit
  }

  /// The configuration of a sign-in at this server.
  var configuration: SignInConfiguration { configuration() }

  /// The same with other scopes.
  func configuration(scopes: [String] = ["openid", "profile"]) -> SignInConfiguration {
    SignInConfiguration(
      IDXConfiguration(
        issuer: Org.inProcessIssuer, clientID: "0oaflow",
        redirectURI: "com.example.flow:/callback", scopes: scopes, isInProcess: true),
      transport: self, clock: clock)
  }

  func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse {
    var response =
      if let answer = try instead(request) { answer } else { try await server.send(request) }
    if case .json(.object(var page)) = response.body {
      edit(request, &page)
      response.body = .json(.object(page))
    }
    log.withLock { $0.append((request.url.path, response.status)) }
    return response
  }
}
