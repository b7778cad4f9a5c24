import FlowCrypto
import FlowDiagnostics
import FlowEngine
import FlowHTTP
import FlowJOSE
import FlowLock
import TestSupport
import Testing

@testable import IDXEngine

/// A sign-in of an app that asks for tokens that are bound to its key (RFC 9449).
@Suite("Tokens bound to the app's key", .enabled(if: RSA.isAvailable)) struct TokenProofTests {
  private static let key = PrivateWebKey.test

  /// An issuer that binds tokens, and asks for a nonce; `type` is the type of its tokens.
  private static func issuer(
    type: String = "DPoP", nonces: Int = 1, refresh: String? = nil
  ) throws -> SigningOrg {
    let asked = Mutex(0)
    return try SigningOrg(SigningOrg.Mischief(claims: { $0["sub"] = "00u1" })) {
      request throws(TransportFailure) in
      let path = request.url.path
      if path.hasSuffix("/userinfo") {
        return HTTPResponse(status: 200, body: .json(["sub": "00u1"]))
      }
      guard path.hasSuffix("/token") else { return nil }
      let count = asked.withLock { count in
        count += 1
        return count
      }
      if count <= nonces, request.headers["DPoP"] != nil {
        return HTTPResponse(
          status: 400, headers: ["DPoP-Nonce": "nonce-\(count)"],
          body: .json(["error": "use_dpop_nonce"]))
      }
      guard case .form(let pairs) = request.body else { return nil }
      let isRefresh = pairs.contains { $0.value == "refresh_token" }
      return HTTPResponse(
        status: 200,
        body: .json([
          "access_token": "the-access-token",
          "token_type": .string(isRefresh ? refresh ?? type : type), "expires_in": 3600,
          "scope": "profile", "refresh_token": "the-refresh-token",
        ]))
    }
  }

  private static func engine(
    _ org: SigningOrg, acceptsBearer: Bool = false
  ) -> IDXEngine {
    var configuration = org.engine { $0.scopes = ["profile"] }.configuration
    configuration.proof = IDXConfiguration.Proof(key: key, acceptsBearer: acceptsBearer)
    return IDXEngine(configuration: configuration, transport: org, clock: org.clock) { count in
      (0..<count).map { _ in UInt8.random(in: .min ... .max) }
    }
  }

  private static func signIn(_ engine: IDXEngine) async -> Result<Tokens?, EngineFailure> {
    var session = engine.makeSession()
    do throws(EngineFailure) {
      return .success(try await session.start(Start(intent: "sign-in")).tokens)
    } catch { return .failure(error) }
  }

  /// The claims of a request's proof, whose signature the key must have made.
  private static func claims(_ request: HTTPRequest) throws -> JSONObject {
    let proof = try #require(request.headers["DPoP"].flatMap { FlowJOSE.SignedToken($0) })
    #expect(proof.isSigned(by: key.publicKey))
    #expect(proof.header["typ"]?.string == "dpop+jwt")
    #expect(proof.header["jwk"] == key.publicKey.json && proof.header["jwk"]?["d"] == nil)
    return proof.claims
  }

  @Test("The token request has a proof, and is repeated once with the issuer's nonce")
  func nonce() async throws {
    let org = try Self.issuer()
    let tokens = try #require(try await Self.signIn(Self.engine(org)).get())
    #expect(tokens.tokenType == "DPoP")
    let requests = org.requests.filter { $0.url.path.hasSuffix("/token") }
    #expect(requests.count == 2)
    let claims = try requests.map(Self.claims)
    #expect(claims.map { $0["nonce"]?.string } == [nil, "nonce-1"])
    #expect(claims[0]["jti"]?.string != claims[1]["jti"]?.string)
    for claim in claims {
      #expect(claim["htm"] == "POST" && claim["ath"] == nil)
      #expect(claim["htu"]?.string == "https://org.example/oauth2/default/v1/token")
    }
    let others = org.requests.filter { !$0.url.path.hasSuffix("/token") }
    #expect(others.allSatisfy { $0.headers["DPoP"] == nil })
  }

  @Test("An issuer that asks for nonces without an end is refused after one repetition")
  func endless() async throws {
    let org = try Self.issuer(nonces: .max)
    let result = await Self.signIn(Self.engine(org))
    guard case .failure(let failure) = result else { return #expect(Bool(false), "signed in") }
    #expect(failure.message.contains("use_dpop_nonce"), "\(failure)")
    #expect(org.paths.filter { $0.hasSuffix("/token") }.count == 2)
  }

  @Test("Bearer tokens are untrusted, unless the app accepts them")
  func bearer() async throws {
    let result = await Self.signIn(Self.engine(try Self.issuer(type: "Bearer")))
    guard case .failure(let failure) = result else { return #expect(Bool(false), "signed in") }
    #expect(failure.kind == .untrusted)
    #expect(failure.problem.kind == .tokenUnbound)
    let accepted = await Self.signIn(
      Self.engine(try Self.issuer(type: "bearer"), acceptsBearer: true))
    #expect(try accepted.get()?.tokenType == "bearer")
    for type in ["mac", "", "DPoP2"] {
      let other = await Self.signIn(
        Self.engine(try Self.issuer(type: type), acceptsBearer: true))
      guard case .failure(let failure) = other else { return #expect(Bool(false), "signed in") }
      #expect(failure.kind == .malformed)
    }
  }

  @Test("An app without a key doesn't accept bound tokens, and sends no proof")
  func unasked() async throws {
    let org = try Self.issuer()
    let result = await Self.signIn(org.engine { $0.scopes = ["profile"] })
    guard case .failure(let failure) = result else { return #expect(Bool(false), "signed in") }
    #expect(failure.kind == .malformed)
    #expect(org.requests.allSatisfy { $0.headers["DPoP"] == nil })
  }

  @Test("A refresh has a proof, a revocation doesn't; bound tokens stay bound")
  func refresh() async throws {
    let org = try Self.issuer(nonces: 0)
    let engine = Self.engine(org)
    let tokens = try #require(try await Self.signIn(engine).get())
    let next = try await engine.refresh(tokens)
    #expect(next.tokenType == "DPoP")
    #expect(try Self.claims(try #require(org.requests.last))["htm"] == "POST")
    try await engine.revoke(next)
    #expect(org.requests.last?.url.path.hasSuffix("/revoke") == true)
    #expect(org.requests.last?.headers["DPoP"] == nil)
    let weaker = Self.engine(try Self.issuer(nonces: 0, refresh: "Bearer"), acceptsBearer: true)
    let failure = await #expect(throws: EngineFailure.self) { try await weaker.refresh(tokens) }
    #expect(failure?.kind == .untrusted)
  }

  @Test("Nothing of the key is in a description of the engine")
  func secrecy() throws {
    let engine = Self.engine(try Self.issuer())
    var text = "\(engine.configuration)"
    dump(engine.configuration, to: &text)
    #expect(!text.contains("7, 7, 7") && text.contains("PrivateWebKey"))
  }
}

extension PrivateWebKey {
  /// A key that isn't secret.
  fileprivate static var test: PrivateWebKey {
    guard let key = try? P256.PrivateKey(scalar: [UInt8](repeating: 7, count: 32)) else {
      preconditionFailure("the scalar is valid")
    }
    return PrivateWebKey(.p256(key))
  }
}
