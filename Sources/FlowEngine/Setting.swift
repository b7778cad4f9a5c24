public import FlowDiagnostics

/// A setting between the braces of an org, as the script writes it.
///
/// The schema of the org interprets it. The parser and the simulated orgs share this type, because
/// they don't depend on each other.
public struct Setting: Sendable, Hashable {
  /// The first word, which is the setting's name.
  public var name: String
  /// The location of the name.
  public var place: SourceRange
  /// The values after the name, split at the commas; empty if there are none.
  public var values: [[SettingTerm]]
  /// The settings between the setting's own braces; `nil` if it has no braces.
  public var block: [Setting]?

  /// Makes a setting.
  public init(
    _ name: String, place: SourceRange, values: [[SettingTerm]] = [], block: [Setting]? = nil
  ) {
    self.name = name
    self.place = place
    self.values = values
    self.block = block
  }
}

/// One word, text, number or symbol of a setting.
public struct SettingTerm: Sendable, Hashable {
  /// The kinds of terms.
  public enum Kind: Sendable, Hashable {
    case word(String)
    case text(String)
    /// The value of an `env`, `secret` or `file`.
    case secret(Secret)
    case number(Double)
    case duration(Duration)
    /// A symbol: `(`, `)`, `<`, `<=`, `>`, `>=`, `=` or `?`.
    case mark(String)
  }

  /// The content of the term.
  public var kind: Kind
  /// The location of the term.
  public var place: SourceRange

  /// Makes a term.
  public init(_ kind: Kind, place: SourceRange) {
    self.kind = kind
    self.place = place
  }
}

/// A problem in a setting.
public struct SettingProblem: Error, Sendable, Hashable {
  /// The kinds of problems.
  ///
  /// Each has its own problem id.
  public enum Kind: String, Sendable, Hashable {
    /// The schema has no setting with this name here.
    case unknown
    /// The value has the wrong type, or isn't allowed.
    case value
    /// The setting appears twice.
    case duplicate
    /// A setting that the org needs is missing.
    case missing
    /// The setting is valid, but it can't be simulated yet.
    case later
  }

  /// The kind of problem.
  public var kind: Kind
  /// The message: one sentence in lower case, with user text in backticks.
  ///
  /// For `later`, it is only the name of the setting.
  public var message: String
  /// The location of the problem.
  public var place: SourceRange
  /// How to fix the problem; `nil` if the message is enough.
  public var help: String?
  /// The written word, if a similar word in `candidates` should be suggested.
  public var word: String?
  /// The words that are correct here.
  public var candidates: [String]
  /// The words, numbers and phrases of the schema that are also possible there, as they are
  /// written.
  public var syntax: [String] = []
  /// The intended words, if the written word is a synonym.
  public var meant: [String] = []
  /// A related location, such as the first of two equal settings.
  public var other: SourceRange?
  /// Whether the notation is wrong, so that no value from outside could make the setting valid.
  public var isOfForm = false

  /// Makes a problem.
  public init(
    _ kind: Kind, _ message: String, at place: SourceRange, help: String? = nil,
    word: String? = nil, candidates: [String] = [], other: SourceRange? = nil
  ) {
    self.kind = kind
    self.message = SettingProblem.brief(message)
    self.place = place
    self.help = help
    self.word = word
    self.candidates = candidates
    self.other = other
  }

  /// The numbers of characters at the beginning and the end of a long message that are kept.
  ///
  /// A message can be as long as the script that it quotes.
  private static let kept = (head: 200, tail: 80)

  private static func brief(_ message: String) -> String {
    guard message.utf8.count > kept.head + kept.tail else { return message }
    let scalars = message.unicodeScalars
    guard scalars.count > kept.head + kept.tail else { return message }
    return "\(String(scalars.prefix(kept.head)))…\(String(scalars.suffix(kept.tail)))"
  }
}
