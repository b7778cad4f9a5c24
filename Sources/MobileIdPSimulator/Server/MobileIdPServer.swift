public import FlowEngine
public import SimulatorKit

extension MobileIdPOrg: SteppedOrg {}

/// A simulated authorization server for mobile identity providers in this process.
///
/// All apps of a device share the server's state.
public typealias MobileIdPServer = SteppedServer<MobileIdPOrg>

extension MobileIdPServer {
  /// Creates an assertion that the login page accepts instead of the user's password.
  ///
  /// The assertion is for a user who has signed in with another engine. It is valid once, for a
  /// minute, and only on the login page of the host.
  ///
  /// - Parameters:
  ///   - host: A login host.
  ///   - username: The user.
  /// - Returns: An assertion; `nil` if no active user of the host has the username.
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
