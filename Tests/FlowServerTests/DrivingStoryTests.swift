import FlowCrypto
import FlowEngine
import FlowHTTP
import FlowHost
import TestSupport
import Testing

@testable import FlowServer

/// A served org, driven like a test of an app's user interface.
@Suite("Driving a served org", .realTime, .enabled(if: RSA.isAvailable))
struct DrivingStoryTests {
  static let pushing = """
    org pushing {
      authenticators password, email, okta-verify via push or totp, phone via sms
      user "jane@example.com" {
        password "Correct-Horse-1"
        okta-verify "JBSWY3DPEHPK3PXP"
        phone "+15551230190"
      }
      zone "office" { ip "10.0.0.0/8" }
      sign-on "inside" { when zone "office"; require password }
      sign-on     { require password and possession }
      okta-verify { number-challenge on }
    }
    """

  /// A sign-in that waits for its push.
  static func pushed(_ org: ServedTestOrg) throws -> SocketSignIn {
    var signIn = try SocketSignIn(org)
    try signIn.identify()
    try signIn.passcode("Correct-Horse-1")
    let option = signIn.page.option("Okta Verify")
    let id = try #require(option.first { $0["name"] == "id" }?["value"]?.string)
    try signIn.post("challenge", ["authenticator": ["id": .string(id), "methodType": "push"]])
    #expect(signIn.page.steps.first == "challenge-poll")
    return signIn
  }

  private func pushes(_ org: ServedTestOrg) throws -> [JSON] {
    try org.get("/flow/api/pushes").json["pushes"]?.array ?? []
  }

  // MARK: Pushes

  @Test("A push is listed with its number, and approved with that number")
  func approves() throws {
    let org = try ServedTestOrg(Self.pushing)
    var signIn = try Self.pushed(org)
    let push = try #require(try pushes(org).first)
    #expect(push["login"] == "jane@example.com")
    let number = try #require(push["number"]?.string)
    let shown = IDXPageView.all(signIn.page.json).contains { $0["correctAnswer"]?.string == number }
    #expect(shown)
    let id = try #require(push["id"]?.integer)
    let answer = try org.json("/flow/api/pushes/\(id)/approve", ["number": .string(number)])
    #expect(answer.status == 200 && answer.json["answer"] == "approve")
    #expect(try pushes(org).isEmpty)
    try signIn.post("authenticators/poll", [:])
    #expect(!signIn.interactionCode.isEmpty, "\(signIn.last.text)")
    #expect(try signIn.tokens().status == 200)
    let entry = try org.get("/flow/api/sign-ins").json["signIns"]?.array?.first
    #expect(entry?["hasTokens"] == true && entry?["login"] == "jane@example.com")
    #expect(try org.json("/flow/api/pushes/\(id)/approve", [:]).status == 404)
  }

  @Test("Another number denies the push, as the phone does; `latest` is the latest push")
  func wrongNumber() throws {
    let org = try ServedTestOrg(Self.pushing)
    var signIn = try Self.pushed(org)
    let number = try #require(try pushes(org).first?["number"]?.string)
    let other = number == "11" ? 12 : 11
    let answer = try org.json("/flow/api/pushes/latest/approve", ["number": .integer(other)])
    #expect(answer.status == 409)
    #expect(answer.json["error"]?.string?.contains("the push was denied") == true)
    try signIn.post("authenticators/poll", [:])
    #expect(signIn.interactionCode.isEmpty && signIn.last.text.contains("rejected"))
    var denied = try Self.pushed(org)
    #expect(try org.json("/flow/api/pushes/latest/deny", [:]).json["answer"] == "deny")
    try denied.post("authenticators/poll", [:])
    #expect(denied.interactionCode.isEmpty)
    for id in ["latest", "0", "99", "-1", "x", "99999999999999999999"] {
      #expect(try org.json("/flow/api/pushes/\(id)/approve", [:]).status == 404, "\(id)")
    }
  }

  @Test("A push without a number accepts none")
  func withoutNumber() throws {
    let org = try ServedTestOrg(Self.pushing.replacing("number-challenge on", with: ""))
    var signIn = try Self.pushed(org)
    #expect(try pushes(org).first?["number"] == .null)
    #expect(try org.json("/flow/api/pushes/latest/approve", ["number": "11"]).status == 400)
    #expect(try org.json("/flow/api/pushes/latest/approve", [:]).status == 200)
    try signIn.post("authenticators/poll", [:])
    #expect(!signIn.interactionCode.isEmpty)
  }

  // MARK: The whole story

