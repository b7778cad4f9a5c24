import FlowEngine
import MobileIdPEngine
import Testing

/// The hostile and broken messages of section 15.5 that are about reading.
@Suite("Hostile app messages")
struct HostileTests {
  typealias Case = (
    name: String, url: MessageURL, kind: MessageFault.Kind, parameter: MessageParameter?
  )

  static let rows: [Case] = [
    (
      "43", Known.url("authresponse", [("code", "c"), ("login_host", "a.test")]), .missing, .state
    ),
    ("46", Known.url("authresponse", [("code", ""), ("state", "s")]), .empty, .code),
    ("46", Known.url("authresponse", [("state", "s")]), .missing, .code),
    ("51", Known.request("oauth_redirect_uri", nil), .missing, .redirectURI),
    ("51", Known.request("oauth_redirect_uri", ""), .empty, .redirectURI),
    ("51", Known.request("oauth_redirect_uri", "done"), .malformed, .redirectURI),
    ("52", Known.request("code_challenge", nil), .missing, .codeChallenge),
    ("53", Known.request("state", nil), .missing, .state),
    ("53", Known.request("state", ""), .empty, .state),
    (
      "54", Known.request("code_challenge", "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw%2BcM%3D"),
      .malformed, .codeChallenge
    ),
    (
      "55", Known.request("code_challenge", String(repeating: "0f", count: 32)), .malformed,
      .codeChallenge
    ),
    (
      "55", Known.request("code_challenge", String(Known.challenge.dropLast())), .malformed,
      .codeChallenge
    ),
    ("59", MessageURL("sampleidpapp://oauth2/authrequest?state=s"), .notMessage, nil),
    ("59", MessageURL("sampleidpapp://oauth2/v2.0/authrequest?state=s"), .notMessage, nil),
    ("59", MessageURL("sampleidpapp://oauth3/v1.0/authrequest?state=s"), .notMessage, nil),
    ("59", MessageURL("sampleidpapp://a@oauth2/v1.0/authrequest?state=s"), .notMessage, nil),
    ("59", MessageURL("sampleidpapp://oauth2:1/v1.0/authrequest?state=s"), .notMessage, nil),
    ("59", MessageURL("sampleidpapp:/oauth2/v1.0/authrequest?state=s"), .notMessage, nil),
    ("60", MessageURL("sampleidpapp://oauth2/v1.0/foo?state=s"), .notMessage, nil),
    ("60", MessageURL("sampleidpapp://oauth2/v1.0/"), .notMessage, nil),
    ("60", MessageURL("sampleidpapp://oauth2/v1.0/authrequest/?state=s"), .notMessage, nil),
    ("D10", MessageURL("sampleidpapp://oauth2/v1.0/AuthRequest?state=s"), .notMessage, nil),
    ("D10", MessageURL("sampleidpapp://OAuth2/v1.0/authrequest?state=s"), .notMessage, nil),
    ("61", Known.url("authrequest", Known.request + [("state", "x")]), .repeated, .state),
    ("61", Known.url("authrequest", Known.request + [("st%61te", "x")]), .repeated, .state),
    ("D8", Known.url("authrequest", Known.request + [("x", ""), ("x", "")]), .repeated, nil),
    (
      "63", Known.request("login_host", "https%3A%2F%2Fevil.test%2F"), .malformed, .loginHost
    ),
    (
      "21", Known.url("idpinit", [("user_hint", "abc"), ("login_host", "a.test")]), .malformed,
      .userHint
    ),
    ("D2", Known.request("user_hint", "abc"), .malformed, .userHint),
    ("67", Known.request("oauth_redirect_uri", "javascript:alert(1)"), .refused, .redirectURI),
    ("67", Known.request("oauth_redirect_uri", "https://evil.test/"), .refused, .redirectURI),
    ("67", Known.request("oauth_redirect_uri", "HTTP://evil.test/"), .refused, .redirectURI),
    ("67", Known.request("oauth_redirect_uri", "file:///etc/passwd"), .refused, .redirectURI),
    ("69", Known.request("oauth_client_id", "%zz"), .badEscape, .clientID),
    ("69", Known.request("oauth_client_id", "%4"), .badEscape, .clientID),
    ("69", Known.request("oauth_client_id", "%"), .badEscape, .clientID),
    ("69", Known.request("oauth_client_id", "%FF"), .badEscape, .clientID),
    ("69", Known.request("unknown", "%zz"), .badEscape, nil),
    ("69", Known.request("%zz", "x"), .badEscape, nil),
    ("6", Known.request("code_challenge_method", "plain"), .malformed, .codeChallengeMethod),
    ("5.1", Known.request("scopes", nil), .missing, .scopes),
    ("5.1", Known.request("oauth_client_id", nil), .missing, .clientID),
    ("5.4", Known.url("idpinit", [("user_hint", Known.adaHint)]), .missing, .loginHost),
    ("5.5", Known.url("idpauthcodeinit", [("code", "c")]), .missing, .userHint),
    ("5", MessageURL(""), .notURL, nil),
    ("5", MessageURL("sampleidpapp"), .notURL, nil),
    ("5", MessageURL("://oauth2/v1.0/error?state=s"), .notURL, nil),
    ("5", MessageURL("sampleidpapp://oauth2/v1.0/error?state=s#x"), .notURL, nil),
    ("5", MessageURL("sampleidpapp://oauth2/v1.0/error?state=a b"), .notURL, nil),
    ("5", MessageURL("sampleidpapp://oauth2/v1.0/error?state=\u{0}"), .notURL, nil),
    ("5", MessageURL("sampleidpapp://oauth2/v1.0/error?state=ä"), .notURL, nil),
  ]

