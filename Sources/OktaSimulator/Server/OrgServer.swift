public import FlowEngine
public import FlowHTTP
import Synchronization
public import SimulatorKit

/// An org in this process: one state, many clients.
///
/// It is a transport, so that an engine speaks to it as to a network, and the inbox of what it
/// sent.
public final class OrgServer: Transport, Inbox {
  /// The org.
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

  /// Starts an org that nobody has spoken to yet.
  ///
  /// - Parameters:
  ///   - org: the org.
  ///   - clock: what time it is.
  ///   - seed: Makes handles and codes repeatable, and so predictable; `nil` takes them from the
  ///     system's cryptographic generator.
  ///   - sendsBytes: whether requests and responses are turned into bytes, as on a wire; by default
  ///     they are handed over as they are.
  ///   - journal: what takes note of every sign-in.
  ///   - log: what takes note of what the org does; without one nothing is noted.
  ///   - memo: What pages of the org have shown before, which the servers of one org can share.
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

  /// The org's state as it is now.
  public var state: OrgState { held.withLock { $0.state } }

  /// Answers a request at once; for a caller that need not wait.
  ///
  /// - Parameter request: the request.
  /// - Returns: the response.
  public func answer(_ request: HTTPRequest) -> HTTPResponse {
    answer(request, as: org)
  }

  /// Answers a request as the same org at another of its addresses.
  ///
  /// - Parameters:
  ///   - request: the request.
  ///   - org: the org there.
  /// - Returns: the response.
  public func answer(_ request: HTTPRequest, as org: Org) -> HTTPResponse {
    deliver(request, as: org).response
  }

  /// The org's time.
  public var now: Duration { clock.now }

  /// Does something with the state that no request does, as a phone does that answers a push.
  ///
  /// - Parameter body: what is done, at a time since the start of 1970.
  /// - Returns: its result.
  public func change<Result: Sendable>(
    _ body: (inout OrgState, Duration) -> Result
  ) -> Result {
    let now = clock.now
    return gate.pass { held.withLock { body(&$0.state, now) } }
  }

  /// Puts the org back to the state that it starts in: nobody has spoken to it yet.
  ///
  /// - Parameter seed: Makes handles and codes repeatable, and so predictable; `nil` takes them from
  ///   the system's cryptographic generator.
  public func reset(seed: UInt64?) {
    gate.pass {
      held.withLock { $0 = Held(org, seed: seed) }
      journal?.clear()
    }
  }

  /// Answers a request, unless the task is cancelled.
  ///
  /// What holds an answer back does so by the org's clock.
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

  /// Follows an address as a browser does, from page to page until one is another's.
  ///
  /// - Parameter address: where a step sends the browser.
  /// - Returns: the client's own address, at which the browser arrived; `nil` where it arrived
  ///   nowhere.
  public func browse(_ address: Secret) -> Secret? {
    guard let url = HTTPURL(address.reveal()), url.origin == org.site.origin else { return nil }
    return answer(HTTPRequest(.get, url)).headers["Location"].map { Secret($0) }
  }

  /// Yes: it is in this process.
  public var answersAtOnce: Bool { true }

  /// No: only what the org sends to the users of a test is in it.
  public var isShared: Bool { false }

  /// The newest thing sent over a channel after a number.
  public func newest(
    _ channel: String, to address: String?, after moment: Int
  ) async -> InboxItem? {
    let now = clock.now
    return held.withLock { held in
      held.state.deliverLateItems(at: now)
      return held.state.newest(channel, to: address, after: moment)
    }
  }

  /// The number of the newest thing sent.
  public func mark() async -> Int {
    let now = clock.now
    return held.withLock { held in
      held.state.deliverLateItems(at: now)
      return held.state.mark
    }
  }

  // MARK: Faults

  /// Answers a request, and says what becomes of the answer on its way; for a caller that carries
  /// that out.
  ///
  /// - Parameters:
  ///   - request: the request.
  ///   - org: the org at the address that was asked for; `nil` for the one that was started.
  /// - Returns: the answer.
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

  /// Carries an answer to its client as a network does.
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

  /// The faults that the org has now, oldest first.
  public var faults: [ArmedFault] { held.withLock { $0.state.faults } }

  /// Adds a fault, which can happen from the next request on.
  ///
  /// - Parameter fault: the fault.
  /// - Returns: what it is called by; `nil` where there are as many as an org can have.
  @discardableResult
  public func add(_ fault: Fault) -> Int? { held.withLock { $0.state.add(fault) } }

  /// Takes a fault away; what it has kept back still arrives.
  ///
  /// - Parameter number: what it is called by.
  /// - Returns: whether there was one.
  @discardableResult
  public func removeFault(_ number: Int) -> Bool {
    held.withLock { $0.state.removeFault(number) }
  }
}
