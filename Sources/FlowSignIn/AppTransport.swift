import FlowEngine
import FlowHTTP

/// Wraps an app's own transport, which may ignore time limits and cancellation.
///
/// If a request isn't answered in time, the wrapper stops waiting for it.
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
    case .done(.failure(.cancelled)) where !Task.isCancelled:
      throw .canceledBySystem
    case .done(let answer): return try answer.get()
    case .late: throw .timedOut(limit)
    case .cancelled: throw .cancelled
    }
  }
}
