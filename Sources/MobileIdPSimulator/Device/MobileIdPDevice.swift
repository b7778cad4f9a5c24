/// A device that opens URLs by their schemes: which apps are on it, and which app gets what.
///
/// It knows URLs as texts and no message. Who sends is what the device says, never what a URL does:
/// an app that receives one is told the id of the app that opened it.
public struct MobileIdPDevice: Sendable, Hashable {
  /// The apps on the device, in the order in which they were installed.
  public private(set) var apps: [App] = []
  /// Who gets what is opened with a scheme that several apps claim, by scheme.
  private var receivers: [String: String] = [:]

  /// An app on the device.
  public struct App: Sendable, Hashable {
    /// The name that people see.
    public let name: String
    /// What the device tells others of it as the sender.
    public let id: String
    /// The scheme that it claims, in lower case; empty for none.
    public let scheme: String
  }

  /// What came of opening a URL.
  public enum Opening: Sendable, Hashable {
    /// An app got it.
    case delivered(Delivery)
    /// It is for the browser.
    case web
    /// Nobody got it.
    case notOpenable(Reason)
  }

  /// A URL as an app gets it.
  public struct Delivery: Sendable, Hashable {
    /// The URL as it was opened, byte for byte.
    public let url: String
    /// The id of the app that opened it, by the device; `nil` for one that nobody knows.
    public let sender: String?
    /// The name of the app that got it.
    public let receiver: String
    /// The names of other apps that claim the scheme, and could have got it.
    public let rivals: [String]
  }

  /// Why nobody got a URL.
  public enum Reason: String, Sendable, Hashable {
    /// It has no scheme, or one that no app may claim.
    case malformed
    /// It is longer than a device takes.
    case tooLong = "too-long"
    /// No app on the device claims the scheme.
    case noApp = "no-app"
    /// The app that opens it is not on the device.
    case noSender = "no-sender"
  }

  /// Makes a device with the apps of an org that are installed.
  init(_ org: MobileIdPOrg) {
    receivers = org.receivers
    for app in org.apps where app.isInstalled { install(app) }
  }

  private mutating func install(_ app: MobileIdPOrg.App) {
    apps.append(App(name: app.name, id: app.id, scheme: app.scheme))
  }

  /// Takes an app from the device.
  ///
  /// - Parameter name: Its name; one that isn't there changes nothing.
  public mutating func uninstall(_ name: String) {
    apps.removeAll { $0.name == name }
  }

  /// Whether some app would get a URL, or the browser.
  public func canOpen(_ url: String) -> Bool {
    guard url.utf8.count <= MobileIdPLimits.opened, let scheme = CustomScheme(of: url) else {
      return false
    }
    return scheme.isWeb || apps.contains { $0.scheme == scheme.name }
  }

  /// Opens a URL for an app.
  ///
  /// Of several apps that claim the scheme the one gets it that the settings name (`receiver`),
  /// else the one that was installed first; also where that is the sender itself.
  ///
  /// - Parameters:
  ///   - url: The URL; only its scheme is looked at (RFC 3986, section 3.1: in any case).
  ///   - name: The name of the app that opens it; `nil` for one that nobody knows.
  /// - Returns: Who got it, or why nobody did.
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
  /// The device with the org's apps, as it is when a run begins.
  public var device: MobileIdPDevice { MobileIdPDevice(self) }
}
