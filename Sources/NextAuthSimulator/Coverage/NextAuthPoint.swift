import SimulatorKit

/// Something that a simulated nextAuth has done or found, as coverage counts it.
enum NextAuthPoint: Sendable, Hashable {
  /// Somebody logged in with an account, by its id.
  case loggedIn(String)
  /// An account was made, by the name of the server.
  case enrolledAt(String)
  /// A second factor was set or verified.
  case factor(NextAuthOrg.Factor)
  /// Too many wrong PINs were given.
  case blockedPIN
  /// A server failed as it is set to.
  case failedStep(NextAuthState.Failure)
}

extension OrgTrace {
  /// Notes what the nextAuth has done.
  mutating func note(_ point: NextAuthPoint) { add(point) }
}
