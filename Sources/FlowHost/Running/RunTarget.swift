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

/// The target of a flow: from the command line, the environment or a file, else from the script.
package struct RunTarget: Sendable {
  package var counterpart: Counterpart
  /// Whether it is the built-in org, used because no org is named.
  package var isDemo = false
  /// A real issuer's settings, each with its source.
  package var settings: IssuerSettings?
  /// The location at which a script names the issuer; `nil` if none does.
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
  /// Returns the org of a flow; `nil` if only the command line can name the target.
  ///
  /// - Parameters:
  ///   - plan: The flow.
  ///   - script: The script of the flow.
  ///   - keyring: Receives the passkeys of a simulated org's users.
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

  /// Whether something other than the script names an issuer.
  ///
  /// That doesn't apply to a flow of another engine.
  private func namesIssuer(for plan: RunPlan) -> Bool {
    options.issuer.issuer != nil && host.engines[plan.engine]?.definition.hasIssuers == true
  }

  /// Returns the target of a flow.
  ///
  /// - Parameters:
  ///   - plan: The flow.
  ///   - named: The flow's org.
  /// - Returns: The target.
  /// - Throws: `RunTrouble` if the options don't fit the target, or settings are missing.
  package func target(of plan: RunPlan, at named: NamedOrg?) throws(RunTrouble) -> RunTarget {
    switch named {
    case .issuer(let script, let place):
      var stronger = options.issuer
      // An org of `--org` is an option, so variables don't override it. If they name the same
      // issuer, it is allowed as theirs too.
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

  /// Refuses the options that have no effect on a simulated org.
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

  /// Returns the fault for an option that doesn't fit a flow's engine.
  package static func refusal(
    _ option: String, with plan: RunPlan, help: TerminalText
  ) -> RunTrouble {
    refusal(
      "`\(option)` requires the engine `\(EngineCatalog.usual)`, but this flow's is "
        + "`\(plan.engine)`", help: help)
  }

  /// Returns the fault for options that don't fit a flow's target.
  package static func refusal(_ message: TerminalText, help: TerminalText?) -> RunTrouble {
    .commandLine(Fault(message: message, help: help))
  }

  /// Returns the target for an issuer's settings.
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
    // No issuer is named; the reason was already reported.
    guard let configuration else { throw .problems([]) }
    return RunTarget(
      counterpart: .issuer(configuration, network.transport()), settings: settings, place: place)
  }

  /// Returns the seed of a simulated org's handles and codes.
  package func seed() -> UInt64 {
    host.randomBytes(8).reduce(0) { $0 << 8 | UInt64($1) }
  }
}
