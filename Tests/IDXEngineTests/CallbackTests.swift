import FlowEngine
import FlowHTTP
import Testing

@testable import IDXEngine

/// The return from a browser.
@Suite struct CallbackTests {
  private static let page = Org.page([
    ["name": "redirect-idp", "href": "https://idp.example/authorize", "method": "GET"],
    Org.challenge,
  ])

  private func resume(
    _ query: String, step: Int = 0, then answers: [ScriptedTransport.Answer] = []
  ) async throws -> (result: Result<Response, EngineFailure>, transport: ScriptedTransport) {
    var (session, _, transport) = try await Org.session(at: Self.page, then: answers)
    guard case .form(let pairs) = transport.requests.first?.body else {
      throw TransportFailure.cancelled
    }
    let state = try #require(pairs.first { $0.name == "state" }?.value)
    let address = query.split(separator: "STATE", omittingEmptySubsequences: false)
      .joined(separator: state)
    do {
      let response = try await session.perform(.resume(step: step, address: Secret(address)))
      return (.success(response), transport)
    } catch {
      return (.failure(error), transport)
    }
  }

  @Test func aCodeIsExchangedForTokens() async throws {
    let (result, transport) = try await resume(
      "com.example.app:/callback?interaction_code=ic%2D1&state=STATE#f",
      then: [HTTPResponse.page(Org.tokens)])
    #expect(try result.get().outcome == .success)
    #expect(try result.get().tokens?.accessToken == Secret("the-access-token"))
    let request = try #require(transport.requests.last)
    #expect(request.url.description == "https://org.example/oauth2/default/v1/token")
    guard case .form(let pairs) = request.body else {
      Issue.record("no form was sent")
      return
    }
    #expect(pairs.map(\.name) == ["grant_type", "interaction_code", "client_id", "code_verifier"])
    #expect(pairs[1].value == "ic-1")
  }

  @Test func anInteractionThatIsRequiredIsLookedAtAgain() async throws {
    let (result, transport) = try await resume(
      "com.example.app:/callback?error=interaction_required&state=STATE",
      then: [HTTPResponse.page(Org.page([Org.identify]))])
    #expect(try result.get().steps.map(\.name) == ["identify"])
    #expect(transport.requests.last?.body == .json(["interactionHandle": "handle-1"]))
  }

  @Test(arguments: [0, 1])
  func theCodeOfALinkIsAnsweredWhereOneIsAskedFor(_ step: Int) async throws {
    let (result, transport) = try await resume(
      "com.example.app:/callback?otp=123456&state=STATE", step: step,
      then: [HTTPResponse.page(Org.page([Org.identify]))])
    #expect(try result.get().steps.map(\.name) == ["identify"])
    #expect(transport.requests.last?.url.path == "/idp/idx/challenge/answer")
    #expect(
      transport.requests.last?.body
        == .json(["credentials": ["passcode": "123456"], "stateHandle": "form-handle"]))
  }

  @Test(arguments: [
    ("com.example.app:/callback?interaction_code=c&state=other", "another transaction"),
    ("com.example.app:/callback?interaction_code=c", "another transaction"),
    ("com.example.app:/callback", "another transaction"),
    (
      "com.example.other:/callback?interaction_code=c&state=STATE", "arrive at the redirect address"
    ),
    (
      "com.example.app:/callback/x?interaction_code=c&state=STATE", "arrive at the redirect address"
    ),
    ("", "arrive at the redirect address"),
    (
      "com.example.app:/callback?error=access_denied&error_description=No+thanks&state=STATE",
      "access_denied: No thanks"
    ),
  ])
  func anAddressThatIsNotOursOrBringsAnErrorIsRefused(
    _ address: String, _ part: String
  ) async throws {
    let (result, transport) = try await resume(address)
    guard case .failure(let failure) = result else {
      Issue.record("the address was taken")
      return
    }
    // The server's message is in an answer to this transaction; anything else isn't for it.
    #expect(failure.kind == (failure.refusal == nil ? .untrusted : .refused))
    #expect(failure.distrust == (failure.refusal == nil ? .redirectMismatch : nil))
    #expect((failure.refusal == nil) == !part.hasPrefix("access_denied"))
    #expect(failure.message.contains(part))
    #expect(transport.requests.count == 2)
  }

  @Test func anAddressThatBringsNothingIsMalformed() async throws {
    let (result, _) = try await resume("com.example.app:/callback?state=STATE")
    #expect(throws: EngineFailure.self) { try result.get() }
  }
}
