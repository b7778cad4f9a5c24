/// Carries each request by the lightest way there is: a socket to this machine, else the system's
/// HTTP client.
public struct NetworkTransport: Transport {
  private let loopback: LoopbackTransport
  #if os(Linux)
  private let client: CurlTransport
  #else
  private let client: URLSessionTransport
  #endif

  #if os(Linux)
  /// Makes a transport without a connection yet.
  ///
  /// - Parameters:
  ///   - caFile: a file of certificates in PEM form to trust in place of the system's.
  ///   - limits: how large an answer may be, and how long an exchange may take.
  public init(caFile: String? = nil, limits: HTTPLimits = .standard) {
    loopback = LoopbackTransport(limits: limits)
    client = CurlTransport(caFile: caFile, limits: limits)
  }
  #else
  /// Makes a transport without a connection yet, which trusts what the system trusts.
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
