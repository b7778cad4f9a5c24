import FlowEngine
import MobileIdPEngine
import Testing

/// An answer is compared with its request, by rows P14 to P18 of the client's table.
@Suite("Answers compared with their requests")
struct AnswerCheckTests {
  static func request(_ profile: MessageProfile = .strict) throws -> PendingRequest {
    PendingRequest(
      clientID: "SP_KEY", callback: try #require(CallbackURI("sampleapp://oauth2/done")),
      verifier: try #require(CodeVerifier(Known.verifier)),
      state: profile == .ios ? nil : Secret(Known.state),
      loginHost: try #require(LoginHost("login.salesforce.com")), profile: profile)
  }

  private func check(
    _ command: String, _ pairs: [(String, String)], scheme: String = "sampleapp",
    _ profile: MessageProfile = .strict
  ) throws -> AnswerCheck {
    AnswerCheck(Known.url(command, pairs, scheme: scheme), to: try Self.request(profile))
  }

  @Test("A valid answer can be redeemed at the host (P14)")
  func right() throws {
    let host = try #require(LoginHost("login.salesforce.com"))
    for pairs in [Known.response, Array(Known.response.dropLast())] {
      let check = try check("authresponse", pairs)
      #expect(check.verdict == .redeem(code: Secret("aPrx.code"), host: host))
      #expect(check.row == .p14)
      #expect(check.broken.isEmpty)
    }
    let ofSDK = try check("authresponse", [("code", "a")], .ios)
    #expect(ofSDK.verdict == .redeem(code: Secret("a"), host: host))
  }

  @Test("A bundle has the same verdict as the URL with its pairs")
  func bundle() throws {
    for (command, pairs, row, rules) in Self.wrong {
      let lines = [command] + pairs.map { "\($0.0)=\($0.1)" }
      let check = try #require(
        AnswerCheck(bundle: Array(lines.joined(separator: "\n").utf8), to: Self.request()))
      #expect(check.row == row, "\(lines)")
      #expect(Set(rules).isSubset(of: check.broken.map(\.rule)), "\(lines)")
      #expect(check.inspection.isBundle)
    }
    #expect(try AnswerCheck(bundle: Array("code=".utf8) + [0xFF], to: Self.request()) == nil)
  }

  static let wrong: [(String, [(String, String)], row: ClientTransition.ID, rules: [String])] = [
    ("authresponse", [("code", "a"), ("state", "x")], .p15, ["P15"]),
    ("authresponse", [("code", "a"), ("state", "AF0IFJSLDKJ")], .p15, ["P15"]),
    ("authresponse", [("code", "a")], .p15, ["section 5.2, row 43", "P15"]),
    ("authresponse", [("state", Known.state)], .p16, ["section 5.2, row 46", "P16"]),
    (
      "authresponse", [("code", ""), ("state", Known.state)], .p16,
      ["section 5.2, row 46", "P16"]
    ),
    (
      "authresponse", [("code", "a"), ("state", Known.state), ("login_host", "evil.test")], .p16,
      ["P16, row 47"]
    ),
    (
      "authresponse", [("state", "x"), ("login_host", "evil.test")], .p15,
      ["section 5.2, row 46", "P15", "P16", "P16, row 47"]
    ),
    ("error", [("error_code", "a"), ("state", "x")], .p18, ["P18"]),
    ("error", [("error_code", "a")], .p18, ["P18"]),
    ("idpinit", [("login_host", "login.salesforce.com")], .p19, ["P30"]),
    (
      "authresponse", [("state", Known.state), ("state", Known.state), ("code", "a")], .p15,
      ["D8, row 61"]
    ),
  ]

  @Test("Every broken rule is reported, and the verdict is the machine's", arguments: wrong)
  func broken(
    command: String, pairs: [(String, String)], row: ClientTransition.ID, rules: [String]
  ) throws {
    let check = try check(command, pairs)
    #expect(check.row == row)
    #expect(check.broken.map(\.rule) == rules, "\(check.broken)")
    switch check.verdict {
    case .redeem, .refused: Issue.record("\(check.verdict)")
    case .failed: #expect(row != .p18 && row != .p19)
    case .dropped: #expect(row == .p18 || row == .p19)
    }
  }

  @Test("A refusal with the request's state is the provider's own (P17)")
  func refused() throws {
    let check = try check(
      "error",
      [
        ("error_code", "access_denied"), ("error_desc", ""), ("error_reason", "no"),
        ("state", Known.state),
      ])
    #expect(check.row == .p17)
    #expect(check.broken.isEmpty)
    guard case .refused(let error) = check.verdict else {
      Issue.record("\(check.verdict)")
      return
    }
    #expect(error.code == "access_denied")
  }

  @Test("A message for another app isn't for this client (P30)")
  func otherApp() throws {
    let check = try check("authresponse", Known.response, scheme: "thief")
    #expect(check.verdict == .dropped)
    #expect(check.row == .p30)
    #expect(check.broken.map(\.rule) == ["P30"])
  }

  @Test("No check shows a code, a state or a verifier")
  func secrecy() throws {
    let check = try check("authresponse", Known.response)
    var text = ""
    dump(check.verdict, to: &text)
    dump(check.inspection.parameters, to: &text)
    dump(check.broken, to: &text)
    text += "\(check.verdict) \(check.inspection.parameters)"
    for secret in ["aPrx.code", Known.state, Known.verifier] { #expect(!text.contains(secret)) }
  }
}
