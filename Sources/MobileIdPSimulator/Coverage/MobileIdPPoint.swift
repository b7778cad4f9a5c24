public import SimulatorKit

/// Something that a server for mobile identity providers has done or found, as coverage counts it.
enum MobileIdPPoint: Sendable, Hashable {
  /// Tokens were issued to an app, by its consumer key, for a user.
  case tokens(client: String, user: String)
  /// A provider's app took its user to a browser, by its consumer key.
  case bridged(client: String)
  /// A fault happened, by its index.
  case appFault(Int)
}

extension OrgTrace {
  /// Records an action of the server.
  mutating func note(_ point: MobileIdPPoint) { add(point) }
}

extension MobileIdPOrg: CoveredOrg {
  /// The items of a server for mobile identity providers that flows can cover.
  ///
  /// Only installed apps that aren't hostile count:
  /// - Each pair of a user and an app that isn't a provider: the app gets tokens for the user.
  /// - Each provider: its app opens a browser for its user.
  /// - Each fault in the settings.
  ///
  /// The apps' results aren't items. They are counted as transitions, because the responses contain
  /// them.
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
