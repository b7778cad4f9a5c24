import CommandSupport
import FlowCrypto
import FlowEngine
import FlowHTTP
import FlowJOSE
import FlowTerminal
import TestSupport
import Testing

@testable import FlowServer

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A service app at the actual server of `flow serve`: pulls over HTTP, and requests that must fail.
@Suite("A served org with a service app", .realTime, .enabled(if: RSA.isAvailable))
struct ServedServiceAppTests {
  static let id = "0oaserviceapp1"
  private static let text = """
    org acme {
      authenticators password, email
      user "ada@example.com" { password "Correct-Horse-1"; groups staff }
      user "bob@example.com" { password "Correct-Horse-1" }
      sign-on "staff" { when group staff; require password and email }
      sign-on { require password }
    }
    """
  static let now = Duration.seconds(1_800_000_000)
  private let clock = ManualClock(now: ServedServiceAppTests.now)

  private func org(
    _ key: JSON = TestKeys.p256, dpop: Bool = false, without scope: String? = nil
  ) throws -> ServedTestOrg {
    try ServedTestOrg(Self.text, clock: clock) { options in
      var app = ServedServiceApp(
        clientID: Self.id, key: try PublicWebKey(TestKeys.open(key)), requiresDPoP: dpop)
      if let scope { app.scopes.remove(scope) }
      options.serviceApp = app
    }
  }

  private func pull(
    _ org: ServedTestOrg, _ folder: TemporaryFolder, key: String, _ words: String...
  ) async -> Shell.Outcome {
    let shell = Shell(drawsAnew: true, clock: clock)
    return await shell(
      [
        "pull", "okta", "--org", "http://localhost:\(org.port)", "--client-id", Self.id, "--key",
        key, "-o", folder.path + "/acme",
      ] + words)
  }

