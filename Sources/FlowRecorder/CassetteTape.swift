import FlowEngine
import FlowInterpreter
import FlowHTTP

/// Makes a cassette from the requests and responses of a run.
package enum CassetteTape {
  /// A request and its response, as the transport saw them.
  typealias Passed = (request: HTTPRequest, response: HTTPResponse)

  /// The header fields of answers that affect a script.
  private static let keptHeaders = [
    "Retry-After", "X-Flow-Rule", "X-Flow-Session-Rule", "X-Flow-Factors",
  ]

  /// Whether the cassette keeps a header field of an answer.
  static func isKept(_ name: String) -> Bool {
    keptHeaders.contains { $0.lowercased() == name.lowercased() }
  }

  /// Whether a header field of a request contains the sign-in context for a simulated org.
  package static func isCircumstance(_ name: String) -> Bool {
    name.lowercased().hasPrefix("x-flow-")
  }

  /// Makes a cassette.
  ///
  /// - Parameters:
  ///   - passed: The requests and responses, in order.
  ///   - issuer: The issuer of the requests.
  ///   - masker: Masks the secrets of the run.
  /// - Returns: The cassette, without the issuer's public description and keys.
  static func cassette(of passed: [Passed], issuer: HTTPURL, _ masker: Masker) -> Cassette {
    let bare = passed.filter { !isPublic($0.request) }.map { exchange in
      (request(exchange.request), answer(exchange.response))
    }
    var mask = CassetteMask(masker)
    for (request, answer) in bare {
      if let body = request.body { mask.learn(body, isSent: true) }
      if let body = answer.body { mask.learn(body, isSent: false) }
    }
    return Cassette(
      issuer: issuer,
      exchanges: bare.map { request, answer in
        var answer = answer
        answer.body = answer.body.map { mask.masked($0, isSent: false) }
        for index in answer.headers.indices {
          answer.headers[index].value = mask.text(answer.headers[index].value)
        }
        return Cassette.Exchange(request: masked(request, by: mask), answer: answer)
      })
  }

  /// Returns a request with the secrets masked.
  static func masked(_ request: Cassette.Request, by mask: CassetteMask) -> Cassette.Request {
    var request = request
    request.path = mask.text(request.path)
    request.body = request.body.map { mask.masked($0, isSent: true) }
    for index in request.headers.indices {
      request.headers[index].value = mask.text(request.headers[index].value)
    }
    return request
  }

  /// Whether a request is for a public document of an issuer.
  private static func isPublic(_ request: HTTPRequest) -> Bool {
    request.method == .get
      && (request.url.path.contains("/.well-known/") || request.url.path.hasSuffix("/keys"))
  }

  /// A request with its secrets.
  static func request(_ request: HTTPRequest) -> Cassette.Request {
    var made = Cassette.Request(method: request.method.rawValue, path: request.url.target)
    made.headers = request.headers.fields.filter { isCircumstance($0.name) }
    switch request.body {
    case .none: break
    case .json(let json): made.body = json
    case .form(let pairs):
      made.isForm = true
      made.body = .object(
        JSONObject(members: pairs.map { JSONObject.Member($0.name, .string($0.value)) }))
    case .bytes(let bytes): made.body = try? JSON(parsing: bytes)
    }
    return made
  }

  private static func answer(_ response: HTTPResponse) -> Cassette.Answer {
    var made = Cassette.Answer(status: response.status)
    for name in keptHeaders {
      made.headers += response.headers.all(name).map { HTTPHeaders.Field(name, $0) }
    }
    // In a replay, the time at which the rate limit ends has passed, so the answer gets a wait.
    if response.headers["Retry-After"] == nil, response.headers["X-Rate-Limit-Reset"] != nil,
      response.status == 429
    {
      made.headers.append(HTTPHeaders.Field("Retry-After", "1"))
    }
    switch response.body {
    case .none, .form: break
    case .json(let json): made.body = json
    case .bytes(let bytes):
      made.body = try? JSON(parsing: bytes)
      if made.body == nil { made.otherBytes = bytes.count }
    }
    return made
  }
}
