import Testing
import TestSupport

@testable import FlowHTTP

/// Requests in wire format.
struct HTTPRequestDecoderTests {
  private static let limits = HTTPServerLimits(
    headBytes: 512, fields: 8, bodyBytes: 64, connections: 4, requestTime: .seconds(1),
    idleTime: .seconds(1))

  private static func decode(
    _ text: String, piece: Int = .max
  ) throws(HTTPRefusal) -> [HTTPRequestDecoder.Message] {
    var decoder = HTTPRequestDecoder(host: "127.0.0.1:80", limits: limits)
    var rest = Array(text.utf8)[...]
    var messages: [HTTPRequestDecoder.Message] = []
    while !rest.isEmpty {
      decoder.feed(rest.prefix(piece))
      rest = rest.dropFirst(piece)
      while let message = try decoder.next() { messages.append(message) }
    }
    return messages
  }

  private static func bytes(_ request: HTTPRequest) -> String {
    if case .bytes(let bytes) = request.body { String(decoding: bytes, as: UTF8.self) } else { "" }
  }

  private static let three =
    "POST /a?b=c HTTP/1.1\r\nHost: localhost:9\r\nContent-Length: 3\r\n\r\nabc"
    + "POST /d HTTP/1.1\r\nHOST: x\r\nTransfer-Encoding: Chunked\r\n\r\n"
    + "2;ext=1\r\nhe\r\n3\r\nllo\r\n0\r\nTrailer: passed over\r\n\r\n"
    + "\r\nGET /e HTTP/1.1\r\nHost: y\r\nConnection: close\r\n\r\n"

