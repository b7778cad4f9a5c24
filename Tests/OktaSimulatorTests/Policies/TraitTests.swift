import FlowCrypto
import FlowEngine
import FlowHTTP
import TestSupport
import Testing

@testable import OktaSimulator

@Suite("Traits of a verification beyond its method")
struct TraitTests {
  /// The table of the reference, by method: device-bound, hardware-protected, phishing-resistant.
  @Test(
    "Every method has its constant traits",
    arguments: [
      (.password, []), (.securityQuestion, []), (.email, []), (.sms, []), (.voice, []),
      (.otp, .deviceBound), (.totp, .deviceBound), (.push, .deviceBound),
      (.signedNonce, [.deviceBound, .phishingResistant]), (.webauthn, .phishingResistant),
      (.duo, .deviceBound), (.yubikey, [.deviceBound, .hardwareProtected]),
      (.customOTP, .deviceBound), (.onPremMFA, .deviceBound), (.rsaToken, .deviceBound),
      (.symantecVIP, .deviceBound),
    ] as [(Method, Traits)])
  func always(method: Method, traits: Traits) {
    #expect(method.traits == traits)
    #expect(method.traits.isDisjoint(with: .verification))
  }

  @Test("A trait that depends on the enrollment is asked only of capable authenticators")
  func conditional() {
    let all: Traits = [.hardwareProtected, .deviceBound, .phishingResistant, .pin]
    #expect(Method.totp.traits(of: all) == .deviceBound)
    #expect(Method.password.traits(of: all) == [])
    #expect(Method.push.traits(of: all) == [.deviceBound, .hardwareProtected, .pin])
    #expect(Verification(method: .push, traits: .pin).kinds == [.possession, .knowledge])
    #expect(Verification(method: .push, traits: .biometrics).kinds == [.possession, .inherence])
    #expect(Verification(method: .push, traits: .deviceBound).kinds == .possession)
    #expect(Verification(method: .securityQuestion, traits: []).kinds == .knowledge)
  }

  /// The traits of a phone, the requirement of a rule, the first offers, and the number of factors.
  struct Phone: Sendable {
    var settings: String
    var require: String
    var offered: [String]
    var method = "push"
    var factors = "1"
  }

  static let phones: [Phone] = [
    Phone(
      settings: "", require: "device-bound possession",
      offered: ["Okta Verify via signed_nonce or push or totp"]),
    Phone(
      settings: "", require: "phishing-resistant possession", offered: ["Okta Verify"],
      method: "signed_nonce"),
    Phone(
      settings: "hardware-protected on", require: "hardware-protected possession",
      offered: ["Okta Verify via signed_nonce or push"]),
    Phone(
      settings: "user-verification pin", require: "user-verifying okta-verify",
      offered: ["Okta Verify via signed_nonce or push"], factors: "2"),
    Phone(
      settings: "user-verification biometrics", require: "inherence",
      offered: ["Okta Verify via signed_nonce or push"], factors: "2"),
    Phone(
      settings: "user-verification biometrics", require: "possession and inherence",
      offered: ["Email", "Okta Verify via signed_nonce or push or totp"], factors: "2"),
    Phone(
      settings: "user-verification biometrics; hardware-protected on",
      require: "2 factors with hardware-protected phishing-resistant possession",
      offered: ["Password", "Okta Verify"], method: "signed_nonce", factors: "2"),
    Phone(
      settings: "user-verification pin", require: "2 factors",
      offered: ["Password", "Email", "Okta Verify via signed_nonce or push or totp"],
      factors: "2"),
    Phone(
      settings: "user-verification pin",
      require: "user-verifying okta-verify via push then email",
      offered: ["Okta Verify"], factors: "2"),
  ]

  private func world(_ phone: String, _ require: String) throws -> PolicyWorld {
    try PolicyWorld(
      """
      authenticators password, email, okta-verify via push or totp or fastpass
      user "jane@example.com" {
        password "Correct-Horse-1"
        okta-verify "JBSWY3DPEHPK3PXP" { push approve after 3s; \(phone) }
      }
      enrollment { }
      sign-on { require \(require) }
      """)
  }

