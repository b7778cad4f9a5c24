/// The surroundings of a simulated device: actions outside of the run's apps.
public protocol DeviceSurroundings: Sendable {
  /// Opens a URL as an app outside of the run, or as one of the run's apps.
  ///
  /// - Parameters:
  ///   - url: The URL, which need not be a message.
  ///   - app: The name of the app that opens it; `nil` for an unknown one.
  /// - Returns: The delivery.
  func inject(_ url: MessageURL, from app: String?) async -> AppDelivery

  /// Removes an app from the device; `false` if there is no app with this name.
  func uninstall(_ app: String) async -> Bool
}
