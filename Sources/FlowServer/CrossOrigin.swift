import FlowHTTP

/// What pages of other origins may do with the org (Fetch, section 3.3): those of this machine all,
/// as an app under development needs it; others nothing.
enum CrossOrigin {
  /// What pages may read besides the body.
  private static let exposed =
    "Date, Retry-After, WWW-Authenticate, x-okta-request-id, x-rate-limit-limit, "
    + "x-rate-limit-remaining, x-rate-limit-reset, X-Flow-Rule, X-Flow-Session-Rule, X-Flow-Factors"
  /// How long a browser may remember the answer to its question, in seconds.
  private static let age = "600"
  /// How many names of header fields a page may ask for.
  private static let namesMax = 50

  /// The origin of a request, where a page of this machine sends it.
  static func allowed(_ request: HTTPRequest) -> String? {
    guard let origin = request.headers["Origin"], let url = HTTPURL(origin), url.isLoopback,
      url.origin == origin
    else { return nil }
    return origin
  }

  /// Whether a request is of no other origin than the org's own, as far as a browser says: programs
  /// that aren't browsers say nothing, and an address that a person types comes from none.
  static func isOwn(_ request: HTTPRequest) -> Bool {
    if let site = request.headers["Sec-Fetch-Site"], !["same-origin", "none"].contains(site) {
      return false
    }
    guard let origin = request.headers["Origin"] else { return true }
    guard let url = HTTPURL(origin) else { return false }
    // Behind something that speaks https the scheme differs.
    return url.host == request.url.host
      && (url.port == request.url.port || request.url.port == HTTPURL.Scheme.http.port)
  }

  /// Lets a page of this machine read an answer.
  static func open(_ response: inout HTTPResponse, to request: HTTPRequest) {
    response.headers.fields.append(HTTPHeaders.Field("Vary", "Origin"))
    guard let origin = allowed(request) else { return }
    response.headers.fields += [
      HTTPHeaders.Field("Access-Control-Allow-Origin", origin),
      HTTPHeaders.Field("Access-Control-Allow-Credentials", "true"),
      HTTPHeaders.Field("Access-Control-Expose-Headers", exposed),
    ]
  }

  /// Answers `OPTIONS`: a browser's question whether a page may send something, or anybody's.
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
    // A page from a public address that is let into this machine says so itself.
    if request.headers["Access-Control-Request-Private-Network"] == "true" {
      response.headers["Access-Control-Allow-Private-Network"] = "true"
    }
    return response
  }
}
