public import FlowSignIn
import FlowSimulation

extension SignInConfiguration {
  /// Runs against an org in this process, for tests and previews: no account and no network.
  ///
  /// Every run begins with the org as it is written, and nothing in it waits for real. A flow with
  /// `engine nextauth` gets a device with an SDK in it besides.
  ///
  /// - Parameters:
  ///   - org: An org that the script declares, or `demo` for the built-in one. Without a name it is
  ///     the one that the flow names after `against`, else the only one that the script declares,
  ///     else the demo, in which `jane@example.com` needs a second factor and has every one,
  ///     `sam@example.com` needs none and is offered a phone to enrol, and `lee@example.com` is
  ///     locked out.
  ///   - time: When the org's clock begins, in time since the start of 1970, UTC; `nil` for now.
  ///     One-time codes, expiries and lockouts go by it. It is kept within the years 1970 to 2199.
  ///   - scopes: The scopes to ask for; `offline_access` among them for a refresh token. Only a flow
  ///     of the usual engine asks for any.
  ///   - timeout: How long a run may take, in the org's time.
  /// - Returns: The configuration.
  public static func simulated(
    org: String? = nil, at time: Duration? = nil, scopes: [String] = ["openid", "profile"],
    timeout: Duration = usualTimeout
  ) -> SignInConfiguration {
    SignInConfiguration(
      target: SimulatedTarget(org: org, time: time.map { .moment($0) }, scopes: scopes),
      timeout: timeout)
  }
}
