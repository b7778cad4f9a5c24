/// What only a simulated device has: the hands that no app of the run is.
public protocol DeviceSurroundings: Sendable {
  /// Opens a URL as an app that is none of the run's, or as one of them.
  ///
  /// - Parameters:
  ///   - url: the URL, which need not be a message.
  ///   - app: the name of the app that opens it; `nil` for one that nobody knows.
  /// - Returns: who got it.
  func inject(_ url: MessageURL, from app: String?) async -> AppDelivery

  /// Takes an app from the device; `false` where there is none of the name.
  func uninstall(_ app: String) async -> Bool
}
