import TestSupport
import Testing

@testable import FlowHTTP

@Suite struct HTTPResponseDecoderTests {
  private static let limits = HTTPLimits(headBytes: 400, bodyBytes: 100, timeout: .seconds(1))

  /// An answer and its parsed form; `rest` is the data after it on the connection.
  struct Sample: Sendable, CustomTestStringConvertible {
    let name: String
    let text: String
    var method = HTTPMethod.get
    var status = 200
    var headers: HTTPHeaders = [:]
    var body = ""
    var endsAtClose = false
    var keeps = true
    var testDescription: String { name }
  }

  static let whole = [
    Sample(
      name: "a length", text: "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello",
      headers: ["Content-Length": "5"], body: "hello"),
    Sample(
      name: "no body", text: "HTTP/1.1 429 \r\ncontent-length: 0\r\nRetry-After: 2\r\n\r\n",
      status: 429,
      headers: ["content-length": "0", "Retry-After": "2"]),
    Sample(
      name: "no reason phrase", text: "HTTP/1.1 200\r\nContent-Length: 1\r\n\r\nx",
      headers: ["Content-Length": "1"], body: "x"),
    Sample(
      name: "chunks",
      text:
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
        + "3\r\nabc\r\nA;x=y\r\n0123456789\r\n0\r\n\r\n",
      headers: ["Transfer-Encoding": "chunked"], body: "abc0123456789"),
    Sample(
      name: "chunks with a trailer",
      text:
        "HTTP/1.1 200 OK\r\ntransfer-encoding: Chunked\r\n\r\n"
        + "01 \r\na\r\n000\r\nSet-Cookie: a=1\r\nX: y\r\n\r\n",
      headers: ["transfer-encoding": "Chunked"], body: "a"),
    Sample(
      name: "no chunk", text: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
      headers: ["Transfer-Encoding": "chunked"]),
    Sample(
      name: "until the end", text: "HTTP/1.1 200 OK\r\nX: y\r\n\r\nall of it", headers: ["X": "y"],
      body: "all of it", endsAtClose: true, keeps: false),
    Sample(
      name: "interim answers",
      text:
        "HTTP/1.1 100 Continue\r\nX: no\r\n\r\n"
        + "HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 201 Created\r\nContent-Length: 2\r\n\r\nok",
      status: 201, headers: ["Content-Length": "2"], body: "ok"),
    Sample(
      name: "204", text: "HTTP/1.1 204 No Content\r\nX: y\r\n\r\n", status: 204, headers: ["X": "y"]
    ),
    Sample(
      name: "304 with a length", text: "HTTP/1.1 304 Not Modified\r\nContent-Length: 50\r\n\r\n",
      status: 304, headers: ["Content-Length": "50"]),
    Sample(
      name: "HEAD with a length", text: "HTTP/1.1 200 OK\r\nContent-Length: 5000\r\n\r\n",
      method: .head,
      headers: ["Content-Length": "5000"]),
    Sample(
      name: "HEAD with chunks", text: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n",
      method: .head, headers: ["Transfer-Encoding": "chunked"]),
    Sample(
      name: "lengths that agree",
      text: "HTTP/1.1 200 OK\r\nContent-Length: 2, 2\r\nContent-Length: 2\r\n\r\nok",
      headers: HTTPHeaders(fields: [
        HTTPHeaders.Field("Content-Length", "2, 2"), HTTPHeaders.Field("Content-Length", "2"),
      ]), body: "ok"),
    Sample(
      name: "cookies, blanks, a folded line and letters outside ASCII",
      text:
        "HTTP/1.1 200 OK\r\n"
        + "Set-Cookie:a=1\r\nSet-Cookie: \t b=2 \t\r\n"
        + "X: 1\r\n  2\r\nEmpty:\r\nName: é\r\nContent-Length: 0\r\n\r\n",
      headers: HTTPHeaders(fields: [
        HTTPHeaders.Field("Set-Cookie", "a=1"), HTTPHeaders.Field("Set-Cookie", "b=2"),
        HTTPHeaders.Field("X", "1 2"), HTTPHeaders.Field("Empty", ""),
        HTTPHeaders.Field("Name", "é"),
        HTTPHeaders.Field("Content-Length", "0"),
      ])),
    Sample(
      name: "closing",
      text: "HTTP/1.1 200 OK\r\nConnection: x, Close\r\nContent-Length: 1\r\n\r\nx",
      headers: ["Connection": "x, Close", "Content-Length": "1"], body: "x", keeps: false),
    Sample(
      name: "HTTP/1.0", text: "HTTP/1.0 200 OK\r\nContent-Length: 1\r\n\r\nx",
      headers: ["Content-Length": "1"], body: "x", keeps: false),
    Sample(
      name: "a body as long as allowed",
      text: "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n" + String(repeating: "x", count: 100),
      headers: ["Content-Length": "100"], body: String(repeating: "x", count: 100)),
  ]

