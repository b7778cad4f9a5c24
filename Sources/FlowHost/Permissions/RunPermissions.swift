package import FlowScript
package import FlowHTTP

/// What was allowed outside of any script: where flows may sign in, and what they may read there.
package struct RunPermissions: Sendable {
  /// The hosts that `--live` names.
  package private(set) var live: [AllowedHost] = []
  /// The hosts of the issuers that `--issuer`, FLOW_ISSUER and the file of `--config` name.
  package private(set) var named: [AllowedHost] = []
  /// The variables that scripts may read.
  package private(set) var variables = PermittedVariables()

  /// Nothing is allowed.
  package init() {}

  /// Allows sign-ins at hosts, and variables.
  package init(live: [AllowedHost], variables: PermittedVariables) {
    self.live = live
    self.variables = variables
  }

  /// Notes an issuer that the command line, the environment or a file of settings names.
  package mutating func name(_ settings: IssuerSettings) {
    if let issuer = settings.issuer?.value { named.append(AllowedHost(of: issuer)) }
  }

  /// Whether `--live` names the host of an address.
  package func isLive(_ url: HTTPURL) -> Bool { live.contains { $0.allows(url) } }

  /// Whether more than a script names the host of an address.
  package func isNamed(_ url: HTTPURL) -> Bool { named.contains { $0.allows(url) } }
}
