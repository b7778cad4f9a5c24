package import FlowScript
package import FlowHTTP

/// What the user permits outside of any script: the hosts to sign in at, and the variables to read.
package struct RunPermissions: Sendable {
  /// The hosts that the user names with `--live`.
  package private(set) var live: [AllowedHost] = []
  /// The hosts of issuers that `--issuer`, FLOW_ISSUER or the file of `--config` names.
  package private(set) var named: [AllowedHost] = []
  /// The variables that scripts may read.
  package private(set) var variables = PermittedVariables()

  /// Creates permissions that permit nothing.
  package init() {}

  /// Creates permissions for hosts and variables.
  package init(live: [AllowedHost], variables: PermittedVariables) {
    self.live = live
    self.variables = variables
  }

  /// Records the issuer that the command line, the environment or a file of settings names.
  package mutating func name(_ settings: IssuerSettings) {
    if let issuer = settings.issuer?.value { named.append(AllowedHost(of: issuer)) }
  }

  /// Whether the user names the host of an address with `--live`.
  package func isLive(_ url: HTTPURL) -> Bool { live.contains { $0.allows(url) } }

  /// Whether the command line, the environment or a file of settings names the host of an address.
  package func isNamed(_ url: HTTPURL) -> Bool { named.contains { $0.allows(url) } }
}
