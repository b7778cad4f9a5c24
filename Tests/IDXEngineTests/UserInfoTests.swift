import FlowEngine
import FlowHTTP
import Testing

@testable import IDXEngine

/// An issuer's information about the signed-in user (OpenID Connect Core, section 5.3).
@Suite struct UserInfoTests {
  private static let jane: JSON = [
    "sub": "00u1", "name": "Jane Doe", "given_name": "Jane", "email": "jane@example.com",
    "email_verified": true, "groups": ["a", "b"], "address": ["country": "NO"],
  ]

  /// Signs in at an issuer with this answer, and asks it.
  private static func ask(
    _ answer: HTTPResponse, _ edit: @escaping @Sendable (inout JSONObject) -> Void = { _ in }
  ) async throws -> (facts: Result<[Fact], EngineFailure>, org: SigningOrg) {
    let org = try SigningOrg(SigningOrg.Mischief(claims: { $0["sub"] = "00u1" })) {
      request throws(TransportFailure) in
      if request.url.path.hasSuffix("/openid-configuration") {
        var description = SigningOrg.description
        edit(&description)
        return HTTPResponse(status: 200, body: .json(.object(description)))
      }
      return request.method == .get && request.url.path.contains("userinfo") ? answer : nil
    }
    var session = org.engine().makeSession()
    _ = try await session.start(Start(intent: "sign-in"))
    do throws(EngineFailure) { return (.success(try await session.userFacts()), org) } catch {
      return (.failure(error), org)
    }
  }

  private static func text(_ text: String, status: Int = 200) -> HTTPResponse {
    HTTPResponse(status: status, body: .bytes(Array(text.utf8)))
  }

  @Test("Every claim is a fact, by its own name and by its name on pages")
  func facts() async throws {
    let (result, org) = try await Self.ask(HTTPResponse(status: 200, body: .json(Self.jane)))
    let facts = try result.get()
    func value(_ name: String) -> Value? { facts.first { $0.name == name }?.value }
    #expect(value("user.email") == .text("jane@example.com"))
    #expect(value("user.given_name") == .text("Jane"))
    #expect(value("user.firstName") == .text("Jane"))
    #expect(value("user.id") == .text("00u1"))
    #expect(value("user.email_verified") == .boolean(true))
    #expect(value("user.groups") == .list([.text("a"), .text("b")]))
    #expect(value("user.address.country") == .text("NO"))
    let request = try #require(org.requests.last)
    #expect(request.url.path == "/oauth2/default/v1/userinfo")
    #expect(request.headers["Authorization"] == "Bearer the-access-token")
    #expect(request.headers["Cookie"] == nil)
  }

  @Test("The endpoint is the one in the issuer's description, at its own origin")
  func endpoint() async throws {
    let answer = HTTPResponse(status: 200, body: .json(Self.jane))
    let (result, org) = try await Self.ask(answer) {
      $0["userinfo_endpoint"] = "https://org.example/other/userinfo"
    }
    #expect(try result.get().isEmpty == false)
    #expect(org.requests.last?.url.path == "/other/userinfo")
    await #expect(throws: EngineFailure.self) {
      try await Self.ask(answer) { $0["userinfo_endpoint"] = "https://evil.example/userinfo" }
    }
  }

  @Test(
    "An answer about another user, or without facts, isn't used",
    arguments: [
      (
        text(#"{"sub":"00u2","email":"eve@example.com"}"#), EngineFailure.Kind.untrusted,
        "another user than the ID token"
      ),
      (text(#"{"sub":"00u1","email":"a","email":"b"}"#), .malformed, "two members of one name"),
      (text(#"{"sub":"00u2","sub":"00u1"}"#), .malformed, "two members of one name"),
      (text(#"{"email":"jane@example.com"}"#), .malformed, "doesn't name its user"),
      (text(#"{"sub":7}"#), .malformed, "doesn't name its user"),
      (text("[]"), .malformed, "`userinfo`"), (text("eyJ.e30.x"), .malformed, "not JSON"),
      (text("", status: 401), .refused, "`userinfo` was refused (HTTP 401)"),
      (
        text(#"{"error":"insufficient_scope","error_description":"no openid"}"#, status: 403),
        .refused, "insufficient_scope: no openid"
      ),
      (text("", status: 302), .refused, "redirect"), (text("", status: 500), .failed, "HTTP 500"),
    ])
  func refused(answer: HTTPResponse, kind: EngineFailure.Kind, words: String) async throws {
    guard case .failure(let failure) = try await Self.ask(answer).facts else {
      Issue.record("it was taken")
      return
    }
    #expect(failure.kind == kind)
    #expect(failure.message.contains(words), "\(failure.message)")
  }
}
