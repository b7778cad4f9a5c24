import FlowText

/// Something that is wrong, in words: a value that the code which finds it makes.
public struct Problem: Sendable, Hashable {
  /// What kind of problem it is.
  public let kind: ProblemKind
  /// One sentence in lower case, without a full stop, user text in backticks.
  public let message: String
  /// What to do about it, if that doesn't depend on the location.
  public let help: String?
  /// The words that were probably meant in place of what is written, the nearest first.
  public let suggestions: [String]
  /// When the only suggestion is surely meant.
  public let certainty: Certainty
  /// The names, fields or paths that it is about, for code that looks for them elsewhere.
  public let names: [String]

  /// When a word that was written may be replaced by the only suggestion without a question.
  public enum Certainty: Sendable, Hashable {
    /// If it is a typo of the suggestion.
    case typo
    /// If it is this text, and a typo of the suggestion.
    case typoOf(String)
    /// Whatever is written.
    case always
    /// Under no circumstances.
    case never
  }

  /// Makes a problem; without `help`, it asks whether a suggestion was meant.
  ///
  /// - Parameters:
  ///   - kind: What kind of problem it is.
  ///   - message: One sentence in lower case, without a full stop, user text in backticks.
  ///   - help: What to do about it.
  ///   - suggestions: The words that were probably meant, the nearest first.
  ///   - certainty: When the only suggestion is surely meant.
  ///   - names: What it is about, for code that looks for it elsewhere.
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
