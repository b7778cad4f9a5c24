import FlowCrypto
import FlowEngine
import FlowHTTP
import FlowSignIn
import FlowSignInTesting
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The tokens that an app keeps.
@Suite("Tokens")
struct TokenTests {
  private static let start = Duration.seconds(1_700_000_000)

  private static func signIn() async throws -> Tokens {
    let script = try SignInScript(
      """
      on identify           answer identifier = "jane@example.com"
      on challenge password answer passcode = secret PASSWORD
      on select-authenticator choose email
      on challenge email    answer code = inbox email
      """)
    return try await script.start(
      .simulated(at: start, scopes: ["openid", "profile", "email", "offline_access"]),
      secrets: ["PASSWORD": Secret("Correct-Horse-1")]
    ).tokens()
  }

  @Test("Tokens survive being kept as JSON")
  func codable() async throws {
    let tokens = try await Self.signIn()
    #expect(tokens.refreshToken != nil)
    let kept = try JSONEncoder().encode(tokens)
    var copy = try JSONDecoder().decode(Tokens.self, from: kept)
    // The end is kept in whole seconds.
    #expect(copy.expiresAt?.components.seconds == tokens.expiresAt?.components.seconds)
    copy.expiresAt = tokens.expiresAt
    #expect(copy == tokens)
    #expect(String(decoding: kept, as: UTF8.self).contains("\"access_token\""))
  }

  @Test(
    "Other texts aren't tokens",
    arguments: [
      "{}", "[]", "{\"access_token\": 1}", "{\"access_token\": \"a\"}",
      "{\"access_token\": \"a\", \"token_type\": \"Bearer\", \"verification\": \"trusted\"}",
    ])
  func refuses(_ text: String) {
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(Tokens.self, from: Data(text.utf8))
    }
  }

  @Test("The smallest answer of a token endpoint can be read")
  func smallest() throws {
    let text = "{\"access_token\": \"a\", \"token_type\": \"Bearer\"}"
    let tokens = try JSONDecoder().decode(Tokens.self, from: Data(text.utf8))
    #expect(tokens == Tokens(accessToken: Secret("a"), tokenType: "Bearer"))
    #expect(tokens.claims == nil)
  }

  @Test("The end of the access token follows from the time of the answer")
  func expiry() async throws {
    let tokens = try await Self.signIn()
    let life = try #require(tokens.expiresIn)
    let end = try #require(tokens.expiresAt)
    #expect(end >= Self.start + .seconds(life))
    #expect(end < Self.start + .seconds(life) + .seconds(600))
    #expect(!tokens.isExpired(at: Self.start))
    #expect(!tokens.isExpired(at: end - .seconds(31)))
    #expect(tokens.isExpired(at: end - .seconds(30)))
    #expect(tokens.isExpired(at: end, margin: .zero))
    #expect(!tokens.isExpired(at: end - .seconds(1), margin: .zero))
  }

  @Test("A token without a stated life doesn't expire")
  func endless() {
    let tokens = Tokens(accessToken: Secret("a"), tokenType: "Bearer")
    #expect(!tokens.isExpired())
  }

  @Test("The claims of the ID token are typed")
  func claims() async throws {
    let claims = try #require(try await Self.signIn().claims)
    #expect(claims.username == "jane@example.com")
    #expect(claims.email == "jane@example.com")
    #expect(claims.audience == ["0oaflow"])
    #expect(claims.issuer?.hasSuffix("/oauth2/default") == true)
    #expect(claims.subject?.isEmpty == false)
    #expect(claims.methods.contains("pwd"))
    let issued = try #require(claims.issuedAt)
    #expect(try #require(claims.expiresAt) > issued)
    #expect(try #require(claims.authenticatedAt) <= issued)
    #expect(claims["no-such-claim"] == nil)
    #expect(!"\(claims)".contains("jane"))
    var dumped = ""
    dump(claims, to: &dumped)
    #expect(!dumped.contains("jane"))
  }

  @Test("An ID token that isn't signed text has no claims", arguments: ["", "a.b", "a.b.c", "é"])
  func noClaims(_ text: String) {
    #expect(
      Tokens(accessToken: Secret("a"), tokenType: "Bearer", idToken: Secret(text)).claims == nil)
  }

  @Test("A list of clients and a single one are both an audience")
  func audience() throws {
    func claims(_ body: JSON) throws -> TokenClaims {
      let parts = ["{}", String(decoding: body.bytes(), as: UTF8.self), "x"]
      let text = parts.map { Base64URL.encode(Array($0.utf8)) }.joined(separator: ".")
      return try #require(
        Tokens(accessToken: Secret("a"), tokenType: "Bearer", idToken: Secret(text)).claims)
    }
    #expect(try claims(["aud": "a"]).audience == ["a"])
    #expect(try claims(["aud": ["a", "b"]]).audience == ["a", "b"])
    #expect(try claims(["aud": 1]).audience.isEmpty)
    #expect(try claims(["exp": "1"]).expiresAt == nil)
  }
}
