package import FlowEngine
package import FlowHTTP

/// Why a list of a tenant couldn't be read.
package struct PullFailure: Error, Hashable, Sendable {
  /// One sentence, and what helps.
  package var message: String
  package var help: String?
  /// The status of the answer to a list; `nil` if there was none.
  package var status: Int?

  package init(_ message: String, help: String? = nil, status: Int? = nil) {
    self.message = message
    self.help = help
    self.status = status
  }
}

/// How a pull shows that it may read a tenant.
package enum TenantCredential: Sendable {
  /// An API token of an administrator (`SSWS`).
  case apiToken(Secret)
  /// An app with a key, which gets access tokens.
  case serviceApp(ServiceApp)
}

/// Reads lists of the management API of one host: every page, within the rate limits.
package struct TenantReader: Sendable {
  /// The scheme and host, such as `https://acme.okta.com`.
  package let origin: HTTPURL
  private let connection: TenantConnection
  private let access: Access

  /// What authorizes the requests.
  private enum Access {
    case apiToken(Secret)
    case session(ServiceAppSession)
  }

  /// The path of every list begins with this.
  private static let root = "/api/v1/"
  /// The maximum number of pages of a list.
  private static let pagesMax = 100_000
  /// How often a request is sent again with another nonce or token.
  private static let repeatsMax = 3

  /// Creates a reader.
  ///
  /// - Parameters:
  ///   - origin: The address of the tenant. Its path is ignored.
  ///   - credential: What authorizes the requests.
  ///   - transport: Sends the requests.
  ///   - clock: The clock for waits and tokens.
  ///   - waits: Called before a wait, with its length.
  package init(
    _ origin: HTTPURL, _ credential: TenantCredential, _ transport: any Transport,
    _ clock: any RunClock, waits: @escaping @Sendable (Duration) -> Void = { _ in }
  ) {
    self.origin = origin.replacing(path: "/", query: nil)
    connection = TenantConnection(transport: transport, clock: clock, waits: waits)
    access =
      switch credential {
      case .apiToken(let token): .apiToken(token)
      case .serviceApp(let app):
        .session(ServiceAppSession(app, at: self.origin, connection))
      }
  }

  /// The scopes that the service app asked for and didn't get.
  package var missingScopes: [String] {
    if case .session(let session) = access { session.missingScopes } else { [] }
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
    var repeats = 0
    while true {
      let response = try await connection.send(path) { () async throws(PullFailure) in
        try await authorized(HTTPRequest(.get, url))
      }
      if case .session(let session) = access {
        let isRepeated = session.learn(from: response)
        if isRepeated, repeats < TenantReader.repeatsMax {
          repeats += 1
          continue
        }
      }
      guard response.status == 200 else { throw refusal(response, path) }
      try await connection.spare(response)
      return response
    }
  }

  private func authorized(_ request: HTTPRequest) async throws(PullFailure) -> HTTPRequest {
    switch access {
    case .apiToken(let token):
      var request = request
      request.headers["Authorization"] = "SSWS \(token.reveal())"
      return request
    case .session(let session): return try await session.authorized(request)
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

  private func refusal(_ response: HTTPResponse, _ path: String) -> PullFailure {
    let json = try? JSON(parsing: response.body.onWire.bytes)
    let summary = json?["errorSummary"]?.string.map { ": \($0.prefix(200))" } ?? ""
    let help: String? =
      switch response.status {
      case 401: unauthorizedHelp
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

  private var unauthorizedHelp: String {
    switch access {
    case .apiToken: "the token isn't valid: create one under Security > API > Tokens"
    case .session: "the org doesn't accept its own access token: check that the app is active"
    }
  }
}
