/// The words of the language that aren't keywords, and its symbols, for code that highlights
/// scripts.
public enum LanguageWords {
  /// The keywords of a role, sorted.
  public static func keywords(_ role: Keyword.Role) -> [String] {
    Keyword.allCases.filter { $0.role == role }.map(\.spelling).sorted()
  }

  /// The units of a duration, each before its own prefixes.
  public static let units = ["ms", "s", "m", "h", "d"]

  /// The kinds of values that `random` makes.
  public static let randomKinds = Random.Kind.allCases.map(\.rawValue)

  /// The hash functions of a `totp`.
  public static let algorithms = Totp.Algorithm.allCases.map(\.rawValue)

  /// The facts that conditions can test on every engine.
  public static let facts = BuiltInFact.allCases.map(\.rawValue)

  /// The possible words of a fact, if there are only a few.
  public static func words(ofFact name: String) -> [String] {
    BuiltInFact(rawValue: name)?.words ?? []
  }

  /// The outcomes of a flow.
  public static let outcomes = OutcomeWords.all

  /// The comparisons that are symbols, such as `<=`, each before its own prefixes.
  public static let comparisonMarks = Comparison.Operator.allCases.map(\.rawValue)
    .filter { $0.utf8.first.map { !$0.isLetter } ?? false }
    .sorted { $0.utf8.count > $1.utf8.count }

  /// The words that begin a value and take a name: `secret NAME`.
  public static let lookups = Lookup.Kind.allCases.map(\.rawValue)

  /// The words that begin a value and take a text: `file "path"`.
  public static let calls = TextCall.Kind.allCases.map(\.rawValue)
}
