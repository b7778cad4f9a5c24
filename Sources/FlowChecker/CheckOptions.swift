public import FlowDiagnostics
public import FlowSyntax

/// The options of a check.
public struct CheckOptions: Sendable {
  /// The words of the engines.
  public var lexicon: Lexicon
  /// The engine of a flow that doesn't name one.
  public var defaultEngine: String
  /// The names of the values from outside the program.
  public var variables: [String]
  /// The names of the profiles that every flow uses in addition to its own.
  public var profiles: [String]
  /// Returns the problems in the settings of an org.
  public var settings: @Sendable (Program.Located<Org>) -> [Diagnostic]
  /// Returns the contents of a simulated org; `nil` if the org is a real issuer, or its settings
  /// are invalid.
  public var orgWords: @Sendable (Program.Located<Org>) -> OrgWords?

  /// Makes options.
  ///
  /// - Parameters:
  ///   - lexicon: The words of the engines.
  ///   - defaultEngine: The engine of a flow that doesn't name one.
  ///   - variables: The names of the values from outside the program.
  ///   - profiles: The names of the profiles that every flow uses in addition to its own.
  ///   - settings: Returns the problems in the settings of an org.
  ///   - orgWords: Returns what a simulated org contains. It is called at most once for each org
  ///     that a flow could run against.
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
  /// Finds all errors in the program that can be found without a run.
  ///
  /// - Parameter options: The options of the check.
  /// - Returns: The problems, sorted by file and location.
  public func check(_ options: CheckOptions) -> [Diagnostic] {
    Checker(self, options).check()
  }
}
