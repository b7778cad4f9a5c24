import TestSupport
import Testing

@testable import FlowHTTP

/// Answers that a server delays, drops or cuts.
struct HTTPAnswerTests {
  private static let closing = "Host: a\r\nConnection: close\r\n\r\n"

  /// A server that answers `/slow` as specified, and everything else at once.
  private func server(
    _ slow: HTTPAnswer, limits: HTTPServerLimits = .standard
  ) throws -> HTTPServer {
    try HTTPServer(
      limits: limits,
      answererAt: { _ in
        { request in
          request.url.path == "/slow"
            ? slow : HTTPAnswer(HTTPResponse(status: 200, body: .bytes(Array("quick".utf8))))
        }
      })
  }

  private static let body = HTTPResponse(status: 200, body: .bytes(Array("0123456789".utf8)))
  private static let long = HTTPAnswer(body, delay: Patience.limit * 2)

  @Test("A delayed answer arrives whole, and not before its time")
  func delay() throws {
    let server = try server(HTTPAnswer(Self.body, delay: .milliseconds(30)))
    defer { server.stop() }
    let start = ContinuousClock.now
    let client = try #require(RawClient(server, "GET /slow HTTP/1.1\r\n" + Self.closing))
    #expect(client.read().hasSuffix("0123456789"))
    #expect(ContinuousClock.now - start >= .milliseconds(30))
  }

  @Test("A delayed answer delays no other, and a stop ends it without an answer")
  func stopped() throws {
    let server = try server(Self.long)
    let slow = try #require(RawClient(server, "GET /slow HTTP/1.1\r\n" + Self.closing))
    let quick = try #require(RawClient(server, "GET / HTTP/1.1\r\n" + Self.closing))
    #expect(quick.read().hasSuffix("quick"))
    #expect(server.connectionCount >= 1)
    // It waits for its connections, and much shorter than the answer's delay.
    server.stop(grace: Patience.limit)
    #expect(server.connectionCount == 0)
    #expect(slow.read() == "")
  }

  @Test("After a client has gone, no answer waits for it")
  func gone() throws {
    var limits = HTTPServerLimits.standard
    limits.connections = 1
    let server = try server(Self.long, limits: limits)
    defer { server.stop() }
    do {
      _ = try #require(RawClient(server, "GET /slow HTTP/1.1\r\n" + Self.closing))
    }
    let isServed = Patience.isMet {
      let text = RawClient(server, "GET / HTTP/1.1\r\n" + Self.closing)?.read()
      return text?.hasSuffix("quick") == true
    }
    #expect(isServed)
  }

  @Test("A dropped answer doesn't arrive, and the connection ends")
  func dropped() throws {
    let server = try server(HTTPAnswer(Self.body, cut: .dropped))
    defer { server.stop() }
    let client = try #require(
      RawClient(server, "GET / HTTP/1.1\r\nHost: a\r\n\r\nGET /slow HTTP/1.1\r\n" + Self.closing))
    #expect(client.read().hasSuffix("quick"))
    let alone = try #require(RawClient(server, "GET /slow HTTP/1.1\r\n" + Self.closing))
    #expect(alone.read() == "")
  }

  @Test(
    "The head and some bytes of a cut answer arrive, and nothing after them",
    arguments: [(0, ""), (4, "0123"), (10, "0123456789"), (Int.max, "0123456789"), (-1, "")])
  func truncated(count: Int, left: String) throws {
    let server = try server(HTTPAnswer(Self.body, cut: .truncated(count)))
    defer { server.stop() }
    let client = try #require(
      RawClient(
        server, "GET /slow HTTP/1.1\r\nHost: a\r\n\r\nGET / HTTP/1.1\r\n" + Self.closing))
    let text = client.read()
    #expect(text.hasPrefix("HTTP/1.1 200 OK\r\n") && text.contains("Content-Length: 10\r\n"))
    #expect(text.hasSuffix("\r\n\r\n" + left))
  }
}
