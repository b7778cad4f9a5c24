extension Keyword {
  /// Where a word has its meaning, as editors tell words apart.
  public enum Role: String, Sendable, Hashable, CaseIterable {
    /// Begins a declaration: `flow`, `profile`.
    case declaration
    /// Begins a statement: `on`, `let`.
    case statement
    /// Begins an action: `answer`, `skip`.
    case action
    /// Joins the parts of a declaration, a rule or an action: `when`, `via`.
    case clause
    /// Joins or turns conditions round: `and`, `not`.
    case logic
    /// Begins or joins a test: `offers`, `contains`.
    case test
    /// Begins a value: `secret`, `totp`.
    case value
    /// Is a value: `true`.
    case constant
    /// Says over which paths a line of a claim holds: `always`.
    case quantifier
  }

  /// The word's role; that of its first meaning where it has several, `nil` for no word.
  public var role: Role? {
    switch self {
    case .none: nil
    case .claim, .flow, .import, .org, .profile: .declaration
    case .against, .engine, .known, .let, .on, .otherwise, .start, .use: .statement
    case .answer, .cancel, .choose, .deny, .expect, .fail, .follow, .meanwhile, .poll, .prompt,
      .recover, .resend, .say, .send, .skip, .stop, .submit, .wait:
      .action
    case .any, .at, .every, .for, .from, .in, .once, .tagged, .then, .times, .to, .until, .up, .via,
      .when,
      .with:
      .clause
    case .and, .not, .or: .logic
    case .contains, .has, .is, .matches, .offers, .path, .sent, .used: .test
    case .ask, .env, .file, .inbox, .passkey, .random, .run, .secret, .totp: .value
    case .true, .false: .constant
    case .always, .never, .possible: .quantifier
    }
  }
}

/// The words of the language that are no keywords, and its marks, for whatever draws scripts.
public enum LanguageWords {
  /// The keywords of a role, sorted.
  public static func keywords(_ role: Keyword.Role) -> [String] {
    Keyword.allCases.filter { $0.role == role }.map(\.spelling).sorted()
  }

  /// The units of a duration, longer ones before those that they begin with.
  public static let units = ["ms", "s", "m", "h", "d"]

  /// What `random` makes.
  public static let randomKinds = Random.Kind.allCases.map(\.rawValue)

  /// The hash functions of a `totp`.
  public static let algorithms = Totp.Algorithm.allCases.map(\.rawValue)

  /// What conditions can ask for on every engine.
  public static let facts = BuiltInFact.allCases.map(\.rawValue)

  /// The bare words that one of them can be, where those are few.
  public static func words(ofFact name: String) -> [String] {
    BuiltInFact(rawValue: name)?.words ?? []
  }

  /// How a flow can end.
  public static let outcomes = OutcomeWords.all

  /// The comparisons that are marks: `<=`; longer ones before those that they begin with.
  public static let comparisonMarks = Comparison.Operator.allCases.map(\.rawValue)
    .filter { $0.utf8.first.map { !$0.isLetter } ?? false }
    .sorted { $0.utf8.count > $1.utf8.count }

  /// The words that begin a value and take a name: `secret NAME`.
  public static let lookups = Lookup.Kind.allCases.map(\.rawValue)

  /// The words that begin a value and take a text: `file "path"`.
  public static let calls = TextCall.Kind.allCases.map(\.rawValue)
}
