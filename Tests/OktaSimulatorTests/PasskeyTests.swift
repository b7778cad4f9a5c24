import FlowAuthenticators
import FlowCrypto
import FlowEngine
import FlowHTTP
import Testing

@testable import OktaSimulator
import TestSupport

@Suite("Passkeys in a simulated org")
struct PasskeyTests {
  private static let org = """
    authenticators password, email, webauthn
    user "jane@example.com" { password "Correct-Horse-1"; passkey jane; passkey "jane's key" }
    user "sam@example.com" { password "Battery-Staple-2" }
    sign-on { require password and webauthn }
    """

  private static func afterPassword(
    _ login: String = "jane@example.com", _ password: String = "Correct-Horse-1"
  ) async throws -> PasskeyClient {
    let passkeys = try PasskeyClient(org)
    let client = passkeys.client
    try await client.start()
    try await client.submit("identify", ["identifier": .string(login)])
    try await client.passcode(password)
    return passkeys
  }

  @Test("A passkey signs in, and its page has the members of the real one")
  func verifies() async throws {
    let passkeys = try await Self.afterPassword()
    let page = passkeys.client.page
    #expect(passkeys.client.steps.first == "challenge-authenticator")
    let current = page["currentAuthenticator"]?["value"]
    #expect(current?["key"] == "webauthn")
    #expect(current?["type"] == "security_key")
    let data = current?["contextualData"]?["challengeData"]
    #expect(data?.object?.members.map(\.name) == ["challenge", "userVerification", "extensions"])
    #expect(data?["extensions"]?["appid"] == "https://acme.flow.test")
    let fields = passkeys.client.remediation("challenge-authenticator")?["value"]?.array?.first
    let names = (fields?["form"]?["value"]?.array ?? []).compactMap { $0["name"]?.string }
    #expect(names == ["authenticatorData", "clientData", "signatureData"])
    let enrollments = page["authenticatorEnrollments"]?["value"]?.array ?? []
    #expect(enrollments.compactMap { $0["credentialId"] }.count == 2)
    try await passkeys.answer("challenge-authenticator", by: "jane")
    #expect(passkeys.client.isSignedIn)
  }

  @Test("Any of the account's passkeys is accepted", arguments: ["jane", "jane's key"])
  func any(name: String) async throws {
    let passkeys = try await Self.afterPassword()
    try await passkeys.answer("challenge-authenticator", by: name)
    #expect(passkeys.client.isSignedIn)
  }

  @Test("Standard base64 with padding is read as well as base64url")
  func encodings() async throws {
    let passkeys = try await Self.afterPassword()
    try await passkeys.answer("challenge-authenticator", by: "jane") { _ in
    } edit: { credentials in
      for member in credentials.members {
        let bytes = Base64.decode(member.value.string ?? "") ?? []
        credentials[member.name] = .string(Base64.encode(bytes))
      }
    }
    #expect(passkeys.client.isSignedIn)
  }

  /// A possible fault of an assertion.
  enum Forgery: CaseIterable, CustomTestStringConvertible {
    case challenge, origin, host, signature, authenticatorData, clientData, swapped

    var testDescription: String { "\(self)" }
  }

