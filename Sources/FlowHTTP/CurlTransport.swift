#if os(Linux)
import CFlowHTTP
import FlowLock

/// Sends HTTP and HTTPS requests with the system's libcurl, which is loaded at first use.
///
/// Connections stay open between requests. The transport doesn't request compression, because
/// bodies are short, and a decompressed body could exceed the limit. The environment sets the proxy
/// as for curl; requests to this machine use none. If an old connection is dead, libcurl repeats a
/// request on a new one. The transport prevents that for requests that aren't idempotent.
public struct CurlTransport: Transport {
  private let limits: HTTPLimits
  private let caFile: String?
  private let clients = CurlPool()

  /// Creates a transport without a connection.
  ///
  /// - Parameters:
  ///   - caFile: A file of certificates in PEM form, to trust instead of the system's certificates.
  ///   - limits: The limits of a response's size and of an exchange's duration.
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

/// The idle clients, starting with the most recently used client.
private final class CurlPool: Sendable {
  /// The maximum number of idle clients; several are idle only after simultaneous requests.
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
