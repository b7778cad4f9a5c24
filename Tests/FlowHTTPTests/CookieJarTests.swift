import Testing

@testable import FlowHTTP

@Suite struct CookieJarTests {
  private static let origin = "https://login.example.com/idp/idx/identify"

  private static func jar(
    _ lines: [String], of url: String = origin, now: Duration = .seconds(1_000)
  ) throws -> CookieJar {
    var jar = CookieJar()
    jar.store(from: response(lines), of: try #require(HTTPURL(url)), now: now)
    return jar
  }

  private static func response(_ lines: [String]) -> HTTPResponse {
    HTTPResponse(
      status: 200, headers: HTTPHeaders(fields: lines.map { HTTPHeaders.Field("Set-Cookie", $0) }))
  }

  private static func header(
    _ jar: CookieJar, _ url: String, now: Duration = .seconds(1_001)
  ) throws -> String? {
    jar.header(for: try #require(HTTPURL(url)), now: now)
  }

  @Test(
    "A cookie obeys the prefix of its name (RFC 6265bis, section 4.1.3), or is rejected",
    arguments: [
      ("__Host-a=1; Secure; Path=/", true), ("__host-A=1; secure; path=/", true),
      ("__Host-a=1; Secure; Path=/; HttpOnly; SameSite=Lax", true), ("__Host-a=1; Secure", false),
      ("__Host-a=1; Path=/", false), ("__Host-a=1; Secure; Path=/idp", false),
      ("__Host-a=1; Secure; Path=/; Domain=login.example.com", false),
      ("__HOST-a=1; Secure; Path=/; Domain=example.com", false),
      ("__Host-a=1; Secure; Path=/; Domain=", true), ("__Secure-a=1; Secure", true),
      ("__Secure-a=1; Secure; Domain=example.com; Path=/idp", true), ("__Secure-a=1", false),
      ("__sEcUre-a=1; Path=/", false), ("__Securea=1", true), ("__Host=1", true),
    ])
  func prefixes(line: String, isKept: Bool) throws {
    let jar = try CookieJarTests.jar([line])
    #expect(jar.values == (isKept ? ["1"] : []), "\(line)")
  }

  @Test("The prefixes apply to an issuer without a path, and to this machine")
  func prefixesElsewhere() throws {
    let root = "https://login.example.com/"
    #expect(try CookieJarTests.jar(["__Host-a=1; Secure"], of: root).values == [])
    let local = "http://127.0.0.1:8080/idp"
    #expect(try CookieJarTests.jar(["__Host-a=1; Secure; Path=/"], of: local).values == ["1"])
    let domain = "__Host-a=1; Secure; Path=/; Domain=127.0.0.1"
    #expect(try CookieJarTests.jar([domain], of: local).values == [])
    let plain = "http://login.example.com/"
    #expect(try CookieJarTests.jar(["__Secure-a=1; Secure"], of: plain).values == [])
  }

  @Test(
    "A cookie is sent as its attributes say",
    arguments: [
      ("a=1", "https://login.example.com/idp/idx", true),
      ("a=1", "https://login.example.com/idp/idx/x/y", true),
      ("a=1", "https://login.example.com/idp/idxx", false),
      ("a=1", "https://login.example.com/", false),
      ("a=1", "https://login.example.com:8443/idp/idx", true),
      ("a=1", "http://login.example.com/idp/idx", true),
      ("a=1; Path=/", "https://login.example.com/", true),
      ("a=1; Path=/oauth2", "https://login.example.com/oauth2/v1", true),
      ("a=1; Path=/oauth2/", "https://login.example.com/oauth2", false),
      ("a=1; Path=relative", "https://login.example.com/idp/idx", true),
      ("a=1; path=/", "https://other.example.com/", false),
      ("a=1; path=/", "https://sub.login.example.com/", false),
      ("a=1; path=/; domain=login.example.com", "https://sub.login.example.com/", true),
      ("a=1; path=/; DOMAIN=.Example.COM", "https://other.example.com/", true),
      ("a=1; path=/; domain=example.com", "https://example.com/", true),
      ("a=1; path=/; domain=example.com", "https://badexample.com/", false),
      ("a=1; path=/; domain=other.example.com", "https://other.example.com/", false),
      ("a=1; path=/; domain=sub.login.example.com", "https://sub.login.example.com/", false),
      ("a=1; path=/; domain=com", "https://login.example.com/", false),
      ("a=1; path=/; domain=", "https://login.example.com/", true),
      ("a=1; path=/; domain=.", "https://login.example.com/", true),
      ("a=1; path=/; Secure", "https://login.example.com/", true),
      ("a=1; path=/; Secure", "http://login.example.com/", false),
      ("a=1; path=/; HttpOnly; SameSite=None; Priority=High", "https://login.example.com/", true),
    ])
  func destinations(line: String, url: String, goes: Bool) throws {
    let jar = try CookieJarTests.jar([line])
    #expect(try CookieJarTests.header(jar, url) == (goes ? "a=1" : nil))
  }

  @Test(
    "A line that sets no cookie is skipped",
    arguments: [
      "", ";", "a", "=1", " = 1", "; a=1", "a; b=1", "a=\u{1}", "a\u{0}=1", "a=1; x=\u{7F}",
      "a=" + String(repeating: "x", count: 4_096),
    ])
  func noCookie(line: String) throws {
    let jar = try CookieJarTests.jar([line])
    #expect(try CookieJarTests.header(jar, CookieJarTests.origin) == nil)
  }

  @Test(
    "Name and value are used verbatim, without the surrounding space",
    arguments: [
      ("a=1", "a=1"), (" a = b c ", "a=b c"), ("a=", "a="), ("a=b=c", "a=b=c"),
      ("a=\"q\"", "a=\"q\""),
      ("a=1;;;", "a=1"), ("a=é", "a=é"), ("a=1,2", "a=1,2"),
      ("a=" + String(repeating: "x", count: 4_095), "a=" + String(repeating: "x", count: 4_095)),
    ])
  func pairs(line: String, header: String) throws {
    let jar = try CookieJarTests.jar([line])
    #expect(try CookieJarTests.header(jar, CookieJarTests.origin) == header)
  }

  @Test(
    "A cookie lasts as long as its attributes say",
    arguments: [
      ("a=1", Int.max / 4, true), ("a=1; Max-Age=10", 1_009, true),
      ("a=1; Max-Age=10", 1_010, false),
      ("a=1; Max-Age=0", 1_000, false), ("a=1; Max-Age=-5", 1_000, false),
      ("a=1; Max-Age=x", 5_000, true), ("a=1; Max-Age=", 5_000, true),
      ("a=1; Max-Age=+5", 5_000, true),
      ("a=1; Max-Age=99999999999999999999", 1_000 + 400 * 86_400 - 1, true),
      ("a=1; Max-Age=99999999999999999999", 1_000 + 400 * 86_400, false),
      ("a=1; Expires=Thu, 01 Jan 1970 00:20:00 GMT", 1_199, true),
      ("a=1; Expires=Thu, 01 Jan 1970 00:20:00 GMT", 1_200, false),
      ("a=1; Expires=Thu, 01 Jan 1970 00:00:00 GMT", 1_000, false),
      ("a=1; Expires=nonsense", 5_000, true),
      ("a=1; Max-Age=10; Expires=Thu, 01 Jan 2037 00:00:00 GMT", 1_010, false),
      ("a=1; Expires=Thu, 01 Jan 1970 00:00:00 GMT; Max-Age=10", 1_009, true),
    ])
  func lifetimes(line: String, now: Int, isKept: Bool) throws {
    let jar = try CookieJarTests.jar([line])
    let header = try CookieJarTests.header(jar, CookieJarTests.origin, now: .seconds(now))
    #expect(header == (isKept ? "a=1" : nil))
  }

  @Test("A cookie that is set again replaces the first, and an expired one is removed")
  func replacing() throws {
    var jar = try CookieJarTests.jar(["a=1", "b=2", "a=3"])
    #expect(try CookieJarTests.header(jar, CookieJarTests.origin) == "a=3; b=2")
    let url = try #require(HTTPURL(CookieJarTests.origin))
    jar.store(from: CookieJarTests.response(["a=; Max-Age=0"]), of: url, now: .seconds(1_000))
    #expect(try CookieJarTests.header(jar, CookieJarTests.origin) == "b=2")
    jar.remove(named: "b")
    #expect(try CookieJarTests.header(jar, CookieJarTests.origin) == nil)
    #expect(jar == CookieJar())
  }

  @Test("Cookies of longer paths come first, then in the order of creation")
  func order() throws {
    let jar = try CookieJarTests.jar(["a=1; Path=/", "b=2", "c=3; Path=/", "a=4; Path=/idp"])
    #expect(try CookieJarTests.header(jar, CookieJarTests.origin) == "b=2; a=4; a=1; c=3")
  }

  @Test("A secure cookie is kept without encryption only on this machine")
  func loopback() throws {
    for (url, isKept) in [
      ("http://localhost:8080/", true), ("http://127.0.0.1/", true), ("http://[::1]/", true),
      ("http://example.com/", false),
    ] {
      let jar = try CookieJarTests.jar(["a=1; Secure"], of: url)
      #expect(try CookieJarTests.header(jar, url) == (isKept ? "a=1" : nil), "\(url)")
    }
  }

  @Test("An address as the host shares no cookie with another")
  func addresses() throws {
    let own = try CookieJarTests.jar(["a=1; Domain=127.0.0.1"], of: "http://127.0.0.1/")
    #expect(try CookieJarTests.header(own, "http://127.0.0.1/") == "a=1")
    let other = try CookieJarTests.jar(["a=1; Domain=0.0.1"], of: "http://127.0.0.1/")
    #expect(try CookieJarTests.header(other, "http://127.0.0.1/") == nil)
  }

  @Test("A jar keeps a limited number of cookies, the latest")
  func countLimit() throws {
    let jar = try CookieJarTests.jar((0..<1_000).map { "n\($0)=1" })
    let header = try #require(try CookieJarTests.header(jar, CookieJarTests.origin))
    #expect(header.split(separator: ";").count == CookieJar.countMax)
    #expect(header.hasSuffix("; n999=1"))
    #expect(header.hasPrefix("n850=1; "))
  }

  @Test("A jar prints names without values")
  func masked() throws {
    let jar = try CookieJarTests.jar(["sid=canary"])
    var dumped = ""
    dump(jar, to: &dumped)
    for text in ["\(jar)", String(reflecting: jar), dumped] {
      #expect(text.contains("sid"))
      #expect(!text.contains("canary"))
    }
  }

  @Test(
    "A date is read in each of the forms in use",
    arguments: [
      ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777),
      ("Sunday, 06-Nov-94 08:49:37 GMT", 784_111_777),
      ("Sun Nov  6 08:49:37 1994", 784_111_777), ("6 nov 1994 8:49:37", 784_111_777),
      ("Thu, 01 Jan 1970 00:00:00 GMT", 0), ("Thu, 01-Jan-1970 00:00:10 GMT", 10),
      ("Tue, 29 Feb 2000 12:00:00 GMT", 951_825_600),
      ("Fri, 31 Dec 1999 23:59:59 GMT", 946_684_799),
      ("Tue, 19 Jan 2038 03:14:08 GMT", 2_147_483_648),
      ("Mon, 01 Jan 69 00:00:00 GMT", 3_124_224_000),
      ("Wed, 31 Dec 1969 23:59:59 GMT", -1), ("Fri, 31 Dec 9999 23:59:59 GMT", 253_402_300_799),
    ])
  func dates(text: String, seconds: Int) {
    #expect(CookieDate.read(text) == .seconds(seconds))
  }

  @Test(
    "An invalid date is skipped",
    arguments: [
      "", "0", "-1", "Sun, 06 Nov 1994", "08:49:37", "Sun, 32 Nov 1994 08:49:37 GMT",
      "Sun, 00 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 24:00:00 GMT",
      "Sun, 06 Nov 1994 08:60:37 GMT",
      "Sun, 06 Nov 1994 08:49:60 GMT", "Sun, 06 Foo 1994 08:49:37 GMT",
      "Sun, 06 Nov 1600 08:49:37 GMT",
      "Sun, 06 Nov 99999 08:49:37 GMT", "Sun, 06 Nov 1994 08:49 GMT",
    ])
  func noDates(text: String) {
    #expect(CookieDate.read(text) == nil)
  }
}
