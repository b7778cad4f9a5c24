import FlowHTTP
import TestSupport
import Testing

@Suite struct HTTPURLTests {
  struct Parts: Sendable {
    let text: String
    let origin: String
    let target: String
  }

  private static let sound = [
    ("https://example.com", "https://example.com", "/"),
    ("HTTPS://Example.COM/Path", "https://example.com", "/Path"),
    ("http://example.com:80/", "http://example.com", "/"),
    ("https://example.com:443", "https://example.com", "/"),
    ("https://example.com:80/", "https://example.com:80", "/"),
    ("http://localhost:8080/idp/idx/introspect", "http://localhost:8080", "/idp/idx/introspect"),
    ("http://h:65535/", "http://h:65535", "/"),
    ("http://h:1", "http://h:1", "/"),
    ("http://h?x=1", "http://h", "/?x=1"),
    ("http://h/?", "http://h", "/?"),
    ("http://h/a?b?c/d", "http://h", "/a?b?c/d"),
    ("http://h#top", "http://h", "/"),
    ("http://h/a?b#c?d/e", "http://h", "/a?b"),
    ("http://h/a/../b/./c//d", "http://h", "/a/../b/./c//d"),
    ("http://h/%2e%2E/%41", "http://h", "/%2e%2E/%41"),
    ("http://h/a;b=c,d!$&'()*+=:@~", "http://h", "/a;b=c,d!$&'()*+=:@~"),
    ("http://127.0.0.1:1234/x", "http://127.0.0.1:1234", "/x"),
    ("http://1.2.3.4.example/", "http://1.2.3.4.example", "/"),
    ("http://xn--bcher-kva.example/", "http://xn--bcher-kva.example", "/"),
    ("http://[::1]:81/x", "http://[::1]:81", "/x"),
    ("http://[0:0:0:0:0:0:0:1]/", "http://[::1]", "/"),
    ("http://[2001:DB8:0:0:1:0:0:1]/", "http://[2001:db8::1:0:0:1]", "/"),
    ("http://[::ffff:127.0.0.1]/", "http://[::ffff:7f00:1]", "/"),
    ("http://[1:2:3:4:5:6:1.2.3.4]/", "http://[1:2:3:4:5:6:102:304]", "/"),
    ("http://[::]/", "http://[::]", "/"),
    ("http://[1::]/", "http://[1::]", "/"),
    ("http://[1:0:3:4:5:6:7:8]/", "http://[1:0:3:4:5:6:7:8]", "/"),
    ("http://[1:2:3:4:5:6:7::]/", "http://[1:2:3:4:5:6:7:0]", "/"),
  ].map { Parts(text: $0.0, origin: $0.1, target: $0.2) }

  @Test("A usual URL is split into its origin and target", arguments: sound)
  func accepted(parts: Parts) {
    let url = HTTPURL(parts.text)
    #expect(url?.origin == parts.origin)
    #expect(url?.target == parts.target)
  }

  @Test("A parsed URL is parsed to the same again", arguments: sound)
  func stable(parts: Parts) throws {
    let url = try #require(HTTPURL(parts.text))
    #expect(HTTPURL(url.description) == url)
  }

