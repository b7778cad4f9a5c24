import FlowLock

/// Sends plain HTTP/1.1 requests to this machine over a socket, using only the system's C library.
///
/// One connection stays open between requests. If the server has closed it in the meantime, a
/// request uses a new one. A request that may have reached the server isn't sent again unless its
/// method is idempotent (RFC 9112, section 9.3.1).
public struct LoopbackTransport: Transport {
  private let limits: HTTPLimits
  private let pool = ConnectionPool()

  /// Creates a transport without a connection.
  public init(limits: HTTPLimits = .standard) {
    self.limits = limits
  }

  /// Sends a request to a loopback host over `http`; other requests are `unavailable`.
  public func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse {
    guard request.url.scheme == .http, request.url.isLoopback else {
      throw .unavailable("a plain socket supports only http to this machine")
    }
    let wire = try WireRequest(request)
    let timeout = request.timeout ?? limits.timeout
    let deadline = ContinuousClock.now + timeout
    guard !Task.isCancelled else { throw .cancelled }
    let beginning = try LoopbackExchange(
      request: wire, limits: limits, timeout: timeout, deadline: deadline,
      cancellation: Cancellation()
    ).begin(pool)
    if case .answered(let response) = beginning { return response }
    return try await runOffPool { [limits, pool] cancellation throws(TransportFailure) in
      let exchange = LoopbackExchange(
        request: wire, limits: limits, timeout: timeout, deadline: deadline,
        cancellation: cancellation)
      defer { cancellation.interrupt(by: nil) }
      return try exchange.finish(beginning, pool)
    }
  }
}

/// Keeps one idle connection for the next request.
final class ConnectionPool: Sendable {
  private struct Entry {
    let host: String
    let port: Int
    let socket: Socket
  }

  private let idle = Mutex<Entry?>(nil)

  /// Takes the connection out of the pool; `nil` if the connection is closed or has another host or
  /// port.
  func take(for url: HTTPURL) -> Socket? {
    let entry = idle.withLock { idle in
      let taken = idle
      idle = nil
      return taken
    }
    guard let entry, entry.host == url.host, entry.port == url.port else { return nil }
    // A server sends nothing between two exchanges. So if data is readable, the server has closed
    // the connection or sent invalid data.
    return entry.socket.wait(toWrite: false, milliseconds: 0) ? nil : entry.socket
  }

  func put(_ socket: Socket, for url: HTTPURL) {
    let entry = Entry(host: url.host, port: url.port, socket: socket)
    idle.withLock { $0 = entry }
  }
}
