package import FlowRuntime
package import FlowSimulator
package import FlowSyntax

/// Which simulated org a flow runs against.
package enum SimulatedOrg {
  /// Why there is none.
  package struct Unavailable: Error {
    /// What is wrong, in the script or with the name that was asked for.
    package var diagnostics: [Diagnostic]
  }

  /// Finds and builds the org of a flow: the one that is asked for, else the one that the flow
  /// names, else the only one that its script declares, else the built-in demo.
  ///
  /// - Parameters:
  ///   - name: the org that is asked for; `nil` leaves it to the script.
  ///   - plan: the flow.
  ///   - program: what it is of.
  ///   - sources: where the values in the org's settings come from.
  /// - Returns: the org, and whether it is the demo.
  /// - Throws: `Unavailable`, where there is no such org, or its settings can't be.
  package static func find(
    named name: String?, for plan: RunPlan, in program: Program, sources: ValueSources
  ) throws(Unavailable) -> (org: FlowSimulator.Org, isDemo: Bool) {
    if let name = name ?? plan.org {
      if let named = program.orgs[name] { return (try build(named, sources), false) }
      guard name == DemoOrg.name else {
        let known = program.orgs.keys.sorted() + [DemoOrg.name]
        let nearest = Suggestion.nearest(name, among: known)
        throw Unavailable(diagnostics: [
          Diagnostic(.unknownName(kind: "org", name: name, nearest: nearest), at: nil)
        ])
      }
    } else if program.orgs.count == 1, let only = program.orgs.values.first {
      return (try build(only, sources), false)
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
    return (try build(org, sources), true)
  }

  /// Builds an org that a script declares.
  ///
  /// - Parameters:
  ///   - org: the org.
  ///   - sources: where the values in its settings come from.
  /// - Returns: the org.
  /// - Throws: `Unavailable`, where its settings can't be.
  package static func build(
    _ org: Program.Located<FlowSyntax.Org>, _ sources: ValueSources
  ) throws(Unavailable) -> FlowSimulator.Org {
    let (built, diagnostics) = EngineCatalog.build(org, sources: sources)
    guard let built, diagnostics.allSatisfy({ $0.severity == .warning }) else {
      throw Unavailable(diagnostics: diagnostics)
    }
    return built
  }
}
