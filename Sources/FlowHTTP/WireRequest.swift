/// A request in the form for the network: the body as bytes, and validated header fields.
struct WireRequest: Sendable {
  let method: HTTPMethod
  let url: HTTPURL
  let headers: HTTPHeaders
  let body: [UInt8]

  /// Encodes the body; throws if a header value contains a line break or another invalid byte.
  init(_ request: HTTPRequest) throws(TransportFailure) {
    var headers = request.headers
    let (body, type) = request.body.onWire
    if let type, headers["Content-Type"] == nil { headers["Content-Type"] = type }
    let areSound = headers.fields.allSatisfy {
      HTTPField.isToken($0.name.utf8) && $0.value.utf8.allSatisfy(HTTPField.isValueByte)
    }
    guard areSound else { throw .malformed("a header field of the request is invalid") }
    guard HTTPURL(request.url.description) == request.url else {
      throw .malformed("the request's URL is invalid")
    }
    method = request.method
    url = request.url
    self.headers = headers
    self.body = body
  }

  /// Whether the method is idempotent (RFC 9110, section 9.2.2).
  var isIdempotent: Bool {
    switch method {
    case .get, .head, .options, .put, .delete: true
    case .post: false
    }
  }

  /// The whole HTTP/1.1 message, to send at once.
  ///
  /// If the body were sent separately, it would wait for the acknowledgment of the head.
  func bytes() -> [UInt8] {
    var head = "\(method.rawValue) \(url.target) HTTP/1.1\r\nHost: \(url.authority)\r\n"
    for field in headers.fields { head += "\(field.name): \(field.value)\r\n" }
    if !body.isEmpty || method == .post || method == .put {
      head += "Content-Length: \(body.count)\r\n"
    }
    return Array((head + "\r\n").utf8) + body
  }
}
