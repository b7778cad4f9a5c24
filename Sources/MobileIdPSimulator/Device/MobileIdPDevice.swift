/// A device that opens URLs by their schemes: its installed apps, and the receiver of each URL.
///
/// It handles URLs as texts, not as messages. The device, never a URL, identifies the sender: an
/// app that receives a URL is given the id of the app that opened it.
public struct MobileIdPDevice: Sendable, Hashable {
  /// The apps on the device, in the order in which they were installed.
  public private(set) var apps: [App] = []
  /// The receiver of URLs whose scheme several apps claim, by scheme.
  private var receivers: [String: String] = [:]

  /// An app on the device.
  public struct App: Sendable, Hashable {
    /// The displayed name.
    public let name: String
    /// The id that the device gives receivers of the app's URLs.
    public let id: String
    /// The scheme that it claims, in lower case; empty for none.
    public let scheme: String
  }

  /// The result of opening a URL.
  public enum Opening: Sendable, Hashable {
    /// An app received it.
    case delivered(Delivery)
    /// It is for the browser.
    case web
    /// No app received it.
    case notOpenable(Reason)
  }

  /// A URL in the form in which an app receives it.
  public struct Delivery: Sendable, Hashable {
    /// The URL as it was opened, byte for byte.
    public let url: String
    /// The device's id of the app that opened it; `nil` for an unknown app.
    public let sender: String?
    /// The name of the app that received it.
    public let receiver: String
    /// The names of other apps that claim the scheme, and could have received it.
    public let rivals: [String]
  }

  /// The reason why no app received a URL.
  public enum Reason: String, Sendable, Hashable {
    /// It has no scheme, or one that no app may claim.
    case malformed
    /// It is longer than a device accepts.
    case tooLong = "too-long"
    /// No app on the device claims the scheme.
    case noApp = "no-app"
    /// The app that opens it is not on the device.
    case noSender = "no-sender"
  }

  /// Makes a device with the installed apps of an org.
  init(_ org: MobileIdPOrg) {
    receivers = org.receivers
    for app in org.apps where app.isInstalled { install(app) }
  }

  private mutating func install(_ app: MobileIdPOrg.App) {
    apps.append(App(name: app.name, id: app.id, scheme: app.scheme))
  }

  /// Removes an app from the device.
  ///
  /// - Parameter name: Its name; an unknown name changes nothing.
  public mutating func uninstall(_ name: String) {
    apps.removeAll { $0.name == name }
  }

  /// Whether an app or the browser would receive a URL.
  public func canOpen(_ url: String) -> Bool {
    guard url.utf8.count <= MobileIdPLimits.opened, let scheme = CustomScheme(of: url) else {
      return false
    }
    return scheme.isWeb || apps.contains { $0.scheme == scheme.name }
  }

  /// Opens a URL for an app.
  ///
  /// If several apps claim the scheme, the receiver in the settings gets it, or else the app that
  /// was installed first, even if it is the sender itself.
  ///
  /// - Parameters:
  ///   - url: The URL; only its scheme counts (RFC 3986, section 3.1: in any case).
  ///   - name: The name of the app that opens it; `nil` for an unknown app.
  /// - Returns: The receiver, or the reason why there is none.
  public func open(_ url: String, from name: String?) -> Opening {
    let sender = name.flatMap { name in apps.first { $0.name == name } }
    guard name == nil || sender != nil else { return .notOpenable(.noSender) }
    guard url.utf8.count <= MobileIdPLimits.opened else { return .notOpenable(.tooLong) }
    guard let scheme = CustomScheme(of: url) else { return .notOpenable(.malformed) }
    if scheme.isWeb { return .web }
    guard !scheme.isReserved else { return .notOpenable(.malformed) }
    let claiming = apps.filter { $0.scheme == scheme.name }
    let named = claiming.first { $0.name == receivers[scheme.name] }
    guard let receiver = named ?? claiming.first else { return .notOpenable(.noApp) }
    return .delivered(
      Delivery(
        url: url, sender: sender?.id, receiver: receiver.name,
        rivals: claiming.map(\.name).filter { $0 != receiver.name }))
  }
}

extension MobileIdPOrg {
  /// The device with the org's apps, at the beginning of a run.
  public var device: MobileIdPDevice { MobileIdPDevice(self) }
}
