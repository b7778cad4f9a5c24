import FlowDiagnostics
public import FlowEngine
public import FlowHTTP

/// Exchanges a code at any OAuth server's token endpoint (RFC 6749, section 4.1.3; RFC 7636).
public struct CodeExchange: Sendable {
  private let transport: any Transport
  private let deadline: ContinuousClock.Instant?
  private let clock: (any RunClock)?

  /// The maximum size of an accepted answer in bytes; real tokens and descriptions have a few
  /// kilobytes.
  public static let bytesMax = 64 << 10
  /// The time limit of one request.
  static let timeout = Duration.seconds(30)
  private static let limits = JSONLimits(depth: 16, size: bytesMax)

  /// A token endpoint, and the document that names it.
  public struct Endpoint: Sendable, Hashable {
    /// The token endpoint.
    public var url: HTTPURL
    /// The document that names the endpoint; `nil` if `url` is Salesforce's default endpoint.
    public var document: HTTPURL?

    /// Makes an endpoint.
    public init(url: HTTPURL, document: HTTPURL? = nil) {
      self.url = url
      self.document = document
    }
  }

  /// Makes an exchange.
  ///
  /// - Parameters:
  ///   - transport: Carries requests; redirects are not followed.
  ///   - deadline: The deadline for all answers; if `nil`, only each request's own limit applies.
  ///   - clock: The clock from which the end of the tokens' life is computed; `nil` for none.
  public init(
    transport: any Transport, deadline: ContinuousClock.Instant? = nil,
    clock: (any RunClock)? = nil
  ) {
    self.transport = transport
    self.deadline = deadline
    self.clock = clock
  }

  // MARK: Locations

  /// Finds an issuer's token endpoint.
  ///
  /// The issuer's description names the endpoint (OpenID Connect Discovery, section 4; RFC 8414,
  /// section 3). Without a description, the result is Salesforce's default endpoint.
  ///
  /// - Parameter issuer: The issuer's URL. It is `https`, or plain `http` on this machine.
  /// - Returns: The endpoint.
  /// - Throws: `EngineFailure`: `refused` if the address must not receive a code, or `untrusted` if
  ///   the description names another issuer.
  public func tokenEndpoint(of issuer: HTTPURL) async throws(EngineFailure) -> Endpoint {
    try check(issuer, "the issuer")
    for document in CodeExchange.documents(of: issuer) {
      let request = HTTPRequest(.get, document, headers: ["Accept": "application/json"])
      let response = try await send(request, as: "the issuer's description")
      // An authorization server needs no description, so its absence isn't a fault.
      if [404, 405, 410].contains(response.status) { continue }
      guard (200..<300).contains(response.status) else {
        throw CodeExchange.failure(response, nil, as: "the issuer's description")
      }
      return Endpoint(url: try endpoint(in: response, of: issuer), document: document)
    }
    return Endpoint(url: issuer.replacing(path: EndpointPath.token, query: nil), document: nil)
  }

  /// The addresses at which an issuer may publish its description, in the order to try them.
  static func documents(of issuer: HTTPURL) -> [HTTPURL] {
    var base = issuer.path
    while base.utf8.last == UInt8(ascii: "/") { base.removeLast() }
    return [
      issuer.replacing(path: base + "/.well-known/openid-configuration", query: nil),
      issuer.replacing(path: "/.well-known/oauth-authorization-server" + base, query: nil),
    ]
  }

  private func endpoint(
    in response: HTTPResponse, of issuer: HTTPURL
  ) throws(EngineFailure) -> HTTPURL {
    guard let object = try CodeExchange.json(response, as: "the issuer's description") else {
      throw EngineFailure(
        .malformed, "the issuer's description is not a JSON object", help: "check the issuer")
    }
    guard let name = object["issuer"]?.string else {
      throw EngineFailure(
        .malformed, "the issuer's description of itself doesn't name it",
        help: "check the issuer: something else may answer there")
    }
    guard CodeExchange.trimmed(name) == CodeExchange.trimmed(issuer.description) else {
      throw EngineFailure(
        untrusted: .issuerMismatch, "the server at \(issuer) calls itself \(name.prefix(200))",
        help: "write the issuer's own name for itself, if this is the right server")
    }
    guard let text = object["token_endpoint"]?.string else {
      throw EngineFailure(
        .malformed, "the issuer's description names no `token_endpoint`",
        help: "name it yourself, if you know it")
    }
    guard let url = HTTPURL(text) else {
      throw EngineFailure(.malformed, "the issuer's `token_endpoint` isn't an address")
    }
    try check(url, "the issuer's `token_endpoint`")
    guard url.scheme == .https || issuer.scheme == .http else {
      throw EngineFailure(
        .refused, "the issuer's `token_endpoint` is at \(url.origin), without encryption")
    }
    return url
  }

  private static func trimmed(_ name: String) -> Substring {
    var name = name[...]
    if name.utf8.last == UInt8(ascii: "/") { name.removeLast() }
    return name
  }

  /// Throws if a code must not be sent to an address because it is plain `http` on another machine.
  private func check(_ url: HTTPURL, _ what: String) throws(EngineFailure) {
    guard url.scheme == .http, !url.isLoopback else { return }
    throw EngineFailure(
      .refused, "\(what) is at \(url.origin), and a code is not sent over plain http",
      help: "use https; plain http is only for this machine")
  }

  // MARK: Tokens

