import FlowEngine
import FlowHTTP

/// Requests that can't count as an attempt to sign in: they may be sent again.
extension IDXConnection {
  /// How often a request is sent again.
  static let repeatsMax = 3
  /// The longest wait: who is told to wait longer is better served by knowing it.
  static let waitMax: Duration = .seconds(60)

  /// Begins a transaction.
  ///
  /// - Parameters:
  ///   - pairs: the form.
  ///   - url: where it goes.
  ///   - deviceToken: what tells the server the device; a confidential client sends it in a header,
  ///     which the server takes from no other.
  ///   - context: what a simulated org is told besides.
  /// - Returns: the answer.
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

  /// Asks at which step a transaction stands.
  mutating func introspect(_ handle: Secret) async throws(EngineFailure) -> IDXReply {
    let request = HTTPRequest(
      .post, configuration.introspect,
      headers: ["Accept": Self.ion, "Content-Type": Self.ion],
      body: .json(["interactionHandle": .string(handle.reveal())]),
      timeout: configuration.timeout)
    return try await exchangePatiently(request, as: "`introspect`")
  }

  /// Asks for a document: a public one, or one that an access token opens (RFC 6750, section 2.1).
  mutating func get(
    _ url: HTTPURL, as what: String, bearer: Secret? = nil
  ) async throws(EngineFailure) -> IDXReply {
    var request = HTTPRequest(
      .get, url, headers: ["Accept": "application/json"], timeout: configuration.timeout)
    if let bearer { request.headers["Authorization"] = "Bearer " + bearer.reveal() }
    return try await exchangePatiently(request, as: what)
  }

  /// Sends an OAuth form that the server may be asked for anew.
  mutating func sendPatiently(
    _ pairs: [FormPair], to url: HTTPURL, as what: String
  ) async throws(EngineFailure) -> IDXReply {
    try await exchangePatiently(form(pairs, to: url), as: what, mayRepeatBroken: false)
  }

  /// Sends a request, and again where the server asks to wait or the connection broke.
  ///
  /// The waits pass on the run's clock. A server that doesn't say for how long is not asked again,
  /// and one that isn't there is not either.
  ///
  /// - Parameters:
  ///   - request: the request.
  ///   - what: what it is, for the failure.
  ///   - mayRepeatBroken: whether it may be sent again though the server may have acted on it.
  /// - Returns: the last answer.
  /// - Throws: `EngineFailure`.
  mutating func exchangePatiently(
    _ request: HTTPRequest, as what: String, mayRepeatBroken: Bool = true
  ) async throws(EngineFailure) -> IDXReply {
    var repeats = 0
    while true {
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
      guard reply.asksToWait, repeats < Self.repeatsMax, let wait = reply.retryAfter,
        wait <= Self.waitMax
      else { return reply }
      // Who can't wait so long is better served by knowing what the server asks for.
      if let deadline, ContinuousClock.now + wait >= deadline { return reply }
      repeats += 1
      do { try await clock.sleep(for: wait) } catch {
        throw EngineFailure(.cancelled, "the run was interrupted at \(what)")
      }
    }
  }
}
