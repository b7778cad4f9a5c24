public import FlowHTTP

/// The bound of a wait for what always comes: of another process, a thread or a socket.
///
/// It is so long that only a hang reaches it, however little time a busy machine has for the tests.
public enum Patience {
  /// The bound; a test's own time limit, where it has one, is longer.
  public static let limit = Duration.seconds(240)
  /// The same for `poll`.
  public static let milliseconds: Int32 = 240_000

  /// Asks again and again, until something is so.
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
  /// The usual limits, with patience.
  public static var patient: HTTPLimits {
    var limits = HTTPLimits.standard
    limits.timeout = Patience.limit
    return limits
  }
}

/// The network, with patience for every answer, whatever the time that the request has.
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
