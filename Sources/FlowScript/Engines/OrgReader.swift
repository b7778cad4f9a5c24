package import FlowChecker
package import FlowDiagnostics
package import FlowInterpreter
package import FlowSyntax

/// Checks the settings of an org, and reads the names that flows can use.
///
/// An app checks only real issuers, because it has no simulators. A program with the simulators
/// checks all orgs.
package struct OrgReader: Sendable {
  /// The result of reading an org's settings.
  package struct Reading: Sendable {
    /// The problems in the settings.
    package let diagnostics: [Diagnostic]
    /// The names that flows can use; `nil` if the settings are wrong or no schema describes the
    /// org.
    package let words: OrgWords?
    /// The org as data for runs against it; `nil` if no flow can run against it.
    ///
    /// Only the reader that made the data can use it.
    package let model: (any Sendable)?

    /// Makes the result.
    package init(
      _ diagnostics: [Diagnostic], words: OrgWords? = nil, model: (any Sendable)? = nil
    ) {
      self.diagnostics = diagnostics
      self.words = words
      self.model = model
    }

    /// The result with more problems.
    package func adding(_ more: [Diagnostic]) -> Reading {
      more.isEmpty ? self : Reading(diagnostics + more, words: words, model: model)
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
  ///   - simulated: Reads an org that has no address. The last argument is whether the org's words
  ///     for claims are read too.
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

  /// A reader that checks only real issuers.
  package static let issuers = OrgReader(engines: .standard) { _, _, _, _ in Reading([]) }

  /// Checks an org of a program.
  ///
  /// - Parameters:
  ///   - org: The org in the script.
  ///   - program: The program that declares the org.
  ///   - sources: The sources of the values in the org's settings.
  ///   - variables: The names of the values from outside the script.
  ///   - isClaimed: Whether the org's words for claims are read too.
  /// - Returns: The problems, and the names that flows can use.
  package func read(
    _ org: Program.Located<FlowSyntax.Org>, in program: Program, sources: ValueSources,
    variables: [String] = [], isClaimed: Bool = false
  ) -> Reading {
    guard org.node.address != nil else { return readSimulated(org, program, sources, isClaimed) }
    let values = Set(program.constants.keys).union(variables)
    // The values are looked up when a flow uses the issuer, because permission is checked only
    // then.
    let read = engines.readIssuer(org, sources: ValueSources(), values: values)
    return Reading(read.diagnostics)
  }
}
