import FlowEngine
import MobileIdPEngine
import Testing

@Suite("PKCE of app messages")
struct PKCETests {
  @Test("The verifier of RFC 7636's appendix B has its challenge")
  func rfcVector() throws {
    let verifier = try #require(CodeVerifier(Known.verifier))
    #expect(verifier.challenge.text == Known.challenge)
    #expect(CodeChallenge(Known.challenge) == verifier.challenge)
  }

  @Test("The SDKs' 128 bytes make 171 characters, and the challenge of those characters (row 56)")
  func sdkVector() throws {
    let bytes = (0..<UInt8(CodeVerifier.byteCount)).map { $0 }
    let verifier = try #require(CodeVerifier(randomBytes: bytes))
    let text = verifier.text.reveal()
    #expect(text.utf8.count == 171)
    #expect(text.hasPrefix("AAECAwQFBgcICQoL"))
    #expect(text.hasSuffix("e3x9fn8"))
    #expect(verifier.challenge.text == "m9v0o6VZCkA61J5U-X1Tz5TKs3SgkIws3KAW_OnRzjg")
    #expect(CodeVerifier(text) == verifier)
  }

  @Test(
    "A verifier has 43 to 256 unreserved characters",
    arguments: [
      (String(repeating: "a", count: 42), false), (String(repeating: "a", count: 43), true),
      (String(repeating: "~", count: 256), true), (String(repeating: "a", count: 257), false),
      (String(repeating: "a", count: 42) + "+", false), ("", false),
      (String(repeating: "a", count: 42) + "ä", false),
    ])
  func verifiers(_ text: String, _ isOne: Bool) {
    #expect((CodeVerifier(text) != nil) == isOne)
  }

  @Test("A verifier is made of 32 to 192 random bytes", arguments: [31, 32, 192, 193])
  func byteCounts(_ count: Int) {
    let verifier = CodeVerifier(randomBytes: Array(repeating: 7, count: count))
    #expect((verifier != nil) == (32...192).contains(count))
  }

  /// The readings of `base64(challenge)`: the value, and the profiles that accept it.
  static let readings: [(String, strict: Bool, ios: Bool)] = [
    (Known.challenge, true, true),
    ("E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw+cM=", false, true),
    ("E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw cM=", false, true),
    ("E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw+cM", false, true),
    ("E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM==", false, false),
    ("RTlNZWxob2EyT3d2RnJFTVRKZ3VDSGFvZUsxdDhVUldidUdKU3N0dy1jTQ==", false, false),
    ("13d31e961a1ad8ec2f16b10c4c982e0876a878ad6df144566ee1894acb70f9c3", false, false),
    (String(Known.challenge.dropLast()), false, false),
    // The last of 43 characters holds four bits: another character there isn't base64url of 32
    // bytes.
    (String(Known.challenge.dropLast()) + "N", false, false),
    ("", false, false),
  ]

  @Test("The documented reading of base64(challenge) is used", arguments: readings)
  func challenges(_ text: String, _ strict: Bool, _ ios: Bool) {
    #expect((CodeChallenge(text) != nil) == strict)
    #expect((CodeChallenge(text, .ios) != nil) == ios)
    if ios { #expect(CodeChallenge(text, .ios)?.text == Known.challenge) }
  }

  @Test("A verifier isn't printed")
  func secrecy() throws {
    let verifier = try #require(CodeVerifier(Known.verifier))
    var dumped = ""
    dump(verifier, to: &dumped)
    #expect(!"\(verifier)\(dumped)".contains("dBjft"))
  }
}
