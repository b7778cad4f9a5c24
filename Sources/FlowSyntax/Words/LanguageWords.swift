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