  @Test("From a push to a code, with circumstances, a fault, the clock and a reset")
  func story() throws {
    let clock = ManualClock(now: .seconds(1_800_000_000))
    let org = try ServedTestOrg(Self.pushing, clock: clock) {
      $0.faults = [try RunOptions.fault("logout: 503")]
    }
    var signIn = try SocketSignIn(org)
    try signIn.identify()
    try signIn.passcode("Correct-Horse-1")
    try signIn.choose("Email")
    let messages = try org.get("/flow/api/messages?channel=email&to=Jane@example.com").json
    let code = try #require(messages["messages"]?.array?.first?["code"]?.string)
    // The org's clock moves forward, and the code expires.
    let later = try org.json("/flow/api/clock", ["advance": "2h"])
    #expect(later.json["aheadSeconds"] == 7200)
    try signIn.passcode(code)
    #expect(signIn.interactionCode.isEmpty)

    // From the office a password is enough.
    #expect(try org.json("/flow/api/circumstances", ["zone": "office"]).json["zone"] == "office")
    var inside = try SocketSignIn(org)
    try inside.identify()
    try inside.passcode("Correct-Horse-1")
    #expect(!inside.interactionCode.isEmpty)
    #expect(try org.json("/flow/api/circumstances", ["zone": .null]).json["zone"] == .null)
    var outside = try SocketSignIn(org)
    try outside.identify()
    try outside.passcode("Correct-Horse-1")
    #expect(outside.interactionCode.isEmpty)

    let added = try org.json("/flow/api/faults", ["fault": "keys once: 503"])
    #expect(added.status == 201 && added.json["id"] == 2)
    #expect(try org.get("/oauth2/default/v1/keys").status == 503)
    #expect(try org.get("/oauth2/default/v1/keys").status == 200)
    let faults = try org.get("/flow/api/faults").json["faults"]?.array ?? []
    #expect(faults.map { $0["happened"] } == [0, 1] && faults.map { $0["over"] } == [false, true])
    #expect(try org.send("DELETE", "/flow/api/faults/2").status == 200)
    #expect(try org.send("DELETE", "/flow/api/faults/2").status == 404)

    #expect(try org.json("/flow/api/users/JANE@example.com/lock", [:]).json["status"] == "locked")
    _ = try org.json("/flow/api/circumstances", ["risk": "high", "clock": "+8h"])
    let reset = try org.json("/flow/api/reset", [:])
    #expect(reset.status == 200 && reset.json["aheadSeconds"] == 0)
    let circumstances = try org.get("/flow/api/circumstances").json
    #expect(circumstances["risk"] == .null && circumstances["clock"] == .null)
    #expect(try org.get("/flow/api/messages").json["messages"] == [])
    #expect(try org.get("/flow/api/sign-ins").json["signIns"] == [])
    let users = try org.get("/flow/api/users").json["users"]?.array
    #expect(users?.first?["status"] == "active")
    let again = try org.get("/flow/api/faults").json["faults"]?.array
    #expect(again?.map { $0["fault"] } == ["logout: 503"])
    #expect(try !org.get("/").text.contains("has tokens"))
  }

  @Test("A lockout lasts until someone ends it, however much time passes")
  func locks() throws {
    let org = try ServedTestOrg(Self.pushing)
    func getsIn() throws -> Bool {
      var signIn = try SocketSignIn(org)
      try signIn.identify()
      guard signIn.page.steps.first != "identify" else { return false }
      try signIn.passcode("Correct-Horse-1")
      return signIn.page.steps.first == "select-authenticator-authenticate"
    }
    #expect(try getsIn())
    #expect(try org.json("/flow/api/users/jane%40example.com/lock", [:]).status == 200)
    #expect(try !getsIn())
    _ = try org.json("/flow/api/clock", ["advance": "30d"])
    #expect(try !getsIn())
    #expect(try org.json("/flow/api/users/jane%40example.com/unlock", [:]).status == 200)
    #expect(try getsIn())
    #expect(try org.json("/flow/api/users/nobody@example.com/lock", [:]).status == 404)
  }

  @Test("A request's own circumstances override the set ones")
  func ownWord() throws {
    let org = try ServedTestOrg(Self.pushing)
    _ = try org.json("/flow/api/circumstances", ["zone": "office"])
    let body =
      SocketSignIn.client + "&code_challenge_method=S256&code_challenge="
      + SocketSignIn.challenge
    for field in ["X-Flow-IP: 192.0.2.1", "X-Flow-Zone: office"] {
      let answer = try org.form("/oauth2/default/v1/interact", body, field)
      let handle = try #require(answer.json["interaction_handle"])
      var page = try org.json("/idp/idx/introspect", ["interactionHandle": handle]).page
      page = try org.json(
        "/idp/idx/identify",
        ["stateHandle": .string(page.stateHandle), "identifier": "jane@example.com"]
      ).page
      let last = try org.json(
        "/idp/idx/challenge/answer",
        [
          "stateHandle": .string(page.stateHandle), "credentials": ["passcode": "Correct-Horse-1"],
        ])
      let isIn = last.json["successWithInteractionCode"] != nil
      #expect(isIn == field.hasSuffix("office"))
    }
  }
}
