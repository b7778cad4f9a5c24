import CommandSupport
import FlowCLI
import FlowHTTP
import FlowScript
import FlowTerminal
import TestSupport
import Testing

@Suite("Signed challenges in a cassette")
struct CassetteChallengeTests {
  private static let challenge = "eyJhbGciOiJSUzI1NiJ9.eyJub25jZSI6ImNhbmFyeSJ9.c2lnbmF0dXJl"

  @Test(
    "A challenge is masked in its member and in the query of an address, whatever its scheme",
    arguments: [
      "com-okta-authenticator:/deviceChallenge?challengeRequest=",
      "com-okta-authenticator:deviceChallenge?a=b&c=", "https://org.example/device?challenge=",
    ])
  func challenge(address: String) async throws {
    let folder = try TemporaryFolder()
    let script = try folder.write("x.flow", "on any stop\nexpect stopped\n")
    let step = Pages.form(
      "device-challenge-poll", Pages.origin + "/idp/idx/poll", [],
      ["refresh": 300, "relatesTo": ["$.authenticatorChallenge"]])
    let page = Pages.page(
      [step],
      [
        "authenticatorChallenge": [
          "type": "object",
          "value": [
            "challengeMethod": "CUSTOM_URI", "href": .string(address + "eyJ-other-canary.x"),
            "challengeRequest": .string(Self.challenge),
          ],
        ]
      ])
    let path = folder.path + "/c.json"
    let run = await Shell(transport: ScriptedTransport([.page(Pages.interact), .page(page)]))(
      ["run", script, "--cassette", path] + Pages.options)
    let cassette = String(decoding: try FileReader.read(path, limit: 1 << 20), as: UTF8.self)
    #expect(cassette.contains("challengeRequest\": \"challenge-request-1\""), "\(run.all)")
    #expect(!cassette.contains(Self.challenge) && !cassette.contains("canary"), "\(cassette)")
    #expect(cassette.contains("=masked"), "\(cassette)")
  }
}
