import FlowEngine
import Testing

@Suite("Values that few types have")
struct RareTests {
  private static let challenge = PasskeyChallenge(
    .verification, relyingParty: "acme.example", origin: "https://acme.example", challenge: "c1",
    fields: [:])

  @Test("Steps differ by their challenges, which can be changed and removed")
  func challenges() throws {
    var step = Step("challenge", passkey: Self.challenge)
    let copy = step
    #expect(step == Step("challenge", passkey: Self.challenge))
    #expect(Set([step, Step("challenge", passkey: Self.challenge)]).count == 1)
    #expect(step != Step("challenge"))
    step.passkey?.challenge = "c2"
    #expect(step.passkey?.challenge == "c2")
    #expect(copy.passkey?.challenge == "c1")
    #expect(step != copy)
    step.passkey = nil
    #expect(!step.asksForPasskey && copy.asksForPasskey)
    #expect(step == Step("challenge"))
  }

  @Test("Responses differ by their tokens")
  func tokens() {
    let tokens = Tokens(accessToken: Secret("a1"), tokenType: "Bearer")
    var response = Response(outcome: .success, tokens: tokens)
    #expect(response == Response(outcome: .success, tokens: tokens))
    #expect(response != Response(outcome: .success))
    response.tokens = nil
    #expect(response == Response(outcome: .success))
  }
}
