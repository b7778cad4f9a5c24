import FlowHTTP
import TestSupport
import Testing

@Suite(.realTime, .timeLimit(.minutes(5))) struct NetworkTransportTests {
  @Test(
    "The socket carries plain HTTP only to this machine",
    arguments: ["https://localhost/", "http://example.com/", "http://192.0.2.1/", "http://[::2]/"])
  func socketRefuses(text: String) async throws {
    let url = try #require(HTTPURL(text))
    let failure = await #expect(throws: TransportFailure.self) {
      try await LoopbackTransport().send(HTTPRequest(.get, url))
    }
    guard case .unavailable = failure else {
      Issue.record("\(String(describing: failure))")
      return
    }
  }

  @Test("A local server is reached by name and by address")
  func local() async throws {
    let answer = "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 1\r\n\r\nx"
    let server = try ScriptedServer([.read, .send(answer)], [.read, .send(answer)])
    let transport = NetworkTransport(limits: .patient)
    for host in ["localhost", "127.0.0.1"] {
      let url = HTTPURL(scheme: .http, host: host, port: server.port, path: "/")
      #expect(try await transport.send(HTTPRequest(.get, url)).status == 200)
    }
    #expect(server.requests.map { $0.contains("Host: localhost:") } == [true, false])
  }

  #if os(Linux)
  // Non-TLS data is reported before any part of the request is sent. Needs libcurl.
  @Test(
    "A server without TLS is unreachable by https",
    .enabled(if: CurlTransport.isAvailable, "no libcurl here"))
  func plainServer() async throws {
    let server = try ScriptedServer([.send("HTTP/1.1 400 Bad Request\r\n\r\n"), .keepSilent])
    let url = HTTPURL(scheme: .https, host: "127.0.0.1", port: server.port, path: "/")
    let failure = await #expect(throws: TransportFailure.self) {
      try await NetworkTransport(limits: .patient).send(HTTPRequest(.get, url))
    }
    #expect(failure == .unreachable("the server doesn't use TLS"))
    #expect(server.requests.isEmpty)
  }

  // A mistyped path must not result in trusting the system's certificates. Needs libcurl.
  @Test(
    "A missing file of certificates is insecure",
    .enabled(if: CurlTransport.isAvailable, "no libcurl here"))
  func missingCertificates() async throws {
    let server = try ScriptedServer([.keepSilent])
    let url = HTTPURL(scheme: .https, host: "127.0.0.1", port: server.port, path: "/")
    let failure = await #expect(throws: TransportFailure.self) {
      try await CurlTransport(caFile: "/nonexistent/ca.pem", limits: .patient)
        .send(HTTPRequest(.get, url))
    }
    guard case .insecure = failure else {
      Issue.record("\(String(describing: failure))")
      return
    }
  }
  #endif
}
