import FlowEngine
import FlowHTTP
import FlowText

/// Sends requests to a tenant: repeats them after a refusal, and stays within the rate limits.
struct TenantConnection: Sendable {
  let transport: any Transport
  let clock: any RunClock
  /// Called before a wait, with its length.
  let waits: @Sendable (Duration) -> Void

  /// How often a request is repeated after a refusal.
  private static let triesMax = 8
  /// The longest wait: a bucket of requests is filled again after a minute, and clocks differ.
  private static let waitMax = Duration.seconds(120)
  private static let timeout = Duration.seconds(60)

  /// Sends a request until the answer isn't about too many requests or a moment's failure.
  ///
  /// - Parameters:
  ///   - what: The name of the request, for messages.
  ///   - make: Makes the request, again for each try: each one needs its own proofs.
  /// - Returns: The answer, of any status.
  /// - Throws: `PullFailure`.
  func send(
    _ what: String, _ make: () async throws(PullFailure) -> HTTPRequest
  ) async throws(PullFailure) -> HTTPResponse {
    var tries = 0
    while true {
      tries += 1
      var request = try await make()
      request.headers["Accept"] = "application/json"
      request.timeout = TenantConnection.timeout
      let response: HTTPResponse
      do throws(TransportFailure) {
        response = try await transport.send(request)
      } catch {
        // A connection that ends may be a matter of a moment, a refused one isn't.
        guard case .dropped = error, tries < TenantConnection.triesMax else {
          throw PullFailure("`\(what)`: \(TenantConnection.words(error))")
        }
        try await wait(.seconds(1 << min(tries, 6)))
        continue
      }
      switch response.status {
      case 429 where tries < TenantConnection.triesMax, 500..<600 where tries < 3:
        try await wait(pause(after: response, tries))
      default: return response
      }
    }
  }

  private static func words(_ failure: TransportFailure) -> String {
    switch failure {
    case .cancelled: "canceled"
    case .unreachable(let why): "the host can't be reached: \(why)"
    case .dropped(let why): "the connection ended: \(why)"
    case .timedOut(let time): "no answer in \(time.components.seconds) seconds"
    case .insecure(let why): "the connection isn't secure: \(why)"
    case .malformed(let why): "the answer isn't HTTP: \(why)"
    case .unavailable(let why): why
    }
  }

  // MARK: Rate limits

  /// The numbers of the headers `X-Rate-Limit-…`.
  private struct Limit {
    var limit: Int
    var remaining: Int
    /// The seconds until the count begins again, by the server's own clock.
    var rest: Int64

    init?(_ response: HTTPResponse, now: Duration) {
      func number(_ name: String) -> Int? { response.headers[name].flatMap { Int($0.trimmed) } }
      guard let limit = number("X-Rate-Limit-Limit"),
        let remaining = number("X-Rate-Limit-Remaining"),
        let reset = response.headers["X-Rate-Limit-Reset"].flatMap({ Int64($0.trimmed) })
      else { return nil }
      self.limit = limit
      self.remaining = remaining
      let date = response.headers["Date"].flatMap { HTTPDate.seconds($0) }
      rest = max(0, reset - (date ?? now.components.seconds))
    }
  }

  /// Waits if half of the requests of this minute are used up, which others may need.
  ///
  /// - Parameter response: The last answer.
  /// - Throws: `PullFailure` if the wait is canceled.
  func spare(_ response: HTTPResponse) async throws(PullFailure) {
    guard let limit = Limit(response, now: clock.now), limit.limit > 0,
      limit.remaining * 2 < limit.limit, limit.rest > 0
    else { return }
    try await wait(.seconds(limit.rest + 1))
  }

  private func pause(after response: HTTPResponse, _ tries: Int) -> Duration {
    // Without a number, or if too many requests are in progress at once, the reset says nothing.
    guard response.status == 429, let limit = Limit(response, now: clock.now), limit.limit > 0
    else {
      return .seconds(1 << min(tries, 6))
    }
    return .seconds(limit.rest + 1)
  }

  private func wait(_ time: Duration) async throws(PullFailure) {
    let time = min(time, TenantConnection.waitMax)
    waits(time)
    do { try await clock.sleep(for: time) } catch { throw PullFailure("canceled") }
  }
}

extension StringProtocol {
  /// The text without spaces around it.
  var trimmed: String {
    var text = Substring(self)
    while text.first == " " { text.removeFirst() }
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}
