public import FlowEngine
public import FlowHTTP
import FlowLock
public import SimulatorKit

/// A simulated org that runs in this process.
///
/// All its clients share one state.
///
/// It is a transport, so an engine sends requests to it in the same way as to a network. It is also
/// the inbox that contains the messages it sent.
public final class OrgServer: Transport, Inbox {
  /// The org that the server simulates.
  public let org: Org
  private let clock: any RunClock
  private let sendsBytes: Bool
  private let journal: SignInJournal?
  private let log: OrgTraceLog?
  private let memo: PageMemo
  private let gate = Gate()
  private let held: Mutex<Held>

  private struct Held {
    var state: OrgState
    var random: Draw

    init(_ org: Org, seed: UInt64?) {
      state = org.initialState
      random = seed.map { Draw(seed: $0) } ?? Draw.system
    }
  }

  /// Starts an org without any earlier requests.
  ///
  /// - Parameters:
  ///   - org: The org.
  ///   - clock: The clock of the org.
  ///   - seed: Makes handles and codes repeatable, and so predictable; `nil` uses the system's
  ///     cryptographic generator.
  ///   - sendsBytes: Whether requests and responses are converted to bytes, as on a network. By
  ///     default they are passed unchanged.
  ///   - journal: Records every sign-in; `nil` for no record.
  ///   - log: Records the events of the org; `nil` for no record.
  ///   - memo: The factors on earlier pages. Several servers of one org can share it.
  public init(
    _ org: Org, clock: any RunClock, seed: UInt64?, sendsBytes: Bool = false,
    journal: SignInJournal? = nil, log: OrgTraceLog? = nil, memo: PageMemo = PageMemo()
  ) {
    self.memo = memo
    self.log = log
    self.journal = journal
    self.org = org
    self.clock = clock
    self.sendsBytes = sendsBytes
    held = Mutex(Held(org, seed: seed))
  }

  /// The current state of the org.
  public var state: OrgState { held.withLock { $0.state } }

  /// Answers a request at once.
  ///
  /// Delays and cuts by faults are ignored.
  ///
  /// - Parameter request: The request.
  /// - Returns: The response.
  public func answer(_ request: HTTPRequest) -> HTTPResponse {
    answer(request, as: org)
  }

  /// Answers a request at once, for another address of the org.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - org: The same org with the other address.
  /// - Returns: The response.
  public func answer(_ request: HTTPRequest, as org: Org) -> HTTPResponse {
    deliver(request, as: org).response
  }

  /// The current time of the org.
  public var now: Duration { clock.now }

  /// Changes the state in a way that no request does, such as answering a push on the phone.
  ///
  /// - Parameter body: Changes the state. It gets the current time since the start of 1970.
  /// - Returns: The result of `body`.
  public func change<Result: Sendable>(
    _ body: (inout OrgState, Duration) -> Result
  ) -> Result {
    let now = clock.now
    return gate.pass { held.withLock { body(&$0.state, now) } }
  }

  /// Resets the org to its initial state.
  ///
  /// - Parameter seed: Makes handles and codes repeatable, and so predictable; `nil` uses the
  ///   system's cryptographic generator.
  public func reset(seed: UInt64?) {
    gate.pass {
      held.withLock { $0 = Held(org, seed: seed) }
      journal?.clear()
    }
  }

  /// Answers a request, unless the task is canceled.
  ///
  /// Delays of the response use the clock of the org.
  public func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse {
    guard !Task.isCancelled else { throw .cancelled }
    guard sendsBytes else { return try await carry(deliver(request), within: request.timeout) }
    let timeout = request.timeout
    var request = request
    request.body = .bytes(request.body.onWire.bytes)
    var delivery = deliver(request)
    delivery.response.body = .bytes(delivery.response.body.onWire.bytes)
    return try await carry(delivery, within: timeout)
  }

  /// Opens an address of the org like a browser, and returns the address to which the org
  /// redirects.
  ///
  /// - Parameter address: The address to which a step sends the browser.
  /// - Returns: The redirect address; `nil` if the address isn't the org's or the response
  ///   doesn't have one.
  public func browse(_ address: Secret) -> Secret? {
    guard let url = HTTPURL(address.reveal()), url.origin == org.site.origin else { return nil }
    return answer(HTTPRequest(.get, url)).headers["Location"].map { Secret($0) }
  }

  /// `true`: the org is in this process.
  public var answersAtOnce: Bool { true }

  /// `false`: the inbox contains only messages to the users of a test.
  public var isShared: Bool { false }

  /// Returns the latest message of a channel whose number is larger than `moment`; `nil` if there
  /// is none.
  public func newest(
    _ channel: String, to address: String?, after moment: Int
  ) async -> InboxItem? {
    let now = clock.now
    return held.withLock { held in
      held.state.deliverLateItems(at: now)
      return held.state.newest(channel, to: address, after: moment)
    }
  }

  /// Returns the number of the latest message.
  public func mark() async -> Int {
    let now = clock.now
    return held.withLock { held in
      held.state.deliverLateItems(at: now)
      return held.state.mark
    }
  }

  // MARK: Faults

  /// Answers a request, and returns how to deliver the response.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - org: The org at the requested address; `nil` for the server's own org.
  /// - Returns: The response, with the delay or the cut that the caller must carry out.
  public func deliver(_ request: HTTPRequest, as org: Org? = nil) -> Delivery {
    let now = clock.now
    return gate.pass {
      var mark = 0
      var trace = log.map { _ in OrgTrace() }
      let delivery = held.withLock { held in
        let delivery = OrgAnswer(org: org ?? self.org).deliver(
          request, state: &held.state, now: now, draw: &held.random, trace: &trace, memo: memo)
        mark = held.state.mark
        return delivery
      }
      if let trace { log?.add(trace) }
      journal?.note(request, delivery, mark: mark, at: now)
      return delivery
    }
  }

  /// Delivers a response with the delay or the cut that a network would have.
  private func carry(
    _ delivery: Delivery, within timeout: Duration?
  ) async throws(TransportFailure) -> HTTPResponse {
    if delivery.delay > .zero {
      let wait = timeout.map { min($0, delivery.delay) } ?? delivery.delay
      do { try await clock.sleep(for: wait) } catch { throw .cancelled }
      if wait < delivery.delay { throw .timedOut(wait) }
    }
    switch delivery.cut {
    case nil: return delivery.response
    case .dropped: throw .dropped("the connection ended without an answer")
    case .truncated: throw .dropped("the connection ended before the answer was whole")
    }
  }

  /// The current faults of the org, oldest first.
  public var faults: [ArmedFault] { held.withLock { $0.state.faults } }

  /// Adds a fault, which can happen from the next request on.
  ///
  /// - Parameter fault: The fault.
  /// - Returns: The number of the fault; `nil` if the org already has the maximum number of faults.
  @discardableResult
  public func add(_ fault: Fault) -> Int? { held.withLock { $0.state.add(fault) } }

  /// Removes a fault.
  ///
  /// Delayed messages still arrive.
  ///
  /// - Parameter number: The number of the fault.
  /// - Returns: Whether the org had the fault.
  @discardableResult
  public func removeFault(_ number: Int) -> Bool {
    held.withLock { $0.state.removeFault(number) }
  }
}
