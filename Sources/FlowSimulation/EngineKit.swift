package import FlowAuthenticators
package import FlowDiagnostics
package import FlowEngine
package import FlowInterpreter
package import FlowScript
package import FlowSyntax
package import SimulatorKit

/// An engine as a value: its words in scripts, and the simulation of its orgs.
///
/// Everything that needs an engine by its name uses a kit. A new engine is an `EngineDefinition` in
/// FlowScript with a line in `EngineCatalog.standard`, and a kit with a line in
/// `EngineKits.standard`.
package struct EngineKit: Sendable {
  /// Returns the problems of an org's settings, by the schema of the engine.
  package typealias Problems =
    @Sendable (_ name: String, _ settings: [Setting]) -> [SettingProblem]

  /// Returns the problems of an org, and the names that flows may use.
  package typealias Reading =
    @Sendable (SimulatedOrgText, _ isClaimed: Bool) -> OrgReader.Reading

  /// Returns an org, `nil` if it can't be made, and its problems; the keyring receives the passkeys
  /// of its users.
  package typealias Making =
    @Sendable (SimulatedOrgText, Keyring) -> (
      org: (any SimulatedOrg)?, diagnostics: [Diagnostic]
    )

  /// Its words in scripts.
  package var definition: EngineDefinition
  /// The default simulated org, as a script.
  package var demo: SourceFile
  /// Every setting of its orgs, each followed by the settings of its own block.
  package var settings: [SettingDescription] { listSettings() }
  /// Validates settings.
  package var problems: Problems
  /// Validates an org, and reads the names that flows may use.
  package var read: Reading
  /// Makes an org from its settings.
  package var make: Making
  private let listSettings: @Sendable () -> [SettingDescription]
  /// The reason why options on tokens have no meaning here, and the alternative; `nil` if they have
  /// one.
  package var refusesTokens: String?
  /// The same for options on passkeys.
  package var refusesPasskeys: String?

  /// Creates a kit that accepts options for tokens and passkeys.
  ///
  /// - Parameters:
  ///   - definition: The engine's words in scripts.
  ///   - demo: The text of a script with an org called `demo`.
  ///   - settings: Every setting of its orgs.
  ///   - problems: Validates settings.
  ///   - read: Validates an org, and reads the names that flows may use. If it is `nil`, only the
  ///     settings are validated, and there are no names.
  ///   - make: Makes an org from its settings.
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

/// A simulated org as it is written, with the objects that its settings may refer to.
package struct SimulatedOrgText: Sendable {
  /// The org.
  package var org: Program.Located<FlowSyntax.Org>
  /// The program that declares it.
  package var program: Program
  /// The sources of the values in its settings.
  package var sources: ValueSources
  /// The readings of the program's orgs from the check, by their names.
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

  /// The result of the same settings from the check.
  package func model<Model>(of settings: [Setting], as type: Model.Type) -> Model? {
    readings[name]?.model(of: settings, as: type)
  }

  /// The name after `org`.
  package var name: String { org.script.text(org.node.name) }
  /// The file that contains it.
  package var source: SourceFile { org.script.source }

  /// Its settings, and the values in them that can't be looked up.
  package var settings: (settings: [Setting], missing: [Diagnostic]) {
    let (settings, missing) = org.settings(sources: sources)
    return (settings, missing)
  }
}
