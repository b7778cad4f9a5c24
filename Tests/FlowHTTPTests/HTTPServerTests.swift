import FlowLock
import TestSupport
import Testing

@testable import FlowHTTP

/// A server over real sockets of this machine.
struct HTTPServerTests {
  private static func limits(
    connections: Int = 16, requestTime: Duration = Patience.limit,
    idleTime: Duration = Patience.limit
  ) -> HTTPServerLimits {
    var limits = HTTPServerLimits.standard
    limits.connections = connections
    limits.requestTime = requestTime
    limits.idleTime = idleTime
    return limits
  }

  /// Returns the request as the answer.
  private static let echo: HTTPServer.Handler = { request in
    HTTPResponse(
      status: 200, headers: ["X-Target": request.url.description], body: request.body)
  }

  private static let closing = "Host: a\r\nConnection: close\r\n\r\n"

  @Test("It answers one request after another over a connection that stays open")
  func answers() async throws {
    let server = try HTTPServer(limits: Self.limits(), handler: Self.echo)
    defer { server.stop() }
    let transport = LoopbackTransport()
    let url = try #require(HTTPURL("http://127.0.0.1:\(server.port)/a?b"))
    for number in 0..<20 {
      let answer = try await transport.send(
        HTTPRequest(.post, url, body: .json(["n": .string("\(number)")])))
      #expect(answer.status == 200)
      #expect(answer.headers["X-Target"] == url.description)
      #expect(answer.body == .bytes(Array("{\"n\":\"\(number)\"}".utf8)))
    }
    #expect(server.connectionCount == 1)
  }

