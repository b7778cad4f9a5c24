import FlowHTTP
import Testing

@Suite("Routing users to identity providers")
struct RoutingTests {
  static let settings = """
    authenticators password, email
    zone "office" { ip "10.0.0.0/8" }
    user "jane@example.com" { password "Correct-Horse-1" }
    user "pam@partner.com" { password "Correct-Horse-1" }
    user "rob@partner.com" { password "Correct-Horse-1"; groups staff }
    idp "Partner" { signs-in "pam@partner.com"; signs-in group staff; offered off }
    idp "Google" { signs-in everyone }
    idp "Maybe" { signs-in unknown "an account"; offered off }
    routing "inside" { when zone "office" and login "*@partner.com"; to org }
    routing "partners" { when login "*@Partner.com"; to idp "Partner", "Google" }
    routing { when login "m*"; to idp "Maybe" }
    sign-on { require password }
    """

  private func client(_ headers: [String: String] = [:]) async throws -> OrgClient {
    let client = try OrgClient(Self.settings)
    for (name, value) in headers { client.always[name] = value }
    return try await client.start()
  }

  private func names(_ client: OrgClient) -> [String?] {
    (client.page["remediation"]?["value"]?.array ?? []).filter { $0["name"] == "redirect-idp" }
      .map { $0["idp"]?["name"]?.string }
  }

  @Test("The first rule whose conditions hold decides, for known and unknown users")
  func first() async throws {
    for login in ["pam@partner.com", "new@PARTNER.com"] {
      let client = try await client()
      #expect(names(client) == ["Google"], "the first page offers only one of them")
      try await client.submit("identify", ["identifier": .string(login)])
      #expect(client.steps == ["redirect-idp", "redirect-idp"])
      #expect(names(client) == ["Partner", "Google"])
    }
    let inside = try await client(["X-Flow-Zone": "office"])
    try await inside.submit("identify", ["identifier": "pam@partner.com"])
    #expect(inside.steps.first == "challenge-authenticator")
    let other = try await client()
    try await other.submit("identify", ["identifier": "jane@example.com"])
    #expect(other.steps.first == "challenge-authenticator")
  }

  @Test("The user who entered a login returns, or the first one that the provider signs in")
  func returns() async throws {
    for (login, subject) in [
      ("rob@partner.com", "rob@partner.com"), ("new@partner.com", "pam@partner.com"),
    ] {
      let client = try await client()
      try await client.submit("identify", ["identifier": .string(login)])
      let code = try #require(try await client.browse()["interaction_code"])
      let tokens = try await client.send(
        .post, "/oauth2/default/v1/token",
        .form([
          FormPair("grant_type", "interaction_code"), FormPair("client_id", "client"),
          FormPair("interaction_code", code), FormPair("code_verifier", OrgClient.verifier),
        ]))
      let token = try #require(tokens["id_token"]?.string)
      let parts = token.split(separator: ".")
      let claims = try JSON(parsing: #require(Base64URL.decode(String(parts[1]))))
      #expect(claims["preferred_username"]?.string == subject, "\(claims)")
    }
  }

  @Test("An unknown account signs in only if the sign-in says that there is one")
  func unknown() async throws {
    for (holds, error) in [(true, nil), (false, "access_denied")] {
      let client = try await client(holds ? ["X-Flow-Unknown": "an account"] : [:])
      try await client.submit("identify", ["identifier": "me@example.com"])
      #expect(names(client) == ["Maybe"])
      #expect(try await client.browse()["error"] == error)
    }
  }

  @Test("The address of a provider that no page shows is refused")
  func refused() async throws {
    let client = try await client()
    let forms = client.page["remediation"]?["value"]?.array ?? []
    let address = try #require(forms.last?["href"]?.string)
    #expect(address.hasSuffix("idp=1"))
    try await client.send(.get, address.dropLast() + "0")
    #expect(client.status == 400)
    try await client.submit("identify", ["identifier": "pam@partner.com"])
    try await client.send(.get, address.dropLast() + "2")
    #expect(client.status == 400)
  }
}
