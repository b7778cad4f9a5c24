/// Writes each response as HTTP/1.1 bytes into one buffer, so that it can be sent at once.
///
/// The buffers are reused for each response of a connection.
struct WireResponse {
  /// What happens to the connection after a response.
  enum Connection {
    case stays
    /// The connection stays open, and a header says so, because the client expects it to close.
    case staysAsAsked
    case ends
  }

  /// The bytes of the last written response.
  private(set) var bytes: [UInt8] = []
  private var body: [UInt8] = []

  /// Writes a response in place of the previous one.
  ///
  /// If a header field contains a line break or another invalid byte, a 500 response is written
  /// instead. Otherwise a value that a handler copies from a request could become a second
  /// response.
  ///
  /// - Parameters:
  ///   - response: The response without length and connection headers, which this method writes.
  ///   - isToHead: Whether the response answers a `HEAD` request, and so has no body.
  ///   - connection: What happens to the connection afterwards.
  mutating func write(
    _ response: HTTPResponse, isToHead: Bool = false, connection: Connection
  ) {
    let areSound = response.headers.fields.allSatisfy {
      HTTPField.isToken($0.name.utf8) && $0.value.utf8.allSatisfy(HTTPField.isValueByte)
    }
    guard areSound, 200..<600 ~= response.status else {
      return write(HTTPResponse(status: 500), isToHead: isToHead, connection: .ends)
    }
    let hasBody = response.status != 204 && response.status != 304
    body.removeAll(keepingCapacity: true)
    let type = response.body.write(to: &body)
    bytes.removeAll(keepingCapacity: true)
    append("HTTP/1.1 ")
    append(String(response.status))
    append(" ")
    append(WireResponse.reason(response.status))
    append("\r\n")
    var hasType = false
    for field in response.headers.fields where !WireResponse.isOfConnection(field.name) {
      hasType = hasType || HTTPHeaders.same(field.name, "Content-Type")
      append(field.name, field.value)
    }
    if let type, !hasType { append("Content-Type", type) }
    if hasBody { append("Content-Length", String(body.count)) }
    switch connection {
    case .stays: break
    case .staysAsAsked: append("Connection", "keep-alive")
    case .ends: append("Connection", "close")
    }
    append("\r\n")
    if hasBody, !isToHead { bytes += body }
  }

  private mutating func append(_ text: String) { bytes += text.utf8 }

  private mutating func append(_ name: String, _ value: String) {
    append(name)
    append(": ")
    append(value)
    append("\r\n")
  }

  /// Whether only this writer may set a header, because it describes the connection or the body's
  /// length.
  ///
  /// In a response, such a header is ignored.
  private static func isOfConnection(_ name: String) -> Bool {
    HTTPHeaders.same(name, "Content-Length") || HTTPHeaders.same(name, "Connection")
      || HTTPHeaders.same(name, "Transfer-Encoding")
  }

  /// Returns the reason phrase of a status (RFC 9110, section 15), for people who read a trace.
  private static func reason(_ status: Int) -> String {
    switch status {
    case 200: "OK"
    case 201: "Created"
    case 204: "No Content"
    case 302: "Found"
    case 303: "See Other"
    case 304: "Not Modified"
    case 400: "Bad Request"
    case 401: "Unauthorized"
    case 403: "Forbidden"
    case 404: "Not Found"
    case 405: "Method Not Allowed"
    case 408: "Request Timeout"
    case 409: "Conflict"
    case 413: "Content Too Large"
    case 415: "Unsupported Media Type"
    case 421: "Misdirected Request"
    case 429: "Too Many Requests"
    case 431: "Request Header Fields Too Large"
    case 500: "Internal Server Error"
    case 501: "Not Implemented"
    case 502: "Bad Gateway"
    case 503: "Service Unavailable"
    case 504: "Gateway Timeout"
    case 505: "HTTP Version Not Supported"
    default: ""
    }
  }
}

extension HTTPBody {
  /// The body as bytes, and its content type; the type is `nil` for bytes and for no body.
  package var onWire: (bytes: [UInt8], type: String?) {
    if case .bytes(let bytes) = self { return (bytes, nil) }
    var bytes: [UInt8] = []
    let type = write(to: &bytes)
    return (bytes, type)
  }

  /// Appends the body's bytes.
  ///
  /// - Returns: The content type; `nil` for bytes and for no body.
  func write(to buffer: inout [UInt8]) -> String? {
    switch self {
    case .none: return nil
    case .json(let value):
      value.write(to: &buffer)
      return "application/json"
    case .form(let pairs):
      buffer += FormEncoding.encode(pairs).utf8
      return "application/x-www-form-urlencoded"
    case .bytes(let bytes):
      buffer += bytes
      return nil
    }
  }
}
