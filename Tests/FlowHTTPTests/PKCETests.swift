import FlowHTTP
import Testing

/// The proof that a code is exchanged by its requester.
@Suite struct PKCETests {
  @Test("PKCE gives the challenge of RFC 7636, appendix B")
  func pkce() {
    let pair = PKCE(randomBytes: [
      116, 24, 223, 180, 151, 153, 224, 37, 79, 250, 96, 125, 216, 173, 187, 186, 22, 212, 37, 77,
      105, 214, 191, 240, 91, 88, 5, 88, 83, 132, 141, 121,
    ])
    #expect(pair.verifier == "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk")
    #expect(pair.challenge == "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM")
  }

  @Test("A PKCE pair prints its challenge and never its verifier")
  func pkceIsMasked() {
    let pair = PKCE(randomBytes: [UInt8](repeating: 7, count: 32))
    var dumped = ""
    dump(pair, to: &dumped)
    for text in ["\(pair)", String(reflecting: pair), dumped] {
      #expect(text.contains(pair.challenge))
      #expect(!text.contains(pair.verifier))
    }
  }
}
