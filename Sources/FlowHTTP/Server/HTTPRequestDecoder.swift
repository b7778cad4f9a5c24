/// Reads HTTP/1.1 requests from the bytes of a connection as they come (RFC 9112).
///
/// It knows no socket: bytes go in by `feed`, and `next` gives each request once it is whole, those
/// that a client sent without waiting for answers in their order.
struct HTTPRequestDecoder {
  /// A request, and what its head says of the connection.
  struct Message {
    var request: HTTPRequest
    /// Whether another request may follow on the connection.
    var keepsConnection: Bool
    /// Whether the client must be told so, where it does.
    var expectsClose: Bool
  }

  /// How many empty lines are passed over before a request (RFC 9112, section 2.2).
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
  /// What came and is not taken yet, from `start` on.
  private var buffer: [UInt8] = []
  private var start = 0
  /// As far as no end of a head or line was found.
  private var scanned = 0
  private var body: [UInt8] = []
  private var emptyLines = 0
  private var trailerBytes = 0

  /// Whether the client waits to be told to go on; true once a request.
  private(set) var awaitsContinue = false

  /// - Parameters:
  ///   - host: The host and port of a request that names none.
  ///   - limits: How much is taken.
  ///   - scheme: The scheme of a request that names none.
  init(host: String, limits: HTTPServerLimits, scheme: HTTPURL.Scheme = .http) {
    self.host = host
    self.limits = limits
    self.scheme = scheme
  }

  /// Whether no byte of a request is waiting for the rest.
  var isIdle: Bool {
    if case .head = state { start == buffer.count } else { false }
  }

  /// Takes the bytes that came next.
  mutating func feed(_ bytes: ArraySlice<UInt8>) {
    if start > 0 {
      buffer.removeSubrange(..<start)
      scanned -= start
      start = 0
    }
    buffer += bytes
  }

  /// The next request, `nil` where more bytes must come first.
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
        // What a trailer says is passed over (RFC 9110, section 6.5.1).
        if line.isEmpty { return message(head, endingAt: start) }
      }
    }
  }

  /// Tells that the client was told to go on.
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

  /// The head, once its last line has come.
  private mutating func takeHead() throws(HTTPRefusal) -> HTTPRequestHead? {
    while let end = lineEnd() {
      guard end > start, buffer[end - 1] == UInt8(ascii: "\r") else {
        throw .bad("a line ends in another way than HTTP's")
      }
      scanned = end + 1
      guard end - 1 != start else {
        emptyLines += 1
        guard emptyLines <= HTTPRequestDecoder.emptyLinesMax else {
          throw .bad("the request line is not one")
        }
        advance(to: end + 1)
        continue
      }
      try checkHead(endingAt: end)
      // An empty line: the one before ended right in front of this line's CR LF.
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

  /// A line of the framing of chunks without its end.
  private mutating func takeLine() throws(HTTPRefusal) -> ArraySlice<UInt8>? {
    guard let end = lineEnd() else {
      scanned = buffer.count
      // The CR of a line that is as long as it may be can have come without its LF.
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
  static let badChunk = HTTPRefusal.bad("a chunk of the request is not framed as one")

  static func headTooLarge(_ limits: HTTPServerLimits) -> HTTPRefusal {
    HTTPRefusal(431, "the request's head has more than \(limits.headBytes) bytes")
  }
}
