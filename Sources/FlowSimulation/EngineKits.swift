import FlowDiagnostics
import FlowEngine
import FlowInterpreter
package import FlowScript
package import FlowSyntax

/// The available engines.
package struct EngineKits: Sendable {
  /// Every engine of this package.
  ///
  /// `EngineCatalog.standard` has their definitions for apps, which don't have simulators.
  package static let standard = EngineKits([.idx, .nextAuth, .mobileIdP])

  /// The kits.
  package let kits: [EngineKit]
  /// The catalog of their definitions, for checks and plans.
  package let catalog: EngineCatalog

  /// A list of engines; the first one with a name counts.
  package init(_ kits: [EngineKit]) {
    self.kits = kits
    catalog = EngineCatalog(kits.map(\.definition))
  }

  /// The engine with a name.
  package subscript(name: String) -> EngineKit? {
    kits.first { $0.definition.name == name }
  }

  /// The settings of an engine's simulated orgs; an unknown engine doesn't have any.
  package func settings(of engine: String) -> EngineSettings {
    EngineSettings(self[engine]?.settings ?? [])
  }

  /// Validates every org, the simulated ones by the schemas of their engines.
  package var orgReader: OrgReader {
    OrgReader(engines: catalog) { [self] org, program, sources, isClaimed in
      let text = SimulatedOrgText(org: org, program: program, sources: sources)
      return self[EngineCatalog.engine(of: org)]?.read(text, isClaimed) ?? OrgReader.Reading([])
    }
  }

  /// The words that are allowed in an org's settings instead of an invalid one.
  ///
  /// - Parameters:
  ///   - org: The org, with an unknown word at the location.
  ///   - place: The location of that word.
  /// - Returns: The words of the engine's schema, in its order; empty if the location has a word of
  ///   the script itself or no word.
  package func settingWords(
    of org: Program.Located<FlowSyntax.Org>, insteadOfTheOneAt place: UInt32
  ) -> [String] {
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
    return problems.filter { $0.place.start == place }.flatMap(\.candidates)
  }
}

extension OrgReader {
  /// Validates every org, the simulated ones by the schemas of this package's engines.
  package static let simulated = EngineKits.standard.orgReader
}