  @Test("A pull reads the org with each key, with and without proofs of possession")
  func pulls() async throws {
    let ec = String(decoding: TestKeys.p256.bytes(), as: UTF8.self)
    let rsa = TestKeys.pem(TestKeys.pems[3].label, TestKeys.pems[3].body)
    for (key, file, name) in [(TestKeys.p256, ec, "k.json"), (TestKeys.rsa, rsa, "k.pem")] {
      for isRequired in [false, true] {
        for isAsked in [false, true] {
          let folder = try TemporaryFolder()
          let org = try org(key, dpop: isRequired)
          let path = try folder.write(name, file)
          let run =
            isAsked
            ? await pull(org, folder, key: path, "--dpop") : await pull(org, folder, key: path)
          #expect(run.status == .success, "\(isRequired) \(isAsked) \(run.all)")
          #expect(!run.errors.contains("warning"), "\(run.all)")
          #expect(run.errors.contains("sampled 2 users"), "\(run.all)")
          for name in try FileManager.default.contentsOfDirectory(atPath: folder.path + "/acme") {
            let data = try #require(
              FileManager.default.contents(atPath: folder.path + "/acme/" + name))
            #expect(!String(decoding: data, as: UTF8.self).contains("eyJ"), "\(name)")
          }
          let made = await Shell()("import", "okta", folder.path + "/acme", "--quiet")
          #expect(made.status == .success && !made.output.contains("gap"), "\(made.all)")
          #expect(made.output.contains("bob@example.com"), "\(made.all)")
        }
      }
    }
  }

  @Test("A wrong key or client id ends the pull, without a folder")
  func wrong() async throws {
    let folder = try TemporaryFolder()
    let org = try org(TestKeys.rsa)
    let path = try folder.write("k.json", bytes: TestKeys.p256.bytes())
    let run = await pull(org, folder, key: path)
    #expect(run.status == .serverFailed && run.errors.contains("invalid_client"), "\(run.all)")
    #expect(run.errors.contains("the app has the public key of `--key`"), "\(run.all)")
    #expect(!run.all.contains("eyJ"), "\(run.all)")
    #expect(!FileManager.default.fileExists(atPath: folder.path + "/acme"))
  }

  @Test("A served app needs a public key as JSON")
  func badApps() async throws {
    let folder = try TemporaryFolder()
    let secret = try folder.write("k.json", bytes: TestKeys.p256.bytes())
    let pem = try folder.write("k.pem", "-----BEGIN")
    for (words, message) in [
      (["--service-app", "0oa1", secret], "it is a private key"),
      (["--service-app", "0oa1", pem], "it isn't JSON"),
      (["--service-app", "0oa1", folder.path + "/none"], "none"),
      (["--dpop"], "`--dpop` is for a service app"),
    ] {
      let run = await Shell()(["serve", "--port", "0"] + words)
      #expect(run.status == .usage && run.errors.contains(message), "\(run.all)")
    }
  }

  @Test("A scope that isn't granted is named, and its lists are gaps")
  func scopes() async throws {
    let folder = try TemporaryFolder()
    let org = try org(without: "okta.networkZones.read")
    let path = try folder.write("k.json", bytes: TestKeys.p256.bytes())
    let run = await pull(org, folder, key: path)
    #expect(run.status == .success, "\(run.all)")
    #expect(run.errors.contains("doesn't have the scopes okta.networkZones.read:"), "\(run.all)")
    #expect(run.errors.contains("didn't answer zones (403, not permitted)"), "\(run.all)")
    let made = await Shell()("import", "okta", folder.path + "/acme", "--quiet")
    #expect(made.output.contains("gap \"pull: the tenant didn't answer zones (403"))
  }

  // MARK: Requests that must fail

  /// The parts of a token request that a test changes.
  private struct TokenRequest {
    var claims: JSONObject
    var key = TestKeys.p256
    var proof: JSONObject?
    var proofType = "dpop+jwt"

    init(_ org: ServedTestOrg, id: String, now: Int64) {
      let address = "http://\(org.authority)/oauth2/v1/token"
      claims = [
        "iss": .string(ServedServiceAppTests.id), "sub": .string(ServedServiceAppTests.id),
        "aud": .string(address), "exp": .whole(now + 300), "jti": .string(id),
      ]
      proof = [
        "htm": "POST", "htu": .string(address), "iat": .whole(now), "jti": .string("p" + id),
      ]
    }

    func send(to org: ServedTestOrg) throws -> RawAnswer {
      let assertion = try PrivateWebKey(file: key.bytes()).sign(claims, type: nil).reveal()
      let body = FormEncoding.encode([
        FormPair("grant_type", "client_credentials"), FormPair("scope", "okta.users.read"),
        FormPair("client_assertion_type", ClientTokens.assertionType),
        FormPair("client_assertion", assertion),
      ])
      guard let proof else { return try org.form("/oauth2/v1/token", body) }
      let text = try PrivateWebKey(file: TestKeys.rsa.bytes())
        .sign(proof, type: proofType, hasKey: true).reveal()
      return try org.form("/oauth2/v1/token", body, "DPoP: \(text)")
    }
  }

  @Test("An assertion of another client, address, time or key is refused, and so is a used one")
  func assertions() throws {
    let org = try org()
    let now = Self.now.components.seconds
    let changes: [(String, (inout TokenRequest) -> Void)] = [
      ("iss", { $0.claims["iss"] = "other" }), ("sub", { $0.claims["sub"] = "other" }),
      ("aud", { $0.claims["aud"] = "https://other.test/oauth2/v1/token" }),
      ("exp", { $0.claims["exp"] = .whole(now) }),
      ("exp", { $0.claims["exp"] = .whole(now + 3601) }), ("exp", { $0.claims["exp"] = .null }),
      ("signature", { $0.key = TestKeys.rsa }),
    ]
    for (index, (reason, change)) in changes.enumerated() {
      var request = TokenRequest(org, id: "\(index)", now: now)
      request.proof = nil
      change(&request)
      let answer = try request.send(to: org)
      #expect(answer.status == 401 && answer.json["error"]?.string == "invalid_client")
      #expect(answer.json["error_description"]?.string?.contains(reason) == true)
    }
    var right = TokenRequest(org, id: "right", now: now)
    right.proof = nil
    let first = try right.send(to: org)
    #expect(first.status == 200 && first.json["token_type"]?.string == "Bearer")
    #expect(try right.send(to: org).status == 401)
  }

  @Test("A proof with another method, address, time or type is refused, and so is a used one")
  func proofs() throws {
    let org = try org(dpop: true)
    let now = Self.now.components.seconds
    var first = TokenRequest(org, id: "first", now: now)
    let demand = try first.send(to: org)
    #expect(demand.status == 400 && demand.json["error"]?.string == "use_dpop_nonce")
    let nonce = try #require(demand["dpop-nonce"])
    let changes: [(inout TokenRequest) -> Void] = [
      { $0.proof = nil }, { $0.proofType = "JWT" }, { $0.proof?["htm"] = "GET" },
      { $0.proof?["htu"] = "http://other.test/oauth2/v1/token" },
      { $0.proof?["iat"] = .whole(now - 301) }, { $0.proof?["jti"] = .null },
    ]
    for (index, change) in changes.enumerated() {
      var request = TokenRequest(org, id: "\(index)", now: now)
      request.proof?["nonce"] = .string(nonce)
      change(&request)
      let answer = try request.send(to: org)
      #expect(answer.json["error"]?.string == "invalid_dpop_proof", "\(index) \(answer.text)")
    }
    first.claims["jti"] = "second"
    first.proof?["nonce"] = .string(nonce)
    let answer = try first.send(to: org)
    #expect(answer.json["token_type"]?.string == "DPoP", "\(answer.text)")
    first.claims["jti"] = "third"
    #expect(try first.send(to: org).json["error"]?.string == "invalid_dpop_proof")
    // The nonce of last week isn't valid any more.
    clock.advance(by: .seconds(7 * 86_400))
    var late = TokenRequest(org, id: "late", now: now + 7 * 86_400)
    late.proof?["nonce"] = .string(nonce)
    #expect(try late.send(to: org).json["error"]?.string == "use_dpop_nonce")
  }

  @Test("A bound token needs a proof of its key for this request and token, and ends after an hour")
  func boundTokens() throws {
    let org = try org(dpop: true)
    let now = Self.now.components.seconds
    var request = TokenRequest(org, id: "a", now: now)
    let nonce = try #require(try request.send(to: org)["dpop-nonce"])
    request.proof?["nonce"] = .string(nonce)
    request.claims["jti"] = "b"
    let token = try #require(try request.send(to: org).json["access_token"]?.string)
    let hash = ClientTokens.hash(of: Secret(token))
    func ask(
      _ path: String = "/api/v1/users", scheme: String = "DPoP", id: String,
      key: JSON = TestKeys.rsa,
      _ change: (inout JSONObject) -> Void = { _ in }
    ) throws -> Int {
      var claims: JSONObject = [
        "htm": "GET", "htu": .string("http://\(org.authority)\(path)"), "iat": .whole(now),
        "jti": .string(id), "ath": .string(hash),
      ]
      change(&claims)
      let proof = try PrivateWebKey(file: key.bytes())
        .sign(claims, type: "dpop+jwt", hasKey: true).reveal()
      return try org.get(path + "?limit=2", "Authorization: \(scheme) \(token)", "DPoP: \(proof)")
        .status
    }
    #expect(try ask(id: "1") == 200)
    #expect(try ask(id: "1") == 401)
    #expect(try ask(scheme: "Bearer", id: "2") == 401)
    #expect(try ask(id: "3", key: TestKeys.p256) == 401)
    #expect(try ask(id: "4") { $0["ath"] = "other" } == 401)
    #expect(try ask(id: "5") { $0["htu"] = "http://other.test/api/v1/users" } == 401)
    #expect(try ask(id: "6") { $0["htm"] = "POST" } == 401)
    #expect(try org.get("/api/v1/users", "Authorization: DPoP \(token)").status == 401)
    // The token has one scope.
    #expect(try ask("/api/v1/groups", id: "7") == 403)
    #expect(
      try org.get("/api/v1/users", "Authorization: SSWS \(org.service.apiToken.reveal())").status
        == 200)
    clock.advance(by: .seconds(3600))
    #expect(try ask(id: "8") { $0["iat"] = .whole(now + 3600) } == 401)
  }

  @Test("The org answers other clients at the same token endpoint")
  func others() throws {
    let org = try org()
    let answer = try org.form("/oauth2/v1/token", "grant_type=authorization_code&code=x")
    #expect(answer.json["error"]?.string != nil && answer.status >= 400)
    let without = try ServedTestOrg(Self.text, clock: clock)
    let other = try without.form("/oauth2/v1/token", "grant_type=client_credentials")
    #expect(other.status >= 400)
  }
}
