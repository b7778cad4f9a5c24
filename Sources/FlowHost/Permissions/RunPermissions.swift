package import FlowScript
package import FlowHTTP

/// The permissions from outside of any script: the hosts for sign-ins, and the variables to read.
package struct RunPermissions: Sendable {
  /// The hosts that `--live` names.
  package private(set) var live: [AllowedHost] = []
  /// The hosts of the issuers that `--issuer`, FLOW_ISSUER and the file of `--config` name.
  package private(set) var named: [AllowedHost] = []
  /// The variables that scripts may read.
  package private(set) var variables = PermittedVariables()

  /// Creates empty permissions.
  package init() {}

  /// Allows sign-ins at hosts, and variables.
  package init(live: [AllowedHost], variables: PermittedVariables) {
    self.live = live
    self.variables = variables
  }

  /// Records an issuer that the command line, the environment or a file of settings names.
  package mutating func name(_ settings: IssuerSettings) {
    if let issuer = settings.issuer?.value { named.append(AllowedHost(of: issuer)) }
  }

  /// Whether `--live` names the host of an address.
  package func isLive(_ url: HTTPURL) -> Bool { live.contains { $0.allows(url) } }

  /// Whether something other than a script names the host of an address.
  package func isNamed(_ url: HTTPURL) -> Bool { named.contains { $0.allows(url) } }
}
