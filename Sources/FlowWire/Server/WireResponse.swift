/// A response as the bytes of HTTP/1.1, to be sent at once.
enum WireResponse {
  /// Writes a response.
  ///
  /// A header field that would break out of its line ends in a 500 instead: what a handler takes over
  /// from a request must not become a second response.
  ///
  /// - Parameters:
  ///   - response: The response; its length and connection are written here.
  ///   - isToHead: Whether it answers a `HEAD`, which has the head alone.
  ///   - keepsConnection: Whether another request may follow.
  /// - Returns: The whole message.
  static func bytes(
    _ response: HTTPResponse, isToHead: Bool = false, keepsConnection: Bool
  ) -> [UInt8] {
    let areSound = response.headers.fields.allSatisfy {
      HTTPField.isToken($0.name.utf8) && $0.value.utf8.allSatisfy(HTTPField.isValueByte)
    }
    guard areSound, 200..<600 ~= response.status else {
      return bytes(HTTPResponse(status: 500), isToHead: isToHead, keepsConnection: false)
    }
    let hasBody = response.status != 204 && response.status != 304
    let (body, type) = response.body.onWire
    var bytes: [UInt8] = []
    bytes.reserveCapacity(body.count + 512)
    func write(_ text: String) { bytes.append(contentsOf: text.utf8) }
    write("HTTP/1.1 \(response.status) \(reason(response.status))\r\n")
    for field in response.headers.fields where !isOfConnection(field.name) {
      write("\(field.name): \(field.value)\r\n")
    }
    if let type, response.headers["Content-Type"] == nil { write("Content-Type: \(type)\r\n") }
    if hasBody { write("Content-Length: \(body.count)\r\n") }
    if !keepsConnection { write("Connection: close\r\n") }
    write("\r\n")
    if hasBody, !isToHead { bytes += body }
    return bytes
  }

  /// Whether a field is about the connection, and so the server's own to write.
  private static func isOfConnection(_ name: String) -> Bool {
    HTTPHeaders.same(name, "Content-Length") || HTTPHeaders.same(name, "Connection")
      || HTTPHeaders.same(name, "Transfer-Encoding")
  }

  /// The words beside a status (RFC 9110, section 15), for the person who reads a trace.
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
    case 413: "Content Too Large"
    case 415: "Unsupported Media Type"
    case 429: "Too Many Requests"
    case 431: "Request Header Fields Too Large"
    case 500: "Internal Server Error"
    case 501: "Not Implemented"
    case 503: "Service Unavailable"
    case 505: "HTTP Version Not Supported"
    default: ""
    }
  }
}

extension HTTPBody {
  /// The body as it travels, and the type that says what it is.
  package var onWire: (bytes: [UInt8], type: String?) {
    switch self {
    case .none: ([], nil)
    case .json(let value): (value.bytes(), "application/json")
    case .form(let pairs):
      (Array(FormEncoding.encode(pairs).utf8), "application/x-www-form-urlencoded")
    case .bytes(let bytes): (bytes, nil)
    }
  }
}
