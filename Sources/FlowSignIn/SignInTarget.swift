import FlowText
package import FlowEngine
package import FlowInterpreter
package import FlowScript

/// What the runs of a configuration speak to.
package protocol SignInTarget: Sendable {
  /// Finds what a flow is run against.
  ///
  /// - Parameters:
  ///   - plan: The flow.
  ///   - script: The script that it is in.
  ///   - given: What the app gives to the run.
  ///   - masker: Learns the secrets of what is found.
  /// - Returns: The counterpart of the run.
  /// - Throws: `SignInFailure` if this target can't serve the flow.
  func peer(
    of plan: RunPlan, in script: SignInScript, given: GivenValues, masker: Masker
  ) throws(SignInFailure) -> SignInPeer

  /// Makes what refreshes and revokes tokens that an app has kept.
  ///
  /// - Parameters:
  ///   - clock: The clock of the machine or of the configuration.
  ///   - masker: Learns the secrets of the client.
  /// - Returns: The service.
  /// - Throws: `SignInFailure.configuration` if tokens don't outlive a run here.
  func tokenService(clock: any RunClock, masker: Masker) throws(SignInFailure) -> any TokenService
}

/// The values and secrets that an app gives to a run.
package struct GivenValues: Sendable {
  package var values: [String: String]
  package var secrets: [String: Secret]

  package init(values: [String: String], secrets: [String: Secret]) {
    self.values = values
    self.secrets = secrets
  }
}

/// The counterpart of one run.
package struct SignInPeer: Sendable {
  /// Connects to it, with the clock, the time limit of the run and what is called with every call
  /// and message between apps, SDKs and servers.
  package typealias Connect =
    @Sendable (
      _ clock: any RunClock, _ limit: Duration, _ callback: @escaping @Sendable (String) -> Void
    ) -> Connection

  let connect: Connect
  /// Where the run's values come from.
  let sources: ValueSources
  /// Holds the passkeys of its users if the app doesn't; `nil` for none.
  let passkeys: (any PasskeyHolder)?

  package init(
    sources: ValueSources, passkeys: (any PasskeyHolder)? = nil, connect: @escaping Connect
  ) {
    self.sources = sources
    self.passkeys = passkeys
    self.connect = connect
  }
}

extension SignInFailure {
  /// That a flow's engine isn't the one of what is configured.
  package static func mismatch(of counterpart: String, for plan: RunPlan, help: String) -> Self {
    configuration(
      "the flow's engine is `\(plan.engine)`, and \(counterpart) is configured", help: help)
  }

  /// That a configuration can't be used; the texts are made sentences.
  package static func configuration(_ message: String, help: String) -> Self {
    SignInFailure(PlainFailure(message, help: help))
  }
}