  @Test("A phone with Okta Verify is offered according to its capabilities", arguments: phones)
  func phone(_ phone: Phone) async throws {
    let world = try world(phone.settings, phone.require)
    try await world.enter()
    if world.client.steps.first == "challenge-poll" {
      // The only route is begun at once.
      #expect(phone.offered == ["Okta Verify"])
      world.client.clock.advance(by: .seconds(4))
      try await world.client.submit("challenge-poll")
    } else {
      #expect(
        world.offered.map { $0.replacing(" via signed_nonce", with: "", "$") } == phone.offered)
      try await world.verify(phone.method)
    }
    #expect(world.factors == phone.factors)
    #expect(world.isSignedIn == !phone.require.contains("then"))
  }

  @Test(
    "A client can ask for a phishing-resistant factor",
    arguments: [
      ("phr", "", ["Password", "Okta Verify via signed_nonce"]),
      ("phrh", "hardware-protected on", ["Password", "Okta Verify via signed_nonce"]),
      ("phrh", "", []),
    ])
  func assured(value: String, phone: String, offered: [String]) async throws {
    let world = try world(phone, "password")
    try await world.enter(with: [FormPair("acr_values", value)])
    #expect(world.offered == offered)
    #expect(world.client.steps.isEmpty == offered.isEmpty)
  }

  @Test(
    "An incapable phone leads nowhere",
    arguments: [
      ("", "hardware-protected possession"), ("", "user-verifying possession"), ("", "inherence"),
      ("user-verification pin", "inherence"),
      ("user-verification off", "2 factors without password"),
      ("hardware-protected off", "hardware-protected okta-verify"),
    ])
  func unable(phone: String, require: String) async throws {
    let world = try world(phone, require)
    try await world.enter()
    #expect(world.client.status == 403)
    #expect(world.client.messageKey == "oie.assurance.unsatisfiable")
  }
}

extension String {
  /// The text without a suffix, if it has it.
  fileprivate func replacing(_ suffix: String, with text: String, _ end: String) -> String {
    end == "$" && hasSuffix(suffix) ? String(dropLast(suffix.count)) + text : self
  }
}

@Suite(.enabled(if: RSA.isAvailable, "no library for signatures here"))
struct PasskeyTraitTests {
  /// A passkey that a test signs with, whatever its flags are.
  private struct Hand {
    let world: PolicyWorld
    let key: P256.PrivateKey

