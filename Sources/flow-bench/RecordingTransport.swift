import FlowWire
import Synchronization

/// A transport that keeps what passes through it.
final class RecordingTransport: Transport {
  private let base: any Transport
  private let kept = Mutex<[(request: HTTPRequest, response: HTTPResponse)]>([])

  init(_ base: any Transport) {
    self.base = base
  }

  /// All that passed, in order.
  var exchanges: [(request: HTTPRequest, response: HTTPResponse)] { kept.withLock { $0 } }

  func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse {
    let response = try await base.send(request)
    kept.withLock { $0.append((request, response)) }
    return response
  }
}
