import FlowCrypto
import FlowDiagnostics
import FlowEngine
import FlowHTTP
import Testing

@testable import IDXEngine

/// The valid ID tokens, and the fault of each other one.
@Suite(.enabled(if: RSA.isAvailable, "no library for signatures here"))
struct IDTokenTests {
  typealias Mischief = SigningOrg.Mischief

  /// An ID token that must not be accepted.
  struct Bad: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var fault: ProblemKind
    var words: String
    var mischief: Mischief

    init(
      _ name: String, _ fault: ProblemKind, _ words: String, _ edit: (inout Mischief) -> Void
    ) {
      testDescription = name
      self.fault = fault
      self.words = words
      mischief = Mischief()
      edit(&mischief)
    }

    /// A token with another claim.
    init(_ name: String, _ fault: ProblemKind, _ words: String, _ claim: String, _ value: JSON?) {
      self.init(name, fault, words) { $0.claims = { $0[claim] = value } }
    }
  }

  static let now = 1_700_000_000

  static let bad: [Bad] = [
    Bad("another issuer", .idTokenIssuer, "https://evil.example", "iss", "https://evil.example"),
    Bad("no issuer", .idTokenIssuer, "names no issuer", "iss", nil),
    Bad("the org's own server", .idTokenIssuer, "not from", "iss", "https://org.example"),
    Bad("another client", .idTokenAudience, "is for client-2", "aud", "client-2"),
    Bad("other clients", .idTokenAudience, "is for a, b", "aud", ["a", "b"]),
    Bad("no one", .idTokenAudience, "is for no one", "aud", nil),
    Bad("made for another client", .idTokenAudience, "made for the client x", "azp", "x"),
    Bad("expired", .idTokenExpired, "expired 301 s ago", "exp", .integer(now - 301)),
    Bad("no expiry", .idTokenExpired, "`exp`", "exp", nil),
    Bad("an expiry as text", .idTokenExpired, "`exp`", "exp", "1700003600"),
    Bad("made too early", .idTokenTime, "301 s ago", "iat", .integer(now - 301)),
    Bad("made too late", .idTokenTime, "301 s from now", "iat", .integer(now + 301)),
    Bad("made at a far time", .idTokenTime, "many years", "iat", .double(1e300)),
    Bad("no time", .idTokenTime, "`iat`", "iat", nil),
    Bad("signed in too long ago", .idTokenSignInTime, "961 s ago") { mischief in
      mischief.maxAge = 600
      mischief.claims = { $0["auth_time"] = .integer(now - 961) }
    },
    Bad("signed in far from now, with an impossible age", .idTokenSignInTime, "many years") {
      mischief in
      mischief.maxAge = -1e308
      mischief.claims = { $0["auth_time"] = .double(1e300) }
    },
    Bad("no sign-in time", .idTokenSignInTime, "`auth_time`") { mischief in
      mischief.maxAge = 600
      mischief.claims = { $0["auth_time"] = nil }
    },
    Bad("another nonce", .idTokenNonce, "another sign-in", "nonce", "n-0S6"),
    Bad("no nonce", .idTokenNonce, "doesn't repeat", "nonce", nil),
    Bad("another access token", .idTokenHash, "`at_hash`", "at_hash", "AAAAAAAAAAAAAAAAAAAAAA"),
    Bad("a claim twice", .idTokenMalformed, "has a claim twice") {
      $0.claims = { $0.members.append(JSONObject.Member("sub", "mallory")) }
    },
    Bad("a nested claim twice", .idTokenMalformed, "has a claim twice") {
      $0.claims = { $0["address"] = ["country": "NO", "country": "SE"] }
    },
    Bad("an algorithm twice", .idTokenMalformed, "header of the ID token has a member twice") {
      $0.header = { $0.members.append(JSONObject.Member("alg", "none")) }
    },
    Bad("nobody's", .idTokenMalformed, "`sub`", "sub", nil),
    Bad("signed without an algorithm", .idTokenAlgorithm, "`none`") { mischief in
      mischief.header = { $0["alg"] = "none" }
      mischief.signature = { $0 = [] }
    },
    Bad("a shared key", .idTokenAlgorithm, "`HS256`") { $0.header = { $0["alg"] = "HS256" } },
    Bad("no algorithm", .idTokenAlgorithm, "with nothing") { $0.header = { $0["alg"] = nil } },
    Bad("a critical header", .idTokenAlgorithm, "`crit`") { mischief in
      mischief.header = { $0["crit"] = ["exp"] }
    },
    Bad("another key", .idTokenKey, "doesn't publish") { $0.header = { $0["kid"] = "key-2" } },
    Bad("no key published", .idTokenKey, "doesn't publish") { $0.keys = { $0["keys"] = [] } },
    Bad("a key for another use", .idTokenKey, "doesn't publish") { mischief in
      mischief.keys = { keys in edit(&keys) { $0["use"] = "enc" } }
    },
    Bad("a key for another algorithm", .idTokenKey, "doesn't publish") { mischief in
      mischief.keys = { keys in edit(&keys) { $0["alg"] = "RS512" } }
    },
    Bad("a key of another kind", .idTokenKey, "doesn't publish") { mischief in
      mischief.keys = { keys in edit(&keys) { $0["kty"] = "oct" } }
    },
    Bad("a key that is too short", .idTokenKey, "doesn't publish") { mischief in
      mischief.keys = { keys in edit(&keys) { $0["n"] = "AQAB" } }
    },
    Bad("no key named, two published", .idTokenKey, "doesn't say which") { mischief in
      mischief.header = { $0["kid"] = nil }
      mischief.keys = { keys in
        keys["keys"] = .array((keys["keys"]?.array ?? []) + (keys["keys"]?.array ?? []))
      }
    },
    Bad("another signature", .idTokenSignature, "signature") { $0.signature = { $0[17] ^= 1 } },
    Bad("half a signature", .idTokenSignature, "signature") {
      $0.signature = { $0.removeLast(128) }
    },
    Bad("no signature", .idTokenSignature, "signature") { $0.signature = { $0 = [] } },
    Bad("changed claims", .idTokenSignature, "signature") { mischief in
      mischief.claimsAfterSigning = { $0["sub"] = "00u2" }
    },
  ]

  private static func edit(_ set: inout JSONObject, _ body: (inout JSONObject) -> Void) {
    var key = set["keys"]?.array?.first?.object ?? [:]
    body(&key)
    set["keys"] = [.object(key)]
  }

  @Test("An invalid ID token is refused, with the reason", arguments: bad)
  func refused(bad: Bad) async throws {
    let result = await (try SigningOrg(bad.mischief)).signIn()
    guard case .failure(let failure) = result else {
      Issue.record("it was taken")
      return
    }
    #expect(failure.kind == .untrusted)
    #expect(failure.distrust == bad.fault)
    #expect(failure.message.contains(bad.words), "\(failure.message)")
    #expect(!failure.message.contains("the-access-token"))
  }

  @Test("Every fault of a token has an example")
  func everyFault() {
    let all: Set<ProblemKind> = [
      .idTokenAlgorithm, .idTokenAudience, .idTokenExpired, .idTokenHash, .idTokenIssuer,
      .idTokenKey, .idTokenMalformed, .idTokenNonce, .idTokenSignInTime, .idTokenSignature,
      .idTokenTime,
    ]
    #expect(Set(Self.bad.map(\.fault)) == all)
    #expect(all.allSatisfy { $0.exit == .untrusted })
  }

  /// Unusual but valid ID tokens.
  static let good: [Bad] = [
    Bad("a valid token", .idTokenMalformed, "") { _ in },
    Bad("several audiences", .idTokenMalformed, "", "aud", ["other", "client-1"]),
    Bad(
      "a slash after the issuer", .idTokenMalformed, "", "iss",
      "https://org.example/oauth2/default/"),
    Bad("an old sign-in without a maximum age", .idTokenMalformed, "", "auth_time", 1),
    Bad("a recent sign-in", .idTokenMalformed, "") { mischief in
      mischief.maxAge = 600
      mischief.claims = { $0["auth_time"] = .integer(now - 899) }
    },
    Bad("five minutes late", .idTokenMalformed, "", "exp", .integer(now - 299)),
    Bad("a slow clock", .idTokenMalformed, "", "iat", .integer(now + 300)),
    Bad("a fast clock", .idTokenMalformed, "", "iat", .integer(now - 300)),
    Bad(
      "the access token's hash", .idTokenMalformed, "", "at_hash",
      .string(
        Base64URL.encode(Array(SHA256.hash(Array("the-access-token".utf8)).prefix(16))))),
    Bad("the only key", .idTokenMalformed, "") { $0.header = { $0["kid"] = nil } },
    Bad("a key without a use", .idTokenMalformed, "") { mischief in
      mischief.keys = { keys in
        edit(&keys) {
          $0["use"] = nil
          $0["alg"] = nil
        }
      }
    },
    Bad("a key among others", .idTokenMalformed, "") { mischief in
      mischief.keys = { keys in
        let others: [JSON] = [["kty": "EC", "kid": "ec"], 3, ["kty": "RSA", "kid": "x"]]
        keys["keys"] = .array(others + (keys["keys"]?.array ?? []))
      }
    },
  ]

  @Test("A valid ID token is accepted", arguments: good)
  func taken(good: Bad) async throws {
    let org = try SigningOrg(good.mischief)
    let response = try await org.signIn().get()
    #expect(response.tokens?.verification == .signature)
    #expect(response.facts.contains(Fact("token.sub", .text("00u1"))))
    #expect(
      org.paths == [
        "/oauth2/default/.well-known/openid-configuration", "/oauth2/default/v1/interact",
        "/idp/idx/introspect", "/oauth2/default/v1/token", "/oauth2/default/v1/keys",
      ])
  }

  @Test(
    "Anything but a signed token is refused",
    arguments: ["", "a.b", "a.b.c", "e30.e30.*", "e30.e30"])
  func form(text: String) async throws {
    let org = try SigningOrg { request throws(TransportFailure) in
      guard request.url.path.hasSuffix("/token") else { return nil }
      return HTTPResponse(
        status: 200,
        body: .json(["access_token": "a", "token_type": "Bearer", "id_token": .string(text)]))
    }
    guard case .failure(let failure) = await org.signIn() else {
      Issue.record("it was taken")
      return
    }
    #expect(failure.distrust == .idTokenMalformed)
  }

  @Test("An overlong token is refused without being read")
  func long() {
    let part = Base64URL.encode(Array(repeating: 0x20, count: SignedToken.bytesMax))
    #expect(throws: EngineFailure.self) { try SignedToken(Secret("e30.\(part).e30")) }
  }

  @Test(
    "Unavailable keys are the server's failure, not the token's",
    arguments: [
      (HTTPResponse(status: 500), EngineFailure.Kind.failed),
      (HTTPResponse(status: 404), .malformed),
      (HTTPResponse(status: 200, body: .json(["keys": 3])), .malformed),
      (
        HTTPResponse(
          status: 200, body: .json(["keys": .array(Array(repeating: [:], count: 65))])), .malformed
      ),
      (
        HTTPResponse(
          status: 200,
          body: .bytes(
            Array("{\"keys\":[]".utf8) + Array(repeating: 0x20, count: KeySet.bytesMax)
              + Array("}".utf8))), .malformed
      ),
    ])
  func keys(answer: HTTPResponse, kind: EngineFailure.Kind) async throws {
    let org = try SigningOrg { request throws(TransportFailure) in
      request.url.path.hasSuffix("/keys") ? answer : nil
    }
    guard case .failure(let failure) = await org.signIn() else {
      Issue.record("it was taken")
      return
    }
    #expect(failure.kind == kind, "\(failure.message)")
  }

  @Test("A key set that gives a part of a key twice is refused")
  func keyTwice() async throws {
    for name in ["kid", "n"] {
      let org = try SigningOrg(
        SigningOrg.Mischief(keys: { keys in
          guard case .object(var key)? = keys["keys"]?.array?.first else { return }
          key.members.append(JSONObject.Member(name, "AQAB"))
          keys["keys"] = [.object(key)]
        }))
      guard case .failure(let failure) = await org.signIn() else {
        Issue.record("it was taken")
        continue
      }
      #expect(failure.kind == .malformed)
      #expect(failure.message.contains("an object has two members of one name"))
    }
  }

  // MARK: Afterwards

  @Test("Refreshed tokens are checked like new ones, and keys are asked for once")
  func refresh() async throws {
    let org = try SigningOrg(
      SigningOrg.Mischief(claims: { $0["nonce"] = nil }))
    let engine = org.engine()
    let old = Tokens(
      accessToken: Secret("old"), tokenType: "Bearer", idToken: Secret(Org.idToken),
      refreshToken: Secret("refresh-1"))
    let new = try await engine.refresh(old)
    #expect(new.accessToken == Secret("the-access-token"))
    #expect(new.refreshToken == Secret("the-refresh-token"))
    #expect(new.verification == .signature)
    _ = try await engine.refresh(new)
    #expect(org.paths.count { $0.hasSuffix("/keys") } == 1)
    #expect(org.paths.count { $0.hasSuffix("/openid-configuration") } == 1)
    guard case .form(let pairs) = org.requests[1].body else {
      Issue.record("no form")
      return
    }
    #expect(
      pairs == [
        FormPair("grant_type", "refresh_token"), FormPair("refresh_token", "refresh-1"),
        FormPair("client_id", "client-1"),
      ])
  }

  @Test("A refreshed ID token of another user is refused")
  func anotherPerson() async throws {
    let org = try SigningOrg(SigningOrg.Mischief(claims: { $0["sub"] = "00u2" }))
    let old = Tokens(
      accessToken: Secret("old"), tokenType: "Bearer", idToken: Secret(Org.idToken),
      refreshToken: Secret("refresh-1"))
    let failure = await #expect(throws: EngineFailure.self) { try await org.engine().refresh(old) }
    #expect(failure?.distrust == .idTokenMalformed)
  }
}