  @Test("The fault is reported, with the parameter", arguments: rows.indices)
  func faults(_ index: Int) throws {
    let row = HostileTests.rows[index]
    let fault = try #require(row.url.fault(), "\(row.name)")
    #expect(fault.kind == row.kind, "\(row.name): \(fault)")
    #expect(fault.parameter == row.parameter, "\(row.name): \(fault)")
    #expect(!fault.rule.isEmpty)
  }

  @Test("The lenient profile reads the SDK's forms (rows 27, 54, 61, D10)")
  func lenient() throws {
    let challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw%2BcM%3D"
    #expect(
      try Known.request("code_challenge", challenge).request(.ios).challenge.text
        == Known.challenge)
    let hint = "\(Known.ada):\(Known.org)"
    #expect(try Known.request("user_hint", hint).request(.ios).userHint?.text() == Known.adaHint)
    let twice = Known.url("authrequest", Known.request + [("state", "x")])
    #expect(try twice.request(.ios).state?.reveal() == "x", "the last one wins")
    let upper = Known.url("AuthRequest", Known.request)
    #expect(try upper.request(.ios).clientID == "SP_CONSUMER_KEY")
    #expect(try Known.request("state", nil).request(.ios).state == nil)
    #expect(try Known.request("scopes", nil).request(.ios).scopes.names.isEmpty)
  }

  @Test("An invalid request still says where the error goes, and its state (rows 51 to 53, 61, 67)")
  func returnAddresses() throws {
    let noChallenge = try Envelope(Known.request("code_challenge", nil))
    #expect(noChallenge.returnAddress?.text == "sampleapp")
    #expect(noChallenge.state?.reveal() == Known.state)
    #expect(try Envelope(Known.request("state", nil)).state == nil)
    let twice = try Envelope(Known.url("authrequest", Known.request + [("state", "x")]))
    #expect(twice.state == nil)
    #expect(twice.returnAddress?.text == "sampleapp")
    for callback in ["", "done", "javascript:x", "https://evil.test", "%zz", "a://b%23c"] {
      let envelope = try Envelope(Known.request("oauth_redirect_uri", callback))
      #expect(envelope.returnAddress == nil, "\(callback)")
    }
  }

  @Test(
    "Every character survives an escape (row 68)",
    arguments: ["a&b=c+d", "%zz", "%2B", "ä€😀", "a b", "?#/:,;@", "\u{0}\u{7F}", "\"<>"])
  func values(_ text: String) throws {
    let scheme = try #require(URLScheme("sampleapp"))
    for profile in MessageProfile.allCases {
      let message = AppMessage.authResponse(
        AuthResponse(code: Secret(text), state: Secret(text + text), loginHost: LoginHost("a.test"))
      )
      #expect(try AppMessage(message.url(to: scheme, profile), profile) == message)
    }
  }

  @Test("A raw plus is a space, as in a form")
  func plus() throws {
    #expect(try Known.request("app_name", "Sample+App").request().appName == "Sample App")
  }

  @Test("Limits: the maximum is read, one more is not")
  func limits() throws {
    func text(_ count: Int) -> String { String(repeating: "a", count: count) }
    let most: [(String, MessageParameter, Int)] = [
      ("oauth_client_id", .clientID, MessageLimits.clientIDBytes),
      ("state", .state, MessageLimits.handleBytes), ("app_name", .appName, MessageLimits.textBytes),
    ]
    for (name, parameter, count) in most {
      #expect(Known.request(name, text(count)).fault() == nil)
      let fault = Known.request(name, text(count + 1)).fault()
      #expect(fault?.kind == .tooLong)
      #expect(fault?.parameter == parameter)
    }
    let callback = "sampleapp:" + text(MessageLimits.uriBytes - 10)
    #expect(Known.request("oauth_redirect_uri", callback).fault() == nil)
    #expect(Known.request("oauth_redirect_uri", callback + "a").fault()?.kind == .tooLong)
    let rest = MessageLimits.parameters - Known.request.count
    let many = Known.request + (0..<rest).map { ("x\($0)", "") }
    #expect(Known.url("authrequest", many).fault() == nil)
    #expect(Known.url("authrequest", many + [("y", "")]).fault()?.kind == .tooMany)
    let long = Known.request("x", text(MessageLimits.urlBytes))
    #expect(long.fault()?.kind == .tooLong)
    #expect(URLScheme(text(MessageLimits.schemeBytes)) != nil)
    #expect(URLScheme(text(MessageLimits.schemeBytes + 1)) == nil)
  }

  @Test("A fault quotes nothing of the text")
  func faultText() throws {
    let fault = try #require(Known.request("login_host", "https://evil.test/").fault())
    #expect(
      fault.description
        == "login_host is malformed: expected a bare host name")
  }
}
