import FlowHTTP

/// Decides what pages of other origins may do (Fetch, section 3.3).
///
/// Pages of this machine may do everything, because an app under development needs that. Pages of
/// other machines may do nothing.
enum CrossOrigin {
  /// The headers that pages may read.
  private static let exposed =
    "Date, Retry-After, WWW-Authenticate, x-okta-request-id, x-rate-limit-limit, "
    + "x-rate-limit-remaining, x-rate-limit-reset, X-Flow-Rule, X-Flow-Session-Rule, X-Flow-Factors"
  /// The time for which a browser may cache the answer to a preflight request, in seconds.
  private static let age = "600"
  /// The maximum number of header names that a page may request.
  private static let namesMax = 50

  /// Returns the origin of a request if a page of this machine sent it, or `nil`.
  static func allowed(_ request: HTTPRequest) -> String? {
    guard let origin = request.headers["Origin"], let url = HTTPURL(origin), url.isLoopback,
      url.origin == origin
    else { return nil }
    return origin
  }

  /// Whether a request is from the org's own origin, as reported by the browser.
  ///
  /// Programs other than browsers send no origin. Browsers send none for an address that the user
  /// types.
  static func isOwn(_ request: HTTPRequest) -> Bool {
    if let site = request.headers["Sec-Fetch-Site"], !["same-origin", "none"].contains(site) {
      return false
    }
    guard let origin = request.headers["Origin"] else { return true }
    guard let url = HTTPURL(origin) else { return false }
    // The schemes differ behind an https proxy.
    return url.host == request.url.host
      && (url.port == request.url.port || request.url.port == HTTPURL.Scheme.http.port)
  }

  /// Allows a page of this machine to read an answer.
  static func open(_ response: inout HTTPResponse, to request: HTTPRequest) {
    response.headers.fields.append(HTTPHeaders.Field("Vary", "Origin"))
    guard let origin = allowed(request) else { return }
    response.headers.fields += [
      HTTPHeaders.Field("Access-Control-Allow-Origin", origin),
      HTTPHeaders.Field("Access-Control-Allow-Credentials", "true"),
      HTTPHeaders.Field("Access-Control-Expose-Headers", exposed),
    ]
  }

  /// Answers an `OPTIONS` request, such as a browser's preflight request.
  static func preflight(_ request: HTTPRequest) -> HTTPResponse {
    var response = HTTPResponse(
      status: 204, headers: ["Allow": "GET, HEAD, POST, OPTIONS", "Vary": "Origin"])
    guard let origin = allowed(request), request.headers["Access-Control-Request-Method"] != nil
    else { return response }
    response.headers.fields += [
      HTTPHeaders.Field("Access-Control-Allow-Origin", origin),
      HTTPHeaders.Field("Access-Control-Allow-Credentials", "true"),
      HTTPHeaders.Field("Access-Control-Allow-Methods", "GET, HEAD, POST, OPTIONS"),
      HTTPHeaders.Field("Access-Control-Max-Age", age),
    ]
    let names = (request.headers["Access-Control-Request-Headers"] ?? "")
      .split(separator: ",").map { $0.filter { $0 != " " } }
    let areNames = names.allSatisfy { name in
      name.utf8.allSatisfy { 0x21...0x7E ~= $0 && $0 != UInt8(ascii: ":") }
    }
    if !names.isEmpty, names.count <= namesMax, areNames {
      response.headers["Access-Control-Allow-Headers"] = names.joined(separator: ", ")
    }
    // If a page of a public address may send requests to this machine, this header must permit it.
    if request.headers["Access-Control-Request-Private-Network"] == "true" {
      response.headers["Access-Control-Allow-Private-Network"] = "true"
    }
    return response
  }
}
