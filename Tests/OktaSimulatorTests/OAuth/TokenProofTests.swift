import FlowCrypto
import FlowEngine
import FlowHTTP
import FlowJOSE
import TestSupport
import Testing

@testable import OktaSimulator

/// Tokens that the org binds to a client's key (RFC 9449).
@Suite("Tokens bound to a key", .enabled(if: RSA.isAvailable)) struct TokenProofTests {
  private static let root = "https://acme.flow.test/oauth2/default/v1/"

  /// A client with its key and the org's last nonce.
  private final class Scene {
    let client: OrgClient
    var key: PrivateWebKey
    var nonce: String?
    private var count = 0

    init(_ app: String) throws {
      client = try OrgClient(
        """
        authenticators password
        user "jane@example.com" { password "Correct-Horse-1" }
        app { \(app) }
        """)
      key = try PrivateWebKey(file: TestKeys.p256.bytes())
    }

    func proof(
      _ method: String, _ endpoint: String, token: JSON? = nil, id: String? = nil
    ) throws -> String {
      count += 1
      let proof = ClientTokens.Proof(
        method: method, address: root + endpoint, id: id ?? "id-\(count)", nonce: nonce,
        token: token?.string.map { Secret($0) })
      return try ClientTokens.proof(proof, key: key, now: client.clock.now).reveal()
    }

    func post(
      _ endpoint: String, _ pairs: [(String, String)], proof: String? = nil
    ) async throws -> JSON {
      try await client.send(
        .post, "/oauth2/default/v1/" + endpoint, headers: proof.map { ["DPoP": $0] } ?? [:],
        .form(pairs.map { FormPair($0.0, $0.1) }))
    }

    func userinfo(_ scheme: String, _ token: JSON?, proof: String? = nil) async throws -> Int {
      var headers: HTTPHeaders = ["Authorization": "\(scheme) \(token?.string ?? "")"]
      if let proof { headers["DPoP"] = proof }
      _ = try await client.send(.get, "/oauth2/default/v1/userinfo", headers: headers)
      return client.status
    }

    /// Signs in, and returns the pairs that redeem the code.
    func code(secret: String? = nil) async throws -> [(String, String)] {
      let extra = secret.map { [FormPair("client_secret", $0)] } ?? []
      try await client.start(scope: "openid email offline_access", with: extra)
      try await client.submit("identify", ["identifier": "jane@example.com"])
      try await client.passcode("Correct-Horse-1")
      let fields = client.page["successWithInteractionCode"]?["value"]?.array ?? []
      let code = fields.first { $0["name"] == "interaction_code" }?["value"]?.string
      return [
        ("grant_type", "interaction_code"), ("client_id", "client"),
        ("interaction_code", try #require(code)), ("code_verifier", OrgClient.verifier),
      ] + (secret.map { [("client_secret", $0)] } ?? [])
    }

    /// Gets tokens in the way that the org asks for.
    func tokens(secret: String? = nil) async throws -> JSON {
      let pairs = try await code(secret: secret)
      let refused = try await post("token", pairs, proof: proof("POST", "token"))
      #expect(refused["error"] == "use_dpop_nonce" && client.status == 400)
      let required: String = try #require(client.headers["DPoP-Nonce"])
      nonce = required
      let tokens = try await post("token", pairs, proof: proof("POST", "token"))
      #expect(client.status == 200, "\(tokens)")
      return tokens
    }

    func refresh(
      _ tokens: JSON, proof: String?, secret: String? = nil
    ) async throws -> JSON {
      try await post(
        "token",
        [
          ("grant_type", "refresh_token"), ("client_id", "client"),
          ("refresh_token", tokens["refresh_token"]?.string ?? ""),
        ] + (secret.map { [("client_secret", $0)] } ?? []), proof: proof)
    }
  }

  @Test(
    "A client that proves that it has a key gets tokens for this key, required or not",
    arguments: ["dpop required", "dpop optional", ""])
  func bound(app: String) async throws {
    let scene = try Scene(app)
    let tokens = try await scene.tokens()
    #expect(tokens["token_type"] == "DPoP")
    let claims = try TokenTests.parts(tokens["access_token"]?.string).claims
    #expect(claims["cnf"]?["jkt"]?.string == scene.key.publicKey.thumbprint)
    let answer = try await scene.post(
      "introspect",
      [("client_id", "client"), ("token", tokens["access_token"]?.string ?? "")])
    #expect(answer["token_type"] == "DPoP")
    #expect(answer["cnf"]?["jkt"]?.string == scene.key.publicKey.thumbprint)
    let token = tokens["access_token"]
    let proof = try scene.proof("GET", "userinfo", token: token)
    #expect(try await scene.userinfo("DPoP", token, proof: proof) == 200)
    // A replayed proof.
    #expect(try await scene.userinfo("DPoP", token, proof: proof) == 401)
    #expect(scene.client.headers["WWW-Authenticate"]?.hasPrefix("DPoP ") == true)
  }

  @Test("A bound token is worth nothing without its key")
  func stolen() async throws {
    let scene = try Scene("dpop required")
    let tokens = try await scene.tokens()
    let token = tokens["access_token"]
    #expect(try await scene.userinfo("Bearer", token) == 401)
    #expect(
      try await scene.userinfo(
        "Bearer", token, proof: scene.proof("GET", "userinfo", token: token)) == 401)
    #expect(try await scene.userinfo("DPoP", token) == 401)
    #expect(
      try await scene.userinfo("DPoP", token, proof: scene.proof("GET", "userinfo")) == 401)
    #expect(
      try await scene.userinfo(
        "DPoP", token, proof: scene.proof("GET", "userinfo", token: tokens["id_token"])) == 401)
    #expect(
      try await scene.userinfo(
        "DPoP", token, proof: scene.proof("POST", "userinfo", token: token)) == 401)
    #expect(
      try await scene.userinfo(
        "DPoP", token, proof: scene.proof("GET", "token", token: token)) == 401)
    let old = try scene.proof("GET", "userinfo", token: token)
    let own = scene.key
    scene.key = try PrivateWebKey(file: TestKeys.rsa.bytes())
    #expect(
      try await scene.userinfo(
        "DPoP", token, proof: scene.proof("GET", "userinfo", token: token)) == 401)
    scene.key = own
    scene.client.clock.advance(by: .seconds(301))
    #expect(try await scene.userinfo("DPoP", token, proof: old) == 401)
    #expect(
      try await scene.userinfo(
        "DPoP", token, proof: scene.proof("GET", "userinfo", token: token)) == 200)
  }

  @Test("A client without a proof gets no tokens if the app requires one, and keeps its code")
  func required() async throws {
    let scene = try Scene("dpop required")
    let pairs = try await scene.code()
    let refused = try await scene.post("token", pairs)
    #expect(refused["error"] == "invalid_dpop_proof" && scene.client.status == 400)
    _ = try await scene.post("token", pairs, proof: scene.proof("POST", "token"))
    scene.nonce = scene.client.headers["DPoP-Nonce"]
    for proof in [
      try scene.proof("GET", "token"), try scene.proof("POST", "userinfo"), "a.b.c",
    ] {
      let refused = try await scene.post("token", pairs, proof: proof)
      #expect(refused["error"] == "invalid_dpop_proof", "\(refused)")
    }
    scene.nonce = "guessed"
    let guess = try await scene.post("token", pairs, proof: scene.proof("POST", "token"))
    #expect(guess["error"] == "use_dpop_nonce")
    scene.nonce = scene.client.headers["DPoP-Nonce"]
    let tokens = try await scene.post("token", pairs, proof: scene.proof("POST", "token"))
    #expect(tokens["token_type"] == "DPoP")
  }

  @Test("An app that doesn't ask for bound tokens stays as it is")
  func bearer() async throws {
    let scene = try Scene("dpop optional")
    let tokens = try await scene.post("token", scene.code())
    #expect(tokens["token_type"] == "Bearer")
    let token = tokens["access_token"]
    #expect(try TokenTests.parts(token?.string).claims["cnf"] == nil)
    #expect(try await scene.userinfo("Bearer", token) == 200)
    #expect(
      try await scene.userinfo("DPoP", token, proof: scene.proof("GET", "userinfo", token: token))
        == 401)
    let next = try await scene.refresh(tokens, proof: nil)
    #expect(next["token_type"] == "Bearer")
  }

  @Test("The refresh token of a public client is bound: a thief can neither use nor revoke it")
  func refresh() async throws {
    let scene = try Scene("dpop optional")
    let tokens = try await scene.tokens()
    let own = scene.key
    let next = try await scene.refresh(tokens, proof: scene.proof("POST", "token"))
    #expect(next["token_type"] == "DPoP", "\(next)")
    scene.key = try PrivateWebKey(file: TestKeys.rsa.bytes())
    for stolen in [tokens, next] {
      let none = try await scene.refresh(stolen, proof: nil)
      #expect(none["error"] == "invalid_dpop_proof")
      let other = try await scene.refresh(stolen, proof: scene.proof("POST", "token"))
      #expect(other["error"] == "invalid_grant")
    }
    scene.key = own
    let last = try await scene.refresh(next, proof: scene.proof("POST", "token"))
    #expect(last["token_type"] == "DPoP", "\(last)")
    let claims = try TokenTests.parts(last["access_token"]?.string).claims
    #expect(claims["cnf"]?["jkt"]?.string == own.publicKey.thumbprint)
  }

  @Test("A confidential client authenticates, so it can refresh with a new key")
  func confidential() async throws {
    let scene = try Scene("dpop required; secret \"s3cret-of-the-app\"")
    let tokens = try await scene.tokens(secret: "s3cret-of-the-app")
    scene.key = try PrivateWebKey(file: TestKeys.rsa.bytes())
    let none = try await scene.refresh(tokens, proof: nil, secret: "s3cret-of-the-app")
    #expect(none["error"] == "invalid_dpop_proof")
    let next = try await scene.refresh(
      tokens, proof: scene.proof("POST", "token"), secret: "s3cret-of-the-app")
    let claims = try TokenTests.parts(next["access_token"]?.string).claims
    #expect(claims["cnf"]?["jkt"]?.string == scene.key.publicKey.thumbprint)
  }

  @Test("A proof at the token endpoint is accepted once")
  func replay() async throws {
    let scene = try Scene("dpop required")
    let tokens = try await scene.tokens()
    let proof = try scene.proof("POST", "token")
    let next = try await scene.refresh(tokens, proof: proof)
    #expect(next["token_type"] == "DPoP")
    let again = try await scene.refresh(next, proof: proof)
    #expect(again["error"] == "invalid_dpop_proof")
  }

  @Test("`dpop` accepts only its two words")
  func setting() throws {
    for text in ["dpop", "dpop on", "dpop required, optional"] {
      let (_, problems) = Org.build(
        name: "acme", settings: SettingText.parse("authenticators password\napp { \(text) }"))
      #expect(!problems.isEmpty, "\(text)")
    }
  }
}
