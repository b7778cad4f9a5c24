import FlowDiagnostics
import FlowSyntax

/// The known contents of a simulated org, which flows are checked against.
///
/// It contains only what is certain: an empty table allows everything.
public struct OrgWords: Sendable, Hashable {
  /// The words for authenticators that the engine has and the org doesn't.
  public var lackingSubjects: [String]
  /// The words for steps at which such an authenticator can never be offered.
  public var subjectSteps: [String]
  /// The fields whose values must exist in the org.
  public var fields: [Known]
  /// The parameters of `start … with` whose values must exist in the org.
  public var parameters: [Known]
  /// The facts whose possible values are all known.
  public var facts: [Known]
  /// The names that claims may use: their scopes, and the values of their facts.
  public var claims: [Known]
  /// The starts that the org doesn't allow.
  public var lackingIntents: [String]
  /// The starts that create an account.
  public var newcomerIntents: [String]

  /// All possible values of something in an org.
  public struct Known: Sendable, Hashable {
    /// The field, the parameter or the fact.
    public var name: String
    /// The name of a value's kind in messages: `user`.
    public var kind: String
    /// All values, compared without case unless they are names.
    public var values: [String]
    /// Whether they are names, compared exactly.
    ///
    /// One text may contain several, separated by commas.
    public var areNames: Bool

    /// Makes a list.
    public init(_ name: String, kind: String, values: [String], areNames: Bool = false) {
      self.name = name
      self.kind = kind
      self.values = values
      self.areNames = areNames
    }
  }

  /// Makes a table.
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

/// The words of an org, prepared for look-ups.
final class OrgTable: Sendable {
  let name: String
  /// The words for the authenticators that it lacks, by their folded numbers.
  let lackingSubjects: WordSet
  private let subjectSteps: WordSet
  private let lackingIntents: WordSet
  private let newcomerIntents: WordSet
  /// The lists, and their indices by use and name.
  private let lists: [(list: OrgWords.Known, values: WordSet)]
  private let places: [Use: NumberTable]
  /// Whether fields are checked.
  let hasFields: Bool

  /// The use of a list.
  enum Use {
    case field, parameter, fact, claim

    /// Whether values are compared exactly, as a run compares facts.
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

  /// Whether the org lacks an authenticator, by its folded number, that a step could be about.
  func lacks(_ subject: WordID, at step: WordID) -> Bool {
    lackingSubjects.contains(subject) && subjectSteps.contains(step)
  }

  /// Whether the org doesn't allow a start, by the folded number of its word.
  func lacks(intent: WordID) -> Bool { lackingIntents.contains(intent) }

  /// Whether a start creates an account, by the folded number of its word.
  func makesAccounts(intent: WordID) -> Bool { newcomerIntents.contains(intent) }

  /// Whether the values of a field, a parameter or a fact, by its folded number, are known.
  func knows(_ use: Use, _ name: WordID) -> Bool {
    places[use]?.value(name) != nil
  }

  /// The list of the values of a field, a parameter or a fact, by its folded number.
  func list(_ use: Use, _ name: WordID) -> OrgWords.Known? {
    places[use]?.value(name).map { lists[Int($0)].list }
  }

  /// The number of a value, in the form of its list.
  func id(
    _ numbers: NameTable, _ bytes: [UInt8], _ range: SourceRange, _ use: Use, _ name: WordID
  ) -> WordID {
    let isExact = list(use, name).map(use.isExact) ?? false
    return isExact ? numbers.exact(bytes, range) : numbers.folded(bytes, range)
  }

  /// Whether a value, by its number, exists; `true` if the values are unknown.
  func has(_ value: WordID, _ use: Use, _ name: WordID) -> Bool {
    guard let number = places[use]?.value(name) else { return true }
    return lists[Int(number)].values.contains(value)
  }
}
