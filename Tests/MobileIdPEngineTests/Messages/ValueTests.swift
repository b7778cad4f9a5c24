import FlowEngine
import MobileIdPEngine
import Testing

@Suite("Values in app messages")
struct ValueTests {
  @Test(
    "A hint is org and user, by their prefixes, of 15 or 18 characters; the SDK's order is lenient",
    arguments: [
      ("00D000000000001EAA:005000000000001AAA", true, true),
      ("00D000000000001:005000000000001", true, true),
      ("00D000000000001EAA:005000000000001", true, true),
      ("005000000000001AAA:00D000000000001EAA", false, true),
      ("abc", false, false), (":", false, false), ("00D000000000001:", false, false),
      (":005000000000001", false, false), ("", false, false),
      ("00D000000000001:005000000000001:", false, false),
      ("00D000000000001E:005000000000001", false, false),
      ("00D000000000001:00D000000000001", false, false),
      ("005000000000001:005000000000001", false, false),
      ("00D00000000000!:005000000000001", false, false),
      ("00d000000000001:005000000000001", false, false),
    ])
  func hints(_ text: String, _ strict: Bool, _ ios: Bool) {
    #expect((UserHint(text) != nil) == strict)
    #expect((UserHint(text, .ios) != nil) == ios)
    if let hint = UserHint(text, .ios) {
      #expect(hint.org.hasPrefix("00D") && hint.user.hasPrefix("005"))
      #expect(hint.text(.ios) == "\(hint.user):\(hint.org)")
      #expect(UserHint(hint.text()) == hint)
    }
  }

  @Test("Ids of 15 and 18 characters name one user, and case counts")
  func sameUser() throws {
    let long = try #require(UserHint(Known.adaHint))
    let short = try #require(UserHint("00D000000000001:005000000000001"))
    let other = try #require(UserHint("00D000000000001:005000000000002"))
    let upper = try #require(UserHint("00D000000000001:00500000000000A"))
    let lower = try #require(UserHint("00D000000000001:00500000000000a"))
    #expect(long.isSameUser(as: short))
    #expect(!long.isSameUser(as: other))
    #expect(!upper.isSameUser(as: lower))
  }

  @Test(
    "Scopes: commas between the apps, spaces at the server, first-seen order, no repeats",
    arguments: [
      ("api,web", "api web"), ("api, web ,,api", "api web"), ("", ""), (" , ", ""),
      ("refresh_token,api", "refresh_token api"),
    ])
  func scopes(_ message: String, _ server: String) throws {
    let list = try #require(ScopeList(message: message))
    #expect(list.serverText == server)
    #expect(ScopeList(server: server) == list)
    #expect(ScopeList(message: list.messageText) == list)
  }

  @Test("`refresh_token` is added once, at the end")
  func refreshToken() {
    #expect(ScopeList(["api", "web"]).withRefreshToken.messageText == "api,web,refresh_token")
    #expect(
      ScopeList(["refresh_token", "api"]).withRefreshToken.messageText == "refresh_token,api")
    #expect(ScopeList().withRefreshToken.messageText == "refresh_token")
  }

  @Test(
    "An invalid scope makes the list malformed", arguments: ["a b", "a\"b", "ä", "a\\", "a\u{7}"])
  func badScopes(_ name: String) {
    #expect(ScopeList(message: "api,\(name)") == nil)
    #expect(ScopeList(["api", name]).names == ["api"])
  }

  @Test("A list has at most 64 scopes")
  func scopeCount() {
    let names = (0...64).map { "s\($0)" }
    #expect(ScopeList(message: names.joined(separator: ",")) == nil)
    #expect(ScopeList(message: names.dropLast().joined(separator: ",")) != nil)
  }

  @Test(
    "A login host is a bare name, in any case",
    arguments: [
      ("login.salesforce.com", true), ("LOGIN.Salesforce.com", true), ("localhost", true),
      ("https://evil.test/", false), ("evil.test/", false), ("evil.test/x", false),
      ("evil.test:443", false), ("a@evil.test", false), ("evil.test?x", false),
      ("evil.test#x", false), ("", false), (".", false), ("evil..test", false),
      ("ä.test", false), ("a b", false), ("%65vil.test", false), ("evil.test\\", false),
    ])
  func hosts(_ text: String, _ isOne: Bool) {
    #expect((LoginHost(text) != nil) == isOne)
    #expect(LoginHost("LOGIN.salesforce.com") == LoginHost("login.salesforce.COM"))
  }

  @Test(
    "A callback is absolute, without a fragment, and its scheme is the return address",
    arguments: [
      ("sampleapp://oauth2/done", "sampleapp"), ("SampleApp:done", "sampleapp"),
      ("a+b-c.1:x", "a+b-c.1"), ("https://x.test/", "https"), ("sampleapp:", nil),
      ("sampleapp", nil), ("://oauth2", nil), ("1a://x", nil), ("a b://x", nil), ("", nil),
      ("sampleapp://done#x", nil), ("sampleapp://d\u{e4}", nil), ("sämple://x", nil),
    ])
  func callbacks(_ text: String, _ scheme: String?) {
    #expect(CallbackURI(text)?.scheme.text == scheme)
    if scheme != nil { #expect(CallbackURI(text)?.text == text) }
  }

  @Test("A URL is shown without its query and its fragment")
  func shownURL() {
    let long = String(repeating: "a", count: 100)
    let cases = [
      ("sampleapp://oauth2/v1.0/error?code=c#x", "sampleapp://oauth2/v1.0/error?"),
      ("sampleapp://oauth2/done#access_token=secret", "sampleapp://oauth2/done#"),
      ("sampleapp://oauth2/done#a=secret?b", "sampleapp://oauth2/done#"),
      ("#secret", "#"), ("sampleapp://a", "sampleapp://a?"), ("", "?"),
      (long + "#secret", long + "#"), (long + "a#secret", long + "?"),
    ]
    for (url, shown) in cases { #expect(MessageURL(url).description == shown + Secret.mask) }
  }
}
