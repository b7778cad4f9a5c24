public import FlowEngine

/// Opens apps by URLs with their schemes, like the system of a device.
///
/// A simulated device implements it, or a real one.
public protocol AppRouter: Sendable {
  /// Returns the schemes that an app of the device opens.
  func openable(_ schemes: Set<URLScheme>) async -> Set<URLScheme>

  /// Opens a URL on behalf of an app.
  ///
  /// - Parameters:
  ///   - url: The URL, which need not be a message.
  ///   - app: The name of the app that opens it.
  /// - Returns: The delivery.
  func open(_ url: MessageURL, from app: String) async -> AppDelivery

  /// The actions of other apps after a delivery, one line each, in the form of a trace; returned
  /// once.
  ///
  /// Empty by default: only the code that plays these apps knows them.
  func takeLines() async -> [String]

  /// The next URL with which something outside of the run opens one of its apps.
  ///
  /// It is requested when no app of the run can continue on its own.
  ///
  /// - Parameter deadline: The deadline of the arrival; `nil` for no limit.
  /// - Returns: The URL; `nil` if none will arrive any more, because the user has canceled.
  /// - Throws: `EngineFailure` of the kind `timedOut` or `cancelled`.
  func arrival(
    until deadline: ContinuousClock.Instant?
  ) async throws(EngineFailure) -> AppArrival?
}

extension AppRouter {
  /// Returns no lines.
  public func takeLines() async -> [String] { [] }
}

/// The delivery of a URL that an app has opened.
public enum AppDelivery: Sendable, Hashable {
  /// An app received it, of the run or another one; with the system's information about the sender.
  case delivered(to: String, sender: AppIdentity?)
  /// No app received it: the reason, in a clause.
  case notOpenable(String)
}

/// A URL with which an app of the run was opened from outside.
public struct AppArrival: Sendable, Hashable {
  /// The app's name.
  public var app: String
  /// The URL.
  public var url: MessageURL
  /// The sender, if the system identifies it.
  public var sender: AppIdentity?

  /// Makes an arrival.
  public init(app: String, url: MessageURL, sender: AppIdentity?) {
    self.app = app
    self.url = url
    self.sender = sender
  }
}
