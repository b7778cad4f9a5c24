#if os(Linux)
import CFlowHTTP
import Synchronization

/// Carries HTTP and HTTPS with the system's libcurl, which is opened when it is first needed.
///
/// Connections stay open between requests. Compression isn't asked for: bodies are short, and one
/// that grows when it is unpacked can't pass the bound. A proxy is taken from the environment as
/// curl does, but for this machine. libcurl repeats a request over a new connection where an old
/// one proves dead; it is kept from doing so where the request isn't idempotent.
public struct CurlTransport: Transport {
  private let limits: HTTPLimits
  private let caFile: String?
  private let clients = CurlPool()

  /// Makes a transport without a connection yet.
  ///
  /// - Parameters:
  ///   - caFile: a file of certificates in PEM form to trust in place of the system's.
  ///   - limits: how large an answer may be, and how long an exchange may take.
  public init(caFile: String? = nil, limits: HTTPLimits = .standard) {
    self.caFile = caFile
    self.limits = limits
  }

  /// Sends a request to any host.
  public func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse {
    let wire = try WireRequest(request)
    let timeout = request.timeout ?? limits.timeout
    return try await runOffPool { [self] cancellation throws(TransportFailure) in
      guard let client = clients.take() else {
        throw .unavailable(
          "libcurl can't be opened; install it (libcurl4 on Debian and Ubuntu, libcurl on Fedora)")
      }
      let proxy: ProxySetting?
      do throws(TransportFailure) { proxy = try client.prepare(wire, caFile: caFile) } catch {
        clients.put(client)
        throw error
      }
      cancellation.interrupt { client.cancel() }
      let result = Result { () throws(TransportFailure) in
        try client.perform(timeout: timeout, limits: limits, proxy: proxy)
      }
      cancellation.interrupt(by: nil)
      clients.put(client)
      return try result.get()
    }
  }
}

/// Clients that wait for the next request, the last one used first.
private final class CurlPool: Sendable {
  /// More than one is idle only after requests at the same time.
  private static let countMax = 4

  private let idle = Mutex<[CurlClient]>([])

  func take() -> CurlClient? {
    idle.withLock { $0.popLast() } ?? CurlClient()
  }

  func put(_ client: CurlClient) {
    idle.withLock { if $0.count < CurlPool.countMax { $0.append(client) } }
  }
}
#endif
