package import FlowAuthenticators
package import FlowDiagnostics
package import FlowEngine
package import FlowInterpreter
package import FlowScript
package import FlowSyntax
package import SimulatorKit

/// An engine with its words in scripts and its simulated orgs.
///
/// All code that looks up an engine by its name uses a kit. A new engine needs an
/// `EngineDefinition` in FlowScript with a line in `EngineCatalog.standard`, and a kit with a line
/// in `EngineKits.standard`.
package struct EngineKit: Sendable {
  /// Returns the problems of an org's settings, according to the engine's schema.
  package typealias Problems =
    @Sendable (_ name: String, _ settings: [Setting]) -> [SettingProblem]

  /// Returns the names that may be written at a location of an org's settings.
  package typealias Names =
    @Sendable (_ place: UInt32, _ name: String, _ settings: [Setting]) -> [String]

  /// Returns the problems of an org, and the names that flows may use.
  package typealias Reading =
    @Sendable (SimulatedOrgText, _ isClaimed: Bool) -> OrgReader.Reading

  /// Makes an org, or returns `nil` if that isn't possible; also returns the problems.
  ///
  /// The keyring receives the passkeys of the org's users.
  package typealias Making =
    @Sendable (SimulatedOrgText, Keyring) -> (
      org: (any SimulatedOrg)?, diagnostics: [Diagnostic]
    )

  /// The engine's words in scripts.
  package var definition: EngineDefinition
  /// The default simulated org, as a script.
  package var demo: SourceFile
  /// Every setting of the engine's orgs, each followed by the settings of its own block.
  package var settings: [SettingDescription] { listSettings() }
  /// Validates the settings of an org.
  package var problems: Problems
  /// Validates an org, and reads the names that flows may use.
  package var read: Reading
  /// Makes an org from its settings.
  package var make: Making
  /// Returns the names of an org that may be written at a location of its settings, where any other
  /// name isn't a problem.
  package var names: Names
  private let listSettings: @Sendable () -> [SettingDescription]
  /// The reason why options for tokens have no effect, and the alternative; `nil` if the options
  /// have an effect.
  package var refusesTokens: String?
  /// The reason why options for passkeys have no effect, and the alternative; `nil` if the options
  /// have an effect.
  package var refusesPasskeys: String?

  /// Creates a kit that accepts options for tokens and passkeys.
  ///
  /// - Parameters:
  ///   - definition: The engine's words in scripts.
  ///   - demo: A script with an org called `demo`.
  ///   - settings: Every setting of the engine's orgs.
  ///   - problems: Validates the settings of an org.
  ///   - read: Validates an org, and reads the names that flows may use. If it is `nil`, only the
  ///     settings are validated, and there are no names.
  ///   - make: Makes an org from its settings.
  ///   - names: Returns the names that may be written at a location where any name is valid.
  package init(
    _ definition: EngineDefinition, demo: SourceFile,
    settings: @autoclosure @escaping @Sendable () -> [SettingDescription],
    problems: @escaping Problems,
    read: Reading? = nil, make: @escaping Making,
    names: @escaping Names = { _, _, _ in [] }
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
    self.names = names
  }
}

/// The text of a simulated org, with everything to which its settings may refer.
package struct SimulatedOrgText: Sendable {
  /// The org.
  package var org: Program.Located<FlowSyntax.Org>
  /// The program that contains the org.
  package var program: Program
  /// The sources of the values in the org's settings.
  package var sources: ValueSources
  /// The results of the check for the program's orgs, by their names.
  package var readings: [String: OrgReader.Reading]

  /// Wraps the text of an org.
  package init(
    org: Program.Located<FlowSyntax.Org>, program: Program, sources: ValueSources,
    readings: [String: OrgReader.Reading] = [:]
  ) {
    self.org = org
    self.program = program
    self.sources = sources
    self.readings = readings
  }

  /// The org that the check has made, if it was made from the same settings, or `nil`.
  package func model<Model>(of settings: [Setting], as type: Model.Type) -> Model? {
    readings[name]?.model(of: settings, as: type)
  }

  /// The name after `org`.
  package var name: String { org.script.text(org.node.name) }
  /// The file that contains the org.
  package var source: SourceFile { org.script.source }

  /// The org's settings, and problems for the values that can't be looked up.
  package var settings: (settings: [Setting], missing: [Diagnostic]) {
    let (settings, missing) = org.settings(sources: sources)
    return (settings, missing)
  }
}
