import Synchronization

/// Carries plain HTTP/1.1 to this machine over a socket, with nothing but the system's C library.
///
/// One connection is kept open between requests. Where the server has ended it meanwhile, a request
/// goes over a new one; a request that may have reached the server is not sent again unless its
/// method says that doing it twice is as doing it once (RFC 9112, section 9.3.1).
public struct LoopbackTransport: Transport {
  private let limits: HTTPLimits
  private let pool = ConnectionPool()

  /// Makes a transport without a connection yet.
  public init(limits: HTTPLimits = .standard) {
    self.limits = limits
  }

  /// Sends a request to a loopback host over `http`; another one is `unavailable`.
  public func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse {
    guard request.url.scheme == .http, request.url.isLoopback else {
      throw .unavailable("a plain socket carries http to this machine only")
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

/// The one connection that waits for the next request.
final class ConnectionPool: Sendable {
  private struct Entry {
    let host: String
    let port: Int
    let socket: Socket
  }

  private let idle = Mutex<Entry?>(nil)

  /// Takes the connection out, where it leads to the URL's host and the server hasn't ended it.
  func take(for url: HTTPURL) -> Socket? {
    let entry = idle.withLock { idle in
      let taken = idle
      idle = nil
      return taken
    }
    guard let entry, entry.host == url.host, entry.port == url.port else { return nil }
    // Between two exchanges a server has nothing to say: what can be read is the end, or not HTTP.
    return entry.socket.wait(toWrite: false, milliseconds: 0) ? nil : entry.socket
  }

  func put(_ socket: Socket, for url: HTTPURL) {
    let entry = Entry(host: url.host, port: url.port, socket: socket)
    idle.withLock { $0 = entry }
  }
}
