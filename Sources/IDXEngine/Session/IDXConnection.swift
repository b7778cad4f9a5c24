import FlowDiagnostics
import FlowEngine
import FlowHTTP

/// Sends a transaction's requests with its cookies, only to the issuer's origin.
struct IDXConnection: Sendable {
  var configuration: IDXConfiguration
  let transport: any Transport
  let clock: any RunClock
  /// The issuer's origin, to which all requests go.
  private let origin: String
  /// The cookies of this transaction.
  ///
  /// A transaction starts without cookies, because the `idx` cookie of an earlier sign-in would
  /// make the engine skip steps.
  private var cookies = CookieJar()
  /// The deadline for all answers.
  var deadline: ContinuousClock.Instant?
  /// Receives the values of cookies that represent the user, as secrets.
  var learn: (@Sendable (Secret) -> Void)?

  /// Proves that the app has the key of its tokens; `nil` for bearer tokens.
  var signer: ProofSigner?

  /// The minimum length of a secret cookie; shorter cookies are settings such as a language.
  private static let secretCookieMin = 16

  init(configuration: IDXConfiguration, transport: any Transport, clock: any RunClock) {
    self.configuration = configuration
    self.transport = transport
    self.clock = clock
    origin = configuration.issuer.origin
  }

  /// The media type of the engine's documents.
  static let ion = "application/ion+json; okta-version=1.0.0"

  /// Throws if the issuer must never receive credentials, because it is plain `http` on another
  /// machine.
  func checkIssuer() throws(EngineFailure) {
    let issuer = configuration.issuer
    guard issuer.scheme == .http, !issuer.isLoopback else { return }
    throw EngineFailure(
      .refused, "credentials are not sent to \(issuer.origin) over plain http",
      help: "use https; plain http is only for this machine")
  }

  /// The address of a form, if credentials may be sent to it.
  ///
  /// - Parameters:
  ///   - href: The address in the document.
  ///   - what: The name of the request, for the failure.
  /// - Returns: The address.
  /// - Throws: `EngineFailure`: `malformed` if the text isn't an address, `refused` if the origin
  ///   isn't the issuer's.
  func address(_ href: String?, of what: String) throws(EngineFailure) -> HTTPURL {
    let help = "nothing was sent; the server's answer is at fault"
    guard let href else {
      throw EngineFailure(.malformed, "\(what) has no address to go to", help: help)
    }
    let issuer = configuration.issuer
    if let url = issuer.sibling(href, of: origin) { return url }
    if href.hasPrefix("/"), !href.hasPrefix("//"), let url = HTTPURL(origin + href) {
      return url
    }
    guard let url = HTTPURL(href) else {
      throw EngineFailure(.malformed, "\(what) has an address that can't be read", help: help)
    }
    guard url.isSameOrigin(as: issuer) else {
      throw EngineFailure(
        .refused, "\(what) goes to \(url.origin), but credentials go only to \(issuer.origin)",
        help: "check the issuer; if it is correct, the answer came from another server")
    }
    return url
  }

  /// Sets the device token as the `DT` cookie, as in a browser that the server recognizes.
  mutating func setDeviceToken(_ token: Secret) throws(EngineFailure) {
    let isStored = cookies.set("DT", token.reveal(), for: configuration.issuer, now: clock.now)
    guard isStored else {
      throw EngineFailure(
        .refused, "the device token can't be sent",
        help: "it must be a word of at most 4000 characters")
    }
  }

  /// Sends JSON to the address of a form.
  mutating func send(
    _ body: JSONObject, to url: HTTPURL, method: HTTPMethod = .post, accepts: String?,
    timeout: Duration? = nil, as what: String
  ) async throws(EngineFailure) -> IDXReply {
    var headers: [HTTPHeaders.Field] = []
    // The capacity includes the field for the cookies.
    headers.reserveCapacity(4)
    headers.append(HTTPHeaders.Field("Accept", Self.ion))
    if method != .get {
      headers.append(HTTPHeaders.Field("Content-Type", accepts ?? Self.ion))
      // Like a browser, the client states the origin; the server compares it with a passkey's
      // answer.
      headers.append(HTTPHeaders.Field("Origin", origin))
    }
    let request = HTTPRequest(
      method, url, headers: HTTPHeaders(fields: headers),
      body: method == .get ? .none : .json(.object(body)),
      timeout: timeout ?? configuration.timeout)
    return try await exchange(request, as: what)
  }

