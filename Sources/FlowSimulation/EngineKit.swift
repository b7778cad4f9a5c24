package import FlowAuthenticators
package import FlowDiagnostics
package import FlowEngine
package import FlowInterpreter
package import FlowScript
package import FlowSyntax
package import SimulatorKit

/// An engine as a value: how scripts speak of it, and how its orgs are simulated.
///
/// Everything that asks for an engine by its name asks one of these. A new engine is an
/// `EngineDefinition` in FlowScript with a line in `EngineCatalog.standard`, and one of these with a
/// line in `EngineKits.standard`.
package struct EngineKit: Sendable {
  /// What is wrong with the settings of an org, by the schema of the engine.
  package typealias Problems =
    @Sendable (_ name: String, _ settings: [Setting]) -> [SettingProblem]

  /// What is wrong with an org, and what flows may name of it.
  package typealias Reading =
    @Sendable (SimulatedOrgText, _ isClaimed: Bool) -> OrgReader.Reading

  /// An org, `nil` if it can't be made, and what is wrong with it; the keyring gets the passkeys of
  /// its users.
  package typealias Making =
    @Sendable (SimulatedOrgText, Keyring) -> (
      org: (any SimulatedOrg)?, diagnostics: [Diagnostic]
    )

  /// How scripts speak of it.
  package var definition: EngineDefinition
  /// The org that is simulated if no other is named, as a script.
  package var demo: SourceFile
  /// Everything that its orgs can be set to, each setting followed by those of its own block.
  package var settings: [SettingDescription] { listSettings() }
  /// Validates settings.
  package var problems: Problems
  /// Validates an org, and reads what flows may name of it.
  package var read: Reading
  /// Makes an org of its settings.
  package var make: Making
  private let listSettings: @Sendable () -> [SettingDescription]
  /// Why options on tokens mean nothing here, and what to do instead; `nil` if they mean something.
  package var refusesTokens: String?
  /// The same of options on passkeys.
  package var refusesPasskeys: String?

  /// Makes a kit whose flows have tokens and passkeys.
  ///
  /// - Parameters:
  ///   - definition: How scripts speak of the engine.
  ///   - demo: The text of a script with an org called `demo`.
  ///   - settings: Everything that its orgs can be set to.
  ///   - problems: Validates settings.
  ///   - read: Validates an org, and reads what flows may name of it; `nil` if they may name nothing.
  ///   - make: Makes an org of its settings.
  package init(
    _ definition: EngineDefinition, demo: SourceFile,
    settings: @autoclosure @escaping @Sendable () -> [SettingDescription],
    problems: @escaping Problems,
    read: Reading? = nil, make: @escaping Making
  ) {
    self.definition = definition
    self.demo = demo
    listSettings = settings
    self.problems = problems
    self.read =
      read ?? { text, _ in
        let (settings, missing) = text.settings
        return OrgReader.Reading(
          EngineCatalog.diagnostics(problems(text.name, settings), missing, in: text.source))
      }
    self.make = make
  }
}

/// A simulated org as it is written, with what its settings may refer to.
package struct SimulatedOrgText: Sendable {
  /// The org.
  package var org: Program.Located<FlowSyntax.Org>
  /// The program that declares it.
  package var program: Program
  /// Where the values in its settings come from.
  package var sources: ValueSources
  /// What was read of the program's orgs when they were checked, by their names.
  package var readings: [String: OrgReader.Reading]

  /// An org as it is written.
  package init(
    org: Program.Located<FlowSyntax.Org>, program: Program, sources: ValueSources,
    readings: [String: OrgReader.Reading] = [:]
  ) {
    self.org = org
    self.program = program
    self.sources = sources
    self.readings = readings
  }

  /// What was made of the same settings when the org was checked.
  package func model<Model>(of settings: [Setting], as type: Model.Type) -> Model? {
    readings[name]?.model(of: settings, as: type)
  }

  /// The name after `org`.
  package var name: String { org.script.text(org.node.name) }
  /// The file that it stands in.
  package var source: SourceFile { org.script.source }

  /// Its settings, and which values in them can't be looked up.
  package var settings: (settings: [Setting], missing: [Diagnostic]) {
    let (settings, missing) = org.settings(sources: sources)
    return (settings, missing)
  }
}
