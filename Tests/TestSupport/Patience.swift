public import FlowHTTP

/// The bound of a wait for a certain event: of another process, a thread or a socket.
///
/// It is so long that only a hang reaches it, however little time a busy machine has for the tests.
public enum Patience {
  /// The bound; a test's own time limit is longer, if it has one.
  public static let limit = Duration.seconds(240)
  /// The same for `poll`.
  public static let milliseconds: Int32 = 240_000

  /// Evaluates a condition again and again, until it is true.
  ///
  /// - Returns: Whether it ever was.
  public static func isMet(_ condition: () throws -> Bool) rethrows -> Bool {
    let end = ContinuousClock.now + limit
    repeat {
      if try condition() { return true }
    } while ContinuousClock.now < end
    return false
  }
}

extension HTTPLimits {
  /// The default limits, with long timeouts.
  public static var patient: HTTPLimits {
    var limits = HTTPLimits.standard
    limits.timeout = Patience.limit
    return limits
  }
}

/// The network, with a long timeout for every answer, whatever the timeout of the request.
public struct PatientTransport: Transport {
  private let network: NetworkTransport

  /// Makes a network without a connection yet.
  public init() {
    network = NetworkTransport()
  }

  #if os(Linux)
  /// Makes a network without a connection yet.
  ///
  /// - Parameter caFile: A file of certificates in PEM form to trust in place of the system's.
  public init(caFile: String) {
    network = NetworkTransport(caFile: caFile)
  }
  #endif

  /// Sends a request to any host.
  public func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse {
    var request = request
    request.timeout = Patience.limit
    return try await network.send(request)
  }
}
