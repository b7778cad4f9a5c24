import FlowText
import FlowHTTP
import SimulatorKit

/// The responses with which faults replace the org's own response.
enum FaultAnswer {
  /// Returns the response of a fault; `nil` if the fault doesn't replace the org's own response.
  static func answer(
    _ kind: Fault.Kind, _ words: RequestWords, now: Duration, _ draw: inout Draw
  ) -> HTTPResponse? {
    switch kind {
    case .status(let status, let wait, let body):
      return error(status, retryAfter: wait, body, now: now, &draw)
    case .html(let status): return html(status, "The proxy doesn't let this pass.")
    case .expired where words.endpoint == "token":
      let error = HTTPRefusal.invalidGrant("The interaction code is invalid or has expired.")
      return answered(
        .json(error.status, error.oauthJSON), now: now, remaining: 599, wait: 60, &draw)
    default: return nil
    }
  }

  private static func error(
    _ status: Int, retryAfter wait: Int?, _ body: Fault.Body, now: Duration, _ draw: inout Draw
  ) -> HTTPResponse {
    var response: HTTPResponse
    switch body {
    case .empty: response = HTTPResponse(status: status)
    case .ion:
      let message = status == 429 ? IonMessage.tooManyRequests : FaultAnswer.internalError
      let page: JSON = ["version": Ion.version, "messages": IonMessage.collection([message])]
      response = .json(status, page, type: Ion.mediaType)
    case .api:
      switch status {
      case 429:
        response = .apiError(
          status, "E0000047", "API call exceeded rate limit due to too many requests.")
      case 500: response = .apiError(status, "E0000009", "Internal Server Error")
      default: response = html(status, "The gateway got no answer.")
      }
    }
    if let wait { response.headers["Retry-After"] = String(wait) }
    guard body != .api || status == 429 || status == 500 else { return response }
    return answered(
      response, now: now, remaining: status == 429 ? 0 : 599, wait: wait ?? 60, &draw)
  }

  private static let internalError = IonMessage.error("Internal Server Error", "errors.E0000009")

  /// Returns a response with the headers that the real engine adds to every response.
  private static func answered(
    _ response: HTTPResponse, now: Duration, remaining: Int, wait: Int, _ draw: inout Draw
  ) -> HTTPResponse {
    var response = response
    response.headers["Date"] = CivilTime(now).httpDate
    response.headers["x-okta-request-id"] = draw.requestID()
    response.headers["x-rate-limit-limit"] = "600"
    response.headers["x-rate-limit-remaining"] = String(remaining)
    response.headers["x-rate-limit-reset"] = String(now.components.seconds + Int64(wait))
    return response
  }

  /// Returns an HTML page that a proxy or gateway would send.
  private static func html(_ status: Int, _ text: String) -> HTTPResponse {
    let page =
      "<!DOCTYPE html>\n<html><title>\(status)</title><h1>\(status)</h1><p>\(text)</p></html>\n"
    return HTTPResponse(
      status: status, headers: ["Content-Type": "text/html; charset=utf-8"],
      body: .bytes(Array(page.utf8)))
  }
}
