import Testing

@testable import FlowHTTP

@Suite struct WireRequestTests {
  private static let url = HTTPURL(
    scheme: .http, host: "127.0.0.1", port: 8080, path: "/idp/idx", query: "a=%20")

  private static func text(_ request: HTTPRequest) throws -> String {
    String(decoding: try WireRequest(request).bytes(), as: UTF8.self)
  }

  @Test("A JSON body is written with its type and length")
  func json() throws {
    let request = HTTPRequest(
      .post, WireRequestTests.url, headers: ["Accept": "application/json"], body: .json(["a": "é"]))
    #expect(
      try WireRequestTests.text(request)
        == "POST /idp/idx?a=%20 HTTP/1.1\r\nHost: 127.0.0.1:8080\r\nAccept: application/json\r\n"
        + "Content-Type: application/json\r\nContent-Length: 10\r\n\r\n{\"a\":\"é\"}")
  }

  @Test("A type that the request names is kept, in its own case")
  func ownType() throws {
    let request = HTTPRequest(
      .post, WireRequestTests.url,
      headers: ["content-type": "application/ion+json; okta-version=1.0.0"],
      body: .json([:]))
    let wire = try WireRequest(request)
    #expect(wire.headers.all("Content-Type") == ["application/ion+json; okta-version=1.0.0"])
  }

  @Test("A form is encoded, and its type is named")
  func form() throws {
    let request = HTTPRequest(
      .post, WireRequestTests.url, body: .form([FormPair("a", "b c"), FormPair("d", "&")]))
    let wire = try WireRequest(request)
    #expect(String(decoding: wire.body, as: UTF8.self) == "a=b+c&d=%26")
    #expect(wire.headers["Content-Type"] == "application/x-www-form-urlencoded")
  }

  @Test("Bytes are sent unchanged, without a default type")
  func bytes() throws {
    let wire = try WireRequest(HTTPRequest(.put, WireRequestTests.url, body: .bytes([0, 255])))
    #expect(wire.body == [0, 255])
    #expect(wire.headers.fields.isEmpty)
  }

  @Test(
    "A length is given if a server may wait for a body",
    arguments: [
      (HTTPMethod.get, false), (.head, false), (.delete, false), (.options, false), (.post, true),
      (.put, true),
    ])
  func lengthOfNothing(method: HTTPMethod, isGiven: Bool) throws {
    let text = try WireRequestTests.text(HTTPRequest(method, WireRequestTests.url))
    #expect(text.hasSuffix(isGiven ? "Content-Length: 0\r\n\r\n" : "Host: 127.0.0.1:8080\r\n\r\n"))
  }

  @Test("An IPv6 host is written in brackets, and a default port is left out")
  func host() throws {
    let url = try #require(HTTPURL("http://[::1]:80/"))
    let text = try WireRequestTests.text(HTTPRequest(.get, url))
    #expect(text == "GET / HTTP/1.1\r\nHost: [::1]\r\n\r\n")
  }

  @Test(
    "Text that would break out of its line isn't sent",
    arguments: [
      ("X", "a\r\nB: c"), ("X", "a\nb"), ("X", "a\u{0}"), ("X", "\u{7F}"), ("X\r\nY", "a"),
      ("X:", "a"),
      ("", "a"), ("X Y", "a"), ("Ü", "a"),
    ])
  func injection(name: String, value: String) {
    let headers = HTTPHeaders(fields: [HTTPHeaders.Field(name, value)])
    #expect(throws: TransportFailure.malformed("a header field of the request is invalid")) {
      try WireRequest(HTTPRequest(.get, WireRequestTests.url, headers: headers))
    }
  }

  @Test(
    "A URL with parts that no parser would return isn't sent to",
    arguments: [
      HTTPURL(scheme: .http, host: "h", path: "/ HTTP/1.1\r\nX: y"),
      HTTPURL(scheme: .http, host: "h", path: ""),
      HTTPURL(scheme: .http, host: "h", path: "/a?b"),
      HTTPURL(scheme: .http, host: "u@h", path: "/"),
      HTTPURL(scheme: .http, host: "H", path: "/"),
      HTTPURL(scheme: .http, host: "h", port: 0, path: "/"),
      HTTPURL(scheme: .http, host: "h", path: "/", query: "a#b"),
    ])
  func unsoundURL(url: HTTPURL) {
    #expect(throws: TransportFailure.malformed("the request's URL is invalid")) {
      try WireRequest(HTTPRequest(.get, url))
    }
  }
}
