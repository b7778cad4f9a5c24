public import FlowEngine
public import FlowHTTP
import Synchronization

/// A simulated counterpart as a pure step: what a shell around it needs to know.
public protocol SteppedOrg: Sendable {
  /// All that changes.
  associatedtype State: Sendable

  /// The state before the first request.
  ///
  /// - Parameter now: the time since the start of 1970, UTC.
  /// - Returns: the state.
  func initialState(at now: Duration) -> State

  /// Answers a request.
  ///
  /// - Parameters:
  ///   - request: the request.
  ///   - state: what is changed by it.
  ///   - now: the time since the start of 1970, UTC.
  ///   - random: where what must not be guessed comes from.
  ///   - trace: takes note of what is done, which changes nothing of the answer; `nil` for none.
  /// - Returns: the response.
  func answer(
    _ request: HTTPRequest, state: inout State, now: Duration,
    random: inout some RandomNumberGenerator, trace: inout OrgTrace?
  ) -> HTTPResponse
}

extension SteppedOrg {
  /// Answers a request, and nobody takes note of what is done.
  ///
  /// - Parameters:
  ///   - request: the request.
  ///   - state: what is changed by it.
  ///   - now: the time since the start of 1970, UTC.
  ///   - random: where what must not be guessed comes from.
  /// - Returns: the response.
  public func answer(
    _ request: HTTPRequest, state: inout State, now: Duration,
    random: inout some RandomNumberGenerator
  ) -> HTTPResponse {
    var trace: OrgTrace?
    return answer(request, state: &state, now: now, random: &random, trace: &trace)
  }
}

/// A simulated counterpart in this process: one state, which all that speak to it share.
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

  /// Starts an org that nobody has spoken to yet.
  ///
  /// - Parameters:
  ///   - org: the org.
  ///   - clock: what time it is.
  ///   - seed: what its nonces, codes and keys are made of: the same seed gives the same ones.
  ///   - sendsBytes: whether requests and responses are turned into bytes, as on a wire; by default
  ///     they are handed over as they are.
  ///   - log: what takes note of what the org does; without one nothing is noted.
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

  /// The org's state as it is now.
  public var state: Org.State { held.withLock { $0.state } }

  /// Answers a request at once; for a caller that need not wait.
  ///
  /// - Parameter request: the request.
  /// - Returns: the response.
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

  /// Does something with the state that no request does.
  ///
  /// - Parameter body: what is done, at a time since the start of 1970, with a number drawn for it.
  /// - Returns: its result.
  package func change<Result: Sendable>(
    _ body: (inout Org.State, Duration, UInt64) -> Result
  ) -> Result {
    let now = clock.now
    return held.withLock { body(&$0.state, now, $0.random.next()) }
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
