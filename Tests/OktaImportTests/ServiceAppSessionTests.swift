import FlowEngine
import FlowHTTP
import FlowJOSE
import FlowLock
import TestSupport
import Testing

@testable import OktaImport

/// The access tokens of a service app, at a tenant whose answers a test defines.
@Suite("The session of a service app") struct ServiceAppSessionTests {
  /// A tenant that checks nothing, and records the requests.
  final class Tenant: Transport {
    typealias Answer = @Sendable (HTTPRequest, Int) -> HTTPResponse
    private let answer: Answer
    private let seen = Mutex<[HTTPRequest]>([])

    init(_ answer: @escaping Answer) { self.answer = answer }

    var requests: [HTTPRequest] { seen.withLock { $0 } }
    var tokenRequests: [HTTPRequest] { requests.filter { $0.method == .post } }

    func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse {
      let count = seen.withLock { seen in
        seen.append(request)
        return seen.count
      }
      return answer(request, count)
    }
  }

  private let clock = ManualClock(now: .seconds(1_800_000_000))
  private static let list = HTTPResponse(status: 200, body: .json([]))

  private static func token(_ text: String, _ members: JSONObject = [:]) -> HTTPResponse {
    var object: JSONObject = [
      "access_token": .string(text), "token_type": "Bearer", "expires_in": 3600,
    ]
    for member in members.members { object[member.name] = member.value }
    return HTTPResponse(status: 200, body: .json(.object(object)))
  }

  private func reader(_ tenant: Tenant, requiresDPoP: Bool = false) throws -> TenantReader {
    let key = try PrivateWebKey(file: TestKeys.p256.bytes())
    let drawn = Mutex<UInt8>(0)
    let app = ServiceApp(
      clientID: "0oa1", key: key, requiresDPoP: requiresDPoP,
      randomBytes: { count in
        let mark = drawn.withLock { drawn in
          drawn &+= 1
          return drawn
        }
        return [UInt8](repeating: mark, count: count)
      })
    let origin = try #require(HTTPURL("https://acme.okta.com"))
    return TenantReader(origin, .serviceApp(app), tenant, clock)
  }

  private static func proof(_ request: HTTPRequest) throws -> JSONObject {
    try #require(shownProof(request))
  }

  private static func shownProof(_ request: HTTPRequest) -> JSONObject? {
    request.headers["DPoP"].flatMap { SignedToken($0) }?.claims
  }

  @Test("One token is enough for many requests, and is renewed before it expires")
  func renewal() async throws {
    let clock = clock
    let tenant = Tenant { request, count in
      guard request.method == .get else { return Self.token("t\(count)") }
      clock.advance(by: .seconds(600))
      return Self.list
    }
    let reader = try reader(tenant)
    for _ in 0..<12 { _ = try await reader.list("zones") }
    let gets = tenant.requests.filter { $0.method == .get }
    #expect(gets.prefix(6).allSatisfy { $0.headers["Authorization"] == "Bearer t1" })
    #expect(gets.dropFirst(6).allSatisfy { $0.headers["Authorization"] == "Bearer t8" })
    #expect(tenant.tokenRequests.count == 2)
    // Each assertion is used once.
    let ids = try tenant.tokenRequests.map { request in
      let pairs = try #require(FormEncoding.decode(request.body.onWire.bytes))
      let text = try #require(pairs.first { $0.name == "client_assertion" }?.value)
      return try #require(SignedToken(text)?.claims["jti"]?.string)
    }
    #expect(Set(ids).count == 2)
  }

