import FlowDiagnostics
import FlowEngine
import FlowInterpreter
package import FlowScript
package import FlowSyntax

/// The available engines.
package struct EngineKits: Sendable {
  /// The kits of all engines in this package.
  ///
  /// `EngineCatalog.standard` has only their definitions, for apps, which have no simulators.
  package static let standard = EngineKits([.idx, .nextAuth, .mobileIdP])

  /// The kits.
  package let kits: [EngineKit]
  /// The definitions of the engines, for checks and plans.
  package let catalog: EngineCatalog

  /// Makes a list of engines; if two have the same name, the first one counts.
  package init(_ kits: [EngineKit]) {
    self.kits = kits
    catalog = EngineCatalog(kits.map(\.definition))
  }

  /// The engine with a name; `nil` if there is none.
  package subscript(name: String) -> EngineKit? {
    kits.first { $0.definition.name == name }
  }

  /// The settings of an engine's simulated orgs; empty for an unknown engine.
  package func settings(of engine: String) -> EngineSettings {
    EngineSettings(self[engine]?.settings ?? [])
  }

  /// Validates all orgs of a program; each engine's schema is used for its simulated orgs.
  package var orgReader: OrgReader {
    OrgReader(engines: catalog) { [self] org, program, sources, isClaimed in
      let text = SimulatedOrgText(org: org, program: program, sources: sources)
      guard let kit = self[EngineCatalog.engine(of: org)] else { return OrgReader.Reading([]) }
      let renamed = OldSettings(org.script, kit.settings)
      return kit.read(text, isClaimed).adding(renamed.warnings(in: org.node.settings))
    }
  }

  /// The words that an org's settings allow instead of an unknown word.
  ///
  /// - Parameters:
  ///   - org: The org, which has an unknown word at the location.
  ///   - place: The location of the unknown word.
  /// - Returns: The words of the engine's schema, in its order. The list is empty if the location
  ///   has no word, or a word that isn't the schema's.
  package func settingWords(
    of org: Program.Located<FlowSyntax.Org>, insteadOfTheOneAt place: UInt32
  ) -> (words: [String], syntax: [String]) {
    let name = org.script.text(org.node.name)
    let (settings, _) = org.settings(sources: ValueSources())
    let problems: [SettingProblem] =
      if let address = org.node.address {
        IssuerOrg.read(
          name: name,
          address: (
            "https://example.okta.com",
            address.range
          ), settings: settings
        ).problems
      } else {
        self[EngineCatalog.engine(of: org)]?.problems(name, settings) ?? []
      }
    let found = problems.filter { $0.place.start == place }
    let words = found.flatMap(\.candidates)
    let kit = self[EngineCatalog.engine(of: org)]
    let names =
      found.isEmpty && org.node.address == nil ? kit?.names(place, name, settings) ?? [] : []
    return (words + names, found.flatMap(\.syntax))
  }
}

extension OrgReader {
  /// Validates all orgs of a program, by the schemas of this package's engines.
  package static let simulated = EngineKits.standard.orgReader
}
