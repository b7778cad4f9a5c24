import FlowAuthenticators
import FlowCrypto
import FlowEngine
import FlowHTTP
import TestSupport
import Testing

@testable import OktaSimulator

/// An org's checks of a passkey's answer.
///
/// Each rule has an answer with a valid signature that breaks only that rule.
@Suite(.enabled(if: RSA.isAvailable, "no library for signatures here"))
struct PasskeyCheckTests {
  private static let host = "acme.flow.test"
  private static let nonce = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYX"
  private let key: P256.PrivateKey
  private let check = PasskeyCheck(
    host: PasskeyCheckTests.host, origin: "https://acme.flow.test", nonce: PasskeyCheckTests.nonce)

  init() throws {
    var random = SeededGenerator(seed: 5)
    let scalar = (0..<32).map { _ in UInt8.random(in: 1...200, using: &random) }
    key = try P256.PrivateKey(scalar: scalar)
  }

  /// An answer in an authenticator's form.
  struct Answer: Sendable {
    var host = PasskeyCheckTests.host
    var flags: UInt8 = 0x05
    var counter: UInt32 = 0
    var client: JSONObject = [
      "type": "webauthn.get", "challenge": .string(PasskeyCheckTests.nonce),
      "origin": "https://acme.flow.test", "crossOrigin": false,
    ]
    /// The bytes after the head of the authenticator's data.
    var extra: [UInt8] = []
    /// The counter of the previous signature.
    var before: UInt32 = 0
  }

  /// A rule of section 7.2, and an answer that it applies to.
  struct Row: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var isRight: Bool
    var answer = Answer()