  /// Exchanges a code for tokens.
  ///
  /// - Parameters:
  ///   - code: The code.
  ///   - request: The request to which the code belongs, with its verifier.
  ///   - endpoint: The token endpoint.
  /// - Returns: The tokens without an ID token, because the exchange doesn't validate one.
  /// - Throws: `EngineFailure`: `refused` with OAuth's error (RFC 6749, section 5.2).
  public func redeem(
    _ code: Secret, of request: PendingRequest, at endpoint: HTTPURL
  ) async throws(EngineFailure) -> Tokens {
    try check(endpoint, "the token endpoint")
    let client = EndpointCall.TokenClient(
      clientID: request.clientID, callback: request.callback, isHybrid: false)
    let call = EndpointCall(
      request.loginHost, .redeem(client, code: code, verifier: request.verifier.text))
    var form = call.request()
    form.url = endpoint
    let response = try await send(form, as: "the token request")
    let object = try CodeExchange.json(response, as: "the token request")
    guard (200..<300).contains(response.status), let object, object["error"] == nil else {
      throw CodeExchange.failure(response, object, as: "the token request")
    }
    guard let token = object["access_token"]?.string, !token.isEmpty else {
      throw EngineFailure(.malformed, "the token answer has no access token")
    }
    let life = object["expires_in"]
    return Tokens(
      accessToken: Secret(token), tokenType: object["token_type"]?.string ?? "Bearer",
      expiresIn: life?.integer ?? life?.string.flatMap { Int($0) }, receivedAt: clock?.now,
      scope: object["scope"]?.string,
      refreshToken: object["refresh_token"]?.string.map { Secret($0) })
  }

  // MARK: Requests

  private func send(
    _ request: HTTPRequest, as what: String
  ) async throws(EngineFailure) -> HTTPResponse {
    guard let request = request.limited(to: CodeExchange.timeout, until: deadline) else {
      throw EngineFailure(.timedOut, "no time is left for \(what)")
    }
    let response: HTTPResponse
    do throws(TransportFailure) { response = try await transport.send(request) } catch {
      throw CodeExchange.failure(error, as: what)
    }
    if case .bytes(let bytes) = response.body, bytes.count > CodeExchange.bytesMax {
      throw EngineFailure(
        .malformed, "the answer to \(what) is larger than \(CodeExchange.bytesMax >> 10) KB",
        status: response.status)
    }
    return response
  }

  private static func json(
    _ response: HTTPResponse, as what: String
  ) throws(EngineFailure) -> JSONObject? {
    switch response.body {
    case .json(let json): return json.object
    case .bytes(let bytes):
      do throws(JSONFailure) { return try JSON(parsing: bytes, limits: limits).object } catch {
        // If the status isn't 2xx, the body is probably a gateway's error page, and the status
        // describes it.
        guard (200..<300).contains(response.status) else { return nil }
        let fault = error.reason == .repeatedName ? "can't be trusted" : "is not JSON"
        throw EngineFailure(
          .malformed, "the answer to \(what) \(fault): \(error)",
          help: "check the address: something else may answer there", status: response.status)
      }
    case .none, .form: return nil
    }
  }

  private static func failure(
    _ response: HTTPResponse, _ object: JSONObject?, as what: String
  ) -> EngineFailure {
    let status = response.status
    if let error = object?["error"]?.string {
      let text = object?["error_description"]?.string
      let refusal = OAuthRefusal(error, text ?? "")
      let said = refusal.text.isEmpty ? refusal.code : "\(refusal.code): \(refusal.text)"
      return EngineFailure(
        status >= 500 ? .failed : status == 429 ? .limited : .refused,
        "\(what) was refused: \(said)", help: help(on: refusal.code), status: status)
    }
    switch status {
    case 300..<400:
      return EngineFailure(
        .refused, "the server answers \(what) with a redirect, which isn't followed",
        help: "a code goes only to the given address", status: status)
    case 429:
      return EngineFailure(.limited, "the server asks to wait at \(what)", status: status)
    case 500...:
      return EngineFailure(
        .failed, "the server failed at \(what) (HTTP \(status))", help: "try again later",
        status: status)
    case 200..<300:
      return EngineFailure(
        .malformed, "the answer to \(what) is not a JSON object", status: status)
    default:
      return EngineFailure(
        .refused, "\(what) was refused (HTTP \(status))",
        help: "check the address: something else may answer there", status: status)
    }
  }

  /// The help for an OAuth error of the token endpoint (mobile-idp.md, sections 2.1 and 7.3).
  private static func help(on code: String) -> String? {
    switch code {
    case "invalid_grant":
      "a code is valid once, for a short time, and only with its request's verifier"
    case "invalid_client":
      "the client's connected app may require a secret, which no app has (K3)"
    case "invalid_client_id": "check the consumer key"
    case "redirect_uri_mismatch": "the callback must be the request's own, to the byte (K6)"
    default: nil
    }
  }

  private static func failure(_ failure: TransportFailure, as what: String) -> EngineFailure {
    switch failure {
    case .cancelled: EngineFailure(.cancelled, "it was interrupted at \(what)")
    case .unreachable(let reason):
      EngineFailure(
        .unreachable, "the server can't be reached at \(what): \(reason)",
        help: "check the issuer and the network")
    case .dropped(let reason):
      EngineFailure(.unreachable, "the connection broke at \(what): \(reason)")
    case .timedOut(let bound):
      EngineFailure(.timedOut, "no complete answer arrived within \(bound) at \(what)")
    case .insecure(let reason):
      EngineFailure(
        untrusted: .certificateRefused, "the server's certificate is refused at \(what): \(reason)",
        help: "check the issuer and this machine's certificates")
    case .malformed(let reason):
      EngineFailure(.malformed, "the answer to \(what) can't be used: \(reason)")
    case .unavailable(let reason):
      EngineFailure(.unreachable, "this machine can't send \(what): \(reason)")
    }
  }
}
