public import FlowEngine
public import SimulatorKit

extension MobileIdPOrg: SteppedOrg {}

/// A simulated authorization server for mobile identity providers in this process: one state for
/// all apps of a device.
public typealias MobileIdPServer = SteppedServer<MobileIdPOrg>

extension MobileIdPServer {
  /// The assertion that the login page accepts instead of a password, for a user who has signed in
  /// elsewhere.
  ///
  /// It is valid once, for a minute, on the login page of the host, for the user.
  ///
  /// - Parameters:
  ///   - host: A login host.
  ///   - username: The user.
  /// - Returns: An assertion; `nil` if no active user of the host has the name.
  public func vouch(host: String, username: String) -> Secret? {
    let host = host.lowercased()
    guard let user = org.user(username), user.host == host, user.status == .active else {
      return nil
    }
    return change { state, now, seed in
      var draw = Draw(seed: seed)
      let assertion = MobileIdPState.Assertion(
        text: Secret(draw.handle(of: state.assertions.next)), user: user.username, host: host,
        expires: now + MobileIdPLimits.assertionLife)
      state.assertions.append(assertion)
      return assertion.text
    }
  }
}
