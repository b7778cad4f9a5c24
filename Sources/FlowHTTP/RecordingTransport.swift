import FlowLock

/// A transport that records its requests and responses.
package final class RecordingTransport: Transport {
  private let base: any Transport
  private let kept = Mutex<[(request: HTTPRequest, response: HTTPResponse)]>([])

  /// Creates a transport that records the exchanges of another transport.
  package init(_ base: any Transport) {
    self.base = base
  }

  /// All exchanges, in order.
  package var exchanges: [(request: HTTPRequest, response: HTTPResponse)] { kept.withLock { $0 } }

  /// The number of exchanges.
  package var count: Int { kept.withLock { $0.count } }

  package func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse {
    let response = try await base.send(request)
    kept.withLock { $0.append((request, response)) }
    return response
  }
}