  private static func check(_ decoder: HTTPResponseDecoder, _ sample: Sample, _ place: String) {
    #expect(decoder.response?.status == sample.status, "\(place)")
    #expect(decoder.response?.headers == sample.headers, "\(place)")
    let body: HTTPBody = sample.body.isEmpty ? .none : .bytes(Array(sample.body.utf8))
    #expect(decoder.response?.body == body, "\(place)")
    #expect(decoder.keepsConnection == sample.keeps, "\(place)")
  }

  @Test("An answer is read whole, wherever its bytes are split", arguments: whole)
  func splits(sample: Sample) throws {
    let bytes = Array(sample.text.utf8)
    for split in 0...bytes.count {
      var decoder = HTTPResponseDecoder(
        method: sample.method, limits: HTTPResponseDecoderTests.limits)
      try decoder.feed(bytes[..<split])
      try decoder.feed(bytes[split...])
      if sample.endsAtClose {
        #expect(decoder.response == nil)
        try decoder.finish()
      }
      HTTPResponseDecoderTests.check(decoder, sample, "split at \(split)")
    }
  }

  @Test("An answer is read whole when its bytes arrive one at a time", arguments: whole)
  func single(sample: Sample) throws {
    var decoder = HTTPResponseDecoder(
      method: sample.method, limits: HTTPResponseDecoderTests.limits)
    for byte in sample.text.utf8 {
      #expect(decoder.response == nil)
      try decoder.feed([byte])
    }
    if sample.endsAtClose { try decoder.finish() }
    HTTPResponseDecoderTests.check(decoder, sample, "single bytes")
  }

  @Test(
    "An answer that ends before its end was dropped",
    arguments: whole.filter { !$0.endsAtClose })
  func truncated(sample: Sample) throws {
    let bytes = Array(sample.text.utf8)
    for end in 0..<bytes.count {
      var decoder = HTTPResponseDecoder(
        method: sample.method, limits: HTTPResponseDecoderTests.limits)
      try decoder.feed(bytes[..<end])
      #expect(decoder.response == nil)
      #expect(decoder.hasBegun == (end > 0))
      let failure = #expect(throws: TransportFailure.self) { try decoder.finish() }
      guard case .dropped = failure else {
        Issue.record("cut at \(end): \(String(describing: failure))")
        continue
      }
    }
  }

  @Test(
    "Bytes after an answer make its connection unusable for another",
    arguments: whole.filter { !$0.endsAtClose })
  func leftovers(sample: Sample) throws {
    var decoder = HTTPResponseDecoder(
      method: sample.method, limits: HTTPResponseDecoderTests.limits)
    try decoder.feed(Array((sample.text + "x").utf8)[...])
    let body: HTTPBody = sample.body.isEmpty ? .none : .bytes(Array(sample.body.utf8))
    #expect(decoder.response?.body == body)
    #expect(!decoder.keepsConnection)
  }

  private static let head = "HTTP/1.1 200 OK\r\n"

