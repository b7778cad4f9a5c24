import FlowEngine
import OktaSimulator
import FlowHTTP
import Testing

/// Requests that are nearly right, and then damaged: the org must answer each, and stay valid.
struct FuzzTests {
  static let settings = """
    authenticators password, email, phone via sms or voice, google-otp, security-question,
      okta-verify via push or totp or fastpass, webauthn, symantec-vip, duo
    passkey-autofill offered
    email-link asks-consent
    user "jane@example.com" {
      password "Correct-Horse-1"; session password, okta-verify 20s ago; phone "+15551234567"; duo "000000"
      email-link opens after 5s
      okta-verify "JBSWY3DPEHPK3PXP" { push deny, ignore, approve }
    }
    okta-verify { number-challenge on; expire 30s }
    zone "far" { ip "10.0.0.0/8" }
    sign-on "far" {
      when zone far and not risk high
      require 2 factors with phishing-resistant possession or password
      reauthenticate every 1m
    }
    sign-on "old" { when platform mobile; require password then (email or phone); reauthenticate always }
    sign-on { require any 2 }
    session-policy "odd" { when device registered; mfa per device; lifetime 1h; persistent on }
    session-policy { idle 30s }
    enrollment {
      required password, security-question within 3 skips
      optional google-otp, webauthn, symantec-vip
    }
    registration { profile firstName, email, nickName? matches "*e*"; progressive on }
    recovery {
      password by email or phone; password-second any; unlock by email; unlock-second by phone
    }
    passwords { expire after 2h; warn 1h; max-repeats 3; min-age 1m; history 2; common forbidden }
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
      if random.below(12) == 0 || client.page["stateHandle"] == nil {
        client.always = random.context(client.headers)
        try await client.start()
      }
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
      if !(200..<500).contains(client.status) { Issue.record("status \(client.status) at \(path)") }
      if path.contains("/idp/idx/") {
        PageInvariants.check(answer, status: client.status, headers: client.headers)
      }
      if answer["stateHandle"] != nil { client.page = answer }
    }
    // The mutants must have had an effect, or they prove nothing.
    #expect(stages.count > 8, "\(stages)")
  }

  @Test func damagedContextsAreAnsweredOrRefused() async throws {
    var random = Mutator(state: 4)
    let client = try OrgClient(Self.settings)
    var refused = 0
    for _ in 0..<2000 {
      var context = random.context(client.headers)
      for index in context.fields.indices where random.below(3) == 0 {
        let bytes = random.damaged(Array(context.fields[index].value.utf8))
        context.fields[index].value = String(decoding: bytes, as: UTF8.self)
      }
      let answer = try await client.send(
        .post, "/oauth2/default/v1/interact", headers: context, .form(ContextHeaderTests.form))
      #expect([200, 400].contains(client.status))
      if client.status == 400 { refused += 1 }
      guard let handle = answer["interaction_handle"] else { continue }
      try await client.load("/idp/idx/introspect", ["interactionHandle": handle])
      #expect((200..<500).contains(client.status))
    }
    #expect((200...1800).contains(refused))
  }

  @Test func damagedOAuthRequestsAreAllAnswered() async throws {
    var random = Mutator(state: 3)
    let client = try OrgClient(Self.settings)
    let form =
      "client_id=client&scope=openid&redirect_uri=a%3A%2Fb&code_challenge_method=S256"
      + "&code_challenge=\(OrgClient.challenge)&grant_type="
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

/// Makes requests from forms, with various mistakes.
private struct Mutator {
  var state: UInt64

  mutating func below(_ limit: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(state >> 33) % limit
  }

  mutating func pick<Element>(_ elements: [Element]) -> Element? {
    elements.isEmpty ? nil : elements[below(elements.count)]
  }

  /// Possible data about a sign-in's origin, with the latest cookies.
  mutating func context(_ last: HTTPHeaders) -> HTTPHeaders {
    var context = HTTPHeaders()
    let values = [
      ("X-Flow-Zone", ["far"]), ("X-Flow-IP", ["10.0.0.1", "::1"]),
      ("X-Flow-Risk", ["high", "low"]),
      ("X-Flow-Platform", ["ios", "other"]), ("X-Flow-Device", ["managed", "unregistered"]),
      ("X-Flow-Clock", ["+8h", "-1d", "90"]), ("X-Flow-Session", ["jane@example.com"]),
      ("X-Flow-Remembered", ["jane@example.com"]),
    ]
    for (name, choices) in values where below(3) == 0 {
      context.fields.append(.init(name, pick(choices) ?? ""))
    }
    for line in last.all("Set-Cookie") where below(2) == 0 {
      context.fields.append(.init("Cookie", String(line.prefix { $0 != ";" })))
    }
    return context
  }

  /// The fields of a form, filled with values that often fit.
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