  /// Sends an OAuth form (RFC 6749, appendix B).
  mutating func send(
    _ pairs: [FormPair], to url: HTTPURL, as what: String
  ) async throws(EngineFailure) -> IDXReply {
    try await exchange(form(pairs, to: url), as: what)
  }

  /// The request that sends an OAuth form.
  func form(_ pairs: [FormPair], to url: HTTPURL) -> HTTPRequest {
    let headers: HTTPHeaders = [
      "Accept": "application/json", "Content-Type": "application/x-www-form-urlencoded",
    ]
    return HTTPRequest(
      .post, url, headers: headers, body: .form(pairs), timeout: configuration.timeout)
  }

  private mutating func exchange(
    _ request: HTTPRequest, as what: String
  ) async throws(EngineFailure) -> IDXReply {
    do { return try await attempt(request, as: what) } catch {
      throw Self.failure(error, as: what)
    }
  }

  /// Sends a request with the transaction's cookies, without repetition.
  mutating func attempt(
    _ request: HTTPRequest, as what: String
  ) async throws(TransportFailure) -> IDXReply {
    var request = request
    if let deadline {
      let left = deadline - .now
      guard left > .zero else { throw .timedOut(.zero) }
      request.timeout = min(request.timeout ?? configuration.timeout, left)
    }
    if let header = cookies.header(for: request.url, now: clock.now) {
      request.headers["Cookie"] = header
    }
    let response = try await transport.send(request)
    let now = clock.now
    if response.headers["Set-Cookie"] != nil {
      cookies.store(from: response, of: request.url, now: now)
      if let learn {
        for value in cookies.values where value.utf8.count >= Self.secretCookieMin {
          learn(Secret(value))
        }
      }
    }
    return IDXReply(response, to: what, now: now)
  }

