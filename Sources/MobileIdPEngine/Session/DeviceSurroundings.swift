/// What only a simulated device has: the hands that no app of the run is.
public protocol DeviceSurroundings: Sendable {
  /// Opens a URL as an app that is none of the run's, or as one of them.
  ///
  /// - Parameters:
  ///   - url: The URL, which need not be a message.
  ///   - app: The name of the app that opens it; `nil` for one that nobody knows.
  /// - Returns: Who got it.
  func inject(_ url: MessageURL, from app: String?) async -> AppDelivery

  /// Takes an app from the device; `false` if there is none of the name.
  func uninstall(_ app: String) async -> Bool
}
