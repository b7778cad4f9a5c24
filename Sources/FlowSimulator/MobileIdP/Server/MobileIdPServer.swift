public import FlowEngine
public import FlowWire
import Synchronization

/// A simulated authorization server for mobile identity providers in this process: one state, which
/// all apps of a device ask.
public final class MobileIdPServer: Transport {
  /// The org.
  public let org: MobileIdPOrg
  private let clock: any RunClock
  private let sendsBytes: Bool
  private let held: Mutex<Held>

  private struct Held {
    var state: MobileIdPState
    var random: Draw
  }

  /// Starts an org that nobody has spoken to yet.
  ///
  /// - Parameters:
  ///   - org: the org.
  ///   - clock: what time it is.
  ///   - seed: what its codes and tokens are made of: the same seed gives the same ones.
  ///   - sendsBytes: whether requests and responses are turned into bytes, as on a wire; by default
  ///     they are handed over as they are.
  public init(
    _ org: MobileIdPOrg, clock: any RunClock, seed: UInt64, sendsBytes: Bool = false
  ) {
    self.org = org
    self.clock = clock
    self.sendsBytes = sendsBytes
    held = Mutex(Held(state: org.initialState, random: Draw(seed: seed)))
  }

  /// The org's state as it is now.
  public var state: MobileIdPState { held.withLock { $0.state } }

  /// Answers a request at once; for a caller that need not wait.
  ///
  /// - Parameter request: the request.
  /// - Returns: the response.
  public func answer(_ request: HTTPRequest) -> HTTPResponse {
    let now = clock.now
    return held.withLock { held in
      org.answer(request, state: &held.state, now: now, random: &held.random)
    }
  }

  /// Answers a request, unless the task is cancelled.
  public func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse {
    guard !Task.isCancelled else { throw .cancelled }
    guard sendsBytes else { return answer(request) }
    var request = request
    request.body = .bytes(request.body.onWire.bytes)
    var response = answer(request)
    response.body = .bytes(response.body.onWire.bytes)
    return response
  }
}
