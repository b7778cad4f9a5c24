import FlowText

/// The request line and the header fields of a request (RFC 9112, sections 3 and 5).
///
/// Everything that two parsers could read differently is refused. Examples are a line that doesn't
/// end in CR LF, a folded line, a space before a colon, a second length, a length together with
/// chunks, and a path in the host.
struct HTTPRequestHead {
  /// The framing of the body.
  enum Framing: Hashable {
    case length(Int)
    case chunked
  }

  let method: HTTPMethod
  let url: HTTPURL
  let headers: HTTPHeaders
  let framing: Framing
  /// Whether another request may follow on the connection.
  let keepsConnection: Bool
  /// Whether the client expects the connection to close unless the server keeps it open (HTTP/1.0).
  let expectsClose: Bool
  /// Whether the client waits for `100 Continue` before it sends the body.
  let awaitsContinue: Bool

  /// Parses a head without its final empty line.
  ///
  /// - Parameters:
  ///   - bytes: The lines, each with its end.
  ///   - host: The host and port for a request that names none (HTTP/1.0).
  ///   - limits: The limits of a request.
  ///   - scheme: The scheme for a request that names none.
  /// - Throws: `HTTPRefusal`.
  init(
    _ bytes: ArraySlice<UInt8>, host: String, limits: HTTPServerLimits,
    scheme: HTTPURL.Scheme = .http
  ) throws(HTTPRefusal) {
    var rest = bytes
    let line = try HTTPRequestHead.line(&rest)
    let words = line.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
    guard words.count == 3 else { throw .bad("the request line is invalid") }
    let minor = try HTTPRequestHead.minorVersion(words[2])
    guard HTTPField.isToken(words[0]) else { throw .bad("the request line is invalid") }
    guard let method = HTTPMethod(rawValue: String(decoding: words[0], as: UTF8.self)) else {
      throw HTTPRefusal(501, "this method isn't supported")
    }
    headers = try HTTPRequestHead.fields(&rest, limits: limits)
    let hosts = headers.all("Host")
    guard hosts.count == 1 || (hosts.isEmpty && minor == 0) else {
      throw .bad("a request must name its host exactly once")
    }
    self.method = method
    let name = hosts.first ?? host
    guard HTTPRequestHead.isAuthority(name) else { throw .bad("the request's host is invalid") }
    url = try HTTPRequestHead.url(words[1], host: name, scheme)
    framing = try HTTPRequestHead.framing(headers, minor: minor, limits: limits)
    keepsConnection =
      minor >= 1
      ? !headers.lists("Connection", "close") : headers.lists("Connection", "keep-alive")
    expectsClose = minor == 0
    awaitsContinue = minor >= 1 && headers.lists("Expect", "100-continue")
  }

  /// Removes the next line from `rest`, and returns it without its end.
  private static func line(
    _ rest: inout ArraySlice<UInt8>
  ) throws(HTTPRefusal) -> ArraySlice<UInt8> {
    guard let end = rest.firstIndex(of: UInt8(ascii: "\n")), end > rest.startIndex,
      rest[end - 1] == UInt8(ascii: "\r")
    else { throw .bad("a line doesn't end in CR LF") }
    defer { rest = rest[(end + 1)...] }
    let line = rest[..<(end - 1)]
    guard line.allSatisfy(HTTPField.isValueByte) else {
      throw .bad("a line of the head has a control character")
    }
    return line
  }

  private static func minorVersion(_ word: ArraySlice<UInt8>) throws(HTTPRefusal) -> Int {
    guard word.count == 8, word.starts(with: "HTTP/".utf8), let minor = word.last,
      word.dropFirst(6).first == UInt8(ascii: "."), ASCII.isDigit(minor)
    else { throw .bad("the request line is invalid") }
    guard word.dropFirst(5).first == UInt8(ascii: "1") else {
      throw HTTPRefusal(505, "this server supports only HTTP/1.1")
    }
    return Int(minor - UInt8(ascii: "0"))
  }

  private static func fields(
    _ rest: inout ArraySlice<UInt8>, limits: HTTPServerLimits
  ) throws(HTTPRefusal) -> HTTPHeaders {
    var headers = HTTPHeaders()
    while !rest.isEmpty {
      let line = try line(&rest)
      guard let colon = line.firstIndex(of: UInt8(ascii: ":")), HTTPField.isToken(line[..<colon])
      else { throw .bad("a header field is invalid") }
      guard headers.fields.count < limits.fields else {
        throw HTTPRefusal(431, "the request has more than \(limits.fields) header fields")
      }
      headers.fields.append(
        HTTPHeaders.Field(
          String(decoding: line[..<colon], as: UTF8.self),
          HTTPField.trimmed(line[(colon + 1)...])))
    }
    return headers
  }

  /// Whether a `Host` value is a host with an optional port (RFC 9112, section 3.2).
  private static func isAuthority(_ host: String) -> Bool {
    !host.utf8.contains { "/?#".utf8.contains($0) } && HTTPURL("http://\(host)/") != nil
  }

  /// Returns the URL of a request target in any of the target's forms (RFC 9112, section 3.2).
  private static func url(
    _ target: ArraySlice<UInt8>, host: String, _ scheme: HTTPURL.Scheme
  ) throws(HTTPRefusal) -> HTTPURL {
    let text = String(decoding: target, as: UTF8.self)
    let isPath = target.first == UInt8(ascii: "/")
    let origin = "\(scheme.rawValue)://\(host)"
    let whole = text == "*" ? "\(origin)/" : isPath ? "\(origin)\(text)" : text
    // Clients never send a fragment.
    guard !target.contains(UInt8(ascii: "#")), let url = HTTPURL(whole) else {
      throw .bad("the request's target isn't a URL")
    }
    return url
  }

  /// Returns how the body's end is determined (RFC 9112, section 6.3).
  private static func framing(
    _ headers: HTTPHeaders, minor: Int, limits: HTTPServerLimits
  ) throws(HTTPRefusal) -> Framing {
    let lengths = headers.all("Content-Length")
    let codings = headers.all("Transfer-Encoding")
    guard codings.isEmpty else {
      guard lengths.isEmpty, minor >= 1 else {
        throw .bad("the framing of the request's body is unsafe")
      }
      guard codings.count == 1, HTTPHeaders.same(codings[0], "chunked") else {
        throw HTTPRefusal(501, "the only supported transfer coding is `chunked`")
      }
      return .chunked
    }
    guard let text = lengths.first else { return .length(0) }
    guard lengths.count == 1, !text.isEmpty, text.utf8.allSatisfy(ASCII.isDigit) else {
      throw .bad("the request's length isn't a number, or is given twice")
    }
    guard let length = Int(text), length <= limits.bodyBytes else {
      throw .bodyTooLarge(limits)
    }
    return .length(length)
  }
}

extension HTTPRefusal {
  static func bodyTooLarge(_ limits: HTTPServerLimits) -> HTTPRefusal {
    HTTPRefusal(413, "the request's body has more than \(limits.bodyBytes) bytes")
  }
}
