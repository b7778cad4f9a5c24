import FlowDiagnostics
import FlowEngine
import FlowInterpreter
import FlowScript
package import FlowSyntax
import MobileIdPEngine
import NextAuthEngine
import NextAuthSimulator
import MobileIdPSimulator
import OktaSimulator

extension SimulatedOrgs {
  /// The words that could stand in an org's settings in place of one that can't.
  ///
  /// - Parameters:
  ///   - org: the org, with a word at the place that no schema knows.
  ///   - place: where that word begins.
  /// - Returns: the words of the schema of the org's engine, in its order; none where a word of the
  ///   script's own or none stands there.
  package static func settingWords(
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
            SettingPlace(start: address.range.start, end: address.range.end)
          ), settings: settings
        ).problems
      } else {
        problems(of: EngineCatalog.engine(of: org), name: name, settings: settings)
      }
    return problems.filter { $0.place.start == place }.flatMap(\.candidates)
  }

  /// What is wrong with the settings of a simulated org, by the schema of its engine.
  static func problems(of engine: String, name: String, settings: [Setting]) -> [SettingProblem] {
    switch engine {
    case NextAuthEngine.vocabulary.engine: NextAuthOrg.problems(name: name, settings: settings)
    case MobileIdPEngine.vocabulary.engine: MobileIdPOrg.problems(name: name, settings: settings)
    default: OktaSimulator.Org.problems(name: name, settings: settings)
    }
  }
}
