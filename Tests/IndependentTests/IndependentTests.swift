import FlowAuthenticators
import FlowCrypto
import FlowEngine
import FlowInterpreter
import FlowScript
import FlowSignIn
import FlowSimulation
import OktaSimulator
import FlowSyntax
import FlowHTTP
import Foundation
import IDXEngine
import Testing

/// Output of this package, checked by external programs.
///
/// Each test is skipped if its program isn't installed: `openssl`, `oathtool`, Python, and Python
/// with `joserfc` or `PyJWT`, and with `webauthn`.
@Suite(.serialized) struct IndependentTests {
  // MARK: ID tokens

  /// A new key pair from openssl.
  private func key() throws -> RSA.PrivateKey {
    let pem = try Tool.run(["openssl", "genrsa", "-traditional", "2048"]).output
    let der = try Tool.run(
      ["openssl", "rsa", "-traditional", "-outform", "DER"], input: pem
    ).output
    return try RSA.PrivateKey(der: der)
  }

  @Test(
    "A JOSE library and this package accept and refuse the same ID tokens of the simulated org",
    .enabled(if: RSA.isAvailable && Tool.answers(["openssl", "version"])),
    .enabled(if: Tool.hasPython("joserfc", "jwt"), "no JOSE library for Python here"))
  func idToken() async throws {
    let clock = ManualClock(now: .seconds(1_800_000_000))
    let demo = try #require(Program.load(DemoOrg.source).program.orgs[DemoOrg.name])
    let org = try #require(
      SimulatedOrgs.build(
        demo, sources: .init(), keyring: Keyring(randomBytes: ThisMachine.randomBytes)
      ).org
    ).signing(with: key())
    let server = OrgServer(org, clock: clock, seed: 1, sendsBytes: true)
    let issuer = OktaSimulator.Org.inProcessIssuer
    let configuration = SignInConfiguration(
      IDXConfiguration(issuer: issuer, clientID: "0oa1", redirectURI: "a:/b"), transport: server,
      clock: clock)
    let signIn = try SignInScript(
      """
      on identify             answer identifier = "sam@example.com"
      on select-authenticator choose password
      on challenge password   answer passcode = secret SAM
      on skip skip
      """
    ).start(configuration, secrets: ["SAM": Secret("Battery-Staple-2")])
    let tokens = try await signIn.tokens()
    #expect(tokens.verification == .signature)
    let token = try #require(tokens.idToken?.reveal())
    let keys = try await server.send(
      HTTPRequest(.get, issuer.replacing(path: issuer.path + "/v1/keys", query: nil)))
    guard case .bytes(let keySet) = keys.body else { throw TransportFailure.malformed("keys") }
    let parts = token.split(separator: ".")
    let claims = try JSON(parsing: #require(Base64URL.decode(String(parts[1]))))
    func verdict(_ token: String) throws -> JSON {
      try Tool.verify(
        "id-token",
        [
          "token": .string(token), "keys": JSON(parsing: keySet),
          "issuer": .string(issuer.description), "audience": "0oa1",
          "nonce": claims["nonce"] ?? .null, "now": 1_800_000_000,
        ])
    }
    let good = try verdict(token)
    #expect(good["ok"] == true, "\(good)")
    #expect(good["sub"] == claims["sub"])
    let signature = String(parts[2].reversed())
    let bad = try verdict("\(parts[0]).\(parts[1]).\(signature)")
    #expect(bad["ok"] == false, "\(bad)")
  }

