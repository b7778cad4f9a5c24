/// Carries one request to a server and brings back its answer.
///
/// A transport follows no redirect, keeps no cookie and never repeats a request that a server may
/// have acted on: those are the engine's decisions. An answer of any status is an answer; only what
/// never became one is a failure.
public protocol Transport: Sendable {
  /// Sends a request and waits for the whole answer.
  ///
  /// Cancelling the task ends the exchange with `TransportFailure.cancelled`, and the request's own
  /// time limit with `timedOut`.
  func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse
}

/// Why a request got no answer.
public enum TransportFailure: Error, Sendable, Hashable {
  /// The task was cancelled.
  case cancelled
  /// The server could not be reached: its name, its port, a refused connection.
  case unreachable(String)
  /// The connection ended before the answer was whole.
  case dropped(String)
  /// No whole answer came in time.
  case timedOut(Duration)
  /// The server's certificate or the TLS handshake was refused.
  case insecure(String)
  /// The answer is not HTTP or too large, or the request can't be written as HTTP.
  case malformed(String)
  /// This machine has nothing to carry the request with (no libcurl for `https`).
  case unavailable(String)
}

extension TransportFailure {
  /// What happened, in a few words.
  package var reason: String {
    switch self {
    case .cancelled: "the run was cancelled"
    case .unreachable(let text), .dropped(let text), .insecure(let text), .malformed(let text),
      .unavailable(let text):
      text
    case .timedOut(let duration): "no answer in \(duration.components.seconds) s"
    }
  }
}
