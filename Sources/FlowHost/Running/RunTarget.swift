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

/// What a flow runs against: what the command line, the environment or a file names, else what the
/// script says.
package struct RunTarget: Sendable {
  package var counterpart: Counterpart
  /// Whether it is the built-in org, which nobody has named.
  package var isDemo = false
  /// A real issuer's settings, each with where it is from.
  package var settings: IssuerSettings?
  /// Where a script names the issuer; `nil` if none does.
  package var place: Place?

  /// A counterpart, and how it was found.
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
  /// The org of a flow; `nil` where only the command line can say what it runs against.
  ///
  /// - Parameters:
  ///   - plan: the flow.
  ///   - script: The script that it is of.
  ///   - keyring: gets the passkeys of a simulated org's users.
  /// - Returns: the org.
  /// - Throws: `RunTrouble`, where there is no such org, or it can't be.
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

  /// Whether something besides the script names an issuer, which says nothing to a flow of another
  /// engine.
  private func namesIssuer(for plan: RunPlan) -> Bool {
    options.issuer.issuer != nil && host.engines[plan.engine]?.definition.hasIssuers == true
  }

  /// What a flow runs against.
  ///
  /// - Parameters:
  ///   - plan: the flow.
  ///   - named: its org.
  /// - Returns: what it is.
  /// - Throws: `RunTrouble`, where the options don't go with it, or settings are missing.
  package func target(of plan: RunPlan, at named: NamedOrg?) throws(RunTrouble) -> RunTarget {
    switch named {
    case .issuer(let script, let place):
      var stronger = options.issuer
      // An org that `--org` names is an option: no variable takes its place. One with the same
      // issuer says that the issuer is not only the file's.
      let isSame = stronger.issuer?.value == script.issuer?.value
      if org != nil, !isSame || script.clientSecret != nil { stronger.issuer = nil }
      return try issuer(script.overlaid(by: stronger), at: place)
    case .simulated(let org, _, let isDemo):
      if namesIssuer(for: plan), self.org == nil { return try issuer(options.issuer, at: nil) }
      try refuseOptions(of: plan)
      guard let org = org.faulty(with: options.faults) else {
        throw RunContext.refusal("an org can't have so many faults", help: nil)
      }
      return RunTarget(
        counterpart: .simulated(org, seed: seed(), at: options.time), isDemo: isDemo)
    case nil:
      return try issuer(options.issuer, at: nil)
    }
  }

  /// Refuses the options that mean nothing to a flow at a simulated org.
  private func refuseOptions(of plan: RunPlan) throws(RunTrouble) {
    guard let kit = host.engines[plan.engine] else { return }
    guard !kit.definition.hasIssuers else {
      guard let option = options.issuerOption else { return }
      throw RunContext.refusal(
        "`\(option)` goes with an issuer, and this runs against a simulated org",
        help: "name one with `--issuer`, in the file of `--config`, or with FLOW_ISSUER")
    }
    if let option = options.issuerOption ?? (options.faults.isEmpty ? nil : "--fault") {
      let help: TerminalText = "take it away; what can go wrong is set in the org"
      throw RunContext.refusal(option, with: plan, help: help)
    }
    if let option = options.tokenOption, let help = kit.refusesTokens {
      throw RunContext.refusal(option, with: plan, help: "\(help)")
    }
    if let option = options.passkeyOption, let help = kit.refusesPasskeys {
      throw RunContext.refusal(option, with: plan, help: "\(help)")
    }
  }

  /// That an option doesn't go with a flow's engine.
  package static func refusal(
    _ option: String, with plan: RunPlan, help: TerminalText
  ) -> RunTrouble {
    refusal(
      "`\(option)` goes with the engine `\(EngineCatalog.usual)`, and this flow's is "
        + "`\(plan.engine)`", help: help)
  }

  /// That the options don't go with what a flow runs against, which is nothing then.
  package static func refusal(_ message: TerminalText, help: TerminalText?) -> RunTrouble {
    .commandLine(Fault(message: message, help: help))
  }

  /// The target that an issuer's settings make.
  package func issuer(_ settings: IssuerSettings, at place: Place?) throws(RunTrouble) -> RunTarget
  {
    if let option = options.simulatedOption {
      throw RunContext.refusal(
        "`\(option)` goes with a simulated org, and this runs against a real issuer",
        help: "take it away, or name a simulated org")
    }
    let configuration: IDXConfiguration?
    do throws(PlainFailure) { configuration = try settings.configuration() } catch {
      guard let place else {
        throw .commandLine(UsageFault(error))
      }
      let problem = Problem.settingMissing(message: error.message)
      throw .problems([Diagnostic(problem, at: place, help: error.help)])
    }
    // No issuer is named; whatever asked for one has told why.
    guard let configuration else { throw .problems([]) }
    return RunTarget(
      counterpart: .issuer(configuration, network.transport()), settings: settings, place: place)
  }

  /// What a simulated org's handles and codes are drawn by.
  package func seed() -> UInt64 {
    host.randomBytes(8).reduce(0) { $0 << 8 | UInt64($1) }
  }
}
