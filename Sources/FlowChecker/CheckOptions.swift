public import FlowDiagnostics
public import FlowSyntax

/// The options of a check.
public struct CheckOptions: Sendable {
  /// The words of the engines.
  public var lexicon: Lexicon
  /// The engine of a flow that doesn't name one.
  public var defaultEngine: String
  /// The names of values that come from outside the program.
  public var variables: [String]
  /// The profiles that every flow uses in addition to its own.
  public var profiles: [String]
  /// Checks an org against the settings of its engine.
  public var settings: @Sendable (Program.Located<Org>) -> [Diagnostic]
  /// Returns the contents of a simulated org; `nil` for a real issuer, and if the settings are
  /// invalid.
  public var orgWords: @Sendable (Program.Located<Org>) -> OrgWords?

  /// Makes options.
  ///
  /// - Parameters:
  ///   - lexicon: The words of the engines.
  ///   - defaultEngine: The engine of a flow that doesn't name one.
  ///   - variables: The names of values that come from outside the program.
  ///   - profiles: The profiles that every flow uses in addition to its own.
  ///   - settings: Checks an org against the settings of its engine.
  ///   - orgWords: Returns the contents of a simulated org. It is called once for each org that a
  ///     flow could run against.
  public init(
    lexicon: Lexicon, defaultEngine: String = "idx", variables: [String] = [],
    profiles: [String] = [],
    settings: @escaping @Sendable (Program.Located<Org>) -> [Diagnostic] = { _ in [] },
    orgWords: @escaping @Sendable (Program.Located<Org>) -> OrgWords? = { _ in nil }
  ) {
    self.lexicon = lexicon
    self.defaultEngine = defaultEngine
    self.variables = variables
    self.profiles = profiles
    self.settings = settings
    self.orgWords = orgWords
  }
}

extension Program {
  /// Finds every mistake that is visible without a run.
  ///
  /// - Parameter options: The options of the check.
  /// - Returns: The problems file by file, in the order of their locations.
  public func check(_ options: CheckOptions) -> [Diagnostic] {
    Checker(self, options).check()
  }
}
