import FlowEngine
import FlowHTTP
import OktaSimulator
import FlowLock

/// Answers the management API of a served org, within a rate limit like Okta's.
final class ManagementDesk: Sendable {
  /// The number of requests per minute.
  static let requestsPerMinute = 600

  private let api: ManagementAPI
  /// Gives the service app its tokens; `nil` if the org has no such app.
  private let apps: ServiceAppDesk?
  /// The minute of the last request, and the number of its requests.
  private let counted = Mutex<(minute: Int64, requests: Int)>((0, 0))

  /// Creates the desk.
  ///
  /// - Parameters:
  ///   - token: The API token that requests must have.
  ///   - app: The service app, whose access tokens are accepted, too; `nil` for none.
  ///   - randomBytes: Returns random bytes that are suitable for keys.
  init(
    token: Secret, app: ServedServiceApp?, randomBytes: @escaping @Sendable (Int) -> [UInt8]
  ) {
    api = ManagementAPI(token: token)
    apps = app.map { ServiceAppDesk($0, randomBytes: randomBytes) }
  }

  /// Answers a request; `nil` if it isn't for the management API.
  func answer(_ request: HTTPRequest, _ org: Org, _ server: OrgServer) -> HTTPResponse? {
    let isOfAPI = ManagementAPI.isOwn(request.url.path)
    guard isOfAPI || request.url.path == ServiceAppDesk.path && apps != nil else { return nil }
    let now = server.now
    guard isOfAPI else {
      // The server itself answers the requests of other clients.
      guard let answer = apps?.token(request, at: origin(of: org), now: now) else { return nil }
      return CrossOrigin.isOwn(request) ? answer : .plain(403, ManagementDesk.foreign)
    }
    guard CrossOrigin.isOwn(request) else {
      return .plain(403, ManagementDesk.foreign)
    }
    let seconds = now.components.seconds
    let count = counted.withLock { counted in
      let minute = seconds / 60
      counted = counted.minute == minute ? (minute, counted.requests + 1) : (minute, 1)
      return counted.requests
    }
    let limit = ManagementDesk.requestsPerMinute
    var response =
      count > limit
      ? HTTPResponse(
        status: 429, headers: ["Content-Type": "application/json"],
        body: .json([
          "errorCode": "E0000047",
          "errorSummary": "API call exceeded rate limit due to too many requests.",
        ])) : listed(request, org, server, now)
    response?.headers["X-Rate-Limit-Limit"] = String(limit)
    response?.headers["X-Rate-Limit-Remaining"] = String(max(0, limit - count))
    response?.headers["X-Rate-Limit-Reset"] = String((seconds / 60 + 1) * 60)
    return response
  }

  /// The address of the org, as the client uses it.
  private func origin(of org: Org) -> String { HTTPURL(org.issuer)?.origin ?? "" }

  private static let foreign = "Pages of other origins have no access to this org."

  /// Answers a request with either kind of token.
  private func listed(
    _ request: HTTPRequest, _ org: Org, _ server: OrgServer, _ now: Duration
  ) -> HTTPResponse? {
    let rest = request.url.path.dropFirst(ManagementAPI.root.count)
    let list = String(rest.prefix { $0 != "/" })
    var isAuthorized = false
    if let apps {
      switch apps.authorization(of: request, to: list, at: origin(of: org), now: now) {
      case .none: break
      case .allowed: isAuthorized = true
      case .refused(let response): return response
      }
    }
    return api.answer(request, org, server.state, now: now, isAuthorized: isAuthorized)
  }
}