  static func failure(_ failure: TransportFailure, as what: String) -> EngineFailure {
    switch failure {
    case .cancelled: EngineFailure(.cancelled, "the run was interrupted at \(what)")
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
        untrusted: .certificateRefused, "the server's certificate is refused at \(what): \(reason)")
    case .malformed(let reason):
      EngineFailure(.malformed, "the answer to \(what) can't be used: \(reason)")
    case .unavailable(let reason):
      EngineFailure(.unreachable, "this machine can't send \(what): \(reason)")
    }
  }

  /// The maximum number of repetitions of a request.
  private static let repeatsMax = 3
  /// The maximum time to wait before a repetition; if it is longer, the server's message is more
  /// useful.
  private static let waitMax: Duration = .seconds(60)

  /// Begins a transaction.
  ///
  /// - Parameters:
  ///   - pairs: The form.
  ///   - url: The address.
  ///   - deviceToken: The token by which the server recognizes the device. Only a confidential
  ///     client sends it in a header, because the server accepts the header only from such clients.
  ///   - context: The header fields with the sign-in context for a simulated org.
  /// - Returns: The answer.
  /// - Throws: `EngineFailure`.
  mutating func interact(
    _ pairs: [FormPair], at url: HTTPURL, deviceToken: Secret?,
    context: [HTTPHeaders.Field] = []
  ) async throws(EngineFailure) -> IDXReply {
    var request = form(pairs, to: url)
    if configuration.clientSecret != nil, let deviceToken {
      request.headers["X-Device-Token"] = deviceToken.reveal()
    }
    request.headers.fields += context
    return try await exchangePatiently(request, as: "`interact`")
  }

  /// Requests the current step of a transaction.
  mutating func introspect(_ handle: Secret) async throws(EngineFailure) -> IDXReply {
    let request = HTTPRequest(
      .post, configuration.introspect,
      headers: ["Accept": Self.ion, "Content-Type": Self.ion],
      body: .json(["interactionHandle": .string(handle.reveal())]),
      timeout: configuration.timeout)
    return try await exchangePatiently(request, as: "`introspect`")
  }

  /// Requests a document, with an access token if it isn't public.
  ///
  /// See RFC 6750, section 2.1, and RFC 9449, section 7.1.
  mutating func get(
    _ url: HTTPURL, as what: String, tokens: Tokens? = nil
  ) async throws(EngineFailure) -> IDXReply {
    var request = HTTPRequest(
      .get, url, headers: ["Accept": "application/json"], timeout: configuration.timeout)
    guard let tokens else { return try await exchangePatiently(request, as: what) }
    let isBound = tokens.tokenType.lowercased() == "dpop"
    request.headers["Authorization"] =
      (isBound ? "DPoP " : "Bearer ") + tokens.accessToken.reveal()
    return try await exchangePatiently(
      request, as: what, proof: isBound ? .request(tokens.accessToken) : .none)
  }

  /// Sends an OAuth form, and repeats the request if the server asks to wait.
  ///
  /// - Parameters:
  ///   - pairs: The form.
  ///   - url: The address.
  ///   - what: The name of the request, for the failure.
  ///   - isProven: Whether the server gives tokens, which can be bound to the app's key.
  /// - Returns: The answer.
  /// - Throws: `EngineFailure`.
  mutating func sendPatiently(
    _ pairs: [FormPair], to url: HTTPURL, as what: String, isProven: Bool = false
  ) async throws(EngineFailure) -> IDXReply {
    try await exchangePatiently(
      form(pairs, to: url), as: what, mayRepeatBroken: false,
      proof: isProven && signer != nil ? .tokens : .none)
  }

  /// What a proof of the app's key in a request is for.
  private enum ProofUse {
    case none
    /// To get tokens.
    case tokens
    /// To use an access token.
    case request(Secret)
  }

  /// Adds a proof to a request, if it needs one.
  private func prove(
    _ request: inout HTTPRequest, _ use: ProofUse
  ) throws(EngineFailure) {
    let token: Secret?
    switch use {
    case .none: return
    case .tokens: token = nil
    case .request(let used): token = used
    }
    guard let signer else {
      throw EngineFailure(
        .refused, "the access token is bound to a key that the app doesn't have")
    }
    try signer.sign(&request, token: token)
  }

  /// Sends a request, and repeats it if the server asks to wait or the connection broke, or once
  /// with the nonce that the server requires in a proof.
  ///
  /// The waits use the run's clock. The request isn't repeated if the server states no waiting
  /// time, or can't be reached.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - what: The name of the request, for the failure.
  ///   - mayRepeatBroken: Whether to repeat the request even if the server may have processed it.
  ///   - proof: The proof in the request, which is a new one in each repetition.
  /// - Returns: The last answer.
  /// - Throws: `EngineFailure`.
  private mutating func exchangePatiently(
    _ request: HTTPRequest, as what: String, mayRepeatBroken: Bool = true,
    proof: ProofUse = .none
  ) async throws(EngineFailure) -> IDXReply {
    var repeats = 0
    var hasNonce = false
    while true {
      var request = request
      try prove(&request, proof)
      let reply: IDXReply
      do {
        reply = try await attempt(request, as: what)
      } catch {
        guard case .dropped = error, mayRepeatBroken, repeats < Self.repeatsMax else {
          throw Self.failure(error, as: what)
        }
        repeats += 1
        continue
      }
      if !hasNonce, request.headers["DPoP"] != nil, let nonce = reply.requiredNonce {
        hasNonce = true
        signer?.nonce = nonce
        continue
      }
      guard reply.asksToWait, repeats < Self.repeatsMax, let wait = reply.retryAfter,
        wait <= Self.waitMax
      else { return reply }
      // If the deadline comes before the end of the wait, the server's answer is more useful.
      if let deadline, ContinuousClock.now + wait >= deadline { return reply }
      repeats += 1
      do { try await clock.sleep(for: wait) } catch {
        throw EngineFailure(.cancelled, "the run was interrupted at \(what)")
      }
    }
  }
}
