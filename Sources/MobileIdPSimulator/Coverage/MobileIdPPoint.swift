import SimulatorKit

/// Something that a server for mobile identity providers has done or found, as coverage counts it.
enum MobileIdPPoint: Sendable, Hashable {
  /// Tokens were given to an app, by its consumer key, for somebody.
  case tokens(client: String, user: String)
  /// A provider's app took its user to a browser, by its consumer key.
  case bridged(client: String)
  /// A fault happened, by its index.
  case appFault(Int)
}

extension OrgTrace {
  /// Notes what the server has done.
  mutating func note(_ point: MobileIdPPoint) { add(point) }
}
