/// Sends requests to this machine over a socket, and other requests with the system's HTTP client.
public struct NetworkTransport: Transport {
  private let loopback: LoopbackTransport
  #if os(Linux)
  private let client: CurlTransport
  #else
  private let client: URLSessionTransport
  #endif

  #if os(Linux)
  /// Creates a transport without a connection.
  ///
  /// - Parameters:
  ///   - caFile: A file of certificates in PEM form, to trust instead of the system's certificates.
  ///   - limits: The limits of a response's size and of an exchange's duration.
  public init(caFile: String? = nil, limits: HTTPLimits = .standard) {
    loopback = LoopbackTransport(limits: limits)
    client = CurlTransport(caFile: caFile, limits: limits)
  }
  #else
  /// Creates a transport without a connection, which trusts the system's certificates.
  public init(limits: HTTPLimits = .standard) {
    loopback = LoopbackTransport(limits: limits)
    client = URLSessionTransport(limits: limits)
  }
  #endif

  /// Sends a request to any host.
  public func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse {
    if request.url.scheme == .http, request.url.isLoopback {
      return try await loopback.send(request)
    }
    return try await client.send(request)
  }
}
