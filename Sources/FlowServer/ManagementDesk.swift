import FlowEngine
import FlowHTTP
import OktaSimulator
import Synchronization

/// Answers the management API of a served org, within a rate limit like Okta's.
final class ManagementDesk: Sendable {
  /// The number of requests per minute.
  static let requestsPerMinute = 600

  private let api: ManagementAPI
  /// The minute of the last request, and the number of its requests.
  private let counted = Mutex<(minute: Int64, requests: Int)>((0, 0))

  /// Creates the desk.
  ///
  /// - Parameter token: The API token that requests must have.
  init(token: Secret) { api = ManagementAPI(token: token) }

  /// Answers a request; `nil` if it isn't for the management API.
  func answer(_ request: HTTPRequest, _ org: Org, _ server: OrgServer) -> HTTPResponse? {
    guard ManagementAPI.isOwn(request.url.path) else { return nil }
    guard CrossOrigin.isOwn(request) else {
      return .plain(403, "Pages of other origins have no access to this org.")
    }
    let now = server.now
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
        ])) : api.answer(request, org, server.state, now: now)
    response?.headers["X-Rate-Limit-Limit"] = String(limit)
    response?.headers["X-Rate-Limit-Remaining"] = String(max(0, limit - count))
    response?.headers["X-Rate-Limit-Reset"] = String((seconds / 60 + 1) * 60)
    return response
  }
}
