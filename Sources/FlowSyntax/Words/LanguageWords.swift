/// Lists the words and symbols of the language, for code that highlights scripts.
public enum LanguageWords {
  /// Returns the keywords with a role, in alphabetical order.
  public static func keywords(_ role: Keyword.Role) -> [String] {
    Keyword.allCases.filter { $0.role == role }.map(\.spelling).sorted()
  }

  /// The units of a duration.
  ///
  /// A unit comes before units that are prefixes of it.
  public static let units = ["ms", "s", "m", "h", "d"]

  /// The kinds of values that `random` makes.
  public static let randomKinds = Random.Kind.allCases.map(\.rawValue)

  /// The hash functions of `totp`.
  public static let algorithms = Totp.Algorithm.allCases.map(\.rawValue)

  /// The facts that conditions can test with every engine.
  public static let facts = BuiltInFact.allCases.map(\.rawValue)

  /// Returns all possible values of a fact; empty if there are too many to list.
  public static func words(ofFact name: String) -> [String] {
    BuiltInFact(rawValue: name)?.words ?? []
  }

  /// The outcomes of a run.
  public static let outcomes = OutcomeWords.all

  /// The comparison operators that are symbols.
  ///
  /// An operator comes before operators that are prefixes of it.
  public static let comparisonMarks = Comparison.Operator.allCases.map(\.rawValue)
    .filter { $0.utf8.first.map { !$0.isLetter } ?? false }
    .sorted { $0.utf8.count > $1.utf8.count }

  /// The words that begin a value and are followed by a name, as in `secret NAME`.
  public static let lookups = Lookup.Kind.allCases.map(\.rawValue)

  /// The words that begin a value and are followed by a text, as in `file "path"`.
  public static let calls = TextCall.Kind.allCases.map(\.rawValue)
}
