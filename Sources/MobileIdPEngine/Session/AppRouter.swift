public import FlowEngine

/// Opens apps by URLs with their schemes, as the system of a device does.
///
/// Simulated and real devices implement this protocol.
public protocol AppRouter: Sendable {
  /// Returns the schemes among `schemes` that some app on the device opens.
  func openable(_ schemes: Set<URLScheme>) async -> Set<URLScheme>

  /// Opens a URL on behalf of an app.
  ///
  /// - Parameters:
  ///   - url: The URL, which need not be a message.
  ///   - app: The name of the app that opens the URL.
  /// - Returns: The app that received the URL, or the reason why no app did.
  func open(_ url: MessageURL, from app: String) async -> AppDelivery

  /// Returns what apps outside of the run did after a delivery, as lines of a trace.
  ///
  /// Each line is returned once. By default there are no lines, because only the code that plays
  /// these apps can report them.
  func takeLines() async -> [String]

  /// Waits for the next URL with which an app outside of the run opens an app of the run.
  ///
  /// The engine calls it when no app of the run can continue on its own.
  ///
  /// - Parameter deadline: The latest time for the URL to arrive; `nil` for no limit.
  /// - Returns: The URL; `nil` if no URL will arrive any more because the user has canceled.
  /// - Throws: `EngineFailure` of the kind `timedOut` or `cancelled`.
  func arrival(
    until deadline: ContinuousClock.Instant?
  ) async throws(EngineFailure) -> AppArrival?
}

extension AppRouter {
  /// Returns no lines.
  public func takeLines() async -> [String] { [] }
}

/// The result of opening a URL.
public enum AppDelivery: Sendable, Hashable {
  /// An app of the run or another app received the URL; the system may have identified the sender.
  case delivered(to: String, sender: AppIdentity?)
  /// No app received the URL; the reason is a clause.
  case notOpenable(String)
}

/// A URL with which an app outside of the run has opened an app of the run.
public struct AppArrival: Sendable, Hashable {
  /// The name of the opened app.
  public var app: String
  /// The URL.
  public var url: MessageURL
  /// The sender; `nil` if the system doesn't identify it.
  public var sender: AppIdentity?

  /// Makes an arrival.
  public init(app: String, url: MessageURL, sender: AppIdentity?) {
    self.app = app
    self.url = url
    self.sender = sender
  }
}
