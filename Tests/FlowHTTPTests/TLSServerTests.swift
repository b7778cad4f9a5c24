#if os(Linux)
import Foundation
import FlowLock
import TestSupport
import Testing

@testable import FlowHTTP

/// A server over TLS, over real sockets of this machine.
@Suite(
  "A server over TLS", .realTime, .timeLimit(.minutes(5)),
  .enabled(if: TLSIdentity.isAvailable, "no libssl here"))
struct TLSServerTests {
  /// A server that echoes requests, and its notes.
  private final class Echo: Sendable {
    let server: HTTPServer
    let file: String
    private let noted: Noted

    final class Noted: Sendable {
      let notes = Mutex<[HTTPServer.Note]>([])
    }

    var notes: [HTTPServer.Note] { noted.notes.withLock { $0 } }
    var url: HTTPURL { HTTPURL(scheme: .https, host: "localhost", port: server.port, path: "/a") }

    init(
      isSecure: Bool = true, requestTime: Duration = Patience.limit, answer: HTTPAnswer? = nil
    ) throws {
      var limits = HTTPServerLimits.standard
      (limits.requestTime, limits.idleTime) = (requestTime, Patience.limit)
      let own = try #require(
        TLSIdentity.read(
          certificate: Array(TestCertificate.certificate.utf8),
          key: Array(TestCertificate.key.utf8)
        ).identity)
      let identity = isSecure ? own : nil
      let noted = Noted()
      self.noted = noted
      server = try HTTPServer(
        limits: limits, identity: identity,
        note: { note in noted.notes.withLock { $0.append(note) } }
      ) { _ in
        { request in
          answer
            ?? HTTPAnswer(
              HTTPResponse(
                status: 200, headers: ["X-Target": request.url.description], body: request.body))
        }
      }
      file = FileManager.default.temporaryDirectory
        .appending(path: "flow-tls-\(UUID().uuidString).pem").path()
      try TestCertificate.certificate.write(toFile: file, atomically: true, encoding: .utf8)
    }

    deinit {
      server.stop()
      try? FileManager.default.removeItem(atPath: file)
    }

