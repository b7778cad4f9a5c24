public import FlowEngine
public import FlowHTTP
import FlowLock

/// A simulated server as a pure function from a request and a state to a response and a state.
///
/// The function uses no clock and no network.
public protocol SteppedOrg: Sendable {
  /// The state, which requests change.
  associatedtype State: Sendable

  /// Returns the state before the first request.
  ///
  /// - Parameter now: The time since the start of 1970, UTC.
  /// - Returns: The state.
  func initialState(at now: Duration) -> State

  /// Answers a request.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - state: The state, which the request changes.
  ///   - now: The time since the start of 1970, UTC.
  ///   - random: The source of unpredictable values.
  ///   - trace: Records the covered points, without an effect on the answer; `nil` for no record.
  /// - Returns: The response.
  func answer(
    _ request: HTTPRequest, state: inout State, now: Duration,
    random: inout some RandomNumberGenerator, trace: inout OrgTrace?
  ) -> HTTPResponse
}

extension SteppedOrg {
  /// Answers a request without recording covered points.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - state: The state, which the request changes.
  ///   - now: The time since the start of 1970, UTC.
  ///   - random: The source of unpredictable values.
  /// - Returns: The response.
  public func answer(
    _ request: HTTPRequest, state: inout State, now: Duration,
    random: inout some RandomNumberGenerator
  ) -> HTTPResponse {
    var trace: OrgTrace?
    return answer(request, state: &state, now: now, random: &random, trace: &trace)
  }
}

/// A simulated server in this process, whose state all clients share.
public final class SteppedServer<Org: SteppedOrg>: Transport {
  /// The org.
  public let org: Org
  private let clock: any RunClock
  private let sendsBytes: Bool
  private let log: OrgTraceLog?
  private let held: Mutex<Held>

  private struct Held {
    var state: Org.State
    var random: Draw
  }

  /// Starts an org that has not received a request.
  ///
  /// - Parameters:
  ///   - org: The org.
  ///   - clock: The clock of the org.
  ///   - seed: The seed of nonces, codes and keys, which are the same for the same seed.
  ///   - sendsBytes: Whether requests and responses are converted to bytes, as on a network. By
  ///     default they are passed unchanged.
  ///   - log: Records the points that the org covers; `nil` for no record.
  public init(
    _ org: Org, clock: any RunClock, seed: UInt64, sendsBytes: Bool = false,
    log: OrgTraceLog? = nil
  ) {
    self.log = log
    self.org = org
    self.clock = clock
    self.sendsBytes = sendsBytes
    held = Mutex(Held(state: org.initialState(at: clock.now), random: Draw(seed: seed)))
  }

  /// The current state of the org.
  public var state: Org.State { held.withLock { $0.state } }

  /// Answers a request synchronously.
  ///
  /// - Parameter request: The request.
  /// - Returns: The response.
  public func answer(_ request: HTTPRequest) -> HTTPResponse {
    let now = clock.now
    var trace = log.map { _ in OrgTrace() }
    let response = held.withLock { held in
      org.answer(
        request, state: &held.state, now: now, random: &held.random, trace: &trace)
    }
    if let trace { log?.add(trace) }
    return response
  }

  /// Changes the state directly, without a request.
  ///
  /// - Parameter body: Changes the state; receives the time since the start of 1970 and a random
  ///   number.
  /// - Returns: The result of the closure.
  package func change<Result: Sendable>(
    _ body: (inout Org.State, Duration, UInt64) -> Result
  ) -> Result {
    let now = clock.now
    return held.withLock { body(&$0.state, now, $0.random.next()) }
  }

  /// Answers a request, unless the task is canceled.
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
