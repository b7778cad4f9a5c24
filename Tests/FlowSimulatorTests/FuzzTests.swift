import FlowEngine
import FlowSimulator
import FlowWire
import Testing

/// Requests that are nearly right, and then damaged: the org must answer each, and stay an org.
struct FuzzTests {
  static let settings = """
    authenticators password, email, phone via sms or voice, google-otp, security-question,
      okta-verify via push or totp or fastpass, webauthn, symantec-vip, duo
    passkey-autofill offered
    email-link asks-consent
    user "jane@example.com" {
      password "Correct-Horse-1"; phone "+15551234567"; duo "000000"
      email-link opens after 5s
      okta-verify "JBSWY3DPEHPK3PXP" { push deny, ignore, approve }
    }
    okta-verify { number-challenge on; expire 30s }
    sign-on { require any 2 }
    enrollment { required password; optional google-otp, security-question, webauthn, symantec-vip }
    registration { profile firstName, email }
    recovery { password by email or phone; unlock by email; unlock-second by phone }
    idp "Google" { signs-in "jane@example.com" }
    idp "Work" { signs-in "jane@example.com"; domains example.com }
    keep-me-signed-in asked
    app { consent email }
    """

  static let paths = [
    "introspect", "identify", "identify/select", "challenge", "challenge/answer",
    "challenge/answer/webauthn-autofillui", "challenge/resend", "challenge/send", "challenge/poll",
    "authenticators/poll",
    "credential/enroll", "enroll",
    "enroll/new", "recover", "skip", "unlock-account", "cancel",
    "keep-me-signed-in", "consent",
  ]

  @Test(arguments: [1, 2] as [UInt64])
  func damagedRequestsAreAllAnswered(seed: UInt64) async throws {
    var random = Mutator(state: seed)
    let client = try OrgClient(Self.settings)
    var stages: Set<[String]> = []
    for _ in 0..<2000 {
      if random.below(12) == 0 || client.page["stateHandle"] == nil { try await client.start() }
      if random.below(20) == 0, let link = client.server.state.sent.last?.link {
        client.page = try await client.send(.get, link.reveal())
      }
      if random.below(3) == 0 { client.clock.advance(by: .seconds(4)) }
      stages.insert(client.steps)
      let form = random.pick(client.page["remediation"]?["value"]?.array ?? [])
      let isOffered = random.below(4) > 0
      let path =
        isOffered
        ? form?["href"]?.string ?? "/" : "/idp/idx/" + (random.pick(Self.paths) ?? "")
      var bytes = random.body(of: form, code: client.server.state.sent.last?.code).bytes()
      if random.below(4) == 0 { bytes = random.damaged(bytes) }
      let answer = try await client.send(.post, path, .bytes(bytes))
      #expect((200..<500).contains(client.status))
      if path.contains("/idp/idx/") {
        PageInvariants.check(answer, status: client.status, headers: client.headers)
      }
      if answer["stateHandle"] != nil { client.page = answer }
    }
    // The mutants must have got somewhere, or they prove nothing.
    #expect(stages.count > 8, "\(stages)")
  }

  @Test func damagedOAuthRequestsAreAllAnswered() async throws {
    var random = Mutator(state: 3)
    let client = try OrgClient(Self.settings)
    let form =
      "client_id=client&scope=openid&redirect_uri=a%3A%2Fb&code_challenge=x&grant_type="
      + "interaction_code&interaction_code=AAAA&token=AAAA"
    for index in 0..<2000 {
      let path = random.pick(["interact", "token", "userinfo", "revoke", "keys"]) ?? ""
      let bytes = random.damaged(Array(form.utf8))
      try await client.send(
        index % 5 == 0 ? .get : .post, "/oauth2/default/v1/\(path)",
        headers: ["Authorization": index % 3 == 0 ? "Basic %%" : "Bearer \(index)"],
        .bytes(bytes))
      #expect((200..<500).contains(client.status))
    }
  }
}

/// Makes requests out of forms, wrong in one way or another.
private struct Mutator {
  var state: UInt64

  mutating func below(_ limit: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(state >> 33) % limit
  }

  mutating func pick<Element>(_ elements: [Element]) -> Element? {
    elements.isEmpty ? nil : elements[below(elements.count)]
  }

  /// What a form asks for, filled with what often fits.
  mutating func body(of form: JSON?, code: Secret?) -> JSON {
    var body: JSONObject = [:]
    for field in form?["value"]?.array ?? [] {
      body[field["name"]?.string ?? ""] = value(of: field, code: code)
    }
    return .object(body)
  }

  private mutating func value(of field: JSON, code: Secret?) -> JSON {
    if below(40) == 0 { return pick([.null, 7, true, "x", [], [:]]) ?? .null }
    if let value = field["value"], value["form"] == nil { return value }
    if let form = field["form"] { return body(of: form, code: code) }
    if let option = pick(field["options"]?.array ?? []) {
      if let form = option["value"]?["form"] { return body(of: form, code: code) }
      return option["value"] ?? .null
    }
    switch field["name"]?.string {
    case "identifier": return pick(["jane@example.com", "who@example.com"]) ?? .null
    case "email": return .string("a\(below(50))@example.com")
    case "phoneNumber": return pick(["+15557654321", "12"]) ?? .null
    case "passcode":
      return pick([.string(code?.reveal() ?? ""), "Correct-Horse-1", "000000"]) ?? .null
    case "rememberMe", "revokeSessions": return true
    case "clientData", "attestation", "authenticatorData", "signatureData", "userHandle":
      return pick(["AAAA", "000000", "o2NmbXRkbm9uZQ", "!", "eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0"])
        ?? .null
    default: return "some text"
    }
  }

  /// Changes, drops or repeats a few bytes.
  mutating func damaged(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    for _ in 0...below(4) where !bytes.isEmpty {
      let index = below(bytes.count)
      switch below(4) {
      case 0: bytes[index] = UInt8(below(256))
      case 1: bytes.remove(at: index)
      case 2: bytes.insert(contentsOf: bytes[index...].prefix(8), at: index)
      default: bytes.removeLast(min(bytes.count, below(20)))
      }
    }
    return bytes
  }
}
