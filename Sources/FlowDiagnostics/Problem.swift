import FlowText

/// A fault of a script or a run, described in words.
///
/// The code that finds the fault makes this value.
public struct Problem: Sendable, Hashable {
  /// The kind of the problem.
  public let kind: ProblemKind
  /// The message: one sentence in lower case, without a full stop, with user text in backticks.
  public let message: String
  /// The correction, if it doesn't depend on the location; `nil` if none is known.
  public let help: String?
  /// The words that the user probably meant, most similar first.
  public let suggestions: [String]
  /// When the only suggestion may be applied without asking the user.
  public let certainty: Certainty
  /// The names, fields or paths that the problem is about.
  ///
  /// Code searches for these names in other files.
  public let names: [String]

  /// When the only suggestion may replace the written word without asking the user.
  public enum Certainty: Sendable, Hashable {
    /// If the written word is a typo of the suggestion.
    case typo
    /// If the written word is equal to this text, and is a typo of the suggestion.
    case typoOf(String)
    /// Always.
    case always
    /// Never.
    case never
  }

  /// Makes a problem.
  ///
  /// Without `help`, the help asks whether one of the suggestions was meant.
  ///
  /// - Parameters:
  ///   - kind: The kind of the problem.
  ///   - message: One sentence in lower case, without a full stop, with user text in backticks.
  ///   - help: The correction.
  ///   - suggestions: The words that the user probably meant, most similar first.
  ///   - certainty: When the only suggestion may be applied without asking the user.
  ///   - names: The names that the problem is about, with which code searches in other files.
  public init(
    _ kind: ProblemKind, _ message: String, help: String? = nil, suggestions: [String] = [],
    certainty: Certainty = .typo, names: [String] = []
  ) {
    self.kind = kind
    self.message = message
    self.help = help ?? Prose.didYouMean(suggestions)
    self.suggestions = suggestions
    self.certainty = certainty
    self.names = names
  }
}
