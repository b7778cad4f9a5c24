public import FlowDiagnostics

/// A line between the braces of an org, as written.
///
/// The org's own schema interprets it.
///
/// The parser and the simulated orgs share it, because they don't depend on each other.
public struct Setting: Sendable, Hashable {
  /// The first word.
  public var name: String
  /// The location of the first word.
  public var place: SourceRange
  /// The values after it, split at the commas; empty if there aren't any.
  public var values: [[SettingTerm]]
  /// The settings between its braces; `nil` if it has no braces.
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

/// One word, text, number or mark of a setting.
public struct SettingTerm: Sendable, Hashable {
  /// The kinds of terms.
  public enum Kind: Sendable, Hashable {
    case word(String)
    case text(String)
    /// A value that came from `env`, `secret` or `file`, already looked up.
    case secret(Secret)
    case number(Double)
    case duration(Duration)
    /// One of `(`, `)`, `<`, `<=`, `>`, `>=`, `=`, `?`.
    case mark(String)
  }

  /// The written text.
  public var kind: Kind
  /// Its location.
  public var place: SourceRange

  /// Makes a term.
  public init(_ kind: Kind, place: SourceRange) {
    self.kind = kind
    self.place = place
  }
}

/// A problem of a setting, with its location.
public struct SettingProblem: Error, Sendable, Hashable {
  /// The kinds of faults; each has a problem id of its own.
  public enum Kind: String, Sendable, Hashable {
    /// A name that the schema doesn't have here.
    case unknown
    /// A value of the wrong kind, or one that isn't allowed.
    case value
    /// The same setting twice.
    case duplicate
    /// A missing setting that the org needs.
    case missing
    /// A setting that is valid but can't be simulated yet.
    case later
  }

  /// The kind of fault.
  public var kind: Kind
  /// One sentence in lower case, with user text in backticks.
  ///
  /// For `later`, only the name of the setting.
  public var message: String
  /// The location of the fault.
  public var place: SourceRange
  /// The remedy.
  public var help: String?
  /// The written word, if a similar correct word should be searched.
  public var word: String?
  /// The correct words.
  public var candidates: [String]
  /// The intended words, if the written word is a synonym.
  public var meant: [String] = []
  /// A related location, such as the first of two.
  public var other: SourceRange?
  /// Whether the form is wrong, so that no looked-up value could make it right.
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

  /// The lengths of the kept beginning and end of a message.
  ///
  /// The text that it quotes may be as long as a script.
  private static let kept = (head: 200, tail: 80)

  private static func brief(_ message: String) -> String {
    guard message.utf8.count > kept.head + kept.tail else { return message }
    let scalars = message.unicodeScalars
    guard scalars.count > kept.head + kept.tail else { return message }
    return "\(String(scalars.prefix(kept.head)))…\(String(scalars.suffix(kept.tail)))"
  }
}
