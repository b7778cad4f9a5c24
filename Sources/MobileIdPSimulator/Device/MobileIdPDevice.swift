/// A simulated device with installed apps, which opens URLs by their schemes.
///
/// The device doesn't read messages in URLs. The device, never a URL, identifies the sender: the
/// app that receives a URL gets the id of the app that opened it.
public struct MobileIdPDevice: Sendable, Hashable {
  /// The apps on the device, in the order in which they were installed.
  public private(set) var apps: [App] = []
  /// The names of the apps that receive schemes that several apps have registered, by scheme.
  private var receivers: [String: String] = [:]

  /// An app on the device.
  public struct App: Sendable, Hashable {
    /// The displayed name.
    public let name: String
    /// The app's id, which the device passes to the receivers of the app's URLs.
    public let id: String
    /// The scheme that the app has registered, in lower case; empty for none.
    public let scheme: String
  }

  /// The result of opening a URL.
  public enum Opening: Sendable, Hashable {
    /// An app received the URL.
    case delivered(Delivery)
    /// The URL is for the browser.
    case web
    /// No app received the URL.
    case notOpenable(Reason)
  }

  /// A URL in the form in which an app receives it.
  public struct Delivery: Sendable, Hashable {
    /// The URL as it was opened, byte for byte.
    public let url: String
    /// The id of the app that opened the URL; `nil` for an unknown app.
    public let sender: String?
    /// The name of the app that received the URL.
    public let receiver: String
    /// The names of other apps that have registered the scheme, and could have received the URL.
    public let rivals: [String]
  }

  /// The reason why no app received a URL.
  public enum Reason: String, Sendable, Hashable {
    /// The URL has no scheme, or a scheme that no app may register.
    case malformed
    /// The URL is longer than a device accepts.
    case tooLong = "too-long"
    /// No app on the device has registered the scheme.
    case noApp = "no-app"
    /// The app that opens the URL isn't on the device.
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
  /// - Parameter name: The app's name; an unknown name changes nothing.
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

  /// Opens a URL on behalf of an app.
  ///
  /// If several apps have registered the scheme, the receiver in the settings gets the URL. Without
  /// that setting, the app that was installed first gets it, even if it is the sender itself.
  ///
  /// - Parameters:
  ///   - url: The URL, of which only the scheme counts, in any case (RFC 3986, section 3.1).
  ///   - name: The name of the app that opens the URL; `nil` for an unknown app.
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
  /// A device with the org's apps, as at the beginning of a run.
  public var device: MobileIdPDevice { MobileIdPDevice(self) }
}