  @Test(
    "An unusual URL is refused",
    arguments: [
      "", "/", "example.com", "//example.com/", "http:", "http:/", "http://", "http:///",
      "http:////h",
      "http:///path", "http:example.com", "http:/example.com", "http:\\\\example.com",
      "ftp://example.com/", "file:///etc/passwd", "javascript://h/", "httpss://h/", " http://h/",
      "http://h/ ", "http://h /", "http://h/a b", "http://h/\t", "http://h/\n", "ht\ntp://h/",
      "http://h\r\nHost: evil/", "http://h/\u{0}", "http://h/\u{7F}", "http://h/a\u{A0}b",
      "http://user@h/", "http://user:pass@h/", "http://@h/", "http://:@h/",
      "http://h@evil.example/",
      "http://h:80@evil.example/", "http://h\\@evil.example/", "http://h\\evil/", "http://h/a\\b",
      "http://evil.example#@h/@\\",
      "http://h:/", "http://h:0/", "http://h:65536/", "http://h:99999/", "http://h:100000/",
      "http://h:080/", "http://h:-1/", "http://h:+1/", "http://h:1a/", "http://h: 1/",
      "http://h:1:2/",
      "http://h:９/",
      "http://%65xample.com/", "http://ex%00ample.com/", "http://bücher.example/",
      "http://ｅxample.com/", "http://exam_ple.com/", "http://a..b/", "http://.a/", "http://a./",
      "http://-a/", "http://a-/", "http://a,b/", "http://a;b/", "http://a*b/", "http://<a>/",
      "http://1/", "http://127.1/", "http://0x7f000001/", "http://2130706433/", "http://0x7f.1/",
      "http://127.0.0.01/", "http://127.0.0.256/", "http://1.2.3.4.5/", "http://a.1/",
      "http://a.0x/",
      "http://[::1/", "http://::1]/", "http://::1/", "http://[]/", "http://[:]/", "http://[:::]/",
      "http://[1:2:3:4:5:6:7]/", "http://[1:2:3:4:5:6:7:8:9]/", "http://[1:2:3:4::5:6:7:8]/",
      "http://[1::2::3]/", "http://[12345::]/", "http://[g::]/", "http://[::1%25eth0]/",
      "http://[::1.2.3]/", "http://[1.2.3.4::]/", "http://[::1]a/", "http://[::1]80/",
      "http://[v1.a]/",
      "http://[::1:]/", "http://[:1::]/", "http://a[::1]/",
      "http://h/%", "http://h/%4", "http://h/%4g", "http://h/?%", "http://h/#%", "http://h/#a#b",
      "http://h/<", "http://h/\"", "http://h/{a}", "http://h/|", "http://h/^", "http://h/`",
      "http://h/[", "http://h/?a=[1]", "http://h/?a=é", "http://h/é",
    ])
  func refused(text: String) {
    #expect(HTTPURL(text) == nil)
  }

  @Test("A host with more bytes than a name allows is refused")
  func longHosts() {
    let label = String(repeating: "a", count: 63)
    let longest = [label, label, label, String(repeating: "a", count: 61)].joined(separator: ".")
    #expect(HTTPURL("http://\(longest)/")?.host == longest)
    #expect(HTTPURL("http://\(longest)a/") == nil)
    #expect(HTTPURL("http://\(label)a/") == nil)
  }

  @Test("Replacing path and query keeps the origin")
  func replacing() throws {
    let url = try #require(HTTPURL("https://example.com:8443/a?b"))
    let other = url.replacing(path: "/c", query: nil)
    #expect(other.description == "https://example.com:8443/c")
    #expect(other.replacing(path: "/d", query: "e=f").target == "/d?e=f")
  }

  @Test(
    "Only this machine counts as loopback",
    arguments: [
      ("http://localhost/", true), ("http://LOCALHOST:1/", true), ("http://127.0.0.1/", true),
      ("http://127.255.0.9/", true), ("http://[::1]/", true), ("http://[0:0::1]/", true),
      ("http://localhost.example/", false), ("http://128.0.0.1/", false), ("http://[::2]/", false),
      ("http://127.example/", false), ("http://0.0.0.0/", false),
    ])
  func loopback(text: String, isLoopback: Bool) throws {
    #expect(try #require(HTTPURL(text)).isLoopback == isLoopback)
  }

  @Test("Every byte that isn't ASCII, and every mutant, is refused or read the same again")
  func mutants() {
    var random = SeededGenerator(seed: 7)
    let seeds = HTTPURLTests.sound.map(\.text)
    for _ in 0..<4_000 {
      var bytes = Array(seeds[Int.random(in: 0..<seeds.count, using: &random)].utf8)
      let place = Int.random(in: 0..<bytes.count, using: &random)
      bytes[place] = UInt8.random(in: 0...255, using: &random)
      let text = String(decoding: bytes, as: UTF8.self)
      guard let url = HTTPURL(text) else { continue }
      #expect(HTTPURL(url.description) == url)
      #expect(text.utf8.allSatisfy { 0x21...0x7E ~= $0 })
    }
  }

  @Test(
    arguments: [
      ("https://h.example/idp/idx/a-b._~9", true), ("https://h.example/", true),
      ("https://h.example", false), ("https://h.example.evil/x", false),
      ("https://h.example:443/x", false), ("https://h.example@evil/x", false),
      ("https://h.example/a%2Fb", false), ("https://h.example/a?b", false),
      ("https://h.example/a b", false), ("https://h.example/\\x", false),
      ("HTTPS://h.example/x", false), ("https://other.example/x", false),
    ])
  func aSiblingIsReadAsTheWholeUrlIsOrNotAtAll(_ text: String, _ isRead: Bool) throws {
    let url = try #require(HTTPURL("https://h.example/start?q"))
    let sibling = url.sibling(text, of: url.origin)
    #expect((sibling != nil) == isRead)
    if let sibling { #expect(sibling == HTTPURL(text)) }
  }
}
