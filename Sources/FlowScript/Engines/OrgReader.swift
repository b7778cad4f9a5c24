package import FlowChecker
package import FlowDiagnostics
package import FlowInterpreter
package import FlowSyntax

/// Validates the settings of an org, and reads what flows may name of it.
///
/// An app validates only the orgs that it can sign in at. Whoever has the simulators validates all of
/// them.
package struct OrgReader: Sendable {
  /// What is known of an org once its settings have been read.
  package struct Reading: Sendable {
    /// What is wrong with it.
    package let diagnostics: [Diagnostic]
    /// What flows can name of it; `nil` if no schema describes it, or if its settings are wrong.
    package let words: OrgWords?
    /// What runs against it need; only the reader that made it knows its type.
    package let model: (any Sendable)?

    /// Makes a reading.
    package init(
      _ diagnostics: [Diagnostic], words: OrgWords? = nil, model: (any Sendable)? = nil
    ) {
      self.diagnostics = diagnostics
      self.words = words
      self.model = model
    }
  }

  /// The engines that the program may use.
  package let engines: EngineCatalog
  private let readSimulated:
    @Sendable (Program.Located<FlowSyntax.Org>, Program, ValueSources, _ isClaimed: Bool) -> Reading

  /// Makes a reader.
  ///
  /// - Parameters:
  ///   - engines: The engines that programs may use.
  ///   - simulated: Reads an org that has no address; the last argument says whether the words of
  ///     claims are read too.
  package init(
    engines: EngineCatalog,
    simulated:
      @escaping @Sendable (
        Program.Located<FlowSyntax.Org>, Program, ValueSources, _ isClaimed: Bool
      ) -> Reading
  ) {
    self.engines = engines
    readSimulated = simulated
  }

  /// Validates real issuers only.
  package static let issuers = OrgReader(engines: .standard) { _, _, _, _ in Reading([]) }

  /// Validates an org of a program.
  ///
  /// - Parameters:
  ///   - org: The org as it is written.
  ///   - program: The program that declares it.
  ///   - sources: Where the values in its settings come from.
  ///   - variables: The named values that come from outside.
  ///   - isClaimed: Whether the words of claims are read too.
  /// - Returns: What is wrong with it, and its words.
  package func read(
    _ org: Program.Located<FlowSyntax.Org>, in program: Program, sources: ValueSources,
    variables: [String] = [], isClaimed: Bool = false
  ) -> Reading {
    guard org.node.address != nil else { return readSimulated(org, program, sources, isClaimed) }
    let values = Set(program.constants.keys).union(variables)
    // The values from outside are looked up when a flow uses the issuer, after permission is checked.
    let read = engines.readIssuer(org, sources: ValueSources(), values: values)
    return Reading(read.diagnostics)
  }
}
