/// A simulated device's events that come from outside of the run's apps.
public protocol DeviceSurroundings: Sendable {
  /// Opens a URL on behalf of an app outside of the run, or of one of the run's apps.
  ///
  /// - Parameters:
  ///   - url: The URL, which need not be a message.
  ///   - app: The name of the app that opens the URL; `nil` for an unknown app.
  /// - Returns: The app that received the URL, or the reason why no app did.
  func inject(_ url: MessageURL, from app: String?) async -> AppDelivery

  /// Removes an app from the device; returns `false` if no app has this name.
  func uninstall(_ app: String) async -> Bool
}
