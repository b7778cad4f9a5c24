import FlowText
package import FlowEngine
package import FlowInterpreter
package import FlowScript
package import IDXEngine

/// The target of a configuration's runs: an issuer, an SDK or other apps.
package protocol SignInTarget: Sendable {
  /// Returns the peer of a flow, with which a run communicates.
  ///
  /// - Parameters:
  ///   - plan: The flow.
  ///   - script: The flow's script.
  ///   - given: The app's values for the run.
  ///   - masker: Receives the secrets of the peer.
  /// - Returns: The peer.
  /// - Throws: `SignInFailure` if the flow can't run with this target.
  func peer(
    of plan: RunPlan, in script: SignInScript, given: GivenValues, masker: Masker
  ) throws(SignInFailure) -> SignInPeer

  /// Creates the service that refreshes and revokes an app's stored tokens.
  ///
  /// - Parameters:
  ///   - clock: The clock of the machine or of the configuration.
  ///   - masker: Receives the secrets of the client.
  /// - Returns: The service.
  /// - Throws: `SignInFailure.configuration` if this target's tokens end with their run.
  func tokenService(clock: any RunClock, masker: Masker) throws(SignInFailure) -> any TokenService
}

/// The app's values and secrets for a run.
package struct GivenValues: Sendable {
  package var values: [String: String]
  package var secrets: [String: Secret]

  package init(values: [String: String], secrets: [String: Secret]) {
    self.values = values
    self.secrets = secrets
  }
}

/// The peer with which one run communicates, such as an issuer.
package struct SignInPeer: Sendable {
  /// What a run gives to its peer.
  package struct Opening: Sendable {
    /// The clock of the run.
    package var clock: any RunClock
    /// The time limit of the run.
    package var limit: Duration
    /// Receives every call and message between apps, SDKs and servers.
    package var callback: @Sendable (String) -> Void
    /// How the run continues an earlier one, and can be continued.
    package var continuity: IDXContinuity
  }

  /// Connects to the peer.
  let connect: @Sendable (Opening) -> Connection
  /// The issuer and the client, if another run can continue the peer's runs; `nil` if none can.
  let resumable: IDXConfiguration?
  /// The sources of the run's values.
  let sources: ValueSources
  /// The holder of passkeys that is used if the app doesn't have one; `nil` for none.
  let passkeys: (any PasskeyHolder)?

  package init(
    sources: ValueSources, passkeys: (any PasskeyHolder)? = nil,
    resumable: IDXConfiguration? = nil, connect: @escaping @Sendable (Opening) -> Connection
  ) {
    self.sources = sources
    self.passkeys = passkeys
    self.resumable = resumable
    self.connect = connect
  }
}

extension SignInFailure {
  /// Returns the failure if a flow's engine isn't the configuration's engine.
  package static func mismatch(of counterpart: String, for plan: RunPlan, help: String) -> Self {
    configuration(
      "the flow's engine is `\(plan.engine)`, but \(counterpart) is configured", help: help)
  }

  /// Returns the failure of an unusable configuration; the texts become sentences.
  package static func configuration(_ message: String, help: String) -> Self {
    SignInFailure(PlainFailure(message, help: help))
  }
}
