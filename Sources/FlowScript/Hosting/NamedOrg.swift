package import FlowAuthenticators
package import FlowRuntime
package import FlowSimulator
package import FlowSyntax

/// Which org a flow runs against, where nothing but its script says so.
package enum NamedOrg {
  /// A simulated org, and whether it is the demo.
  case simulated(FlowSimulator.Org, isDemo: Bool)
  /// A real issuer, as far as the script describes it.
  case issuer(IssuerSettings, at: Place)

  /// Why there is none.
  package struct Unavailable: Error {
    /// What is wrong, in the script or with the name that was asked for.
    package var diagnostics: [Diagnostic]
  }

  /// Finds and makes the org of a flow: the one that is asked for, else the one that the flow
  /// names, else the only one that its script declares, else the built-in demo.
  ///
  /// - Parameters:
  ///   - name: the org that is asked for; `nil` leaves it to the script.
  ///   - plan: the flow.
  ///   - program: what it is of.
  ///   - sources: where the values in the org's settings come from.
  ///   - keyring: gets the passkeys of a simulated org's users.
  /// - Returns: the org.
  /// - Throws: `Unavailable`, where there is no such org, or its settings can't be.
  package static func find(
    named name: String?, for plan: RunPlan, in program: Program, sources: ValueSources,
    keyring: Keyring
  ) throws(Unavailable) -> NamedOrg {
    if let name = name ?? plan.org {
      if let named = program.orgs[name] { return try make(named, sources, keyring) }
      guard name == DemoOrg.name else {
        throw Unavailable(diagnostics: [unknown(name, in: program)])
      }
    } else if program.orgs.count == 1, let only = program.orgs.values.first {
      return try make(only, sources, keyring)
    } else if program.orgs.count > 1 {
      let names = program.orgs.keys.sorted().joined(separator: ", ")
      throw Unavailable(diagnostics: [
        Diagnostic(
          .settingMissing(message: "several orgs are declared, and the flow names none"),
          at: plan.place, help: "say `against` one of \(names)")
      ])
    }
    let demo = Program.load(DemoOrg.source)
    guard let org = demo.program.orgs[DemoOrg.name] else {
      throw Unavailable(diagnostics: demo.diagnostics)
    }
    guard case .simulated(let demo, _) = try make(org, sources, keyring) else {
      throw Unavailable(diagnostics: [])
    }
    return .simulated(demo, isDemo: true)
  }

  /// That no org has a name.
  static func unknown(_ name: String, in program: Program) -> Diagnostic {
    let known = program.orgs.keys.sorted() + [DemoOrg.name]
    let nearest = Suggestion.nearest(name, among: known)
    return Diagnostic(.unknownName(kind: "org", name: name, nearest: nearest), at: nil)
  }

  /// Makes an org of its settings.
  ///
  /// - Parameters:
  ///   - org: the org as it is written.
  ///   - sources: where the values in its settings come from.
  ///   - keyring: gets the passkeys of a simulated org's users.
  /// - Returns: it.
  /// - Throws: `Unavailable`, where its settings can't be.
  package static func make(
    _ org: Program.Located<FlowSyntax.Org>, _ sources: ValueSources, _ keyring: Keyring
  ) throws(Unavailable) -> NamedOrg {
    if org.node.address != nil {
      let (settings, diagnostics) = EngineCatalog.readIssuer(org, sources: sources)
      guard diagnostics.allSatisfy({ $0.severity == .warning }) else {
        throw Unavailable(diagnostics: diagnostics)
      }
      return .issuer(settings, at: org.place(org.node.name.range))
    }
    let (built, diagnostics) = EngineCatalog.build(org, sources: sources, keyring: keyring)
    guard let built, diagnostics.allSatisfy({ $0.severity == .warning }) else {
      throw Unavailable(diagnostics: diagnostics)
    }
    return .simulated(built, isDemo: false)
  }
}
