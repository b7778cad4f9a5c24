/// Sends one request to a server and returns its response.
///
/// A transport doesn't follow redirects, doesn't store cookies, and never repeats a request that a
/// server may have acted on: the engine decides about these. A response of any status is a result;
/// only a missing response is a failure.
public protocol Transport: Sendable {
  /// Sends a request and waits for the whole response.
  ///
  /// Canceling the task ends the exchange with `TransportFailure.cancelled`, and the request's own
  /// time limit ends it with `timedOut`.
  func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse
}

/// The reason why a request got no response.
public enum TransportFailure: Error, Sendable, Hashable {
  /// The task was canceled.
  case cancelled
  /// The server could not be reached: its name, its port, a refused connection.
  case unreachable(String)
  /// The connection ended before the response was complete.
  case dropped(String)
  /// No complete response came in time.
  case timedOut(Duration)
  /// The server's certificate or the TLS handshake was refused.
  case insecure(String)
  /// The response isn't HTTP or is too large, or the request can't be written as HTTP.
  case malformed(String)
  /// This machine can't send the request (no libcurl for `https`).
  case unavailable(String)
}

extension TransportFailure {
  /// A short description.
  package var reason: String {
    switch self {
    case .cancelled: "the run was canceled"
    case .unreachable(let text), .dropped(let text), .insecure(let text), .malformed(let text),
      .unavailable(let text):
      text
    case .timedOut(let duration): "no answer in \(duration.components.seconds) s"
    }
  }
}
