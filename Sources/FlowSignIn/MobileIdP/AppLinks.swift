public import FlowEngine
public import MobileIdPEngine
import Synchronization

/// The URLs by which an app opens other apps, and by which they open it, through the system.
///
/// ```swift
/// let links = AppLinks(
///   app: "Sample App",
///   canOpen: { scheme in await application.canOpen("\(scheme)://") },
///   open: { url in await application.open(url.reveal()) })
/// // In `onOpenURL`, or where the system hands URLs in:
/// if !links.receive(url.absoluteString) { … }
/// ```
///
/// Links belong to one run at a time. Incoming URLs go to the waiting run, in order.
public final class AppLinks: AppRouter {
  private let app: String
  private let canOpen: @Sendable (URLScheme) async -> Bool
  private let opener: @Sendable (MessageURL) async -> Bool
  private let state = Mutex(State())

  /// The most waiting URLs, because any app can open this one as often as it likes.
  public static let most = 32

  private struct State {
    var arrivals: [AppArrival] = []
    var waiting: [Int: CheckedContinuation<End, Never>] = [:]
    /// The ends of waits that ended before they began.
    var ended: [Int: End] = [:]
    var last = 0
  }

  /// The ends of a wait.
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
  ///   - canOpen: Returns whether an app can open URLs of a scheme. On iOS the scheme must be among
  ///     the app's `LSApplicationQueriesSchemes`.
  ///   - open: Opens a URL, whose text is `reveal()`. It returns `false` if no app accepted it; a
  ///     client then continues with the standard login, as if the provider's app isn't installed.
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
  /// It may be called on any thread; URLs stay in the order of the calls.
  ///
  /// - Parameters:
  ///   - url: The URL.
  ///   - sender: The app that opened it, according to the system; `nil` if unknown.
  /// - Returns: Whether it is for a run. It is `false` for a URL that doesn't have the form of a
  ///   message, which the app may use otherwise, and if too many URLs are waiting.
  @discardableResult
  public func receive(_ url: String, from sender: AppIdentity? = nil) -> Bool {
    let url = MessageURL(url)
    // If the lenient profile rejects it, every profile does.
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

  /// Notifies a run that the app that it waits for will not answer any more.
  ///
  /// Use it if the user returns to this app without an answer: the run fails as
  /// `SignInFailure.cancelled`. Nothing happens if no run is waiting.
  public func giveUp() {
    let waiting = state.withLock { state in
      defer { state.waiting = [:] }
      return Array(state.waiting.values)
    }
    for continuation in waiting { continuation.resume(returning: .givenUp) }
  }

  // MARK: Requests of a run

  /// Returns the schemes that an app of the device can open.
  public func openable(_ schemes: Set<URLScheme>) async -> Set<URLScheme> {
    var openable: Set<URLScheme> = []
    for scheme in schemes where await canOpen(scheme) { openable.insert(scheme) }
    return openable
  }

  /// Opens a URL.
  ///
  /// If it is a request, earlier answers can't belong to it, and are discarded.
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

  /// Returns the next URL with which another app opens this one.
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
        // A canceled wait doesn't consume a URL.
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
