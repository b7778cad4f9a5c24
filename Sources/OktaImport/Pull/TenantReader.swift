package import FlowEngine
package import FlowHTTP
import FlowText

/// Why a list of a tenant couldn't be read.
package struct PullFailure: Error, Hashable, Sendable {
  /// One sentence, and what helps.
  package var message: String
  package var help: String?
  /// The status of the answer; `nil` if there was none.
  package var status: Int?

  package init(_ message: String, help: String? = nil, status: Int? = nil) {
    self.message = message
    self.help = help
    self.status = status
  }
}

/// Reads lists of the management API of one host: every page, within the rate limits.
package struct TenantReader: Sendable {
  /// The scheme and host, such as `https://acme.okta.com`.
  package let origin: HTTPURL
  private let token: Secret
  private let transport: any Transport
  private let clock: any RunClock
  /// Called before a wait, with its length.
  private let waits: @Sendable (Duration) -> Void

  /// The path of every list begins with this.
  private static let root = "/api/v1/"
  /// The maximum number of pages of a list.
  private static let pagesMax = 100_000
  /// How often a request is repeated after a refusal.
  private static let triesMax = 8
  /// The longest wait: a bucket of requests is filled again after a minute, and clocks differ.
  private static let waitMax = Duration.seconds(120)
  private static let timeout = Duration.seconds(60)

  /// Creates a reader.
  ///
  /// - Parameters:
  ///   - origin: The address of the tenant. Its path is ignored.
  ///   - token: The API token (`SSWS`).
  ///   - transport: Sends the requests.
  ///   - clock: The clock for waits.
  ///   - waits: Called before a wait, with its length.
  package init(
    _ origin: HTTPURL, token: Secret, _ transport: any Transport, _ clock: any RunClock,
    waits: @escaping @Sendable (Duration) -> Void = { _ in }
  ) {
    self.origin = origin.replacing(path: "/", query: nil)
    self.token = token
    self.transport = transport
    self.clock = clock
    self.waits = waits
  }

  /// Reads all pages of a list.
  ///
  /// - Parameters:
  ///   - path: The path after `/api/v1/`, with a query.
  ///   - most: The number of elements after which no further page is read; `nil` for all of them.
  /// - Returns: The elements, or the only object.
  /// - Throws: `PullFailure`, or a cancellation as such a failure.
  package func list(_ path: String, most: Int? = nil) async throws(PullFailure) -> [JSON] {
    let parts = path.split(separator: "?", maxSplits: 1).map(String.init)
    var next: HTTPURL? = origin.replacing(
      path: TenantReader.root + parts[0], query: parts.count > 1 ? parts[1] : nil)
    var elements: [JSON] = []
    var seen: Set<String> = []
    while let url = next {
      guard seen.insert(url.description).inserted, seen.count <= TenantReader.pagesMax else {
        throw PullFailure("the pages of `\(path)` don't end")
      }
      let response = try await answer(to: url, path)
      let json: JSON
      do throws(JSONFailure) { json = try JSON(parsing: response.body.onWire.bytes) } catch {
        throw PullFailure("the answer to `\(path)` isn't JSON: \(error)")
      }
      elements += json.array ?? [json]
      if let most, elements.count >= most { return Array(elements.prefix(most)) }
      next = try nextPage(response, path)
    }
    return elements
  }

  // MARK: One request

  private func answer(to url: HTTPURL, _ path: String) async throws(PullFailure) -> HTTPResponse {
    var tries = 0
    while true {
      tries += 1
      var request = HTTPRequest(.get, url)
      request.headers["Accept"] = "application/json"
      request.headers["Authorization"] = "SSWS \(token.reveal())"
      request.timeout = TenantReader.timeout
      let response: HTTPResponse
      do throws(TransportFailure) {
        response = try await transport.send(request)
      } catch {
        // A connection that ends may be a matter of a moment, a refused one isn't.
        guard case .dropped = error, tries < TenantReader.triesMax else {
          throw PullFailure("`\(path)`: \(TenantReader.words(error))")
        }
        try await wait(.seconds(1 << min(tries, 6)))
        continue
      }
      switch response.status {
      case 200:
        try await spare(response)
        return response
      case 429 where tries < TenantReader.triesMax, 500..<600 where tries < 3:
        try await wait(pause(after: response, tries))
      default: throw TenantReader.refusal(response, path)
      }
    }
  }

  /// The address of the next page; `nil` if this is the last one.
  private func nextPage(_ response: HTTPResponse, _ path: String) throws(PullFailure) -> HTTPURL? {
    for field in response.headers.fields where field.name.lowercased() == "link" {
      for link in field.value.split(separator: ",") {
        let parts = link.split(separator: ";").map { $0.trimmed }
        guard parts.dropFirst().contains(where: { $0 == "rel=\"next\"" || $0 == "rel=next" }),
          let address = parts.first, address.first == "<", address.last == ">"
        else { continue }
        // The token is only for this host.
        guard let url = HTTPURL(String(address.dropFirst().dropLast())),
          url.origin == origin.origin
        else {
          throw PullFailure("the next page of `\(path)` is at another host: it isn't read")
        }
        return url
      }
    }
    return nil
  }

  private static func refusal(_ response: HTTPResponse, _ path: String) -> PullFailure {
    let json = try? JSON(parsing: response.body.onWire.bytes)
    let summary = json?["errorSummary"]?.string.map { ": \($0.prefix(200))" } ?? ""
    let help: String? =
      switch response.status {
      case 401: "the token isn't valid: create one under Security > API > Tokens"
      case 403: "the administrator of the token needs to read this: a read-only role is enough"
      case 429: "the tenant's rate limit is used up: run the command again later, it goes on"
      case 300..<400:
        "the address may be wrong: use the one of the tenant itself, such as "
          + "https://acme.okta.com"
      default: nil
      }
    return PullFailure(
      "`\(path)` was answered with \(response.status)\(summary)", help: help,
      status: response.status)
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
  private func spare(_ response: HTTPResponse) async throws(PullFailure) {
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
    let time = min(time, TenantReader.waitMax)
    waits(time)
    do { try await clock.sleep(for: time) } catch { throw PullFailure("canceled") }
  }
}

extension StringProtocol {
  /// The text without spaces around it.
  fileprivate var trimmed: String {
    var text = Substring(self)
    while text.first == " " { text.removeFirst() }
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}

/// Reads the dates of HTTP headers (RFC 9110, section 5.6.7).
enum HTTPDate {
  /// Returns a date such as `Sun, 06 Nov 1994 08:49:37 GMT` in seconds since 1970; `nil` for another
  /// text.
  static func seconds(_ text: String) -> Int64? {
    let words = text.split(separator: " ")
    guard words.count == 6, words[5] == "GMT",
      let month = months.firstIndex(of: String(words[2])), words[1].count == 2
    else { return nil }
    let number = month < 9 ? "0\(month + 1)" : "\(month + 1)"
    let moment = WrittenTime.moment("\(words[3])-\(number)-\(words[1])T\(words[4])Z")
    return moment?.components.seconds
  }

  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]
}
