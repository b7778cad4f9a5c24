import FlowEngine
import FlowHTTP

/// An app's own transport, which may forget about time and cancellation: a request that it does not
/// answer in the time that the request has is left behind.
struct AppTransport: Transport {
  let base: any Transport

  func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse {
    let limit = request.timeout ?? HTTPLimits.standard.timeout
    let waited = await leavingBehind(at: .now + limit) {
      [base] () async -> Result<HTTPResponse, TransportFailure> in
      do throws(TransportFailure) { return .success(try await base.send(request)) } catch {
        return .failure(error)
      }
    }
    switch waited {
    case .done(let answer): return try answer.get()
    case .late: throw .timedOut(limit)
    case .cancelled: throw .cancelled
    }
  }
}
