package import FlowAuthenticators
package import FlowInterpreter
package import FlowScript
package import FlowSimulation
import FlowTerminal
package import FlowText
package import FlowDiagnostics
import OktaSimulator
import FlowSyntax
import IDXEngine

/// The org or issuer that a flow runs against.
///
/// The command line, the environment or a file selects it, or else the script.
package struct RunTarget: Sendable {
  package var counterpart: Counterpart
  /// Whether the target is the built-in org, because nothing names an org.
  package var isDemo = false
  /// The settings of a real issuer with their origins; `nil` for a simulated org.
  package var settings: IssuerSettings?
  /// The location at which a script names the issuer; `nil` if no script does.
  package var place: Place?

  /// Creates a target.
  package init(
    counterpart: Counterpart, isDemo: Bool = false, settings: IssuerSettings? = nil,
    place: Place? = nil
  ) {
    self.counterpart = counterpart
    self.isDemo = isDemo
    self.settings = settings
    self.place = place
  }
}

extension RunContext {
  /// Returns the org that the command line or the script names for a flow; `nil` if neither does.
  ///
  /// - Parameters:
  ///   - plan: The plan of the flow.
  ///   - script: The script of the flow.
  ///   - keyring: The keyring that receives the passkeys of a simulated org's users.
  /// - Returns: The org.
  /// - Throws: `RunTrouble` if the org is missing or invalid.
  package func namedOrg(
    of plan: RunPlan, in script: LoadedScript, _ keyring: Keyring
  ) throws(RunTrouble) -> NamedOrg? {
    if let org {
      if let mismatch = org.mismatch(with: plan) { throw .problems([mismatch]) }
      return org
    }
    let (found, diagnostics) = NamedOrg.find(
      named: nil, for: plan, in: script.program, read: script.orgs,
      sources: sources(demo: true, of: plan), keyring: keyring, among: host.engines)
    guard found != nil || namesIssuer(for: plan) else {
      throw .problems(refusals(diagnostics, of: plan))
    }
    return found
  }

  /// Whether the options name an issuer that a flow can run against.
  ///
  /// A flow of an engine without real issuers can't.
  private func namesIssuer(for plan: RunPlan) -> Bool {
    options.issuer.issuer != nil && host.engines[plan.engine]?.definition.hasIssuers == true
  }

  /// Returns the target of a flow.
  ///
  /// - Parameters:
  ///   - plan: The plan of the flow.
  ///   - named: The org that is named for the flow; `nil` if no org is named.
  /// - Returns: The target.
  /// - Throws: `RunTrouble` if the options don't apply to the target, or settings are missing.
  package func target(of plan: RunPlan, at named: NamedOrg?) throws(RunTrouble) -> RunTarget {
    switch named {
    case .issuer(let script, let place):
      var stronger = options.issuer
      // The org of `--org` comes from the command line, so environment variables don't override it.
      // If they name the same issuer, the issuer counts as named outside of scripts.
      let isSame = stronger.issuer?.value == script.issuer?.value
      if org != nil, !isSame || script.clientSecret != nil { stronger.issuer = nil }
      return try issuer(script.overlaid(by: stronger), at: place)
    case .simulated(let org, _, let isDemo):
      if namesIssuer(for: plan), self.org == nil { return try issuer(options.issuer, at: nil) }
      try refuseOptions(of: plan)
      guard let org = org.faulty(with: options.faults) else {
        throw RunContext.refusal("too many faults for one org", help: nil)
      }
      return RunTarget(
        counterpart: .simulated(org, seed: seed(), at: options.time), isDemo: isDemo)
    case nil:
      return try issuer(options.issuer, at: nil)
    }
  }

  /// Throws if an option is given that has no effect on a simulated org.
  private func refuseOptions(of plan: RunPlan) throws(RunTrouble) {
    guard let kit = host.engines[plan.engine] else { return }
    guard !kit.definition.hasIssuers else {
      guard let option = options.issuerOption else { return }
      throw RunContext.refusal(
        "`\(option)` requires a real issuer, but this runs against a simulated org",
        help: "name one with `--issuer`, in the file of `--config`, or with FLOW_ISSUER")
    }
    if let option = options.issuerOption ?? (options.faults.isEmpty ? nil : "--fault") {
      let help: TerminalText = "remove it; faults are set in the org"
      throw RunContext.refusal(option, with: plan, help: help)
    }
    if let option = options.tokenOption, let help = kit.refusesTokens {
      throw RunContext.refusal(option, with: plan, help: "\(help)")
    }
    if let option = options.passkeyOption, let help = kit.refusesPasskeys {
      throw RunContext.refusal(option, with: plan, help: "\(help)")
    }
  }

  /// Returns the trouble with an option that doesn't apply to a flow's engine.
  package static func refusal(
    _ option: String, with plan: RunPlan, help: TerminalText
  ) -> RunTrouble {
    refusal(
      "`\(option)` requires the engine `\(EngineCatalog.usual)`, but this flow's is "
        + "`\(plan.engine)`", help: help)
  }

  /// Returns the trouble with options that don't apply to a flow's target.
  package static func refusal(_ message: TerminalText, help: TerminalText?) -> RunTrouble {
    .commandLine(Fault(message: message, help: help))
  }

  /// Returns the target for the settings of an issuer.
  package func issuer(_ settings: IssuerSettings, at place: Place?) throws(RunTrouble) -> RunTarget
  {
    if let option = options.simulatedOption {
      throw RunContext.refusal(
        "`\(option)` requires a simulated org, but this runs against a real issuer",
        help: "remove it, or name a simulated org")
    }
    let configuration: IDXConfiguration?
    do throws(PlainFailure) { configuration = try settings.configuration() } catch {
      guard let place else {
        throw .commandLine(UsageFault(error))
      }
      let problem = Problem.settingMissing(message: error.message)
      throw .problems([Diagnostic(problem, at: place, help: error.help)])
    }
    // No issuer is named. The reason was already reported.
    guard let configuration else { throw .problems([]) }
    return RunTarget(
      counterpart: .issuer(configuration, network.transport()), settings: settings, place: place)
  }

  /// Returns a seed for the handles and codes of a simulated org.
  package func seed() -> UInt64 {
    host.randomBytes(8).reduce(0) { $0 << 8 | UInt64($1) }
  }
}