  @Test("Requests that are sent without waiting are read one by one, however they are split")
  func pipelined() throws {
    for piece in [1, 2, 3, 7, 1000] {
      let messages = try Self.decode(Self.three, piece: piece)
      try #require(messages.count == 3)
      #expect(messages.map(\.request.method) == [.post, .post, .get])
      #expect(
        messages.map(\.request.url.description) == [
          "http://localhost:9/a?b=c", "http://x/d", "http://y/e",
        ])
      #expect(messages.map { Self.bytes($0.request) } == ["abc", "hello", ""])
      #expect(messages.map(\.keepsConnection) == [true, true, false])
    }
  }

  /// Refused requests, with the status; most are ways to smuggle a request past another reader.
  static let refused: [(text: String, status: Int)] = [
    ("GET / HTTP/1.1\r\n\r\n", 400),
    ("GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", 400),
    ("GET / HTTP/1.1\nHost: a\r\n\r\n", 400),
    ("GET / HTTP/1.1\r\nHost: a\n\n", 400),
    ("GET  / HTTP/1.1\r\nHost: a\r\n\r\n", 400),
    ("GET / HTTP/1.1 x\r\nHost: a\r\n\r\n", 400),
    ("GET /\r\nHost: a\r\n\r\n", 400),
    ("GET / HTTP/2.0\r\nHost: a\r\n\r\n", 505),
    ("GET / HTTX/1.1\r\nHost: a\r\n\r\n", 400),
    ("BREW / HTTP/1.1\r\nHost: a\r\n\r\n", 501),
    ("G\u{1}T / HTTP/1.1\r\nHost: a\r\n\r\n", 400),
    ("GET / HTTP/1.1\r\nHost: a b\r\n\r\n", 400),
    ("GET / HTTP/1.1\r\nHost: user@a\r\n\r\n", 400),
    ("GET /c HTTP/1.1\r\nHost: a/b\r\n\r\n", 400),
    ("GET /c HTTP/1.1\r\nHost: a?b\r\n\r\n", 400),
    ("GET /c HTTP/1.1\r\nHost: a#b\r\n\r\n", 400),
    ("GET http://a/c HTTP/1.1\r\nHost: a/b\r\n\r\n", 400),
    ("GET /c HTTP/1.1\r\nHost: \r\n\r\n", 400),
    ("GET /c#d HTTP/1.1\r\nHost: a\r\n\r\n", 400),
    ("GET / HTTP/1.1\r\nHost : a\r\n\r\n", 400),
    ("GET / HTTP/1.1\r\nHost: a\r\n folded: b\r\n\r\n", 400),
    ("GET / HTTP/1.1\r\nHost: a\r\nX: b\rc\r\n\r\n", 400),
    ("GET / HTTP/1.1\r\nHost: a\r\nX: b\u{0}c\r\n\r\n", 400),
    ("GET / HTTP/1.1\r\nHost: a\r\n: b\r\n\r\n", 400),
    ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\nabc", 400),
    ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nContent-Length: 3\r\n\r\nabc", 400),
    ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3, 3\r\n\r\nabc", 400),
    ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: +3\r\n\r\nabc", 400),
    ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: -3\r\n\r\nabc", 400),
    ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: \r\n\r\nabc", 400),
    ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 65\r\n\r\n", 413),
    ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999999999999999\r\n\r\n", 413),
    (
      "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\nabc",
      400
    ),
    ("POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400),
    ("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip, chunked\r\n\r\n", 501),
    ("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nx\r\n", 400),
    ("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nabc\r\n", 400),
    ("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n2\nab\r\n0\r\n\r\n", 400),
    ("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nFFFFFFFFFFFFFFFF\r\n", 400),
    ("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n41\r\n", 413),
    ("GET / HTTP/1.1\r\nHost: a\r\nX: " + String(repeating: "x", count: 600), 431),
    ("GET /" + String(repeating: "x", count: 600), 431),
    (
      "GET / HTTP/1.1\r\nHost: a\r\n" + String(repeating: "X: y\r\n", count: 8) + "\r\n", 431
    ),
    (String(repeating: "\r\n", count: 5), 400),
    ("\u{16}\u{3}\u{1} no TLS here\r\n\r\n", 400),
  ]

  @Test("An ambiguous request is refused", arguments: refused)
  func refuses(_ row: (text: String, status: Int)) {
    for piece in [1, 5, .max] {
      let fault = #expect(throws: HTTPRefusal.self) {
        try Self.decode(row.text, piece: piece)
      }
      #expect(fault?.status == row.status)
    }
  }

  @Test("HTTP/1.0 needs no host, and keeps the connection only on request")
  func oldVersion() throws {
    let messages = try Self.decode(
      "GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\nGET /b HTTP/1.0\r\n\r\n")
    #expect(messages.map(\.keepsConnection) == [true, false])
    #expect(messages.first?.request.url.description == "http://127.0.0.1/")
  }

  @Test("A whole URL as target, and the target `*`, are accepted")
  func targets() throws {
    let messages = try Self.decode(
      "GET http://b:8/c?d HTTP/1.1\r\nHost: a\r\n\r\nOPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n")
    #expect(messages.map(\.request.url.description) == ["http://b:8/c?d", "http://a/"])
  }

  @Test("A client that waits for permission to send its body gets it once")
  func leave() throws {
    var decoder = HTTPRequestDecoder(host: "x", limits: Self.limits)
    let head = "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n"
    decoder.feed(Array(head.utf8)[...])
    #expect(try decoder.next() == nil)
    #expect(decoder.awaitsContinue)
    decoder.didContinue()
    #expect(try decoder.next() == nil)
    #expect(!decoder.awaitsContinue)
    decoder.feed(Array("ok".utf8)[...])
    #expect(try decoder.next() != nil)
    #expect(decoder.isIdle)
  }

  @Test("Mutants of requests are read or refused, and never trap")
  func mutants() {
    var random = SeededGenerator(seed: 11)
    let original = Array(Self.three.utf8)
    for _ in 0..<4000 {
      var bytes = original
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        guard !bytes.isEmpty else { break }
        let at = Int.random(in: bytes.indices, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: bytes[at] = UInt8.random(in: 0...255, using: &random)
        case 1: bytes.remove(at: at)
        case 2: bytes.insert(UInt8.random(in: 0...255, using: &random), at: at)
        default: bytes.removeLast(min(bytes.count - 1, at))
        }
      }
      var decoder = HTTPRequestDecoder(host: "x", limits: Self.limits)
      var count = 0
      decoder.feed(bytes[...])
      while let _ = try? decoder.next() {
        count += 1
        guard count <= bytes.count else { break }
      }
      #expect(count < 16)
    }
  }
}

extension HTTPRequestDecoder.Message: Equatable {
  static func == (left: Self, right: Self) -> Bool {
    left.request == right.request && left.keepsConnection == right.keepsConnection
  }
}
