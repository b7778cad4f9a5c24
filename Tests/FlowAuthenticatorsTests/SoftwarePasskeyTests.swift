import FlowText
import FlowAuthenticators
import FlowCrypto
import FlowEngine
import FlowHTTP
import Testing

/// A software passkey's answers, parsed by hand as W3C Web Authentication, Level 2, specifies.
@Suite struct SoftwarePasskeyTests {
  private let holder = Keyring { count in (0..<count).map { UInt8(truncatingIfNeeded: $0 * 7 + 3) }
  }

  private func challenge(
    _ purpose: PasskeyChallenge.Purpose, _ text: String = "Y2hhbGxlbmdl",
    credentials: [String] = [], algorithms: [Int] = [-7, -257], party: String = "acme.example"
  ) -> PasskeyChallenge {
    PasskeyChallenge(
      purpose, relyingParty: party, origin: "https://acme.example", challenge: text,
      userHandle: "amFuZQ", userName: "jane", credentials: credentials, algorithms: algorithms,
      fields: [:])
  }

  private func decoded(
    _ answer: [PasskeyChallenge.Part: String], _ part: PasskeyChallenge.Part
  ) throws -> [UInt8] {
    let text = try #require(answer[part])
    return try #require(Base64URL.decode(text))
  }

  /// The authenticator data of an attestation: the bytes after the text `authData`.
  private func attested(_ answer: [PasskeyChallenge.Part: String]) throws -> [UInt8] {
    let object = try decoded(answer, .attestation)
    let prefix: [UInt8] =
      [0xA3, 0x63] + Array("fmt".utf8) + [0x64] + Array("none".utf8) + [0x67]
      + Array("attStmt".utf8) + [0xA0, 0x68] + Array("authData".utf8) + [0x58]
    try #require(object.starts(with: prefix))
    let data = Array(object.dropFirst(prefix.count + 1))
    try #require(data.count == Int(object[prefix.count]))
    return data
  }

  @Test func whatItEnrollsIsLaidOutAsTheStandardSays() async throws {
    let answer = try await holder.answer(challenge(.enrollment), by: "jane")
    let data = try attested(answer)
    #expect(Array(data[..<32]) == SHA256.hash(Array("acme.example".utf8)))
    #expect(data[32] == 0x45)
    #expect(Array(data[33..<37]) == [0, 0, 0, 0])
    #expect(Array(data[37..<53]) == Array(repeating: 0, count: 16))
    #expect(Array(data[53..<55]) == [0, 16])
    let key = Array(data[71...])
    #expect(Array(key[..<10]) == [0xA5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20])
    #expect(Array(key[42..<45]) == [0x22, 0x58, 0x20])
    #expect(key.count == 77)
    let document = try JSON(parsing: decoded(answer, .clientData))
    let client = try #require(document.object)
    #expect(client["type"]?.string == "webauthn.create")
    #expect(client["challenge"]?.string == "Y2hhbGxlbmdl")
    #expect(client["origin"]?.string == "https://acme.example")
  }

  @Test func whatItSignsVerifiesByTheKeyThatItEnrolled() async throws {
    let data = try attested(await holder.answer(challenge(.enrollment), by: "jane"))
    let credential = Base64URL.encode(Array(data[55..<71]))
    let point = [4] + data[81..<113] + data[116..<148]
    let key = try P256.PublicKey(point: Array(point))
    for count in UInt8(1)...3 {
      let answer = try await holder.answer(
        challenge(.verification, "b3RoZXI", credentials: ["eHg", credential]), by: "jane")
      let signed = try decoded(answer, .authenticatorData)
      #expect(signed.count == 37)
      #expect(signed[32] == 0x05)
      #expect(Array(signed[33...]) == [0, 0, 0, count], "it counts")
      let message = signed + SHA256.hash(try decoded(answer, .clientData))
      #expect(try key.isValid(decoded(answer, .signature), of: message))
      #expect(answer[.userHandle] == "amFuZQ")
    }
  }

