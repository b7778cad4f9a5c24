import TestSupport
import Testing

@testable import FlowHTTP

#if os(Linux)
import CFlowHTTP

extension CurlTransport {
  /// Whether this machine has a usable libcurl.
  static var isAvailable: Bool { flow_curl_is_available() != 0 }
}
#endif

/// The same servers for each transport that this machine can use.
@Suite(.realTime, .timeLimit(.minutes(5))) struct TransportTests {
  enum Kind: String, Sendable, CaseIterable {
    case socket
    case curl

    /// The transports that this machine can use.
    static var usable: [Kind] {
      #if os(Linux)
      CurlTransport.isAvailable ? allCases : [.socket]
      #else
      [.socket]
      #endif
    }

    func transport(_ limits: HTTPLimits = .patient) -> any Transport {
      switch self {
      case .socket: LoopbackTransport(limits: limits)
      case .curl:
        #if os(Linux)
        CurlTransport(limits: limits)
        #else
        LoopbackTransport(limits: limits)
        #endif
      }
    }
  }

  /// Failures compared by their case, because their texts differ.
  enum Failure: String, Sendable {
    case cancelled, unreachable, dropped, timedOut, insecure, malformed, unavailable

    init(_ failure: TransportFailure) {
      self =
        switch failure {
        case .cancelled: .cancelled
        case .unreachable: .unreachable
        case .dropped: .dropped
        case .timedOut: .timedOut
        case .insecure: .insecure
        case .malformed: .malformed
        case .unavailable: .unavailable
        }
    }
  }

  private static func url(_ port: Int, _ path: String = "/") -> HTTPURL {
    HTTPURL(scheme: .http, host: "127.0.0.1", port: port, path: path)
  }

  private static func failure(
    _ transport: any Transport, _ request: HTTPRequest
  ) async -> Failure? {
    do throws(TransportFailure) {
      _ = try await transport.send(request)
      return nil
    } catch {
      return Failure(error)
    }
  }

  // If libcurl is missing, the tables above run only with the socket; this test reports it.
  #if os(Linux)
  @Test("libcurl can be opened", .enabled(if: CurlTransport.isAvailable, "no libcurl here"))
  func hasCurl() {
    #expect(Kind.usable == [.socket, .curl])
  }
  #endif

  struct Answer: Sendable, CustomTestStringConvertible {
    let name: String
    let text: String
    var method = HTTPMethod.post
    let status: Int
    var body = ""
    var header: [String] = []
    var testDescription: String { name }
  }

  private static let answers = [
    Answer(
      name: "JSON stays bytes",
      text: "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}",
      status: 200, body: "{}", header: ["Content-Type", "application/json"]),
    Answer(
      name: "chunks",
      text:
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
        + "3\r\nabc\r\n2\r\nde\r\n0\r\nX: trailer\r\n\r\n",
      status: 200, body: "abcde"),
    Answer(
      name: "a body until the end", text: "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nthe end",
      status: 200,
      body: "the end"),
    Answer(
      name: "401 with a Basic challenge",
      text:
        "HTTP/1.1 401 Unauthorized\r\nWWW-Authenticate: Basic realm=\"x\"\r\n"
        + "Content-Length: 2\r\n\r\nno",
      status: 401, body: "no", header: ["WWW-Authenticate", "Basic realm=\"x\""]),
    Answer(
      name: "a redirect is an answer",
      text: "HTTP/1.1 307 Temporary Redirect\r\nLocation: /elsewhere\r\nContent-Length: 0\r\n\r\n",
      status: 307, header: ["Location", "/elsewhere"]),
    Answer(
      name: "a redirect to an app",
      text: "HTTP/1.1 302 Found\r\nLocation: com.app:/callback?code=1\r\nContent-Length: 0\r\n\r\n",
      method: .get, status: 302, header: ["Location", "com.app:/callback?code=1"]),
    Answer(
      name: "429",
      text: "HTTP/1.1 429 Too Many Requests\r\nRetry-After: 7\r\nContent-Length: 0\r\n\r\n",
      status: 429, header: ["Retry-After", "7"]),
    Answer(
      name: "500", text: "HTTP/1.1 500 Internal Server Error\r\nContent-Length: 4\r\n\r\noops",
      status: 500,
      body: "oops"),
    Answer(name: "204", text: "HTTP/1.1 204 No Content\r\n\r\n", method: .delete, status: 204),
    Answer(
      name: "HEAD", text: "HTTP/1.1 200 OK\r\nContent-Length: 99999999\r\n\r\n", method: .head,
      status: 200,
      header: ["Content-Length", "99999999"]),
    Answer(
      name: "an interim answer",
      text:
        "HTTP/1.1 103 Early Hints\r\nX: no\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nx",
      status: 200, body: "x"),
    Answer(
      name: "compressed bytes stay as they came",
      text: "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 3\r\n\r\nabc",
      status: 200,
      body: "abc", header: ["Content-Encoding", "gzip"]),
  ]

  @Test("An answer of any status is an answer", arguments: Kind.usable, answers)
  func answered(kind: Kind, answer: Answer) async throws {
    let server = try ScriptedServer([.read, .send(answer.text)])
    let body: HTTPBody = answer.method == .post ? .json(["a": 1]) : .none
    let response = try await kind.transport().send(
      HTTPRequest(answer.method, TransportTests.url(server.port), body: body))
    #expect(response.status == answer.status)
    #expect(response.body == (answer.body.isEmpty ? .none : .bytes(Array(answer.body.utf8))))
    #expect(response.headers["X"] == nil)
    if let name = answer.header.first { #expect(response.headers[name] == answer.header.last) }
    #expect(server.requests.count == 1)
  }

  struct Breakdown: Sendable, CustomTestStringConvertible {
    let name: String
    let script: [ScriptedServer.Action]
    let failure: Failure
    var testDescription: String { name }
  }

  private static let breakdowns = [
    Breakdown(
      name: "a truncated body",
      script: [.read, .send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc")],
      failure: .dropped),
    Breakdown(
      name: "a truncated chunk",
      script: [.read, .send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n9\r\nabc")],
      failure: .dropped),
    Breakdown(
      name: "an end inside the head",
      script: [.read, .send("HTTP/1.1 200 OK\r\nContent-Ty")], failure: .dropped),
    Breakdown(
      name: "an end after the status line",
      script: [.read, .send("HTTP/1.1 200 OK\r\n")], failure: .dropped),
    Breakdown(name: "an end before the answer", script: [.read], failure: .dropped),
    Breakdown(name: "a reset before the answer", script: [.read, .reset], failure: .dropped),
    Breakdown(name: "no answer at all", script: [.read, .keepSilent], failure: .timedOut),
    Breakdown(
      name: "an answer that stops",
      script: [.read, .send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc"), .keepSilent],
      failure: .timedOut),
    Breakdown(
      name: "garbage", script: [.read, .send("220 mail.example.com ESMTP\r\n\r\n"), .keepSilent],
      failure: .malformed),
    Breakdown(
      name: "two lengths",
      script: [
        .read, .send("HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\nab"),
      ], failure: .malformed),
    Breakdown(
      name: "a header of a megabyte",
      script: [
        .read, .send("HTTP/1.1 200 OK\r\nX: \(String(repeating: "x", count: 1 << 20))\r\n\r\n"),
      ], failure: .malformed),
    Breakdown(
      name: "endless header fields",
      script: [.read, .send("HTTP/1.1 200 OK\r\n"), .sendForEver("X: y\r\n")], failure: .malformed),
    Breakdown(
      name: "an endless body",
      script: [
        .read, .send("HTTP/1.1 200 OK\r\n\r\n"), .sendForEver(String(repeating: "x", count: 4_096)),
      ], failure: .malformed),
    Breakdown(
      name: "endless chunks",
      script: [
        .read, .send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"),
        .sendForEver("4\r\nabcd\r\n"),
      ], failure: .malformed),
    Breakdown(
      name: "endless trailers",
      script: [
        .read, .send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n"),
        .sendForEver("X: y\r\n"),
      ], failure: .malformed),
    Breakdown(
      name: "endless interim answers",
      script: [.read, .sendForEver("HTTP/1.1 103 Early Hints\r\nX: y\r\n\r\n")],
      failure: .malformed),
    Breakdown(
      name: "a body announced as longer than allowed",
      script: [
        .read, .send("HTTP/1.1 200 OK\r\nContent-Length: 99999999999\r\n\r\nabc"), .keepSilent,
      ],
      failure: .malformed),
  ]

  @Test(
    "An exchange without an answer is a failure of its kind", arguments: Kind.usable, breakdowns)
  func broken(kind: Kind, breakdown: Breakdown) async throws {
    let server = try ScriptedServer(breakdown.script)
    let limits = HTTPLimits(headBytes: 64 << 10, bodyBytes: 64 << 10, timeout: Patience.limit)
    let timeout: Duration? = breakdown.failure == .timedOut ? .milliseconds(50) : nil
    let request = HTTPRequest(
      .post, TransportTests.url(server.port), body: .json(["a": 1]), timeout: timeout)
    let start = ContinuousClock.now
    #expect(await TransportTests.failure(kind.transport(limits), request) == breakdown.failure)
    #expect(ContinuousClock.now - start < Patience.limit)
    // Never twice; a time limit may pass before a busy machine has sent anything.
    #expect(server.requests.count == 1 || timeout != nil && server.requests.isEmpty)
  }

  @Test("A port without a listener is unreachable", arguments: Kind.usable)
  func refused(kind: Kind) async throws {
    let deaf = try BoundSocket()
    let request = HTTPRequest(.get, TransportTests.url(deaf.port))
    #expect(await TransportTests.failure(kind.transport(), request) == .unreachable)
    withExtendedLifetime(deaf) {}
  }

  @Test("A timeout of zero expires at once", arguments: Kind.usable)
  func noTime(kind: Kind) async throws {
    let server = try ScriptedServer([.read, .keepSilent])
    let request = HTTPRequest(.get, TransportTests.url(server.port), timeout: .zero)
    #expect(await TransportTests.failure(kind.transport(), request) == .timedOut)
  }

  @Test("Canceling the task ends the exchange", arguments: Kind.usable)
  func cancelled(kind: Kind) async throws {
    let server = try ScriptedServer([.read, .keepSilent])
    let request = HTTPRequest(.get, TransportTests.url(server.port))
    let task = Task { await TransportTests.failure(kind.transport(), request) }
    await server.requestArrives()
    let start = ContinuousClock.now
    task.cancel()
    #expect(await task.value == .cancelled)
    #expect(ContinuousClock.now - start < Patience.limit)
  }

  @Test("A task that was canceled before sends nothing", arguments: Kind.usable)
  func cancelledBefore(kind: Kind) async throws {
    let server = try ScriptedServer([.read, .keepSilent])
    let request = HTTPRequest(.get, TransportTests.url(server.port))
    let task = Task {
      cancelCurrentTask()
      return await TransportTests.failure(kind.transport(), request)
    }
    #expect(await task.value == .cancelled)
    #expect(server.connectionCount == 0)
  }

  private static let ok = "HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nx"

  @Test("One connection serves several requests", arguments: Kind.usable)
  func kept(kind: Kind) async throws {
    let server = try ScriptedServer([
      .read, .send(TransportTests.ok), .read, .send(TransportTests.ok),
    ])
    let transport = kind.transport()
    for path in ["/1", "/2"] {
      let request = HTTPRequest(
        .post, TransportTests.url(server.port, path), body: .bytes(Array("b".utf8)))
      #expect(try await transport.send(request).status == 200)
    }
    #expect(server.connectionCount == 1)
    #expect(server.requests.map { $0.prefix(7) } == ["POST /1", "POST /2"])
  }

  @Test("If the server ended the kept connection, a new one is opened", arguments: Kind.usable)
  func stale(kind: Kind) async throws {
    let server = try ScriptedServer(
      [.read, .send(TransportTests.ok)], [.read, .send(TransportTests.ok)])
    let transport = kind.transport()
    let request = HTTPRequest(
      .post, TransportTests.url(server.port), body: .bytes(Array("b".utf8)))
    #expect(try await transport.send(request).status == 200)
    await server.connectionEnds()
    #expect(try await transport.send(request).status == 200)
    #expect(server.requests.count == 2)
  }

  @Test(
    "A POST that may have reached the server isn't sent again", arguments: Kind.usable, ["b", ""])
  func notTwice(kind: Kind, body: String) async throws {
    // The second request is read on the kept connection, which then ends without an answer.
    let server = try ScriptedServer(
      [.read, .send(TransportTests.ok), .read], [.read, .send(TransportTests.ok)],
      [.read, .send(TransportTests.ok)])
    let transport = kind.transport()
    func request(_ path: String) -> HTTPRequest {
      HTTPRequest(
        .post, TransportTests.url(server.port, path), body: .bytes(Array(body.utf8)))
    }
    #expect(try await transport.send(request("/first")).status == 200)
    let failure = await TransportTests.failure(transport, request("/second"))
    // libcurl begins again, and is stopped because the body is missing. A request without a body
    // can't be stopped, and so uses a new connection from the start.
    #expect(failure == (kind == .curl && body.isEmpty ? nil : .dropped))
    if kind == .socket { #expect(server.connectionCount == 1) }
    #expect(server.requests.count { $0.hasPrefix("POST /second") } == 1)
  }

  @Test(
    "A GET is sent again if the kept connection ends without an answer", arguments: Kind.usable)
  func repeated(kind: Kind) async throws {
    let server = try ScriptedServer(
      [.read, .send(TransportTests.ok), .read], [.read, .send(TransportTests.ok)])
    let transport = kind.transport()
    for path in ["/first", "/second"] {
      let request = HTTPRequest(.get, TransportTests.url(server.port, path))
      #expect(try await transport.send(request).status == 200)
    }
    #expect(server.requests.map { $0.prefix(7) } == ["GET /fi", "GET /se", "GET /se"])
  }

  @Test("A GET is sent once if a new connection ends without an answer", arguments: Kind.usable)
  func notRepeated(kind: Kind) async throws {
    let server = try ScriptedServer([.read], [.read, .send(TransportTests.ok)])
    let request = HTTPRequest(.get, TransportTests.url(server.port))
    #expect(await TransportTests.failure(kind.transport(), request) == .dropped)
    #expect(server.requests.count == 1)
  }

  @Test("A connection that ends too soon is reported in the same words", arguments: Kind.usable)
  func endedEarly(kind: Kind) async throws {
    let ends: [([ScriptedServer.Action], TransportFailure)] = [
      ([.read], .unanswered), ([.read, .send("HTTP/1.1 200 OK\r\nX: y")], .cutOff),
    ]
    for (script, expected) in ends {
      let server = try ScriptedServer(
        [.read, .send(TransportTests.ok)] + script, script, script)
      let transport = kind.transport()
      let request = HTTPRequest(
        .post, TransportTests.url(server.port), body: .bytes(Array("b".utf8)))
      #expect(try await transport.send(request).status == 200)
      let failure = await #expect(throws: TransportFailure.self) {
        try await transport.send(request)
      }
      #expect(failure == expected)
    }
  }

  @Test("Requests at the same time each get their own answer", arguments: Kind.usable)
  func concurrent(kind: Kind) async throws {
    let server = try ScriptedServer(
      [.read, .send(TransportTests.ok)], [.read, .send(TransportTests.ok)],
      [.read, .send(TransportTests.ok)], [.read, .send(TransportTests.ok)])
    let transport = kind.transport()
    let request = HTTPRequest(.get, TransportTests.url(server.port))
    await withTaskGroup(of: Failure?.self) { group in
      for _ in 0..<4 { group.addTask { await TransportTests.failure(transport, request) } }
      for await failure in group { #expect(failure == nil) }
    }
    #expect(server.requests.count == 4)
  }
}