    /// A client that trusts the server.
    var client: NetworkTransport { NetworkTransport(caFile: file, limits: .patient) }
  }

  @Test(
    "It answers a client that trusts its certificate, as an https address, and no other client",
    .enabled(if: CurlTransport.isAvailable, "no libcurl here"))
  func answers() async throws {
    let echo = try Echo()
    let client = echo.client
    for number in 0..<3 {
      let answer = try await client.send(
        HTTPRequest(.post, echo.url, body: .json(["n": .integer(number)])))
      #expect(answer.status == 200 && answer.headers["X-Target"] == echo.url.description)
      #expect(answer.body == .bytes(Array("{\"n\":\(number)}".utf8)))
    }
    #expect(echo.server.connectionCount == 1)
    let failure = await #expect(throws: TransportFailure.self) {
      try await NetworkTransport(limits: .patient).send(HTTPRequest(.get, echo.url))
    }
    guard case .insecure = failure else {
      Issue.record("\(String(describing: failure))")
      return
    }
    #expect(Patience.isMet { !echo.notes.isEmpty })
    guard case .failedHandshake(let reason) = echo.notes.first else {
      Issue.record("\(echo.notes)")
      return
    }
    #expect(reason.contains("unknown ca"))
  }

  @Test(
    "Large bodies arrive whole in both directions, from many clients at once",
    .enabled(if: CurlTransport.isAvailable, "no libcurl here"))
  func large() async throws {
    let echo = try Echo()
    let (client, url) = (echo.client, echo.url)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<16 {
        group.addTask {
          let body = (0..<(1 << 20)).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ number) }
          let answer = try await client.send(HTTPRequest(.post, url, body: .bytes(body)))
          #expect(answer.body == .bytes(body))
        }
      }
      try await group.waitForAll()
    }
  }

  @Test(
    "A truncated answer arrives as a failure, and never as a whole answer",
    .enabled(if: CurlTransport.isAvailable, "no libcurl here"))
  func cut() async throws {
    let response = HTTPResponse(status: 200, body: .bytes(Array(repeating: 65, count: 100)))
    for cut in [HTTPAnswer.Cut.dropped, .truncated(50)] {
      let echo = try Echo(answer: HTTPAnswer(response, cut: cut))
      await #expect(throws: TransportFailure.self) {
        try await echo.client.send(HTTPRequest(.get, echo.url))
      }
    }
  }

  // MARK: Misbehaving clients

  @Test(
    "A handshake that stalls or trickles is cut off in time",
    arguments: ["", "\u{16}\u{3}", "\u{16}\u{3}\u{1}\u{1}\u{0}\u{1}"])
  func stalled(_ text: String) throws {
    let echo = try Echo(requestTime: .milliseconds(100))
    let client = try #require(RawClient(echo.server, text.isEmpty ? "\u{16}" : text))
    #expect(client.isLeft)
    #expect(Patience.isMet { echo.server.connectionCount == 0 })
  }

  @Test("Non-TLS data is refused with an alert, and a client that leaves midway leaves no trace")
  func garbage() throws {
    let echo = try Echo()
    for bytes in [
      [0x16, 3, 1, 0, 5, 1, 2, 3, 4, 5], [0x15, 3, 3, 0, 2, 2, 40], [0x16, 3, 1, 0xFF, 0xFF, 0],
      (0..<2000).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ 128) },
    ] as [[UInt8]] {
      let client = try #require(RawClient(echo.server, ""))
      _ = client.socket.send(bytes[...])
      // An alert, or nothing: some bytes are only the beginning of a record.
      client.socket.shutDown()
    }
    #expect(Patience.isMet { echo.server.connectionCount == 0 })
    let client = try #require(RawClient(echo.server, ""))
    _ = client.socket.send([0x17, 3, 3, 0, 5, 1, 2, 3, 4, 5][...])
    #expect(Array(client.read().utf8.prefix(2)) == [0x15, 3])
  }

  @Test("A plain request at a TLS port, and TLS at a plain port, are answered and noted")
  func mixedUp() throws {
    let secure = try Echo()
    let request = "GET / HTTP/1.1\r\nHost: a\r\n\r\n"
    let text = try #require(RawClient(secure.server, request)).read()
    #expect(text.hasPrefix("HTTP/1.1 400 Bad Request\r\n"))
    #expect(text.hasSuffix("write `https://` instead of `http://`\n"))
    #expect(secure.notes == [.httpAtTLSPort])
    let plain = try Echo(isSecure: false)
    // A handshake without a line feed, for which the server would wait.
    let hello = try #require(RawClient(plain.server, "\u{16}\u{3}\u{1}\u{2}\u{0}\u{1}"))
    let answer = hello.read()
    #expect(answer.hasPrefix("HTTP/1.1 400 Bad Request\r\n"))
    #expect(answer.hasSuffix("write `http://` instead of `https://`\n"))
    #expect(plain.notes == [.tlsAtPlainPort])
  }

  @Test("It stops while clients are in the middle of a handshake, or idle after one")
  func stops() async throws {
    let echo = try Echo()
    let clients = (0..<8).compactMap { _ in RawClient(echo.server, "\u{16}\u{3}") }
    if CurlTransport.isAvailable {
      _ = try await echo.client.send(HTTPRequest(.get, echo.url))
    }
    echo.server.stop(grace: Patience.limit)
    #expect(echo.server.connectionCount == 0)
    for client in clients { #expect(client.isLeft) }
  }

  // MARK: Certificates and keys

  @Test("An unusable certificate or key is refused with the reason")
  func refused() {
    func reading(_ certificate: String, _ key: String) -> TLSIdentity.Reading {
      TLSIdentity.read(certificate: Array(certificate.utf8), key: Array(key.utf8))
    }
    func word(_ certificate: String, _ key: String) -> String { "\(reading(certificate, key))" }
    let (certificate, key) = (TestCertificate.certificate, TestCertificate.key)
    #expect(reading(certificate, key).identity != nil)
    #expect(reading(certificate + "\n" + certificate, key).identity != nil)
    #expect(reading(key + "\n" + certificate, certificate + "\n" + key).identity != nil)
    #expect(word(certificate, TestCertificate.otherKey) == "otherKey")
    #expect(word(certificate, TestCertificate.encryptedKey) == "encryptedKey")
    for text in ["", "nonsense", key, "\u{0}", certificate.replacing("B", with: "C")] {
      #expect(word(text, key) == "badCertificate", "\(text.prefix(30))")
    }
    #expect(
      word(certificate + "\n-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n", key)
        == "badCertificate")
    for text in ["", "nonsense", certificate] {
      #expect(word(certificate, text) == "badKey", "\(text.prefix(30))")
    }
    let chain = Array(repeating: certificate, count: 100).joined(separator: "\n")
    #expect(word(chain, key) == "refused(\"\")")
  }
}
#endif
