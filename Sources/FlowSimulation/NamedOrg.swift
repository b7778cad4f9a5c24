import FlowChecker
import FlowEngine
import FlowText
package import FlowDiagnostics
package import FlowAuthenticators
package import FlowInterpreter
package import FlowScript
package import FlowSyntax

/// The org for a flow, if no option of the command line names one.
package enum NamedOrg: Sendable {
  /// A simulated org, its engine, and whether it is the demo.
  case simulated(any SimulatedOrg, engine: String, isDemo: Bool)
  /// A real issuer, with the settings that the script has.
  case issuer(IssuerSettings, at: Place)

  /// The org that was found, or the problems if none was found.
  package typealias Finding = (org: NamedOrg?, diagnostics: [Diagnostic])

  /// The org's engine.
  package var engine: String {
    switch self {
    case .simulated(_, let engine, _): engine
    case .issuer: EngineCatalog.usual
    }
  }

  /// Whether the org is the built-in demo.
  package var isDemo: Bool {
    switch self {
    case .simulated(_, _, let isDemo): isDemo
    case .issuer: false
    }
  }

  /// Makes the counterpart of flows that use a simulated org.
  ///
  /// - Parameters:
  ///   - seed: The seed of the org's handles and codes.
  ///   - time: The time at which the org's clock begins; `nil` for the current time.
  /// - Returns: The counterpart; `nil` for a real issuer.
  package func counterpart(seed: UInt64, at time: OrgTime?) -> Counterpart? {
    switch self {
    case .simulated(let org, _, _): .simulated(org, seed: seed, at: time)
    case .issuer: nil
    }
  }

  /// The problem if the org has another engine than a flow; `nil` if the engines are the same.
  package func mismatch(with plan: RunPlan) -> Diagnostic? {
    engine == plan.engine
      ? nil : Diagnostic(.engineMismatch(flow: plan.engine, org: engine), at: plan.place)
  }

  /// Finds and makes the org for a flow.
  ///
  /// The result is the org with the given name. Without a name, it is the org that the flow names,
  /// the script's only org with the flow's engine, or the built-in demo.
  ///
  /// - Parameters:
  ///   - name: The name of the org; `nil` to use the flow's or the script's org.
  ///   - plan: The flow.
  ///   - program: The program of the flow.
  ///   - read: The results of the check for the program's orgs, by their names.
  ///   - sources: The sources of the values in the org's settings.
  ///   - keyring: Receives the passkeys of a simulated org's users.
  ///   - engines: The available engines.
  /// - Returns: The org, or the problems.
  package static func find(
    named name: String?, for plan: RunPlan, in program: Program,
    read: [String: OrgReader.Reading] = [:], sources: ValueSources, keyring: Keyring,
    among engines: EngineKits = .standard
  ) -> Finding {
    if let name = name ?? plan.org {
      if let named = program.orgs[name] {
        let found = make(named, in: program, read: read, sources, keyring, among: engines)
        guard let mismatch = found.org?.mismatch(with: plan) else { return found }
        return (nil, [mismatch])
      }
      guard name == DemoOrg.name else { return (nil, [unknown(name, in: program)]) }
      return demo(for: plan, sources, keyring, engines)
    }
    let orgs = program.orgs.filter { EngineCatalog.engine(of: $0.value) == plan.engine }
    if orgs.count == 1, let only = orgs.values.first {
      return make(only, in: program, read: read, sources, keyring, among: engines)
    }
    guard orgs.isEmpty else {
      let names = orgs.keys.sorted().joined(separator: ", ")
      let several = Diagnostic(
        .settingMissing(message: "several orgs are declared, and the flow names none"),
        at: plan.place, help: "name one with `against`: \(names)")
      return (nil, [several])
    }
    return demo(for: plan, sources, keyring, engines)
  }

  /// The built-in org with a flow's engine.
  private static func demo(
    for plan: RunPlan, _ sources: ValueSources, _ keyring: Keyring, _ engines: EngineKits
  ) -> Finding {
    let demo = engines[plan.engine].map { Program.load($0.demo) }
    guard let program = demo?.program, let org = program.orgs[DemoOrg.name] else {
      return (nil, demo?.diagnostics ?? [])
    }
    let (made, diagnostics) = make(org, in: program, sources, keyring, among: engines)
    guard case .simulated(let org, let engine, _)? = made else { return (nil, diagnostics) }
    return (.simulated(org, engine: engine, isDemo: true), [])
  }

  /// The problem if no org has a name.
  package static func unknown(_ name: String, in program: Program) -> Diagnostic {
    let known = program.orgs.keys.sorted() + [DemoOrg.name]
    let nearest = Suggestion.nearest(name, among: known)
    return Diagnostic(.unknownName(kind: "org", name: name, nearest: nearest), at: nil)
  }

  /// Makes an org from its settings.
  ///
  /// - Parameters:
  ///   - org: The org's text.
  ///   - program: The program, to which the settings may refer.
  ///   - read: The results of the check for the program's orgs, by their names.
  ///   - sources: The sources of the values in the org's settings.
  ///   - keyring: Receives the passkeys of a simulated org's users.
  ///   - engines: The available engines.
  /// - Returns: The org, or the problems of its settings.
  package static func make(
    _ org: Program.Located<FlowSyntax.Org>, in program: Program,
    read: [String: OrgReader.Reading] = [:], _ sources: ValueSources, _ keyring: Keyring,
    among engines: EngineKits = .standard
  ) -> Finding {
    if org.node.address != nil {
      let (settings, diagnostics) = engines.catalog.readIssuer(org, sources: sources.leaving)
      guard diagnostics.allSatisfy({ $0.severity == .warning }) else { return (nil, diagnostics) }
      return (.issuer(settings, at: org.place(org.node.name.range)), [])
    }
    let engine = EngineCatalog.engine(of: org)
    guard let kit = engines[engine] else { return (nil, []) }
    let (built, diagnostics) = kit.make(
      SimulatedOrgText(org: org, program: program, sources: sources, readings: read), keyring)
    guard let built, diagnostics.allSatisfy({ $0.severity == .warning }) else {
      return (nil, diagnostics)
    }
    return (.simulated(built, engine: engine, isDemo: false), [])
  }
}
