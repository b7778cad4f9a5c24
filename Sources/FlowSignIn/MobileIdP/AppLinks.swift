public import FlowEngine
public import MobileIdPEngine
import FlowLock

/// Sends and receives the URLs by which apps open each other through the system.
///
/// ```swift
/// let links = AppLinks(
///   app: "Sample App",
///   canOpen: { scheme in await application.canOpen("\(scheme)://") },
///   open: { url in await application.open(url.reveal()) })
/// // In `onOpenURL`, or where the system passes URLs to the app:
/// if !links.receive(url.absoluteString) { … }
/// ```
///
/// Links belong to one run at a time. The waiting run receives incoming URLs in order.
public final class AppLinks: AppRouter {
  private let app: String
  private let canOpen: @Sendable (URLScheme) async -> Bool
  private let opener: @Sendable (MessageURL) async -> Bool
  private let state = Mutex(State())

  /// The maximum number of URLs that wait for a run, because any app can send many.
  public static let most = 32

  private struct State {
    var arrivals: [AppArrival] = []
    var waiting: [Int: CheckedContinuation<End, Never>] = [:]
    /// The results of waits that ended before they were registered.
    var ended: [Int: End] = [:]
    var last = 0
  }

  /// The result of a wait.
  private enum End: Sendable {
    case arrived(AppArrival)
    case late
    case cancelled
    case givenUp
  }

  /// Creates an app's links.
  ///
  /// - Parameters:
  ///   - app: The app's name in its world.
  ///   - canOpen: Returns whether some app can open URLs with a scheme. On iOS the scheme must be
  ///     in the app's `LSApplicationQueriesSchemes`.
  ///   - open: Opens a URL, whose text is `reveal()`, and returns `false` if no app accepted it. A
  ///     client then continues with the standard login, as if the provider's app weren't installed.
  public init(
    app: String, canOpen: @escaping @Sendable (URLScheme) async -> Bool,
    open: @escaping @Sendable (MessageURL) async -> Bool
  ) {
    self.app = app
    self.canOpen = canOpen
    opener = open
  }

  // MARK: Incoming URLs

  /// Receives a URL with which the system has opened the app.
  ///
  /// The method may be called on any thread; URLs stay in the order of the calls.
  ///
  /// - Parameters:
  ///   - url: The URL.
  ///   - sender: The app that sent the URL, if the system identifies it; `nil` if unknown.
  /// - Returns: Whether a run receives the URL. The result is `false` if too many URLs are waiting,
  ///   or if the URL doesn't have the form of a message; the app may then use it otherwise.
  @discardableResult
  public func receive(_ url: String, from sender: AppIdentity? = nil) -> Bool {
    let url = MessageURL(url)
    // A URL that the lenient profile refuses is refused by every profile.
    guard (try? Envelope(url, .ios)) != nil else { return false }
    let arrival = AppArrival(app: app, url: url, sender: sender)
    let (isTaken, continuation): (Bool, CheckedContinuation<End, Never>?) = state.withLock {
      state in
      if let first = state.waiting.keys.min() {
        return (true, state.waiting.removeValue(forKey: first))
      }
      guard state.arrivals.count < AppLinks.most else { return (false, nil) }
      state.arrivals.append(arrival)
      return (true, nil)
    }
    continuation?.resume(returning: .arrived(arrival))
    return isTaken
  }

  /// Reports to a waiting run that the other app will not answer any more.
  ///
  /// Call it if the user returns to this app without an answer. The run then fails with
  /// `SignInFailure.cancelled`. If no run is waiting, nothing happens.
  public func giveUp() {
    let waiting = state.withLock { state in
      defer { state.waiting = [:] }
      return Array(state.waiting.values)
    }
    for continuation in waiting { continuation.resume(returning: .givenUp) }
  }

  // MARK: Requests of a run

  /// Returns the schemes among `schemes` that some app on the device opens.
  public func openable(_ schemes: Set<URLScheme>) async -> Set<URLScheme> {
    var openable: Set<URLScheme> = []
    for scheme in schemes where await canOpen(scheme) { openable.insert(scheme) }
    return openable
  }

  /// Opens a URL.
  ///
  /// If the URL is a request, answers that are already waiting are discarded, because they can't
  /// belong to it.
  public func open(_ url: MessageURL, from app: String) async -> AppDelivery {
    if (try? Envelope(url, .ios))?.command == .authRequest { forgetAnswers() }
    guard await opener(url) else { return .notOpenable("the system didn't open it") }
    let scheme = url.reveal().utf8.prefix { $0 != UInt8(ascii: ":") }
    return .delivered(to: String(decoding: scheme, as: UTF8.self), sender: nil)
  }

  private func forgetAnswers() {
    state.withLock { state in
      state.arrivals.removeAll { arrival in
        let command = (try? Envelope(arrival.url, .ios))?.command
        return command == .authResponse || command == .error
      }
    }
  }

  /// Waits for the next URL with which another app opens this app.
  public func arrival(
    until deadline: ContinuousClock.Instant?
  ) async throws(EngineFailure) -> AppArrival? {
    let number = state.withLock { state in
      state.last += 1
      return state.last
    }
    let timer = deadline.map { deadline in
      Task {
        if (try? await Task.sleep(until: deadline, clock: .continuous)) != nil {
          self.end(number, .late)
        }
      }
    }
    let end = await withTaskCancellationHandler {
      await wait(number)
    } onCancel: {
      self.end(number, .cancelled)
    }
    timer?.cancel()
    await timer?.value
    _ = state.withLock { $0.ended.removeValue(forKey: number) }
    switch end {
    case .arrived(let arrival): return arrival
    case .givenUp: return nil
    case .late: throw EngineFailure(.timedOut, "no other app answered in time")
    case .cancelled:
      throw EngineFailure(.cancelled, "the run was interrupted while it waited for another app")
    }
  }

  private func wait(_ number: Int) async -> End {
    await withCheckedContinuation { continuation in
      let end: End? = state.withLock { state in
        let ended = state.ended.removeValue(forKey: number)
        // A canceled wait doesn't take a URL, so that the next wait receives it.
        if case .cancelled? = ended { return ended }
        if !state.arrivals.isEmpty { return .arrived(state.arrivals.removeFirst()) }
        if let ended { return ended }
        state.waiting[number] = continuation
        return nil
      }
      if let end { continuation.resume(returning: end) }
    }
  }

  private func end(_ number: Int, _ end: End) {
    let continuation: CheckedContinuation<End, Never>? = state.withLock { state in
      if let waiting = state.waiting.removeValue(forKey: number) { return waiting }
      state.ended[number] = end
      return nil
    }
    continuation?.resume(returning: end)
  }
}
