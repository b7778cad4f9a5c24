public import FlowDiagnostics
public import FlowSyntax

/// What a program is checked against.
public struct CheckOptions: Sendable {
  /// The words of the engines.
  public var lexicon: Lexicon
  /// The engine of a flow that names none.
  public var defaultEngine: String
  /// Named values that come from outside the program.
  public var variables: [String]
  /// Profiles that every flow uses besides its own.
  public var profiles: [String]
  /// Holds an org to its engine's own settings.
  public var settings: @Sendable (Program.Located<Org>) -> [Diagnostic]
  /// What a simulated org has; `nil` for a real issuer, and for one whose settings can't be.
  public var orgWords: @Sendable (Program.Located<Org>) -> OrgWords?

  /// Makes options.
  ///
  /// - Parameters:
  ///   - lexicon: The words of the engines.
  ///   - defaultEngine: The engine of a flow that names none.
  ///   - variables: Named values that come from outside the program.
  ///   - profiles: Profiles that every flow uses besides its own.
  ///   - settings: Holds an org to its engine's own settings.
  ///   - orgWords: What a simulated org has; asked once for each that a flow could run against.
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
  /// Finds what can't be meant: every mistake that doesn't need a run to be seen.
  ///
  /// - Parameter options: What the program is checked against.
  /// - Returns: The problems file by file, in the order of their places.
  public func check(_ options: CheckOptions) -> [Diagnostic] {
    Checker(self, options).check()
  }
}
