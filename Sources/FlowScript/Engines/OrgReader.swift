package import FlowChecker
package import FlowDiagnostics
package import FlowInterpreter
package import FlowSyntax

/// Validates the settings of an org, and reads the names that flows may use.
///
/// An app validates only the orgs that it can sign in at. A program with the simulators validates
/// all orgs.
package struct OrgReader: Sendable {
  /// The result of reading an org's settings.
  package struct Reading: Sendable {
    /// The problems of the settings.
    package let diagnostics: [Diagnostic]
    /// The names that flows can use; `nil` if no schema describes the org, or if its settings are
    /// wrong.
    package let words: OrgWords?
    /// The data for runs against the org.
    ///
    /// Only the reader that made it can use it.
    package let model: (any Sendable)?

    /// Makes the result.
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
  ///   - simulated: Reads an org without an address. The last argument is whether the words of
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
  ///   - org: The org as written.
  ///   - program: The program that declares it.
  ///   - sources: The sources of the values in its settings.
  ///   - variables: The names of the values that come from outside.
  ///   - isClaimed: Whether the words of claims are read too.
  /// - Returns: The problems and the words of the org.
  package func read(
    _ org: Program.Located<FlowSyntax.Org>, in program: Program, sources: ValueSources,
    variables: [String] = [], isClaimed: Bool = false
  ) -> Reading {
    guard org.node.address != nil else { return readSimulated(org, program, sources, isClaimed) }
    let values = Set(program.constants.keys).union(variables)
    // Values from outside are looked up when a flow uses the issuer, after permission is checked.
    let read = engines.readIssuer(org, sources: ValueSources(), values: values)
    return Reading(read.diagnostics)
  }
}
