/// Sends one request to a server and returns its response.
///
/// A transport doesn't follow redirects and doesn't store cookies; the engine handles both. It
/// never repeats a request that a server may have acted on. A response of any status is a result;
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
  /// The server could not be reached, because of its name, its port or a refused connection.
  case unreachable(String)
  /// The connection ended before the response was complete.
  case dropped(String)
  /// No complete response came in time.
  case timedOut(Duration)
  /// The server's certificate or the TLS handshake was refused.
  case insecure(String)
  /// The response isn't HTTP or is too large, or the request can't be written as HTTP.
  case malformed(String)
  /// This machine can't send the request, for example because `https` needs libcurl.
  case unavailable(String)
}

extension TransportFailure {
  /// The failure of a request that the system canceled, such as one of an app in the background.
  ///
  /// Only a cancellation of its task ends a run.
  package static let canceledBySystem = TransportFailure.dropped("the system canceled the request")

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
