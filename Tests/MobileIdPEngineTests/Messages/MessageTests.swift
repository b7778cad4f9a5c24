import FlowEngine
import MobileIdPEngine
import Testing

@Suite("App messages, parameter by parameter")
struct MessageTests {
  @Test("A request is written as in the reference, and read back")
  func request() throws {
    let request = try Known.url("authrequest", Known.request).request()
    #expect(request.clientID == "SP_CONSUMER_KEY")
    #expect(request.challenge.text == Known.challenge)
    #expect(request.callback.text == "sampleapp://oauth2/done")
    #expect(request.callback.scheme.text == "sampleapp")
    #expect(request.scopes.names == ["api", "web", "refresh_token"])
    #expect(request.userHint?.text() == Known.adaHint)
    #expect(request.loginHost?.name == "login.salesforce.com")
    #expect(request.state?.reveal() == Known.state)
    #expect(request.appName == nil)
    let scheme = try #require(URLScheme("sampleidpapp"))
    let written = try AppMessage.authRequest(request).url(to: scheme)
    #expect(written == Known.url("authrequest", Known.request))
  }

  @Test("In the SDK's form, colons, slashes and commas are raw, and the user comes first")
  func iosRequest() throws {
    var request = try Known.url("authrequest", Known.request).request()
    request.state = nil
    request.appName = "Sample App"
    let scheme = try #require(URLScheme("sampleidpapp"))
    let written = try AppMessage.authRequest(request).url(to: scheme, .ios)
    #expect(
      written.reveal()
        == "sampleidpapp://oauth2/v1.0/authrequest?oauth_client_id=SP_CONSUMER_KEY"
        + "&code_challenge=\(Known.challenge)&oauth_redirect_uri=sampleapp://oauth2/done"
        + "&scopes=api,web,refresh_token&user_hint=\(Known.ada):\(Known.org)"
        + "&login_host=login.salesforce.com&app_name=Sample%20App")
    #expect(try written.request(.ios) == request)
    #expect(written.fault()?.parameter == .state, "the strict profile requires a state")
  }

  @Test("Raw colons, slashes and commas are also read in the strict profile")
  func rawCharacters() throws {
    let url = Known.request("oauth_redirect_uri", "sampleapp://oauth2/done")
    #expect(try url.request() == Known.url("authrequest", Known.request).request())
  }

  @Test("An answer, both ways")
  func response() throws {
    let url = Known.url("authresponse", Known.response, scheme: "sampleapp")
    let message = try AppMessage(url)
    guard case .authResponse(let response) = message else {
      Issue.record("\(message)")
      return
    }
    #expect(response.code.reveal() == "aPrx.code")
    #expect(response.state?.reveal() == Known.state)
    #expect(response.loginHost?.name == "login.salesforce.com")
    #expect(try message.url(to: #require(URLScheme("sampleapp"))) == url)
  }

  @Test("An error, both ways, by the names of the documents and of the SDK (row 64)")
  func errors() throws {
    let scheme = try #require(URLScheme("sampleapp"))
    let message = AppMessage.error(
      ErrorMessage("user_cancelled", reason: "user cancelled", state: Secret(Known.state)))
    let strict = try message.url(to: scheme)
    let ios = try message.url(to: scheme, .ios)
    #expect(
      strict.reveal()
        == "sampleapp://oauth2/v1.0/error?error_code=user_cancelled&error_desc="
        + "&error_reason=user%20cancelled&state=\(Known.state)")
    #expect(
      ios.reveal()
        == "sampleapp://oauth2/v1.0/error?errorCode=-999&errorDescription="
        + "&errorReason=user%20cancelled&state=\(Known.state)")
    #expect(try AppMessage(strict) == message)
    #expect(try AppMessage(strict, .ios) == message)
    #expect(try AppMessage(ios, .ios) == message)
    let unnamed = AppMessage.error(ErrorMessage("", state: Secret(Known.state)))
    #expect(try AppMessage(ios) == unnamed, "strict knows no camel case, and an error it is")
  }

  @Test("An error without a state is written with an empty one (row 53)")
  func emptyState() throws {
    let message = AppMessage.error(ErrorMessage("invalid_request", state: nil))
    let url = try message.url(to: #require(URLScheme("sampleapp")))
    #expect(url.reveal().hasSuffix("&state="))
    #expect(try AppMessage(url) == message)
  }

  @Test("A start by the provider, both ways")
  func idpInit() throws {
    let url = Known.url(
      "idpinit",
      [
        ("user_hint", "\(Known.org)%3A\(Known.ada)"), ("login_host", "login.salesforce.com"),
        ("start_url", "https%3A%2F%2Facme.test%2Fhome%3Fa%3D1%26b%3D2"),
      ], scheme: "sampleapp")
    let message = try AppMessage(url)
    guard case .idpInit(let start) = message else {
      Issue.record("\(message)")
      return
    }
    #expect(start.userHint?.text() == Known.adaHint)
    #expect(start.loginHost?.name == "login.salesforce.com")
    #expect(start.startURL?.text == "https://acme.test/home?a=1&b=2")
    #expect(try message.url(to: #require(URLScheme("sampleapp"))) == url)
  }

  @Test("An intent has a message's pairs without escapes, and its text is the URL with them")
  func intent() throws {
    let scheme = try #require(URLScheme("sampleapp"))
    let message = AppMessage.error(
      ErrorMessage("access_denied", description: "50 % & more\n=", state: Secret(Known.state)))
    let bundle = try message.bundle()
    #expect(bundle.entries.contains(MessageBundle.Entry("error_desc", Secret("50 % & more\n="))))
    let intent = MessageURL(MessageIntent(bundle, to: scheme))
    #expect(try AppMessage(intent) == message)
    #expect(try Envelope(intent).scheme == scheme)
    #expect(try AppMessage(MessageURL(intent.reveal())) == message)
    #expect(intent != MessageURL(intent.reveal()))
    #expect(intent.platform == .android && MessageURL(intent.reveal()).platform == .ios)
    #expect(!"\(intent)".contains("more"))
  }

  @Test("A start by the provider with a code, both ways")
  func idpAuthCodeInit() throws {
    let url = Known.url(
      "idpauthcodeinit",
      [
        ("user_hint", "\(Known.org)%3A\(Known.ada)"),
        ("keychain_reference", "com.salesforce.idp.codeverifier-sampleapp"),
        ("keychain_group", "TEAM.shared"), ("code", "aPrx"),
      ], scheme: "sampleapp")
    let message = try AppMessage(url)
    guard case .idpAuthCodeInit(let start) = message else {
      Issue.record("\(message)")
      return
    }
    #expect(start.userHint.text() == Known.adaHint)
    #expect(start.verifier.group == "TEAM.shared")
    #expect(start.verifier.reference == "com.salesforce.idp.codeverifier-sampleapp")
    #expect(start.code.reveal() == "aPrx")
    #expect(try message.url(to: #require(URLScheme("sampleapp"))) == url)
  }

  @Test("Unknown parameters are skipped (D9)")
  func unknownParameters() throws {
    let url = Known.url("authrequest", Known.request + [("calling_app_url", "x"), ("y", "")])
    #expect(try url.request() == Known.url("authrequest", Known.request).request())
  }

  @Test("Empty scopes are allowed, and a hint and a host can be left out (D6, D7)")
  func optionalParameters() throws {
    #expect(try Known.request("scopes", "").request().scopes.names.isEmpty)
    #expect(try Known.request("user_hint", nil).request().userHint == nil)
    #expect(try Known.request("login_host", nil).request().loginHost == nil)
    #expect(try Known.request("code_challenge_method", "S256").request().clientID.isEmpty == false)
  }

  @Test("A request that a client makes asks for `refresh_token` (D6)")
  func writtenScopes() throws {
    let request = AuthRequest(
      clientID: "K", challenge: try #require(CodeChallenge(Known.challenge)),
      callback: try #require(CallbackURI("sampleapp://x")), scopes: [], state: Secret("s"))
    #expect(request.scopes.messageText == "refresh_token")
  }

  @Test("Required parameters are never left out of a strict message")
  func missingOnWriting() throws {
    let scheme = try #require(URLScheme("sampleapp"))
    let response = AppMessage.authResponse(
      AuthResponse(code: Secret("c"), state: nil, loginHost: LoginHost("a.test")))
    #expect(throws: MessageFault(.missing, .state, rule: "section 5")) {
      try response.url(to: scheme)
    }
    #expect(try response.url(to: scheme, .ios).reveal().contains("state") == false)
  }

  @Test("A bundle has the names and values of the URL, nothing escaped")
  func bundles() throws {
    let message = try AppMessage(Known.url("authrequest", Known.request))
    let bundle = try message.bundle()
    #expect(bundle.command == "authrequest")
    #expect(bundle.entries.map(\.name) == Known.request.map(\.0))
    #expect(bundle.entries[2].value.reveal() == "sampleapp://oauth2/done")
    #expect(try AppMessage(bundle) == message)
    var repeated = bundle
    repeated.entries.append(MessageBundle.Entry("state", Secret("x")))
    #expect(throws: MessageFault(.repeated, .state, rule: "D8, row 61")) {
      try AppMessage(repeated)
    }
  }

  @Test("Neither codes nor states are printed with a message, its URL or its bundle")
  func secrecy() throws {
    let url = Known.url("authresponse", Known.response, scheme: "sampleapp")
    let message = try AppMessage(url)
    let envelope = try Envelope(url)
    var dumped = ""
    for value in [url, message, envelope, try message.bundle()] as [Any] {
      dump(value, to: &dumped)
      dumped += "\(value)"
    }
    #expect(!dumped.contains("aPrx"))
    #expect(!dumped.contains(Known.state))
    #expect("\(url)" == "sampleapp://oauth2/v1.0/authresponse?\(Secret.mask)")
  }

  @Test("An error's text is shown without control characters, and is limited in length")
  func shownText() {
    let error = ErrorMessage("x", reason: "a\u{1B}[31m\u{202E}b\n", state: nil)
    #expect(error.shown == "a [31m b ")
    let long = ErrorMessage("x", description: String(repeating: "ä", count: 5000), state: nil)
    #expect(long.shown.unicodeScalars.count == 200)
    #expect(long.description.utf8.count == MessageLimits.textBytes)
  }
}