    init(_ name: String, isRight: Bool = false, _ edit: (inout Answer) -> Void = { _ in }) {
      testDescription = name
      self.isRight = isRight
      edit(&answer)
    }
  }

  static let rows: [Row] = [
    Row("as requested", isRight: true),
    Row("the user is present and not verified, which is only preferred", isRight: true) {
      $0.flags = 0x01
    },
    Row("without `crossOrigin`", isRight: true) { $0.client["crossOrigin"] = nil },
    Row("the challenge padded", isRight: false) {
      $0.client["challenge"] = .string(PasskeyCheckTests.nonce + "A")
    },
    Row("for another host") { $0.host = "flow.test" },
    Row("for no host") { $0.host = "" },
    Row("the user isn't present") { $0.flags = 0x04 },
    Row("for enrollment") { $0.client["type"] = "webauthn.create" },
    Row("without a type") { $0.client["type"] = nil },
    Row("with another challenge") { $0.client["challenge"] = "AAAA" },
    Row("without a challenge") { $0.client["challenge"] = nil },
    Row("with an empty challenge") { $0.client["challenge"] = "" },
    Row("from another origin") { $0.client["origin"] = "https://acme.flow.test.example" },
    Row("from another port") { $0.client["origin"] = "https://acme.flow.test:8443" },
    Row("from another scheme") { $0.client["origin"] = "http://acme.flow.test" },
    Row("from a frame of another origin") { $0.client["crossOrigin"] = true },
    Row("the counter increases", isRight: true) {
      $0.counter = 8; $0.before = 7
    },
    Row("the counter starts", isRight: true) { $0.counter = 1 },
    Row("the counter doesn't change") {
      $0.counter = 7; $0.before = 7
    },
    Row("the counter decreases") {
      $0.counter = 6; $0.before = 7
    },
    Row("the counter is missing") { $0.before = 7 },
    Row("an announced key is missing") { $0.flags = 0x45 },
  ]

  private func assertion(_ answer: Answer) throws -> PasskeyCheck.Assertion {
    let client = JSON.object(answer.client).bytes()
    let counter = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: answer.counter >> $0) }
    let data = SHA256.hash(Array(answer.host.utf8)) + [answer.flags] + counter + answer.extra
    return PasskeyCheck.Assertion(
      clientData: client, authenticatorData: data,
      signature: try key.signature(of: data + SHA256.hash(client)))
  }

  private func passkey(counter: UInt32 = 0) -> Account.Passkey {
    Account.Passkey(credential: [1], key: .es256(key.publicKey), counter: counter)
  }

  @Test("An answer that breaks one rule is refused even if its signature is right", arguments: rows)
  func rule(_ row: Row) throws {
    let verified = try check.verified(
      assertion(row.answer), by: [passkey(counter: row.answer.before)])
    #expect((verified != nil) == row.isRight)
    if row.isRight { #expect(verified?.counter == row.answer.counter) }
  }

  @Test("A passkey with an RSA key, which enrollment also offers, enrolls and signs")
  func rsa() throws {
    let key = try RSA.PrivateKey.generate()
    func client(_ type: JSON) -> [UInt8] {
      JSON.object([
        "type": type, "challenge": .string(Self.nonce), "origin": "https://acme.flow.test",
      ]).bytes()
    }
    func data(_ flags: UInt8, _ rest: [UInt8]) -> [UInt8] {
      SHA256.hash(Array(Self.host.utf8)) + [flags, 0, 0, 0, 0] + rest
    }
    // {1: 3, 3: -257, -1: n, -2: e}, RFC 8230, section 4.
    let cose: [UInt8] =
      [0xA4, 0x01, 0x03, 0x03, 0x39, 0x01, 0x00, 0x20, 0x59, 0x01, 0x00] + key.publicKey.modulus
      + [0x21, 0x43] + key.publicKey.exponent
    let model = [UInt8](repeating: 0, count: 16)
    let made = data(0x45, model + [0, 1, 9] + cose)
    let attestation: [UInt8] =
      [0xA3, 0x63] + Array("fmt".utf8) + [0x64] + Array("none".utf8) + [0x67]
      + Array("attStmt".utf8) + [0xA0, 0x68] + Array("authData".utf8)
      + [0x59, UInt8(made.count >> 8), UInt8(made.count & 0xFF)] + made
    let passkey = try #require(
      check.enrolled(clientData: client("webauthn.create"), attestation: attestation))
    #expect(passkey.credential == [9])
    let signed = data(0x05, [])
    var assertion = PasskeyCheck.Assertion(
      clientData: client("webauthn.get"), authenticatorData: signed,
      signature: try key.signature(of: signed + SHA256.hash(client("webauthn.get"))))
    #expect(try check.verified(assertion, by: [passkey]) != nil)
    assertion.signature[0] ^= 1
    #expect(try check.verified(assertion, by: [passkey]) == nil)
  }

  @Test("No answer is accepted without a request, and no user's passkey works for another")
  func nothing() throws {
    let silent = PasskeyCheck(host: Self.host, origin: "https://acme.flow.test", nonce: "")
    var answer = Answer()
    answer.client["challenge"] = ""
    #expect(try silent.verified(assertion(answer), by: [passkey()]) == nil)
    #expect(try check.verified(assertion(Answer()), by: []) == nil)
  }

  /// Changes, drops or repeats a few bytes.
  private static func damaged(
    _ bytes: [UInt8], _ random: inout SeededGenerator
  ) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<Int.random(in: 1...3, using: &random) where !bytes.isEmpty {
      let at = Int.random(in: bytes.indices, using: &random)
      switch Int.random(in: 0..<4, using: &random) {
      case 0: bytes[at] = UInt8.random(in: 0...255, using: &random)
      case 1: bytes.remove(at: at)
      case 2: bytes.insert(contentsOf: bytes[at...].prefix(8), at: at)
      default: bytes.removeLast(bytes.count - at)
      }
    }
    return bytes
  }

  @Test("A damaged answer proves nothing", arguments: 0..<3)
  func damagedAssertion(part: Int) throws {
    var random = SeededGenerator(seed: UInt64(part) + 21)
    let whole = try assertion(Answer())
    for _ in 0..<500 {
      var mutant = whole
      switch part {
      case 0: mutant.clientData = Self.damaged(whole.clientData, &random)
      case 1: mutant.authenticatorData = Self.damaged(whole.authenticatorData, &random)
      default: mutant.signature = Self.damaged(whole.signature, &random)
      }
      let isSame =
        mutant.clientData == whole.clientData && mutant.signature == whole.signature
        && mutant.authenticatorData == whole.authenticatorData
      #expect((try check.verified(mutant, by: [passkey()]) != nil) == isSame)
    }
  }

  @Test("A damaged attestation never traps, and a truncated one enrolls nothing")
  func damagedAttestation() async throws {
    var random = SeededGenerator(seed: 31)
    var bytes = SeededGenerator(seed: 32)
    let fixed = (0..<64).map { _ in UInt8.random(in: 1...200, using: &bytes) }
    let keyring = Keyring { Array(fixed.prefix($0)) }
    let parts = try await keyring.answer(
      PasskeyChallenge(
        .enrollment, relyingParty: Self.host, origin: "https://acme.flow.test",
        challenge: Self.nonce, fields: [:]),
      by: "jane")
    let client = try #require(Base64URL.decode(parts[.clientData] ?? ""))
    let whole = try #require(Base64URL.decode(parts[.attestation] ?? ""))
    #expect(check.enrolled(clientData: client, attestation: whole) != nil)
    for length in whole.indices {
      let cut = Array(whole[..<length])
      #expect(check.enrolled(clientData: client, attestation: cut) == nil)
    }
    var refusals = 0
    for _ in 0..<2000 {
      let mutant = Self.damaged(whole, &random)
      if check.enrolled(clientData: client, attestation: mutant) == nil { refusals += 1 }
    }
    #expect(refusals > 1000)
  }

  @Test("Random bytes are read to their end as CBOR or not at all")
  func chance() {
    var random = SeededGenerator(seed: 41)
    for _ in 0..<20_000 {
      let count = Int.random(in: 0...40, using: &random)
      var reader = CBORReader((0..<count).map { _ in UInt8.random(in: 0...255, using: &random) })
      var values = 0
      while reader.value() != nil { values += 1 }
      #expect(values <= count)
    }
  }
}
