/// Parses HTTP/1.1 requests from the bytes of a connection (RFC 9112).
///
/// The decoder doesn't use a socket. `feed` adds bytes, and `next` returns each request after its
/// last byte was added. Pipelined requests are returned in order.
struct HTTPRequestDecoder {
  /// A request, and the options for the connection from the head of the request.
  struct Message {
    var request: HTTPRequest
    /// Whether another request may follow on the connection.
    var keepsConnection: Bool
    /// Whether the client expects the connection to close unless the response says otherwise.
    var expectsClose: Bool
  }

  /// The maximum number of empty lines before a request (RFC 9112, section 2.2).
  private static let emptyLinesMax = 4

  private enum State {
    case head
    case body(HTTPRequestHead, length: Int)
    case chunkSize(HTTPRequestHead)
    case chunk(HTTPRequestHead, remaining: Int)
    case chunkEnd(HTTPRequestHead)
    case trailer(HTTPRequestHead)
  }

  private let limits: HTTPServerLimits
  private let host: String
  private let scheme: HTTPURL.Scheme
  private var state = State.head
  /// The received bytes; the bytes from `start` on are unread.
  private var buffer: [UInt8] = []
  private var start = 0
  /// The offset at which the search for the end of a head or line continues.
  private var scanned = 0
  private var body: [UInt8] = []
  private var emptyLines = 0
  private var trailerBytes = 0

  /// Whether the client waits for `100 Continue`; true at most once per request.
  private(set) var awaitsContinue = false

  /// Creates a decoder.
  ///
  /// - Parameters:
  ///   - host: The host and port for a request that names none.
  ///   - limits: The limits of a request.
  ///   - scheme: The scheme for a request that names none.
  init(host: String, limits: HTTPServerLimits, scheme: HTTPURL.Scheme = .http) {
    self.host = host
    self.limits = limits
    self.scheme = scheme
  }

  /// Whether no part of a request was received.
  var isIdle: Bool {
    if case .head = state { start == buffer.count } else { false }
  }

  /// Adds the next bytes.
  mutating func feed(_ bytes: ArraySlice<UInt8>) {
    if start > 0 {
      buffer.removeSubrange(..<start)
      scanned -= start
      start = 0
    }
    buffer += bytes
  }

  /// Returns the next request; `nil` if more bytes are needed.
  mutating func next() throws(HTTPRefusal) -> Message? {
    while true {
      switch state {
      case .head:
        guard let head = try takeHead() else { return nil }
        awaitsContinue = head.awaitsContinue
        switch head.framing {
        case .length(let length): state = .body(head, length: length)
        case .chunked: state = .chunkSize(head)
        }
      case .body(let head, let length):
        guard buffer.count - start >= length else { return nil }
        body = Array(buffer[start..<start + length])
        return message(head, endingAt: start + length)
      case .chunkSize(let head):
        guard let line = try takeLine() else { return nil }
        let size = try chunkSize(line)
        trailerBytes = 0
        state = size == 0 ? .trailer(head) : .chunk(head, remaining: size)
      case .chunk(let head, let remaining):
        guard buffer.count > start else { return nil }
        let part = buffer[start...].prefix(remaining)
        body += part
        advance(to: part.endIndex)
        let left = remaining - part.count
        state = left == 0 ? .chunkEnd(head) : .chunk(head, remaining: left)
      case .chunkEnd(let head):
        guard let line = try takeLine() else { return nil }
        guard line.isEmpty else { throw .badChunk }
        state = .chunkSize(head)
      case .trailer(let head):
        guard let line = try takeLine() else { return nil }
        trailerBytes += line.count + 2
        guard trailerBytes <= limits.headBytes else { throw .headTooLarge(limits) }
        // Trailers are ignored (RFC 9110, section 6.5.1).
        if line.isEmpty { return message(head, endingAt: start) }
      }
    }
  }

  /// Records that `100 Continue` was sent.
  mutating func didContinue() {
    awaitsContinue = false
  }

  private mutating func message(_ head: HTTPRequestHead, endingAt end: Int) -> Message {
    advance(to: end)
    state = .head
    awaitsContinue = false
    emptyLines = 0
    let taken = body
    body = []
    return Message(
      request: HTTPRequest(
        head.method, head.url, headers: head.headers,
        body: taken.isEmpty ? .none : .bytes(taken)),
      keepsConnection: head.keepsConnection, expectsClose: head.expectsClose)
  }

  private mutating func advance(to index: Int) {
    start = index
    scanned = index
  }

  /// Returns the head; `nil` if its last line isn't complete yet.
  private mutating func takeHead() throws(HTTPRefusal) -> HTTPRequestHead? {
    while let end = lineEnd() {
      guard end > start, buffer[end - 1] == UInt8(ascii: "\r") else {
        throw .bad("a line doesn't end in CR LF")
      }
      scanned = end + 1
      guard end - 1 != start else {
        emptyLines += 1
        guard emptyLines <= HTTPRequestDecoder.emptyLinesMax else {
          throw .bad("the request line is invalid")
        }
        advance(to: end + 1)
        continue
      }
      try checkHead(endingAt: end)
      // An empty line follows if the previous line feed is directly before this line's CR LF.
      guard buffer[end - 2] == UInt8(ascii: "\n") else { continue }
      let head = try HTTPRequestHead(
        buffer[start..<end - 1], host: host, limits: limits, scheme: scheme)
      advance(to: end + 1)
      return head
    }
    scanned = buffer.count
    try checkHead(endingAt: buffer.count)
    return nil
  }

  private func checkHead(endingAt end: Int) throws(HTTPRefusal) {
    guard end - start <= limits.headBytes else { throw .headTooLarge(limits) }
  }

  /// Returns a line of the chunk framing without its end; `nil` if the line isn't complete yet.
  private mutating func takeLine() throws(HTTPRefusal) -> ArraySlice<UInt8>? {
    guard let end = lineEnd() else {
      scanned = buffer.count
      // The buffer may already have the CR of a line with the maximum length, but not the LF.
      guard buffer.count - start <= HTTPResponseDecoder.chunkLineBytesMax + 1 else {
        throw .badChunk
      }
      return nil
    }
    let line = buffer[start..<max(start, end - 1)]
    guard end > start, buffer[end - 1] == UInt8(ascii: "\r"),
      line.count <= HTTPResponseDecoder.chunkLineBytesMax, line.allSatisfy(HTTPField.isValueByte)
    else { throw .badChunk }
    advance(to: end + 1)
    return line
  }

  private func lineEnd() -> Int? {
    buffer[scanned...].firstIndex(of: UInt8(ascii: "\n"))
  }

  private func chunkSize(_ line: ArraySlice<UInt8>) throws(HTTPRefusal) -> Int {
    guard let size = HTTPChunk.size(line) else { throw .badChunk }
    guard size <= limits.bodyBytes - body.count else { throw .bodyTooLarge(limits) }
    return size
  }
}

extension HTTPRefusal {
  static let badChunk = HTTPRefusal.bad("a chunk of the request is invalid")

  static func headTooLarge(_ limits: HTTPServerLimits) -> HTTPRefusal {
    HTTPRefusal(431, "the request's head has more than \(limits.headBytes) bytes")
  }
}