  @Test("Requests sent at once are answered in their order")
  func pipelined() throws {
    let server = try HTTPServer(limits: Self.limits(), handler: Self.echo)
    defer { server.stop() }
    let client = try #require(
      RawClient(
        server, "GET /1 HTTP/1.1\r\nHost: a\r\n\r\nGET /2 HTTP/1.1\r\n" + Self.closing))
    let text = client.read()
    let first = try #require(text.firstRange(of: "http://a/1"))
    let second = try #require(text.firstRange(of: "http://a/2"))
    #expect(first.lowerBound < second.lowerBound)
    #expect(text.hasSuffix("\r\n\r\n"))
  }

  @Test("An unreadable request is answered with its fault, and ends the connection")
  func refused() throws {
    let server = try HTTPServer(limits: Self.limits(), handler: Self.echo)
    defer { server.stop() }
    let client = try #require(RawClient(server, "GET / HTTP/1.1\r\n\r\nGET / HTTP/1.1\r\n"))
    let text = client.read()
    #expect(text.hasPrefix("HTTP/1.1 400 Bad Request\r\n"))
    #expect(text.contains("Connection: close"))
    #expect(text.hasSuffix("a request must name its host exactly once\n"))
  }

  @Test(
    "A head or a body that doesn't arrive in time is answered with a timeout",
    arguments: [
      "GET / HTTP/1.1\r\nHost",
      "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nabc",
      "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nabc",
    ])
  func slow(_ text: String) throws {
    let server = try HTTPServer(
      limits: Self.limits(requestTime: .milliseconds(50)), handler: Self.echo)
    defer { server.stop() }
    let client = try #require(RawClient(server, text))
    #expect(client.read().hasPrefix("HTTP/1.1 408 "))
  }

  @Test("A client that reads a long answer slowly is cut off after a while")
  func slowReader() throws {
    let size = 32 << 20
    let server = try HTTPServer(limits: Self.limits(idleTime: .milliseconds(50))) { _ in
      HTTPResponse(status: 200, body: .bytes([UInt8](repeating: 7, count: size)))
    }
    defer { server.stop() }
    let client = try #require(RawClient(server, "GET / HTTP/1.1\r\n" + Self.closing))
    // Always ready to read more, but never much: the whole answer takes far longer than the client
    // has.
    var buffer = [UInt8](repeating: 0, count: 32)
    var count = 0
    while count < size, client.socket.wait(toWrite: false, milliseconds: Patience.milliseconds) {
      guard case .moved(1...) = client.socket.receive(into: &buffer) else { break }
      count += buffer.count
    }
    #expect(count < size)
  }

  @Test("An idle connection is closed after a while")
  func idle() throws {
    let server = try HTTPServer(
      limits: Self.limits(idleTime: .milliseconds(500)), handler: Self.echo)
    defer { server.stop() }
    let client = try #require(RawClient(server, "GET / HTTP/1.1\r\nHost: a\r\n\r\n"))
    let text = client.read()
    // On a busy machine the client may be disconnected before its request arrives.
    #expect(text.isEmpty || text.hasPrefix("HTTP/1.1 200 OK\r\n"))
    #expect(client.isLeft)
  }

  @Test("A client over the limit is asked to come back, and is served once there is room")
  func crowded() throws {
    let server = try HTTPServer(limits: Self.limits(connections: 1), handler: Self.echo)
    defer { server.stop() }
    do {
      let first = try #require(RawClient(server, "GET / HTTP/1.1\r\nHost: a\r\n\r\n"))
      #expect(first.read(until: "\r\n\r\n").hasPrefix("HTTP/1.1 200 "))
      let second = try #require(RawClient(server, "GET / HTTP/1.1\r\n" + Self.closing))
      let text = second.read()
      #expect(text.hasPrefix("HTTP/1.1 503 ") && text.contains("Retry-After: 1"))
      first.socket.shutDown()
    }
    let isServed = Patience.isMet {
      RawClient(server, "GET / HTTP/1.1\r\n" + Self.closing)?.read().hasPrefix("HTTP/1.1 200 ")
        == true
    }
    #expect(isServed)
  }

  @Test("Connections that are opened and dropped leave no trace")
  func dropped() throws {
    let server = try HTTPServer(limits: Self.limits(connections: 64), handler: Self.echo)
    defer { server.stop() }
    for number in 0..<600 {
      let text = number.isMultiple(of: 2) ? "GET / HTTP/1.1\r\nHo" : ""
      _ = RawClient(server, text)
    }
    let client = try #require(RawClient(server, "GET / HTTP/1.1\r\n" + Self.closing))
    let text = client.read()
    #expect(text.hasPrefix("HTTP/1.1 200 ") || text.hasPrefix("HTTP/1.1 503 "))
    server.stop(grace: Patience.limit)
    #expect(server.connectionCount == 0)
  }

  @Test("It stops after the current answers, and releases its port")
  func stops() throws {
    let hasBegun = Mutex(false)
    let server = try HTTPServer(limits: Self.limits()) { _ in
      hasBegun.withLock { $0 = true }
      return HTTPResponse(status: 200, body: .bytes(Array("whole".utf8)))
    }
    let idle = try #require(RawClient(server, ""))
    let client = try #require(RawClient(server, "GET / HTTP/1.1\r\nHost: a\r\n\r\n"))
    #expect(client.read(until: "whole").hasSuffix("whole"))
    server.stop(grace: .seconds(Int64.max))
    #expect(idle.read() == "")
    #expect(server.connectionCount == 0)
    let next = try HTTPServer(port: server.port, limits: Self.limits(), handler: Self.echo)
    next.stop()
  }

  @Test("A port in use, and an address of another machine, are reported")
  func unbound() throws {
    let server = try HTTPServer(limits: Self.limits(), handler: Self.echo)
    defer { server.stop() }
    let taken = #expect(throws: HTTPServer.Unbound.self) {
      try HTTPServer(port: server.port, handler: Self.echo)
    }
    #expect(taken?.message == "another program listens there already")
    for host in ["0.0.0.0", "192.168.0.1", "example.com"] {
      #expect(throws: HTTPServer.Unbound.self) {
        try HTTPServer(host: host, handler: Self.echo)
      }
    }
  }

  @Test("A field that would break out of its line never reaches the client")
  func splitting() throws {
    let server = try HTTPServer(limits: Self.limits()) { _ in
      HTTPResponse(status: 302, headers: ["Location": "/\r\nSet-Cookie: a=b"])
    }
    defer { server.stop() }
    let client = try #require(RawClient(server, "GET / HTTP/1.1\r\n" + Self.closing))
    let text = client.read()
    #expect(text.hasPrefix("HTTP/1.1 500 ") && !text.contains("Set-Cookie"))
  }

  @Test("A `HEAD` gets only the head, with the length of the answer to a `GET`")
  func head() throws {
    let server = try HTTPServer(limits: Self.limits()) { _ in
      HTTPResponse(status: 200, body: .bytes([1, 2, 3]))
    }
    defer { server.stop() }
    let client = try #require(RawClient(server, "HEAD / HTTP/1.1\r\n" + Self.closing))
    let text = client.read()
    #expect(text.contains("Content-Length: 3\r\n") && text.hasSuffix("\r\n\r\n"))
  }
}
