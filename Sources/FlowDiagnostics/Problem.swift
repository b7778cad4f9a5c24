import FlowText

/// A fault described in words.
///
/// The code that finds it makes this value.
public struct Problem: Sendable, Hashable {
  /// The kind of the problem.
  public let kind: ProblemKind
  /// The message: one sentence in lower case, without a full stop, with user text in backticks.
  public let message: String
  /// The remedy, if it doesn't depend on the location.
  public let help: String?
  /// The words that were probably intended, the nearest first.
  public let suggestions: [String]
  /// When the only suggestion may be applied without asking.
  public let certainty: Certainty
  /// The names, fields or paths that the problem is about, for code that searches for them
  /// elsewhere.
  public let names: [String]

  /// When the only suggestion may replace the written word without asking.
  public enum Certainty: Sendable, Hashable {
    /// If the written word is a typo of the suggestion.
    case typo
    /// If the written word is this text and a typo of the suggestion.
    case typoOf(String)
    /// Always.
    case always
    /// Never.
    case never
  }

  /// Makes a problem.
  ///
  /// Without `help`, the help asks whether a suggestion was meant.
  ///
  /// - Parameters:
  ///   - kind: The kind of the problem.
  ///   - message: One sentence in lower case, without a full stop, with user text in backticks.
  ///   - help: The remedy.
  ///   - suggestions: The words that were probably intended, the nearest first.
  ///   - certainty: When the only suggestion may be applied without asking.
  ///   - names: The names that the problem is about, for code that searches for them elsewhere.
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
