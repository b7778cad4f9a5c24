import FlowEngine
import MobileIdPSimulator
import FlowHTTP
import Testing
import SimulatorKit

@Suite("A hostile app that receives another app's messages")
struct MobileIdPThiefTests {
  private static let thief = "\n" + MobileIdPDeviceTests.thief

  private func thief(_ client: MobileIdPClient, _ name: String = "Thief") throws -> MobileIdPThief {
    try #require(MobileIdPThief(name, of: client.server.org))
  }

  private static func response(_ code: String, _ more: String = "") -> String {
    "sampleapp://oauth2/v1.0/authresponse?code=\(code)\(more)"
  }

  @Test("It tries to redeem the code without the verifier, and gets nothing")
  func tries() throws {
    let client = try MobileIdPClient(
      try MobileIdPClient.world(
        "connected-app \"SP_KEY\"", "connected-app \"SP_KEY\" { approval pre-authorized }")
        + Self.thief)
    let other = Base64URL.encode([UInt8](repeating: 7, count: 32))
    let code = try client.code(["code_challenge": other])
    let lines = try thief(client).receive(
      Self.response(code, "&state=x&login_host=login.salesforce.com"), asking: client.server)
    let line = "Thief -> login.salesforce.com  token 400 invalid_grant"
    #expect(lines == [line, line, line])
  }

  @Test("Its request is the robbed app's request without the verifier")
  func asks() throws {
    let client = try MobileIdPClient(MobileIdPClient.world + Self.thief)
    let url = Self.response("c%2Bd", "&login_host=TEST.salesforce.com")
    let tries = try thief(client).tries(with: url)
    #expect(tries.allSatisfy { $0.url.host == "test.salesforce.com" })
    let forms = tries.map { request -> [String: String] in
      guard case .form(let pairs) = request.body else { return [:] }
      return Dictionary(pairs.map { ($0.name, $0.value) }, uniquingKeysWith: { $1 })
    }
    let common = [
      "grant_type": "authorization_code", "code": "c+d", "client_id": "SP_KEY",
      "redirect_uri": MobileIdPClient.callback,
    ]
    #expect(forms.count == 3)
    #expect(forms[0] == common)
    #expect(forms[1] == common.merging(["code_verifier": MobileIdPThief.verifier]) { $1 })
    #expect(forms[2] == common.merging(["code_verifier": ""]) { $1 })
  }

  @Test("A thief redeems a code for its own challenge: a verifier doesn't prevent that")
  func ownChallenge() throws {
    let client = try MobileIdPClient(MobileIdPClient.world + Self.thief)
    #expect(MobileIdPThief.verifier == MobileIdPClient.verifier)
    let lines = try thief(client).receive(
      Self.response(try client.code()), asking: client.server)
    #expect(
      lines == [
        "Thief -> login.salesforce.com  token 400 invalid_grant",
        "Thief -> login.salesforce.com  token 200",
        "Thief -> login.salesforce.com  token 400 invalid_grant",
      ])
  }

  @Test(
    "Without a code it tries nothing",
    arguments: [
      "", "sampleapp:", "sampleapp://oauth2/v1.0/error?error_code=x", "sampleapp://x?code",
      "sampleapp://x?code=", "sampleapp://x?code=%FF", "?", "sampleapp://x#code=y",
    ])
  func nothing(url: String) throws {
    let client = try MobileIdPClient(MobileIdPClient.world + Self.thief)
    #expect(try thief(client).receive(url, asking: client.server) == [])
    let long = url + "?code=" + String(repeating: "x", count: 64 << 10)
    #expect(try thief(client).tries(with: long).isEmpty)
  }

  @Test("A host that isn't the org's is skipped, and a thief of no app has its own key")
  func others() throws {
    let client = try MobileIdPClient(
      MobileIdPClient.world
        + "\napp \"Lone\" { role hostile; scheme lone; consumer-key \"SP_KEY\" }"
    )
    let tries = try thief(client, "Lone").tries(with: "lone:x?code=y&login_host=evil.test")
    #expect(tries.allSatisfy { $0.url.host == "login.salesforce.com" })
    let lines = try thief(client, "Lone").receive("lone:x?code=y", asking: client.server)
    #expect(lines.allSatisfy { $0 == "Lone -> login.salesforce.com  token 400 invalid_grant" })
    #expect(lines.count == 3)
  }

  @Test("Only a hostile app does this")
  func role() throws {
    let org = try MobileIdPClient.org(MobileIdPClient.world + Self.thief)
    #expect(MobileIdPThief("Sample App", of: org) == nil)
    #expect(MobileIdPThief("Authenticator", of: org) == nil)
    #expect(MobileIdPThief("nobody", of: org) == nil)
  }

  @Test("The device names no sender if the sender of a URL is unknown")
  func unknownSender() throws {
    let device = try MobileIdPClient.org(MobileIdPClient.world).device
    guard case .delivered(let delivery) = device.open("sampleapp:x", from: nil) else {
      throw CancellationError()
    }
    #expect(delivery.sender == nil)
    #expect(delivery.receiver == "Sample App")
  }
}