  @Test func itAnswersForItsOwnPartyAndAccountAlone() async throws {
    _ = try await holder.answer(challenge(.enrollment), by: "jane")
    await #expect(throws: PlainFailure.self) {
      try await holder.answer(challenge(.verification, party: "evil.example"), by: "jane")
    }
    await #expect(throws: PlainFailure.self) {
      try await holder.answer(challenge(.verification, credentials: ["b3RoZXI"]), by: "jane")
    }
    await #expect(throws: PlainFailure.self) {
      try await holder.answer(challenge(.verification), by: "sam")
    }
  }

  @Test func aStepThatAcceptsOtherAlgorithmsOnlyIsRefused() async throws {
    await #expect(throws: PlainFailure.self) {
      try await holder.answer(challenge(.enrollment, algorithms: [-257, -8]), by: "jane")
    }
  }

  @Test func aKeyringIsReadBackAsItWasWritten() async throws {
    _ = try await holder.answer(challenge(.enrollment), by: "jane")
    _ = try await holder.answer(challenge(.verification), by: "jane")
    let other = Keyring { Array(repeating: 1, count: $0) }
    try other.add(contents: holder.contents)
    #expect(other.contents == holder.contents)
    let answer = try await other.answer(challenge(.verification), by: "jane")
    #expect(try decoded(answer, .authenticatorData).suffix(4) == [0, 0, 0, 2])
  }

  @Test func aPasskeyThatIsEnrolledAlreadyAnswersAndIsNotKept() async throws {
    let made = try holder.makeEnrolled("org", relyingParty: "acme.example", userHandle: [1])
    _ = try await holder.answer(challenge(.enrollment), by: "jane")
    let copy = holder.copy()
    let other = try holder.makeEnrolled("org", relyingParty: "acme.example", userHandle: [1])
    #expect(made.credential == other.credential, "the generator of this test repeats itself")
    let contents = try JSON(parsing: holder.contents)
    #expect(contents["passkeys"]?.array?.compactMap { $0["name"]?.string } == ["jane"])
    #expect(copy.contents == holder.contents)
    let challenge = challenge(.verification)
    #expect(holder.names(for: challenge) == ["jane", "org"])
    #expect(holder.names(for: self.challenge(.enrollment)) == [])
    let answer = try await copy.answer(challenge, by: "org")
    #expect(try decoded(answer, .authenticatorData).suffix(4) == [0, 0, 0, 1])
    // The other doesn't know the copy's signatures.
    let again = try await holder.answer(challenge, by: "org")
    #expect(try decoded(again, .authenticatorData).suffix(4) == [0, 0, 0, 1])
  }

  @Test(
    "An invalid file is refused",
    arguments: [
      "", "{}", #"{"version":2,"passkeys":[]}"#, #"{"version":1,"passkeys":[{}]}"#,
      #"""
      {"version":1,"passkeys":[{"name":"a","relyingParty":"b","credential":"AA","userHandle":"AA",
      "privateKey":"AA","counter":0}]}
      """#,
    ])
  func noKeyring(text: String) {
    #expect(throws: PlainFailure.self) { try holder.add(contents: Array(text.utf8)) }
  }

  @Test func nothingPrintsTheKey() async throws {
    _ = try await holder.answer(challenge(.enrollment), by: "jane")
    let contents = try JSON(parsing: holder.contents)
    let secret = try #require(contents["passkeys"]?.array?.first?["privateKey"]?.string)
    let decoded = try #require(Base64URL.decode(secret))
    let passkey = try SoftwarePasskey(
      relyingParty: "a", credential: [1], userHandle: [2], scalar: decoded, counter: 0)
    var dumped = ""
    dump(passkey, to: &dumped)
    for text in ["\(passkey)", String(reflecting: passkey), dumped, "\(passkey.scalar)"] {
      #expect(!text.contains(secret))
    }
  }
}
