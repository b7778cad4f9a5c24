import FlowCrypto
import FlowEngine
import FlowHTTP
import TestSupport
import Testing

@testable import FlowJOSE

/// A server's check of proofs, against the examples of RFC 9449 and proofs that must fail.
@Suite("Proofs of possession", .enabled(if: RSA.isAvailable)) struct ProofCheckTests {
  private static let thumbprint = "0ZcOCORZNYy-DWpqq30jZyJGHTN0d2HglBV3uiguA4I"
  private static let header = """
    eyJ0eXAiOiJkcG9wK2p3dCIsImFsZyI6IkVTMjU2IiwiandrIjp7Imt0eSI6IkVDIiwieCI6Imw4dEZyaHgtMzR0Vj\
    NoUklDUkRZOXpDa0RscEJoRjQyVVFVZldWQVdCRnMiLCJ5IjoiOVZFNGpmX09rX282NHpiVFRsY3VOSmFqSG10NnY5\
    VERWclUwQ2R2R1JEQSIsImNydiI6IlAtMjU2In19.
    """
  /// Section 4.1.
  private static let tokenProof =
    header + """
      eyJqdGkiOiItQndDM0VTYzZhY2MybFRjIiwiaHRtIjoiUE9TVCIsImh0dSI6Imh0dHBzOi8vc2VydmVyLmV4YW1wbG\
      UuY29tL3Rva2VuIiwiaWF0IjoxNTYyMjYyNjE2fQ.2-GxA6T8lP4vfrg8v-FdWP0A0zdrj8igiMLvqRMUvwnQg4PtF\
      LbdLXiOSsX0x7NVY-FNyJK70nfbV37xRZT3Lg
      """
  /// Section 7.1.
  private static let resourceProof =
    header + """
      eyJqdGkiOiJlMWozVl9iS2ljOC1MQUVCIiwiaHRtIjoiR0VUIiwiaHR1IjoiaHR0cHM6Ly9yZXNvdXJjZS5leGFtcG\
      xlLm9yZy9wcm90ZWN0ZWRyZXNvdXJjZSIsImlhdCI6MTU2MjI2MjYxOCwiYXRoIjoiZlVIeU8ycjJaM0RaNTNFc05y\
      V0JiMHhXWG9hTnk1OUlpS0NBcWtzbVFFbyJ9.2oW9RP35yRqzhrtNP86L-Ey71EOptxRimPPToA1plemAgR6pxHF8y\
      6-yqyVnmcw6Fy1dqd-jfxSYoMxhAJpLjA
      """
  private static let token = "Kz~8mXK1EalYznwH-LC-1fBAo.4Ljp~zsPE_NeO.gxU"

  private static func request(
    _ method: HTTPMethod, _ address: String, _ proofs: String...
  ) throws -> HTTPRequest {
    var headers = HTTPHeaders()
    for proof in proofs { headers.fields.append(HTTPHeaders.Field("DPoP", proof)) }
    return HTTPRequest(method, try #require(HTTPURL(address)), headers: headers)
  }

  @Test("The proofs of RFC 9449, sections 4.1 and 7.1, are valid once, and only for their requests")
  func examples() throws {
    var check = ProofCheck()
    let server = "https://server.example.com"
    let first = try Self.request(.post, server + "/token", Self.tokenProof)
    for now in [1_562_262_616 - 301, 1_562_262_616 + 301] as [Int64] {
      #expect(throws: ProofCheck.Refusal.self) {
        try check.check(first, ProofCheck.Demand(), at: server, now: now)
      }
    }
    #expect(
      try check.check(first, ProofCheck.Demand(), at: server, now: 1_562_262_616)
        == Self.thumbprint)
    #expect(throws: ProofCheck.Refusal.invalid("The DPoP proof was already used.")) {
      try check.check(first, ProofCheck.Demand(), at: server, now: 1_562_262_617)
    }
    let resource = "https://resource.example.org"
    let demand = ProofCheck.Demand(token: Self.token)
    for (method, path, demand) in [
      (.post, "/protectedresource", demand), (.get, "/other", demand),
      (.get, "/protectedresource", ProofCheck.Demand(token: Self.token + "x")),
    ] as [(HTTPMethod, String, ProofCheck.Demand)] {
      let request = try Self.request(method, resource + path, Self.resourceProof)
      #expect(throws: ProofCheck.Refusal.self) {
        try check.check(request, demand, at: resource, now: 1_562_262_618)
      }
    }
    let second = try Self.request(.get, resource + "/protectedresource", Self.resourceProof)
    #expect(throws: ProofCheck.Refusal.self) {
      try check.check(second, demand, at: "https://evil.example.org", now: 1_562_262_618)
    }
    #expect(
      try check.check(second, demand, at: resource, now: 1_562_262_618) == Self.thumbprint)
  }

  /// A proof with other claims or another header, signed by the test key unless it says otherwise.
  private static func proof(
    claims: (inout JSONObject) -> Void = { _ in }, header: ((inout JSONObject) -> Void)? = nil
  ) throws -> String {
    var content: JSONObject = [
      "htm": "POST", "htu": "https://acme.example/token", "iat": 1_000_000, "jti": "one",
      "nonce": "current",
    ]
    claims(&content)
    let key = try PrivateWebKey(file: TestKeys.p256.bytes())
    guard let header else {
      return try key.sign(content, type: ClientTokens.proofType, hasKey: true).reveal()
    }
    var top: JSONObject = [
      "alg": "ES256", "typ": "dpop+jwt", "jwk": key.publicKey.json,
    ]
    header(&top)
    let signed =
      Base64URL.encode(JSON.object(top).bytes()) + "."
      + Base64URL.encode(JSON.object(content).bytes())
    let scalar = try #require(TestKeys.p256["d"]?.string.flatMap(Base64URL.decode))
    let signature = try P256.PrivateKey(scalar: scalar).signature(of: Array(signed.utf8))
    return signed + "." + Base64URL.encode(try #require(P256.pair(signature)))
  }

  private static func refusal(_ proofs: String...) throws -> ProofCheck.Refusal? {
    var request = try request(.post, "https://acme.example/token")
    for proof in proofs { request.headers.fields.append(HTTPHeaders.Field("DPoP", proof)) }
    var check = ProofCheck()
    do throws(ProofCheck.Refusal) {
      _ = try check.check(
        request, ProofCheck.Demand(nonces: ["current", "earlier"]), at: "https://acme.example",
        now: 1_000_000)
      return nil
    } catch { return error }
  }

  @Test("A proof with a wrong claim is refused")
  func claims() throws {
    #expect(try Self.refusal(Self.proof()) == nil)
    #expect(try Self.refusal(Self.proof { $0["nonce"] = "earlier" }) == nil)
    #expect(try Self.refusal(Self.proof { $0["nonce"] = "old" }) == .nonce)
    #expect(try Self.refusal(Self.proof { $0["nonce"] = nil }) == .nonce)
    let wrong: [(String, JSON?)] = [
      ("htm", "GET"), ("htm", "post"), ("htm", nil), ("htu", "https://acme.example/other"),
      ("htu", "http://acme.example/token"), ("htu", nil), ("iat", nil), ("iat", 999_699),
      ("iat", 1_000_301), ("iat", .integer(.min)), ("iat", .integer(.max)), ("iat", "1000000"),
      ("jti", nil), ("jti", ""), ("jti", 1), ("jti", .string(String(repeating: "x", count: 201))),
    ]
    for (name, value) in wrong {
      let refusal = try Self.refusal(Self.proof { $0[name] = value })
      guard case .invalid = refusal else {
        Issue.record("\(name) \(value ?? .null): \(String(describing: refusal))")
        continue
      }
    }
  }

  @Test("A proof whose header or key isn't allowed is refused, although its signature is right")
  func headers() throws {
    #expect(try Self.refusal(Self.proof(header: { _ in })) == nil)
    let secret = TestKeys.p256
    let other = try PrivateWebKey(.p256(P256.PrivateKey(scalar: [UInt8](repeating: 7, count: 32))))
    let wrong: [(String, JSON?)] = [
      ("typ", "JWT"), ("typ", nil), ("alg", "none"), ("alg", "HS256"), ("alg", "RS256"),
      ("alg", nil), ("jwk", secret), ("jwk", nil), ("jwk", ["kty": "oct", "k": "AAAA"]),
      ("jwk", other.publicKey.json), ("jwk", "key"), ("crit", ["x"]),
    ]
    for (name, value) in wrong {
      let proof = try Self.proof(header: { $0[name] = value })
      #expect(
        try Self.refusal(proof)
          == .invalid("The DPoP proof has an invalid signature or key."), "\(name)")
    }
    let unsigned = try Self.proof(header: { $0["alg"] = "none" })
    let bare = unsigned.split(separator: ".").prefix(2).joined(separator: ".") + "."
    for proofs in ["", "a.b.c", bare] {
      #expect(try Self.refusal(proofs) != nil, "\(proofs)")
    }
    #expect(try Self.refusal(Self.proof(), Self.proof { $0["jti"] = "two" }) != nil)
    #expect(try Self.refusal() != nil)
  }

  @Test("A private key shows nothing of itself")
  func secrecy() throws {
    let key = try PrivateWebKey(file: TestKeys.p256.bytes())
    var text = "\(key) \(String(reflecting: key))"
    dump(key, to: &text)
    #expect(text.replacing("PrivateWebKey", with: "").allSatisfy { !$0.isNumber }, "\(text)")
  }
}
