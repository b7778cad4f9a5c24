import FlowCrypto
import FlowEngine
import FlowHTTP
import TestSupport
import Testing

@testable import FlowJOSE

/// Keys and tokens against the examples of the RFCs, and invalid keys.
@Suite("Web keys and tokens", .enabled(if: RSA.isAvailable)) struct WebKeyTests {
  private static func bytes(_ json: JSON) -> [UInt8] { json.bytes() }

  @Test("The thumbprint is the one of RFC 7638, section 3.1")
  func thumbprint() throws {
    let modulus = """
      0vx7agoebGcQSuuPiLJXZptN9nndrQmbXEps2aiAFbWhM78LhWx4cbbfAAtVT86zwu1RK7aPFFxuhDR1L6tSoc_BJE\
      CPebWKRXjBZCiFV4n3oknjhMstn64tZ_2W-5JsGY4Hc5n9yBXArwl93lqt7_RN5w6Cf0h4QyQ5v-65YGjQR0_FDW2Q\
      vzqY368QQMicAtaSqzs8KJZgnYb9c7d0zgdAZHzu6qMQvRL5hajrn1n91CbOpbISD08qNLyrdkt-bFTWhAI4vMQFh6\
      WeZu0fM4lFd2NcRwr3XPksINHaQ-G_xBniIqbw0Ls1jF44-csFCur-kEgU8awapJzKnqDKgw
      """
    let key = try PublicWebKey([
      "kty": "RSA", "n": .string(modulus), "e": "AQAB", "alg": "RS256", "kid": "2011-04-29",
    ])
    #expect(key.thumbprint == "NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs")
  }

  @Test("The proof of RFC 9449, section 4.1, is signed by its key")
  func proofOfRFC() throws {
    let text = """
      eyJ0eXAiOiJkcG9wK2p3dCIsImFsZyI6IkVTMjU2IiwiandrIjp7Imt0eSI6IkVDIiwieCI6Imw4dEZyaHgtMzR0Vj\
      NoUklDUkRZOXpDa0RscEJoRjQyVVFVZldWQVdCRnMiLCJ5IjoiOVZFNGpmX09rX282NHpiVFRsY3VOSmFqSG10NnY5\
      VERWclUwQ2R2R1JEQSIsImNydiI6IlAtMjU2In19.eyJqdGkiOiItQndDM0VTYzZhY2MybFRjIiwiaHRtIjoiUE9TV\
      CIsImh0dSI6Imh0dHBzOi8vc2VydmVyLmV4YW1wbGUuY29tL3Rva2VuIiwiaWF0IjoxNTYyMjYyNjE2fQ.2-GxA6T8\
      lP4vfrg8v-FdWP0A0zdrj8igiMLvqRMUvwnQg4PtFLbdLXiOSsX0x7NVY-FNyJK70nfbV37xRZT3Lg
      """
    let proof = try #require(SignedToken(text))
    let key = try PublicWebKey(#require(proof.header["jwk"]))
    #expect(proof.isSigned(by: key))
    #expect(key.thumbprint == "0ZcOCORZNYy-DWpqq30jZyJGHTN0d2HglBV3uiguA4I")
    #expect(proof.claims["htm"]?.string == "POST")
    let other = try #require(SignedToken(text.replacing(".2-Gx", with: ".2-Gy")))
    #expect(!other.isSigned(by: key))
  }

  @Test("A key is the same as JSON and in each form of PEM")
  func forms() throws {
    for json in [TestKeys.p256, TestKeys.rsa] {
      let key = try PrivateWebKey(file: json.bytes())
      #expect(key.publicKey == (try PublicWebKey(TestKeys.open(json))))
      #expect(key.publicKey.id == TestKeys.id)
      #expect(try PrivateWebKey(file: JSON.object(["keys": [json]]).bytes()) == key)
      let pems = TestKeys.pems.filter { $0.label.hasPrefix("RSA") }.count
      #expect(pems == 1)
    }
    let keys = try TestKeys.pems.map { label, body -> PrivateWebKey in
      let text = TestKeys.pem(label, body)
      let key = try PrivateWebKey(file: Array(text.utf8))
      #expect(try PrivateWebKey(file: Array(("text before\n" + text + "\n").utf8)) == key)
      return key
    }
    let known = try [TestKeys.p256, TestKeys.p256, TestKeys.rsa, TestKeys.rsa].map { json in
      try PublicWebKey(TestKeys.open(json)).thumbprint
    }
    #expect(keys.map(\.publicKey.thumbprint) == known)
  }

  @Test("A token has the claims, the key or its id, and a signature")
  func signatures() throws {
    for json in [TestKeys.p256, TestKeys.rsa] {
      let key = try PrivateWebKey(file: json.bytes())
      let assertion = try ClientTokens.assertion(
        of: "0oa1", for: "https://acme.okta.com/oauth2/v1/token", key: key, id: "id1",
        now: .seconds(1000))
      let token = try #require(SignedToken(assertion.reveal()))
      #expect(token.isSigned(by: key.publicKey))
      #expect(token.header["kid"]?.string == TestKeys.id && token.header["jwk"] == nil)
      #expect(token.claims["iss"]?.string == "0oa1" && token.claims["sub"]?.string == "0oa1")
      #expect(token.claims["exp"]?.integer == 1300 && token.claims["jti"]?.string == "id1")
      let text = try ClientTokens.proof(
        .init(
          method: "GET", address: "https://a.test/x", id: "id2", nonce: "n",
          token: Secret("Kz~8mXK1EalYznwH-LC-1fBAo.4Ljp~zsPE_NeO.gxU")),
        key: key, now: .seconds(1000))
      let proof = try #require(SignedToken(text.reveal()))
      #expect(proof.header["typ"]?.string == "dpop+jwt" && proof.header["kid"] == nil)
      #expect(
        try PublicWebKey(#require(proof.header["jwk"])).thumbprint == key.publicKey.thumbprint)
      // The hash of RFC 9449, section 7.1.
      #expect(proof.claims["ath"]?.string == "fUHyO2r2Z3DZ53EsNrWBb0xWXoaNy59IiKCAqksmQEo")
      #expect(proof.claims["nonce"]?.string == "n")
    }
  }

  @Test(
    "A file that isn't a usable key is refused with a reason",
    arguments: [
      ("", "doesn't have a private key"), ("{", "isn't JSON"), ("{}", "isn't a key for"),
      ("{\"kty\":\"oct\",\"k\":\"AAAA\"}", "isn't a key for"),
      ("{\"kty\":\"EC\",\"crv\":\"P-384\"}", "curve isn't supported"),
      ("{\"keys\":[]}", "has 0 keys"), (TestKeys.pem("PRIVATE KEY", "AAAA"), "can't be read"),
      (TestKeys.pem("PRIVATE KEY", "%%"), "can't be read"),
      (TestKeys.pem("ENCRYPTED PRIVATE KEY", "AAAA"), "passphrase"),
      (TestKeys.pem("CERTIFICATE", "AAAA"), "doesn't have a private key"),
      (TestKeys.pem("PUBLIC KEY", "AAAA"), "doesn't have a private key"),
      ("-----BEGIN PRIVATE KEY-----", "doesn't have a private key"),
    ])
  func bad(text: String, reason: String) {
    let failure = #expect(throws: WebKeyFailure.self) {
      try PrivateWebKey(file: Array(text.utf8))
    }
    #expect(failure?.message.contains(reason) == true, "\(failure?.message ?? "")")
  }

  @Test("A key whose parts don't belong together is refused")
  func mixed() throws {
    func changed(_ json: JSON, _ name: String, _ text: String) -> [UInt8] {
      var object = json.object ?? [:]
      object[name] = .string(text)
      return JSON.object(object).bytes()
    }
    let one = Base64URL.encode([UInt8](repeating: 0, count: 31) + [1])
    #expect(throws: WebKeyFailure.self) {
      try PrivateWebKey(file: changed(TestKeys.p256, "d", one))
    }
    #expect(throws: WebKeyFailure("`q` is missing")) {
      try PrivateWebKey(file: changed(TestKeys.rsa, "q", "%"))
    }
    #expect(throws: WebKeyFailure.self) {
      try PrivateWebKey(file: changed(TestKeys.rsa, "alg", "RS512"))
    }
    #expect(throws: WebKeyFailure.self) {
      try PrivateWebKey(file: changed(TestKeys.rsa, "use", "enc"))
    }
    let open = TestKeys.open(TestKeys.rsa)
    let failure = #expect(throws: WebKeyFailure.self) { try PrivateWebKey(file: open.bytes()) }
    #expect(failure?.message == "it is a public key")
    #expect(throws: WebKeyFailure.self) { try PublicWebKey(TestKeys.rsa) }
  }

  @Test("A dump of a key shows no secret")
  func dumps() throws {
    for json in [TestKeys.p256, TestKeys.rsa] {
      let key = try PrivateWebKey(file: json.bytes())
      var text = "\(key) \(String(reflecting: key))"
      dump(key, to: &text)
      let number = try #require(json["d"]?.string)
      let secret = try #require(Base64URL.decode(number))
      #expect(!text.contains(secret.map(String.init).joined(separator: ", ")))
      #expect(!text.contains(number))
    }
  }

  @Test("A token with another algorithm or a critical header isn't signed by the key")
  func headers() throws {
    let key = try PrivateWebKey(file: TestKeys.p256.bytes())
    let token = try key.sign([:], type: nil).reveal()
    let parts = token.split(separator: ".").map(String.init)
    for header in [
      "{\"alg\":\"none\"}", "{\"alg\":\"HS256\"}", "{\"alg\":\"ES256\",\"crit\":[\"x\"]}",
    ] {
      let forged = "\(Base64URL.encode(Array(header.utf8))).\(parts[1]).\(parts[2])"
      #expect(try #require(SignedToken(forged)).isSigned(by: key.publicKey) == false)
    }
    for text in ["", "a.b", "a.b.c.d", token + ".x", "..", "e30.e30"] {
      #expect(SignedToken(text) == nil)
    }
  }
}
