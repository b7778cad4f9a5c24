import Synchronization

/// A transport that keeps what passes through it.
package final class RecordingTransport: Transport {
  private let base: any Transport
  private let kept = Mutex<[(request: HTTPRequest, response: HTTPResponse)]>([])

  /// Puts a recorder before a transport.
  package init(_ base: any Transport) {
    self.base = base
  }

  /// All that was answered, in order.
  package var exchanges: [(request: HTTPRequest, response: HTTPResponse)] { kept.withLock { $0 } }

  /// How much that is.
  package var count: Int { kept.withLock { $0.count } }

  package func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse {
    let response = try await base.send(request)
    kept.withLock { $0.append((request, response)) }
    return response
  }
}
