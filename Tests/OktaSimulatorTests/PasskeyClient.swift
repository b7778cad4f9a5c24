import FlowAuthenticators
import FlowCrypto
import FlowEngine
import FlowHTTP
import Testing

@testable import OktaSimulator
import TestSupport

/// A browser with a passkey, as far as a page asks for one.
struct PasskeyClient {
  let client: OrgClient
  let keyring: Keyring

  /// Random enough for a test, and different each time.
  private static func bytes(_ count: Int) -> [UInt8] {
    (0..<count).map { _ in UInt8.random(in: 0...255) }
  }

  /// The same browser with another keyring.
  func with(_ keyring: Keyring) -> PasskeyClient {
    PasskeyClient(client, keyring)
  }

  private init(_ client: OrgClient, _ keyring: Keyring) {
    self.client = client
    self.keyring = keyring
  }

  init(_ settings: String, seed: UInt64 = 1) throws {
    let keyring = Keyring { Self.bytes($0) }
    let (org, problems) = Org.build(
      name: "acme", settings: SettingText.parse(settings)
    ) { (name, handle) throws(CryptoFailure) in
      let passkey = try keyring.makeEnrolled(
        name, relyingParty: "acme.flow.test", userHandle: handle)
      return Org.EnrolledPasskey(
        credential: passkey.credential, key: try P256.PublicKey(point: passkey.publicKey))
    }
    #expect(problems == [])
    let clock = ManualClock(now: .seconds(1_800_000_000))
    client = OrgClient(
      server: OrgServer(try #require(org), clock: clock, seed: seed), clock: clock)
    self.keyring = keyring
  }

  /// The challenge of the page's form, bound to the org's origin.
  func challenge(_ form: String) throws -> PasskeyChallenge {
    let current = client.page["currentAuthenticator"]?["value"]?["contextualData"]
    let autofill = client.page["webauthnAutofillUIChallenge"]?["value"]
    if form == "enroll-authenticator" {
      let data = try #require(current?["activationData"])
      let excluded = data["excludeCredentials"]?.array ?? []
      return PasskeyChallenge(
        .enrollment, relyingParty: "acme.flow.test", origin: "https://acme.flow.test",
        challenge: try #require(data["challenge"]?.string),
        userHandle: data["user"]?["id"]?.string,
        credentials: excluded.compactMap { $0["id"]?.string },
        algorithms: (data["pubKeyCredParams"]?.array ?? []).compactMap { $0["alg"]?.integer },
        fields: [:])
    }
    let isAutofill = form != "challenge-authenticator"
    let data = try #require((isAutofill ? autofill : current)?["challengeData"])
    let enrollments = client.page["authenticatorEnrollments"]?["value"]?.array ?? []
    return PasskeyChallenge(
      .verification, relyingParty: "acme.flow.test", origin: "https://acme.flow.test",
      challenge: try #require(data["challenge"]?.string),
      credentials: isAutofill ? [] : enrollments.compactMap { $0["credentialId"]?.string },
      fields: [:])
  }

  /// Answers a form with the passkey of a name.
  func answer(
    _ form: String, by name: String, change: (inout PasskeyChallenge) -> Void = { _ in },
    edit: (inout JSONObject) -> Void = { _ in }
  ) async throws {
    var challenge = try challenge(form)
    change(&challenge)
    let parts = try await keyring.answer(challenge, by: name)
    var credentials: JSONObject = [:]
    let names: [PasskeyChallenge.Part: String] = [
      .clientData: "clientData", .authenticatorData: "authenticatorData",
      .signature: "signatureData", .attestation: "attestation", .userHandle: "userHandle",
    ]
    for (part, text) in parts where part != .userHandle || form.contains("autofill") {
      credentials[names[part] ?? ""] = .string(text)
    }
    edit(&credentials)
    try await client.submit(form, ["credentials": .object(credentials)])
  }
}

extension JSONObject {
  /// Changes one byte of a member that contains bytes.
  mutating func flip(_ name: String, at index: Int) {
    var bytes = Base64.decode(self[name]?.string ?? "") ?? []
    guard bytes.indices.contains(index) else { return }
    bytes[index] ^= 1
    self[name] = .string(Base64URL.encode(bytes))
  }
}