    init(_ passkey: String, _ require: String, people: String = "") throws {
      var random = SeededGenerator(seed: 7)
      let scalar = (0..<32).map { _ in UInt8.random(in: 1...200, using: &random) }
      let key = try P256.PrivateKey(scalar: scalar)
      let text = """
        authenticators password, email, webauthn
        user "jane@example.com" {
          password "Correct-Horse-1"
          passkey jane { \(passkey) }
        }
        enrollment { }
        \(people)
        sign-on { require \(require) }
        """
      let (org, problems) = Org.build(name: "acme", settings: SettingText.parse(text)) { _, _ in
        Org.EnrolledPasskey(credential: [1, 2, 3], key: key.publicKey)
      }
      #expect(problems == [])
      let clock = ManualClock(now: .seconds(1_800_000_000))
      world = PolicyWorld(
        OrgClient(server: OrgServer(try #require(org), clock: clock, seed: 1), clock: clock))
      self.key = key
    }

    private var data: JSON? {
      world.client.page["currentAuthenticator"]?["value"]?["contextualData"]?["challengeData"]
    }

    var asksForUser: String? { data?["userVerification"]?.string }

    /// Answers the page's challenge with some flags (W3C Web Authentication, section 6.1).
    func answer(flags: UInt8) async throws {
      let client = JSON.object([
        "type": "webauthn.get", "challenge": try #require(data?["challenge"]),
        "origin": "https://acme.flow.test",
      ]).bytes()
      let bytes = SHA256.hash(Array("acme.flow.test".utf8)) + [flags, 0, 0, 0, 0]
      let signature = try key.signature(of: bytes + SHA256.hash(client))
      try await world.client.submit(
        "challenge-authenticator",
        [
          "credentials": [
            "clientData": .string(Base64URL.encode(client)),
            "authenticatorData": .string(Base64URL.encode(bytes)),
            "signatureData": .string(Base64URL.encode(signature)),
          ]
        ])
    }
  }

  private static let present: UInt8 = 0x01
  private static let verified: UInt8 = 0x05
  private static let synced: UInt8 = 0x0D

  /// The traits of a passkey, the requirement of a rule, the form of the request, the flags of the
  /// answer, and whether that is enough.
  struct Row: Sendable {
    var passkey = ""
    var require: String
    var asks = "preferred"
    var flags: UInt8 = PasskeyTraitTests.verified
    var isEnough = true
    var factors = "2"
  }

  static let rows: [Row] = [
    Row(require: "webauthn"), Row(require: "webauthn", flags: present, factors: "1"),
    Row(require: "phishing-resistant possession", flags: present, factors: "1"),
    Row(require: "user-verifying webauthn", asks: "required"),
    Row(require: "user-verifying webauthn", asks: "required", flags: present, isEnough: false),
    Row(require: "inherence", asks: "required"),
    Row(require: "inherence", asks: "required", flags: present, isEnough: false),
    Row(require: "2 factors without password, email", asks: "required"),
    Row(
      require: "2 factors without password, email", asks: "required", flags: present,
      isEnough: false),
    Row(passkey: "user-verification pin", require: "user-verifying webauthn", asks: "required"),
    Row(require: "device-bound webauthn"),
    Row(passkey: "hardware-protected on", require: "hardware-protected webauthn"),
    Row(
      passkey: "user-verification off", require: "webauthn", flags: verified, factors: "1"),
  ]

  @Test("A passkey verifies its user if that is required", arguments: rows)
  func asked(_ row: Row) async throws {
    let hand = try Hand(row.passkey, row.require)
    try await hand.world.enter()
    #expect(hand.asksForUser == row.asks)
    try await hand.answer(flags: row.flags)
    #expect(hand.world.isSignedIn == row.isEnough)
    if row.isEnough {
      #expect(hand.world.factors == row.factors)
    } else {
      #expect(hand.world.client.messageKey?.hasSuffix("assertion_validation_failure") == true)
      #expect(hand.world.client.steps.first == "challenge-authenticator")
    }
  }

  @Test(
    "An incapable passkey leads nowhere",
    arguments: [
      ("user-verification off", "user-verifying webauthn"), ("user-verification pin", "inherence"),
      ("synced on", "device-bound possession"), ("", "hardware-protected possession"),
      ("user-verification off", "2 factors without password"),
    ])
  func unable(passkey: String, require: String) async throws {
    let hand = try Hand(passkey, require)
    try await hand.world.enter()
    #expect(hand.world.client.status == 403)
  }

  @Test("A passkey whose flags say that it is synced isn't device-bound")
  func isSynced() async throws {
    let hand = try Hand("", "device-bound webauthn")
    try await hand.world.enter()
    try await hand.answer(flags: Self.synced)
    #expect(!hand.world.isSignedIn)
    #expect(hand.world.client.status == 200)
    #expect(hand.world.client.steps.first == "challenge-authenticator")
    try await hand.answer(flags: Self.verified)
    #expect(hand.world.isSignedIn)
  }

  @Test("Beside another factor, a passkey doesn't have to verify its user")
  func beside() async throws {
    let hand = try Hand("", "2 factors with phishing-resistant possession")
    try await hand.world.enter()
    #expect(hand.world.offered == ["Password", "Security Key or Biometric"])
    try await hand.world.verify("password")
    #expect(hand.asksForUser == "preferred")
    try await hand.answer(flags: Self.present)
    #expect(hand.world.isSignedIn)
    #expect(hand.world.factors == "2")
    let claims = try await hand.world.client.redeem()
    #expect(claims["id_token"] != nil)
  }
}