  @Test(
    "An invalid answer is refused, and can be given again", arguments: Forgery.allCases)
  func refuses(forgery: Forgery) async throws {
    let passkeys = try await Self.afterPassword()
    let nonce = try passkeys.challenge("challenge-authenticator").challenge
    try await passkeys.answer("challenge-authenticator", by: "jane") { challenge in
      switch forgery {
      case .challenge: challenge.challenge = "AAAA" + challenge.challenge.dropFirst(4)
      case .origin: challenge.origin = "https://acme.flow.test.example.com"
      default: break
      }
    } edit: { credentials in
      switch forgery {
      case .host: credentials.flip("authenticatorData", at: 0)
      case .authenticatorData: credentials.flip("authenticatorData", at: 32)
      case .signature: credentials.flip("signatureData", at: 20)
      case .clientData: credentials.flip("clientData", at: 12)
      case .swapped: credentials["signatureData"] = credentials["clientData"]
      case .challenge, .origin: break
      }
    }
    #expect(passkeys.client.status == 400)
    #expect(
      passkeys.client.messageKey == "authfactor.webauthn.error.assertion_validation_failure")
    #expect(try passkeys.challenge("challenge-authenticator").challenge == nonce)
    try await passkeys.answer("challenge-authenticator", by: "jane")
    #expect(passkeys.client.isSignedIn)
  }

  @Test("Another user's passkey doesn't sign in, and after too many tries none does")
  func otherKeys() async throws {
    let passkeys = try await Self.afterPassword()
    _ = try passkeys.keyring.makeEnrolled(
      "other", relyingParty: "acme.flow.test", userHandle: [1])
    for attempt in 1...5 {
      try await passkeys.answer("challenge-authenticator", by: "other") { $0.credentials = [] }
      #expect(passkeys.client.status == (attempt < 5 ? 400 : 429))
    }
    try await passkeys.answer("challenge-authenticator", by: "jane")
    #expect(passkeys.client.messageKey == "tooManyRequests")
  }

  @Test("A counter that doesn't increase is refused")
  func counter() async throws {
    let passkeys = try await Self.afterPassword()
    let copy = passkeys.keyring.copy()
    try await passkeys.answer("challenge-authenticator", by: "jane")
    #expect(passkeys.client.isSignedIn)
    // The same key again, from before it has signed.
    let client = passkeys.client
    let old = passkeys.with(copy)
    try await client.start()
    try await client.submit("identify", ["identifier": "jane@example.com"])
    try await client.passcode("Correct-Horse-1")
    try await old.answer("challenge-authenticator", by: "jane")
    #expect(client.messageKey == "authfactor.webauthn.error.assertion_validation_failure")
    try await old.answer("challenge-authenticator", by: "jane")
    #expect(client.isSignedIn)
  }

  @Test("A passkey is enrolled during the sign-in, and signs in the next time")
  func enrolls() async throws {
    let passkeys = try await Self.afterPassword("sam@example.com", "Battery-Staple-2")
    let client = passkeys.client
    try await client.choose("select-authenticator-enroll", "Security Key or Biometric")
    let data = client.page["currentAuthenticator"]?["value"]?["contextualData"]?["activationData"]
    #expect(
      data?.object?.members.map(\.name) == [
        "rp", "user", "pubKeyCredParams", "challenge", "attestation", "authenticatorSelection",
        "u2fParams", "excludeCredentials",
      ])
    try await passkeys.answer("enroll-authenticator", by: "sam")
    #expect(client.isSignedIn)
    try await client.start()
    try await client.submit("identify", ["identifier": "sam@example.com"])
    try await client.passcode("Battery-Staple-2")
    try await passkeys.answer("challenge-authenticator", by: "sam")
    #expect(client.isSignedIn)
  }

  @Test("An invalid attestation enrolls nothing", arguments: 0..<6)
  func refusesEnrollment(forgery: Int) async throws {
    let passkeys = try await Self.afterPassword("sam@example.com", "Battery-Staple-2")
    let client = passkeys.client
    try await client.choose("select-authenticator-enroll", "Security Key or Biometric")
    try await passkeys.answer("enroll-authenticator", by: "sam") { challenge in
      if forgery == 0 { challenge.origin = "https://example.com" }
      if forgery == 1 { challenge.challenge = "AAAA" + challenge.challenge.dropFirst(4) }
      if forgery == 2 { challenge.relyingParty = "example.com" }
    } edit: { credentials in
      let bytes = Base64.decode(credentials["attestation"]?.string ?? "") ?? []
      // The last byte is in the key's second coordinate: the point leaves the curve.
      if forgery == 3 { credentials.flip("attestation", at: bytes.count - 1) }
      if forgery == 4 { credentials["attestation"] = .string(Base64URL.encode(bytes.dropLast())) }
      // `fmt` is the first member: `none` becomes another word.
      if forgery == 5 { credentials.flip("attestation", at: 6) }
    }
    #expect(client.status == 400)
    #expect(client.messageKey == "oie.authenticator.enroll.error.fail")
    #expect(client.steps.first == "enroll-authenticator")
    try await passkeys.answer("enroll-authenticator", by: "sam")
    #expect(client.isSignedIn)
  }

  @Test("A credential of another account enrolls nothing")
  func othersCredential() async throws {
    let passkeys = try await Self.afterPassword()
    let jane = try #require(
      passkeys.client.page["authenticatorEnrollments"]?["value"]?.array?.compactMap {
        $0["credentialId"]?.string
      }.first.flatMap { Base64URL.decode($0) })
    let client = passkeys.client
    try await client.start()
    try await client.submit("identify", ["identifier": "sam@example.com"])
    try await client.passcode("Battery-Staple-2")
    try await client.choose("select-authenticator-enroll", "Security Key or Biometric")
    try await passkeys.answer("enroll-authenticator", by: "sam") { _ in
    } edit: { credentials in
      var bytes = Base64.decode(credentials["attestation"]?.string ?? "") ?? []
      // Hash of the host, flags, counter, model, and the two bytes of the credential's length.
      let host = SHA256.hash(Array("acme.flow.test".utf8))
      let start = bytes.indices.first { bytes[$0...].starts(with: host) } ?? 0
      bytes.replaceSubrange((start + 55)..<(start + 71), with: jane)
      credentials["attestation"] = .string(Base64URL.encode(bytes))
    }
    #expect(client.messageKey == "oie.authenticator.enroll.error.fail")
    try await passkeys.answer("enroll-authenticator", by: "sam")
    #expect(client.isSignedIn)
  }

  @Test("A passkey signs in from the first page if the org offers it")
  func autofill() async throws {
    let passkeys = try PasskeyClient(
      """
      authenticators password, webauthn
      passkey-autofill offered
      user "jane@example.com" { password "Correct-Horse-1"; passkey jane }
      """)
    let client = passkeys.client
    try await client.start()
    #expect(client.steps == ["identify", "challenge-webauthn-autofillui-authenticator"])
    let form = client.remediation("challenge-webauthn-autofillui-authenticator")
    let fields = form?["value"]?.array?.first?["form"]?["value"]?.array ?? []
    #expect(
      fields.compactMap { $0["name"]?.string }
        == ["authenticatorData", "clientData", "signatureData", "userHandle"])
    try await passkeys.answer("challenge-webauthn-autofillui-authenticator", by: "jane") {
      $0.origin = "https://example.com"
    }
    #expect(client.status == 400)
    #expect(client.page["user"] == nil)
    try await passkeys.answer("challenge-webauthn-autofillui-authenticator", by: "jane")
    #expect(client.isSignedIn)
    let answer = try await client.redeem()
    #expect(answer["id_token"] != nil)
  }

  @Test("If no passkey is possible, the org reports it at the setting")
  func unavailable() {
    let settings = SettingText.parse(Self.org)
    let (org, problems) = Org.build(name: "acme", settings: settings) {
      (_, _) throws(CryptoFailure) in throw .unavailable
    }
    #expect(org == nil)
    #expect(problems.count == 2)
    #expect(problems[0].message.contains("passkey `jane` can't be made"))
    #expect(problems[0].message.contains("libcrypto"))
    #expect(Org.problems(name: "acme", settings: settings) == [])
  }

  @Test(
    "Bytes that aren't an attestation are read to the end without harm",
    arguments: [
      "", "ff", "a1", "bf6161ff", "9bffffffffffffffff", "5bffffffffffffffff00", "7f", "f97c00",
      "818181818181818181818181", "a2616100616100", "1c",
    ])
  func malformed(hex: String) {
    var bytes: [UInt8] = []
    var digits = hex[...]
    while digits.count >= 2 {
      bytes.append(UInt8(digits.prefix(2), radix: 16) ?? 0)
      digits = digits.dropFirst(2)
    }
    var reader = CBORReader(bytes)
    #expect(reader.value() == nil)
  }
}