  @Test(
    "An ambiguous answer is malformed",
    arguments: [
      "\r\n", "hello\r\n", "HTTP/2 200\r\n", "HTTP/1.1200 OK\r\n", "HTTP/1.1 20 OK\r\n",
      "HTTP/1.1 099 OK\r\n", "HTTP/1.1 2000 OK\r\n", "HTTP/1.1 2x0 OK\r\n", "HTTP/1.1  200 OK\r\n",
      "http/1.1 200 OK\r\n", "ICY 200 OK\r\n", "<html>\r\n", "HTTP/1.x 200 OK\r\n",
      " HTTP/1.1 200 OK\r\n",
      "HTTP/1.1 200 OK\n", "HTTP/1.1 200\rOK\r\n", "HTTP/1.1 101 Switching Protocols\r\n\r\n",
      head + "Name\r\n", head + ": value\r\n", head + "Na me: value\r\n", head + "Name : value\r\n",
      head + " folded\r\n", head + "Name: a\u{0}b\r\n", head + "Name: a\u{7F}\r\n",
      head + "Name: a\rb\r\n",
      head + "Name: a\n", head + "Näme: a\r\n",
      head + "Content-Length: x\r\n\r\n", head + "Content-Length:\r\n\r\n",
      head + "Content-Length: -1\r\n\r\n", head + "Content-Length: +1\r\n\r\n",
      head + "Content-Length: 1 1\r\n\r\n", head + "Content-Length: 1,2\r\n\r\n",
      head + "Content-Length: 1,\r\n\r\n", head + "Content-Length: 1\r\nContent-Length: 2\r\n\r\n",
      head + "Content-Length: 99999999999999999999\r\n\r\n", head + "Content-Length: 101\r\n\r\n",
      head + "Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n",
      head + "Transfer-Encoding: gzip\r\n\r\n", head + "Transfer-Encoding: gzip, chunked\r\n\r\n",
      head + "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n",
      head + "Transfer-Encoding: chunked, identity\r\n\r\n",
      head + "Transfer-Encoding: xchunked\r\n\r\n",
      "HTTP/1.0 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n",
      head + "\r\n" + String(repeating: "x", count: 101),
    ])
  func malformed(text: String) {
    expectMalformed(text)
  }

  @Test(
    "A chunk with wrong framing is malformed",
    arguments: [
      "\r\n", "x\r\n", "-1\r\n", "+1\r\n", "0x1\r\n", " 1\r\n", "1 1\r\n", "1\n", "65\r\n",
      "FFFFFFFFFFFFFFFF\r\n",
      "7FFFFFFFFFFFFFFF\r\n", "00000000000000001\r\n", "1\r\nab\r\n", "1\r\na1\r\n", "1\r\na\n",
      "1;" + String(repeating: "x", count: 256) + "\r\n", String(repeating: "1", count: 300),
      "64\r\n" + String(repeating: "x", count: 100) + "\r\n1\r\n", "0\r\nX: y\n",
    ])
  func malformedChunks(text: String) {
    expectMalformed(HTTPResponseDecoderTests.head + "Transfer-Encoding: chunked\r\n\r\n" + text)
  }

  @Test(
    "A head longer than allowed is malformed, including interim answers and trailers"
  )
  func longHeads() {
    let head = HTTPResponseDecoderTests.head
    expectMalformed(String(repeating: "x", count: 401))
    expectMalformed(head + "X: " + String(repeating: "x", count: 400))
    expectMalformed(head + String(repeating: "X: y\r\n", count: 70))
    expectMalformed(String(repeating: "HTTP/1.1 100 Continue\r\n\r\n", count: 17))
    expectMalformed(
      head + "Transfer-Encoding: chunked\r\n\r\n0\r\n" + String(repeating: "X: y\r\n", count: 70))
  }

  private func expectMalformed(_ text: String) {
    for count in [1, text.utf8.count] {
      var decoder = HTTPResponseDecoder(method: .get, limits: HTTPResponseDecoderTests.limits)
      let failure = #expect(throws: TransportFailure.self) {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
          try decoder.feed(rest.prefix(count))
          rest = rest.dropFirst(count)
        }
      }
      guard case .malformed = failure else {
        Issue.record("\(String(describing: failure))")
        continue
      }
    }
  }

  @Test("A mutant of an answer is read or refused, never a crash")
  func mutants() {
    var random = SeededGenerator(seed: 3)
    for sample in HTTPResponseDecoderTests.whole {
      for _ in 0..<500 {
        var bytes = Array(sample.text.utf8)
        for _ in 0..<Int.random(in: 1...3, using: &random) {
          let place = Int.random(in: 0..<bytes.count, using: &random)
          bytes[place] = UInt8.random(in: 0...255, using: &random)
        }
        var decoder = HTTPResponseDecoder(
          method: sample.method, limits: HTTPResponseDecoderTests.limits)
        do {
          try decoder.feed(bytes[...])
          try decoder.finish()
        } catch {
          continue
        }
        #expect(decoder.response != nil)
      }
    }
  }
}
