/// Parses one HTTP/1.1 response from the bytes of a connection (RFC 9112).
///
/// The decoder doesn't use a socket. `feed` adds bytes, `finish` marks the connection's end, and
/// `response` is the response after its last byte was added.
struct HTTPResponseDecoder {
  /// The maximum length of the line with a chunk's size and extensions (RFC 9112, section 7.1.1).
  static let chunkLineBytesMax = 256

  private enum State {
    case statusLine
    case fields
    case body(remaining: Int)
    case bodyUntilClose
    case chunkSize
    case chunk(remaining: Int)
    case chunkEnd
    case trailer
    case done
  }

  private let method: HTTPMethod
  private let limits: HTTPLimits
  private var state = State.statusLine
  /// The current line, without its end.
  private var line: [UInt8] = []
  private var headBytes = 0
  private var status = HTTPStatusLine(minorVersion: 1, status: 0)
  private var headers = HTTPHeaders()
  private var body: [UInt8] = []
  private var hasMoreThanAnswer = false

  /// Whether any byte was received.
  private(set) var hasBegun = false

  init(method: HTTPMethod, limits: HTTPLimits) {
    self.method = method
    self.limits = limits
  }

  /// The response; `nil` until it is complete.
  var response: HTTPResponse? {
    guard case .done = state else { return nil }
    return HTTPResponse(
      status: status.status, headers: headers, body: body.isEmpty ? .none : .bytes(body))
  }

  /// Whether another request may follow on the connection (RFC 9112, section 9.3).
  var keepsConnection: Bool {
    guard case .done = state, !hasMoreThanAnswer, status.minorVersion >= 1 else { return false }
    return !headers.lists("Connection", "close")
  }

  /// Adds the next bytes.
  mutating func feed(_ bytes: ArraySlice<UInt8>) throws(TransportFailure) {
    var rest = bytes
    hasBegun = hasBegun || !bytes.isEmpty
    while !rest.isEmpty {
      switch state {
      case .body(let remaining):
        let left = try take(remaining, of: &rest)
        state = left == 0 ? .done : .body(remaining: left)
      case .bodyUntilClose: _ = try take(rest.count, of: &rest)
      case .chunk(let remaining):
        let left = try take(remaining, of: &rest)
        state = left == 0 ? .chunkEnd : .chunk(remaining: left)
      case .done:
        hasMoreThanAnswer = true
        return
      case .statusLine, .fields, .chunkSize, .chunkEnd, .trailer:
        if let line = try takeLine(&rest) { try read(line) }
      }
    }
  }

  /// Marks the end of the connection.
  ///
  /// - Throws: `TransportFailure.dropped` if the response isn't complete.
  mutating func finish() throws(TransportFailure) {
    switch state {
    case .done: hasMoreThanAnswer = true
    case .bodyUntilClose:
      state = .done
      hasMoreThanAnswer = true
    default:
      throw hasBegun ? .cutOff : .unanswered
    }
  }

  /// Moves up to `count` bytes to the body, and returns the number of bytes that are still missing.
  private mutating func take(
    _ count: Int, of rest: inout ArraySlice<UInt8>
  ) throws(TransportFailure) -> Int {
    let part = rest.prefix(count)
    guard body.count + part.count <= limits.bodyBytes else { throw .bodyTooLarge(limits) }
    body += part
    rest = rest.dropFirst(part.count)
    return count - part.count
  }

  /// Returns the next complete line, which must end in CR LF; `nil` if the line isn't complete yet.
  private mutating func takeLine(
    _ rest: inout ArraySlice<UInt8>
  ) throws(TransportFailure) -> ArraySlice<UInt8>? {
    let end = rest.firstIndex(of: UInt8(ascii: "\n"))
    let part = rest[..<(end.map { $0 + 1 } ?? rest.endIndex)]
    rest = rest[part.endIndex...]
    line += part
    try checkLine(grownBy: part.count)
    guard end != nil else { return nil }
    defer { line = [] }
    let content = line.dropLast(2)
    guard line.dropLast().last == UInt8(ascii: "\r"), !content.contains(UInt8(ascii: "\r")) else {
      throw .malformed("a line of the response doesn't end in CR LF")
    }
    return content
  }

  private mutating func checkLine(grownBy count: Int) throws(TransportFailure) {
    switch state {
    case .chunkSize, .chunkEnd:
      guard line.count <= HTTPResponseDecoder.chunkLineBytesMax else { throw .badChunk }
    default:
      headBytes += count
      guard headBytes <= limits.headBytes else { throw .headTooLarge(limits) }
    }
  }

  private mutating func read(_ line: ArraySlice<UInt8>) throws(TransportFailure) {
    switch state {
    case .statusLine:
      status = try HTTPStatusLine(line)
      state = .fields
    case .fields where line.isEmpty: try beginBody()
    case .fields: try headers.append(line: line)
    case .chunkSize:
      let size = try chunkSize(line)
      state = size == 0 ? .trailer : .chunk(remaining: size)
    case .chunkEnd:
      guard line.isEmpty else { throw .badChunk }
      state = .chunkSize
    // Trailers are ignored (RFC 9110, section 6.5.1).
    case .trailer: if line.isEmpty { state = .done }
    case .body, .bodyUntilClose, .chunk, .done: break
    }
  }

  /// Determines from the head where the body ends (RFC 9112, section 6.3).
  private mutating func beginBody() throws(TransportFailure) {
    if 100..<200 ~= status.status {
      guard status.status != 101 else {
        throw .malformed("the server switched protocols without a request to do so")
      }
      headers = HTTPHeaders()
      state = .statusLine
      return
    }
    let hasNoBody = method == .head || status.status == 204 || status.status == 304
    let length = try headers.contentLength()
    let codings = headers.all("Transfer-Encoding")
    if hasNoBody {
      state = .done
    } else if !codings.isEmpty {
      guard length == nil, status.minorVersion >= 1, codings.count == 1,
        HTTPHeaders.same(codings[0], "chunked")
      else { throw .malformed("the framing of the response's body is unsafe") }
      state = .chunkSize
    } else if let length {
      guard length <= limits.bodyBytes else { throw .bodyTooLarge(limits) }
      body.reserveCapacity(length)
      state = length == 0 ? .done : .body(remaining: length)
    } else {
      state = .bodyUntilClose
    }
  }

  private func chunkSize(_ line: ArraySlice<UInt8>) throws(TransportFailure) -> Int {
    guard let size = HTTPChunk.size(line) else { throw .badChunk }
    guard size <= limits.bodyBytes - body.count else { throw .bodyTooLarge(limits) }
    return size
  }
}

extension TransportFailure {
  static let unanswered = TransportFailure.dropped("the connection ended without a response")
  static let cutOff = TransportFailure.dropped(
    "the connection ended before the response was complete")
  static let badChunk = TransportFailure.malformed("a chunk of the response is invalid")

  static func headTooLarge(_ limits: HTTPLimits) -> TransportFailure {
    .malformed("the response's header fields have more than \(limits.headBytes) bytes")
  }

  static func bodyTooLarge(_ limits: HTTPLimits) -> TransportFailure {
    .malformed("the response's body has more than \(limits.bodyBytes) bytes")
  }
}
