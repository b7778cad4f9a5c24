import FlowDiagnostics
import FlowSyntax

/// The contents of a simulated org that flows are checked against.
///
/// The lists have only facts that are certain. If a list is empty, nothing is checked against it.
public struct OrgWords: Sendable, Hashable {
  /// The words for the authenticators that the engine has, but not the org.
  public var lackingSubjects: [String]
  /// The words for the steps that can't be about an authenticator in `lackingSubjects`.
  public var subjectSteps: [String]
  /// The fields whose values must exist in the org, with all values that exist.
  public var fields: [Known]
  /// The parameters of `start … with` whose values must exist in the org, with all values that
  /// exist.
  public var parameters: [Known]
  /// The facts that have only certain values, with all these values.
  public var facts: [Known]
  /// The names that claims can use: for their users, and for the values of their facts.
  public var claims: [Known]
  /// The words after `start` that the org doesn't allow.
  public var lackingIntents: [String]
  /// The words after `start` that create an account.
  public var newcomerIntents: [String]

  /// All values that a field, parameter or fact can have in an org.
  public struct Known: Sendable, Hashable {
    /// The name of the field, parameter or fact.
    public var name: String
    /// The noun for a value in messages, such as `user`.
    public var kind: String
    /// The values.
    ///
    /// The values are compared without regard to case, unless `areNames` is `true`.
    public var values: [String]
    /// Whether the values are names, which are compared exactly.
    ///
    /// One text can then contain several names with commas between them.
    public var areNames: Bool

    /// Makes a list of values.
    public init(_ name: String, kind: String, values: [String], areNames: Bool = false) {
      self.name = name
      self.kind = kind
      self.values = values
      self.areNames = areNames
    }
  }

  /// Makes the contents of an org.
  public init(
    lackingSubjects: [String] = [], subjectSteps: [String] = [], fields: [Known] = [],
    parameters: [Known] = [], facts: [Known] = [], claims: [Known] = [],
    lackingIntents: [String] = [], newcomerIntents: [String] = []
  ) {
    self.lackingSubjects = lackingSubjects
    self.subjectSteps = subjectSteps
    self.fields = fields
    self.parameters = parameters
    self.facts = facts
    self.claims = claims
    self.lackingIntents = lackingIntents
    self.newcomerIntents = newcomerIntents
  }
}

/// The contents of a simulated org, prepared for fast look-ups.
final class OrgTable: Sendable {
  let name: String
  /// The folded ids of the words for authenticators that the org doesn't have.
  let lackingSubjects: WordSet
  private let subjectSteps: WordSet
  private let lackingIntents: WordSet
  private let newcomerIntents: WordSet
  /// The lists of values.
  ///
  /// `places` has the index of each, by its use and the folded id of its name.
  private let lists: [(list: OrgWords.Known, values: WordSet)]
  private let places: [Use: NumberTable]
  /// Whether values of fields are checked.
  let hasFields: Bool

  /// The use of a list of values.
  enum Use {
    case field, parameter, fact, claim

    /// Whether the values of a list are compared exactly.
    ///
    /// A run does so for facts.
    fileprivate func isExact(_ list: OrgWords.Known) -> Bool { self == .fact || list.areNames }
  }

  init(_ name: String, _ words: OrgWords, _ numbers: NameTable) {
    self.name = name
    lackingSubjects = WordSet(words.lackingSubjects.map { numbers.folded($0) })
    subjectSteps = WordSet(words.subjectSteps.map { numbers.folded($0) })
    lackingIntents = WordSet(words.lackingIntents.map { numbers.folded($0) })
    newcomerIntents = WordSet(words.newcomerIntents.map { numbers.folded($0) })
    hasFields = !words.fields.isEmpty
    var lists: [(list: OrgWords.Known, values: WordSet)] = []
    var places: [Use: NumberTable] = [:]
    for (use, known) in [
      (Use.field, words.fields), (.parameter, words.parameters), (.fact, words.facts),
      (.claim, words.claims),
    ] {
      var table = NumberTable()
      for list in known {
        table.insert(numbers.folded(list.name), .none, Int32(truncatingIfNeeded: lists.count))
        let isExact = use.isExact(list)
        let values = list.values.map { isExact ? numbers.exact($0) : numbers.folded($0) }
        lists.append((list, WordSet(values)))
      }
      places[use] = table
    }
    self.lists = lists
    self.places = places
  }

  /// Whether a step can't be about an authenticator, because the org doesn't have it.
  ///
  /// The arguments are folded ids.
  func lacks(_ subject: WordID, at step: WordID) -> Bool {
    lackingSubjects.contains(subject) && subjectSteps.contains(step)
  }

  /// Whether the org doesn't allow a word after `start`.
  ///
  /// The argument is the word's folded id.
  func lacks(intent: WordID) -> Bool { lackingIntents.contains(intent) }

  /// Whether a word after `start` creates an account.
  ///
  /// The argument is the word's folded id.
  func makesAccounts(intent: WordID) -> Bool { newcomerIntents.contains(intent) }

  /// Whether all values of a field, parameter or fact are known.
  ///
  /// The name is given by its folded id.
  func knows(_ use: Use, _ name: WordID) -> Bool {
    places[use]?.value(name) != nil
  }

  /// Returns the values of a field, parameter or fact, by its folded id; `nil` if they are unknown.
  func list(_ use: Use, _ name: WordID) -> OrgWords.Known? {
    places[use]?.value(name).map { lists[Int($0)].list }
  }

  /// Returns the id of a value, in the form that its list uses.
  func id(
    _ numbers: NameTable, _ bytes: [UInt8], _ range: SourceRange, _ use: Use, _ name: WordID
  ) -> WordID {
    let isExact = list(use, name).map(use.isExact) ?? false
    return isExact ? numbers.exact(bytes, range) : numbers.folded(bytes, range)
  }

  /// Whether a value exists, by its id.
  ///
  /// The result is also `true` if the values are unknown.
  func has(_ value: WordID, _ use: Use, _ name: WordID) -> Bool {
    guard let number = places[use]?.value(name) else { return true }
    return lists[Int(number)].values.contains(value)
  }
}
