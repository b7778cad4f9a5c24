import FlowDiagnostics
import FlowEngine
import FlowSignIn
import FlowSignInTesting
import FlowSyntax
import FlowHTTP
import FlowLock
import Testing

/// A step that leads to a browser, which the app opens.
@Suite(.timeLimit(.minutes(5)))
struct RedirectTests {
  private static let address = "https://idp.example/authorize?ticket=Kanarien-Vogel"

  /// A server whose first page leads to a browser, and the state of its transaction.
  private final class Lead: Sendable {
    private let seen = Mutex<(state: String?, pages: Int)>((nil, 0))

    var state: String { seen.withLock { $0.state ?? "" } }

    func answer(_ request: HTTPRequest) -> HTTPResponse? {
      if case .form(let pairs) = request.body,
        let state = pairs.first(where: { $0.name == "state" })
      {
        seen.withLock { $0.state = state.value }
      }
      guard request.url.path == "/idp/idx/introspect" else { return nil }
      let isFirst = seen.withLock { seen in
        seen.pages += 1
        return seen.pages == 1
      }
      return isFirst ? HTTPResponse(status: 200, body: .json(Lead.page)) : nil
    }

    private static let page: JSON = [
      "version": "1.0.0", "stateHandle": "handle",
      "remediation": [
        "type": "array",
        "value": [
          [
            "name": "redirect-idp", "type": "OIDC", "idp": ["id": "0oa1", "name": "Acme IdP"],
            "href": .string(address), "method": "GET",
          ]
        ],
      ],
      "cancel": [
        "name": "cancel", "href": "https://acme.flow.test/idp/idx/cancel", "method": "POST",
        "value": [["name": "stateHandle", "value": "handle"]],
      ],
    ]
  }

  private static let script = """
    on redirect-idp         follow
    on identify             answer identifier = "jane@example.com"
    on challenge password   answer passcode = secret JANE_PASSWORD
    on select-authenticator choose security-question
    on challenge            answer answer = secret JANE_TOY
    """
  private static let secrets = [
    "JANE_PASSWORD": Secret("Correct-Horse-1"), "JANE_TOY": Secret("Rabbit"),
  ]

  @Test("A redirect is passed to the app, and the run continues where its browser arrived")
  func follows() async throws {
    let lead = Lead()
    let server = try DemoServer(instead: lead.answer)
    let signIn = try SignInScript(Self.script).start(
      server.configuration, secrets: Self.secrets,
      redirect: { redirect in
        #expect(redirect.address.reveal() == Self.address)
        #expect(redirect.title == "Acme IdP")
        let query = "error=interaction_required&state=\(lead.state)"
        return Secret("com.example.flow:/callback?\(query)")
      })
    #expect(try await signIn.tokens().tokenType == "Bearer")
  }

  @Test("Without a browser a redirect is a failure that says so")
  func noBrowser() async throws {
    let server = try DemoServer(instead: Lead().answer)
    let signIn = try SignInScript(Self.script).start(server.configuration, secrets: Self.secrets)
    let failure = await #expect(throws: SignInFailure.self) { try await signIn.tokens() }
    #expect(failure?.kind == .nobodyToAsk)
    #expect(server.exchanges.contains { $0.path == "/idp/idx/cancel" })
  }

  @Test("A simulated org's redirect is followed without an app, and a mail sent meanwhile counts")
  func simulated() async throws {
    let text = """
      org acme {
        authenticators password, email
        user "jane@example.com"
        idp "Google" { signs-in "jane@example.com" }
        sign-on { require password and email }
      }
      on redirect-idp    follow
      on challenge email answer code = inbox email
      """
    let signIn = try SignInScript(text).start(.simulated())
    #expect(try await signIn.tokens().tokenType == "Bearer")
  }

  @Test("An error of the app's browser is reported, without the address")
  func throwing() async throws {
    struct Closed: Error { var address: String }
    let server = try DemoServer(instead: Lead().answer)
    let signIn = try SignInScript(Self.script).start(
      server.configuration, secrets: Self.secrets,
      redirect: { throw Closed(address: $0.address.reveal()) })
    let failure = await #expect(throws: SignInFailure.self) { try await signIn.tokens() }
    #expect(failure == .unanswered("Closed(address: \"\(Secret.mask)\")"))
  }

  @Test(
    "An answer to another sign-in, or at another address, isn't trusted",
    arguments: [
      "com.example.flow:/callback?interaction_code=c&state=foreign",
      "com.example.other:/callback?interaction_code=c",
    ])
  func foreign(address: String) async throws {
    let server = try DemoServer(instead: Lead().answer)
    let signIn = try SignInScript(Self.script).start(
      server.configuration, secrets: Self.secrets, redirect: { _ in Secret(address) })
    let failure = try #require(
      await #expect(throws: SignInFailure.self) { try await signIn.tokens() })
    #expect(failure.kind == .untrusted)
    #expect(failure.problems.map(\.id) == [ProblemKind.redirectMismatch.id])
    #expect(failure.help?.contains("latest link") == true)
    #expect(server.exchanges.contains { $0.path == "/idp/idx/cancel" })
  }

  @Test("Canceling a run that waits for a browser cancels its transaction")
  func cancelled() async throws {
    let server = try DemoServer(instead: Lead().answer)
    let opened = AsyncStream.makeStream(of: Void.self)
    let closed = AsyncStream.makeStream(of: Secret.self)
    let signIn = try SignInScript(Self.script).start(
      server.configuration, secrets: Self.secrets,
      redirect: { _ in
        opened.continuation.yield()
        return await closed.stream.first { _ in true } ?? Secret("")
      })
    _ = await opened.stream.first { _ in true }
    signIn.cancel()
    await #expect(throws: SignInFailure.cancelled) { try await signIn.tokens() }
    #expect(server.exchanges.contains { $0.path == "/idp/idx/cancel" })
  }
}
