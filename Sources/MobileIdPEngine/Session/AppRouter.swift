public import FlowEngine

/// How apps reach one another: opening URLs by their schemes, as the system of a device does.
///
/// The port behind which a simulated device stands, or a real one.
public protocol AppRouter: Sendable {
  /// Which of some schemes an app of the device opens.
  func openable(_ schemes: Set<URLScheme>) async -> Set<URLScheme>

  /// Opens a URL on behalf of an app.
  ///
  /// - Parameters:
  ///   - url: The URL, which need not be a message.
  ///   - app: The name of the app that opens it.
  /// - Returns: Who got it.
  func open(_ url: MessageURL, from app: String) async -> AppDelivery

  /// What other apps have done about what they got, a line each, as traces show it; once.
  ///
  /// Nothing by default: only who plays them knows it.
  func takeLines() async -> [String]

  /// The next URL with which something outside of the run opens one of its apps.
  ///
  /// It is asked when no app of the run can go on by itself.
  ///
  /// - Parameter deadline: When it must have come; `nil` for as long as it takes.
  /// - Returns: The URL; `nil` if none will come any more, for the person has given up.
  /// - Throws: `EngineFailure` of the kind `timedOut` or `cancelled`.
  func arrival(
    until deadline: ContinuousClock.Instant?
  ) async throws(EngineFailure) -> AppArrival?
}

extension AppRouter {
  /// Nothing.
  public func takeLines() async -> [String] { [] }
}

/// What became of a URL that an app has opened.
public enum AppDelivery: Sendable, Hashable {
  /// An app got it, of the run or another one; with what the system says of the sender.
  case delivered(to: String, sender: AppIdentity?)
  /// Nobody got it: why, in a clause.
  case notOpenable(String)
}

/// A URL that an app of the run was opened with from outside.
public struct AppArrival: Sendable, Hashable {
  /// The app's name.
  public var app: String
  /// The URL.
  public var url: MessageURL
  /// Who opened it, as the system says; `nil` if it doesn't.
  public var sender: AppIdentity?

  /// Makes an arrival.
  public init(app: String, url: MessageURL, sender: AppIdentity?) {
    self.app = app
    self.url = url
    self.sender = sender
  }
}