  @Test("A token that is refused in the middle is replaced once; a new one isn't")
  func revoked() async throws {
    let tenant = Tenant { request, count in
      guard request.method == .get else { return Self.token("t\(count)") }
      let isRevoked = request.headers["Authorization"] == "Bearer t1" && count > 3
      return isRevoked ? HTTPResponse(status: 401) : Self.list
    }
    let reader = try reader(tenant)
    for _ in 0..<4 { _ = try await reader.list("zones") }
    #expect(tenant.tokenRequests.count == 2)
    let never = Tenant { request, _ in
      request.method == .get ? HTTPResponse(status: 401) : Self.token("t")
    }
    let failure = await #expect(throws: PullFailure.self) {
      try await self.reader(never).list("zones")
    }
    #expect(failure?.status == 401 && never.requests.count == 2)
  }

  @Test("An org that requires DPoP gets proofs, with its nonces and the token's hash")
  func proofs() async throws {
    let tenant = Tenant { request, count in
      guard request.method == .get else {
        guard let claims = Self.shownProof(request) else {
          return HTTPResponse(status: 400, body: .json(["error": "invalid_dpop_proof"]))
        }
        guard claims["nonce"]?.string == "n1" else {
          return HTTPResponse(
            status: 400, headers: ["dpop-nonce": "n1"], body: .json(["error": "use_dpop_nonce"]))
        }
        return Self.token("tt", ["token_type": "DPoP"])
      }
      guard Self.shownProof(request)?["nonce"]?.string == "n2" else {
        return HTTPResponse(
          status: 401,
          headers: ["DPoP-Nonce": "n2", "WWW-Authenticate": "DPoP error=\"use_dpop_nonce\""])
      }
      return Self.list
    }
    let reader = try reader(tenant)
    _ = try await reader.list("zones?limit=200")
    _ = try await reader.list("idps")
    #expect(tenant.tokenRequests.count == 3)
    let gets = tenant.requests.filter { $0.method == .get }
    #expect(gets.count == 3)
    for request in gets {
      #expect(request.headers["Authorization"] == "DPoP tt")
      let claims = try Self.proof(request)
      #expect(claims["ath"]?.string == ClientTokens.hash(of: Secret("tt")))
      #expect(claims["htm"]?.string == "GET")
    }
    #expect(
      try Self.proof(gets[0])["htu"]?.string == "https://acme.okta.com/api/v1/zones")
    let ids = try tenant.requests.dropFirst().map { try Self.proof($0)["jti"]?.string }
    #expect(Set(ids).count == ids.count)
  }

  @Test("A nonce that never changes, and an org that always wants another one, end")
  func endless() async throws {
    for isChanging in [false, true] {
      let tenant = Tenant { _, count in
        HTTPResponse(
          status: 400, headers: ["DPoP-Nonce": isChanging ? "n\(count)" : "n"],
          body: .json(["error": "use_dpop_nonce"]))
      }
      let failure = await #expect(throws: PullFailure.self) {
        try await self.reader(tenant).list("zones")
      }
      #expect(failure?.message.contains("use_dpop_nonce") == true && tenant.requests.count <= 4)
    }
  }

  @Test("With --dpop, a token that isn't bound is refused")
  func unbound() async throws {
    let tenant = Tenant { _, _ in Self.token("t") }
    let failure = await #expect(throws: PullFailure.self) {
      try await self.reader(tenant, requiresDPoP: true).list("zones")
    }
    #expect(failure?.message.contains("isn't bound to a key") == true)
    #expect(tenant.requests.first?.headers["DPoP"] != nil)
  }

  @Test("If a scope isn't granted, the others are still used, also for the next token")
  func scopes() async throws {
    let clock = clock
    let tenant = Tenant { request, _ in
      guard request.method == .post else { return Self.list }
      let pairs = FormEncoding.decode(request.body.onWire.bytes) ?? []
      let scope = pairs.first { $0.name == "scope" }?.value ?? ""
      guard !scope.contains("idps"), !scope.contains("userTypes") else {
        return HTTPResponse(status: 400, body: .json(["error": "invalid_scope"]))
      }
      return Self.token("t", ["scope": .string(scope)])
    }
    let reader = try reader(tenant)
    _ = try await reader.list("zones")
    #expect(reader.missingScopes == ["okta.idps.read", "okta.userTypes.read"])
    #expect(tenant.tokenRequests.count == 12)
    clock.advance(by: .seconds(3600))
    _ = try await reader.list("zones")
    #expect(tenant.tokenRequests.count == 13)
    let none = Tenant { _, _ in
      HTTPResponse(status: 400, body: .json(["error": "consent_required"]))
    }
    let failure = await #expect(throws: PullFailure.self) {
      try await self.reader(none).list("zones")
    }
    #expect(failure?.help?.contains("okta.users.read") == true)
  }

  @Test("Other refusals and answers that aren't tokens end the pull with the org's reason")
  func refusals() async throws {
    let answers: [(HTTPResponse, String)] = [
      (
        HTTPResponse(
          status: 401,
          body: .json(["error": "invalid_client", "error_description": "no such key"])),
        "invalid_client: no such key"
      ),
      (HTTPResponse(status: 404), "refused the service app with 404"),
      (HTTPResponse(status: 200, body: .json([:])), "isn't an access token"),
      (Self.token("a\r\nX: y"), "isn't an access token"),
      (Self.token("t", ["token_type": "mac"]), "isn't an access token"),
    ]
    for (answer, reason) in answers {
      let tenant = Tenant { _, _ in answer }
      let failure = await #expect(throws: PullFailure.self) {
        try await self.reader(tenant).list("zones")
      }
      #expect(failure?.message.contains(reason) == true, "\(failure?.message ?? "")")
      // It isn't the refusal of a list.
      #expect(failure?.status == nil && tenant.requests.count == 1)
    }
  }
}