  @Test(
    "A client that acts as auth-js 7 signs in at `flow serve`, checks both tokens, and revokes",
    .enabled(if: RSA.isAvailable && Tool.flow != nil),
    .enabled(if: Tool.hasPython("joserfc"), "no joserfc for Python here"))
  func servedTokens() throws {
    let run = try Tool.python("client.py", [try #require(Tool.flow)])
    let said = String(decoding: run.output, as: UTF8.self)
    #expect(run.status == 0 && said.hasSuffix("done\n"), "\(said)")
  }

  @Test(
    "A client with its own proofs of possession gets bound tokens at `flow serve`",
    .enabled(if: RSA.isAvailable && Tool.flow != nil),
    .enabled(if: Tool.hasPython("joserfc"), "no joserfc for Python here"))
  func boundTokens() throws {
    let run = try Tool.python("proof.py", [try #require(Tool.flow)])
    let said = String(decoding: run.output, as: UTF8.self)
    #expect(run.status == 0 && said.hasSuffix("done\n"), "\(said)")
  }

  // MARK: Codes

  @Test(
    "One-time codes match oathtool's, for every digest, length, period and time",
    .enabled(if: Tool.answers(["oathtool", "--version"]), "no oathtool here"),
    arguments: [
      ("JBSWY3DPEHPK3PXP", 0), ("JBSWY3DPEHPK3PXP", 59), ("JBSWY3DPEHPK3PXP", 1_111_111_109),
      ("GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ", 20_000_000_000), ("MZXW6YTBOI", 1_700_000_000),
    ], [("sha1", 6, 30), ("sha256", 8, 30), ("sha512", 7, 60)])
  func codes(at moment: (secret: String, time: Int), form: (String, Int, Int)) throws {
    let (algorithm, digits, period) = form
    let output = try Tool.run([
      "oathtool", "--totp=\(algorithm)", "--digits=\(digits)", "--time-step-size=\(period)s",
      "--base32", "--now", "@\(moment.time)", moment.secret,
    ]).output
    let theirs = String(decoding: output, as: UTF8.self).prefix(digits)
    let request = TimedCodeRequest(
      Secret(moment.secret), algorithm: algorithm, digits: digits, period: .seconds(period))
    let ours = OneTimeCode.totp(request, at: .seconds(moment.time))
    #expect(ours?.code.reveal() == String(theirs))
  }

  // MARK: Passkeys

  @Test(
    "A software passkey enrolls and signs as a relying party's library requires",
    .enabled(if: RSA.isAvailable),
    .enabled(if: Tool.hasPython("webauthn"), "no webauthn library for Python here"))
  func passkey() throws {
    let enrollment = PasskeyChallenge(
      .enrollment, relyingParty: "acme.okta.com", origin: "https://acme.okta.com",
      challenge: "Y2hhbGxlbmdlLW9uZS1pcy1sb25nLWVub3VnaA", userHandle: "MDB1MQ",
      algorithms: [-7, -257], verifiesUser: true, fields: [:])
    var verification = enrollment
    verification.purpose = .verification
    verification.challenge = "Y2hhbGxlbmdlLXR3by1pcy1sb25nLWVub3VnaA"
    var generator = SystemRandomNumberGenerator()
    var passkey = try SoftwarePasskey(for: enrollment) { count in
      (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
    }
    let enrolled = passkey.attestation(to: enrollment)
    let signed = try [passkey.assertion(to: verification), passkey.assertion(to: verification)]
    func json(_ parts: [PasskeyChallenge.Part: String]) -> JSON {
      .object(
        JSONObject(members: parts.map { JSONObject.Member($0.key.rawValue, .string($0.value)) }))
    }
    func verdict(_ signed: [[PasskeyChallenge.Part: String]]) throws -> JSON {
      try Tool.verify(
        "passkey",
        [
          "relyingParty": "acme.okta.com", "origin": "https://acme.okta.com",
          "credential": .string(Base64URL.encode(passkey.credential)),
          "enrolChallenge": .string(enrollment.challenge), "enrolled": json(enrolled),
          "signChallenge": .string(verification.challenge), "signed": .array(signed.map(json)),
        ])
    }
    let good = try verdict(signed)
    #expect(good["ok"] == true, "\(good)")
    #expect(good["count"] == 2)
    // A counter that doesn't increase, and a signature by another key.
    #expect(try verdict(signed.reversed())["ok"] == false)
    var other = signed[0]
    other[.signature] = signed[1][.signature]
    #expect(try verdict([other])["ok"] == false)
  }

  // MARK: Mails

  @Test(
    "A mail that Python writes is read, whatever its parts are",
    .enabled(if: Tool.hasPython("email.message"), "no Python here"),
    arguments: [
      ("utf-8", "quoted-printable"), ("utf-8", "base64"), ("iso-8859-1", "quoted-printable"),
      ("iso-8859-1", "base64"), ("utf-8", "8bit"),
    ], [(true, true), (true, false), (false, false)])
  func mail(coding: (charset: String, name: String), parts: (html: Bool, attached: Bool)) throws {
    let subject =
      "Bestätigung für Ihr Konto bei Acmé, das schon längere Zeit besteht, größer als 9999"
    let text = "Grüße,\n\nIhr Code lautet: 123456\n\n© 2026 Acme, Straße 94107\n"
    let html = "<p>Grüße</p><p>Ihr Code lautet: <b>123456</b></p><img src='cid:logo'>"
    let made = try Tool.verify(
      "mail",
      [
        "to": "Jürgen Öz <jane@example.com>, bob@example.com", "subject": .string(subject),
        "text": .string(text), "html": .string(parts.html ? html : ""),
        "charset": .string(coding.charset), "coding": .string(coding.name),
        "attached": .bool(parts.attached),
      ])
    let bytes = try #require(made["mail"]?.string.flatMap(Base64.decode), "\(made)")
    let message = MailMessage(bytes)
    #expect(message.subject == subject)
    #expect(message.recipients == ["jane@example.com", "bob@example.com"])
    let texts = message.bodies.map { $0.text.replacing("\r\n", with: "\n") }
    #expect(texts == (parts.html ? [text, html + "\n"] : [text]))
    #expect(message.findings().code?.reveal() == "123456")
  }
}
