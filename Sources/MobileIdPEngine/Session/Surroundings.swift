import FlowEngine
import FlowHTTP

/// Calls the device and the servers, with a deadline.
///
/// An app's own code may ignore the deadline and cancellation. It must not block the run, so the
/// run stops waiting for it at the deadline. Simulated devices and servers answer at once, and have
/// no deadline.
struct Surroundings: Sendable {
  private let transport: any Transport
  private let router: any AppRouter
  /// The deadline for answers; `nil` for no limit.
  var deadline: ContinuousClock.Instant?

  /// The extra time that a call has to return on its own after the deadline.
  private static let grace = Duration.milliseconds(250)

  init(transport: any Transport, router: any AppRouter) {
    self.transport = transport
    self.router = router
  }

  /// Returns the schemes among `schemes` that some app on the device opens.
  func openable(_ schemes: Set<URLScheme>) async throws(EngineFailure) -> Set<URLScheme> {
    try await held("the device has not reported in time which apps it can open") { [router] in
      await router.openable(schemes)
    }
  }

  /// Opens a URL on behalf of an app.
  func open(_ url: MessageURL, from app: String) async throws(EngineFailure) -> AppDelivery {
    try await held("the device has not opened another app in time") { [router] in
      await router.open(url, from: app)
    }
  }

  /// Returns what apps outside of the run did after a delivery, as lines of a trace.
  func takeLines() async throws(EngineFailure) -> [String] {
    try await held("the device has not reported in time what other apps did") { [router] in
      await router.takeLines()
    }
  }

  /// Waits for the next URL with which an app outside of the run opens an app of the run.
  func arrival() async throws(EngineFailure) -> AppArrival? {
    let silence = "no other app has answered in time"
    let end = deadline
    let arrival = try await held(silence) {
      [router] () async -> Result<AppArrival?, EngineFailure> in
      do throws(EngineFailure) { return .success(try await router.arrival(until: end)) } catch {
        return .failure(error)
      }
    }
    if case .failure(let failure) = arrival, failure.kind == .timedOut {
      throw EngineFailure(.outOfTime, failure.message, help: failure.help)
    }
    return try arrival.get()
  }

  /// Sends a request; the result contains a failure of the transport.
  ///
  /// - Throws: `EngineFailure` of the kind `outOfTime` if a browser page or an app's own transport
  ///   didn't finish in time.
  func send(
    _ request: HTTPRequest, as word: String
  ) async throws(EngineFailure) -> Result<HTTPResponse, TransportFailure> {
    let answer = try await held("`\(word)` had no result in time") {
      [transport] () async -> Result<HTTPResponse, TransportFailure> in
      do throws(TransportFailure) { return .success(try await transport.send(request)) } catch {
        return .failure(error)
      }
    }
    // While a browser shows a page, the user is late and not the server.
    if case .failure(.timedOut) = answer, isPage(request) {
      throw EngineFailure(.outOfTime, "the page of `\(word)` was not left in time")
    }
    return answer
  }

  /// Whether the app's browser shows a page for the request.
  private func isPage(_ request: HTTPRequest) -> Bool {
    transport is WebLoginTransport && WebLoginTransport.callback(ofPage: request) != nil
  }

  /// The cause of a missing answer.
  func cause(of failure: TransportFailure, at request: HTTPRequest) -> FailureCause {
    if isPage(request) {
      if case .malformed = failure { return .elsewhere }
      return .unanswered
    }
    if case .insecure = failure { return .insecure }
    return .unreachable
  }

  private func held<Answer: Sendable>(
    _ silence: String, _ body: @escaping @Sendable () async -> Answer
  ) async throws(EngineFailure) -> Answer {
    guard let deadline else { return await body() }
    switch await leavingBehind(at: deadline + Surroundings.grace, body) {
    case .done(let answer): return answer
    case .late: throw EngineFailure(.outOfTime, silence)
    case .cancelled:
      throw EngineFailure(.cancelled, "the run was interrupted between the apps")
    }
  }
}
