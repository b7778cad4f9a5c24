public import SimulatorKit

/// An action of the simulated server that coverage counts.
enum MobileIdPPoint: Sendable, Hashable {
  /// The server issued tokens for a user to an app with this consumer key.
  case tokens(client: String, user: String)
  /// A provider's app with this consumer key opened a browser session for its user.
  case bridged(client: String)
  /// A fault of the settings with this index happened.
  case appFault(Int)
}

extension OrgTrace {
  /// Records an action of the server.
  mutating func note(_ point: MobileIdPPoint) { add(point) }
}

extension MobileIdPOrg: CoveredOrg {
  /// The parts of a server for mobile identity providers that flows can cover.
  ///
  /// Only installed apps that aren't hostile count:
  /// - Each pair of a user and an app that isn't a provider: the app gets tokens for the user.
  /// - Each provider: its app opens a browser session for its user.
  /// - Each fault in the settings.
  ///
  /// The results of the apps are counted elsewhere, as transitions of the responses.
  public var items: [OrgItem] {
    var list = OrgItemList()
    let places = SettingPlaces(settings)
    for app in apps where app.role != .hostile && app.isInstalled {
      let name = OrgItem.quoted(app.name)
      let place = places.setting("app", app.name)
      if app.role == .provider {
        list.add(
          MobileIdPPoint.bridged(client: app.consumerKey), "app \(name)/provider",
          "identity provider",
          "\(name) confirms its user", at: place)
        continue
      }
      for user in users {
        let person = OrgItem.quoted(user.username)
        list.add(
          MobileIdPPoint.tokens(client: app.consumerKey, user: user.username),
          "app \(name)/user \(person)",
          "account", "\(name) gets tokens for \(person)",
          at: places.setting("user", user.username) ?? place,
          unreachable: user.status == .active ? nil : "the user, or their org, is inactive")
      }
    }
    for (index, fault) in faults.enumerated() {
      let text = "\(fault.place.rawValue) \(fault.code)\(fault.isOnce ? " once" : "")"
      let written = places.all("fault")
      list.add(
        MobileIdPPoint.appFault(index), "fault \(text)", "fault", "the fault `\(text)` happens",
        at: written.indices.contains(index) ? written[index] : nil)
    }
    return list.items
  }
}
