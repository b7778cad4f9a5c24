import FlowDiagnostics
import FlowSyntax

/// What a simulated org is known to have, as flows are held to it.
///
/// Only what is certain stands here: an empty table holds a flow to nothing.
public struct OrgWords: Sendable, Hashable {
  /// Words for authenticators that the engine has and the org doesn't.
  public var lackingSubjects: [String]
  /// The words for steps at which no such authenticator can ever be offered.
  public var subjectSteps: [String]
  /// The fields that must say something which the org has.
  public var fields: [Known]
  /// The parameters of `start … with` that must.
  public var parameters: [Known]
  /// The facts whose every value is known.
  public var facts: [Known]
  /// What claims may name: whom they speak of, and what their facts can be.
  public var claims: [Known]
  /// The ways to begin that the org doesn't allow.
  public var lackingIntents: [String]
  /// The ways to begin in which an account is made.
  public var newcomerIntents: [String]

  /// All that something can be in an org.
  public struct Known: Sendable, Hashable {
    /// The field, the parameter or the fact.
    public var name: String
    /// What messages call a value of it: `user`.
    public var kind: String
    /// Every value; compared without regard to case, unless they are names.
    public var values: [String]
    /// Whether they are names, compared by the letter, of which one text holds several, parted by
    /// commas.
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

/// The words of an org made ready for looking them up.
final class OrgTable: Sendable {
  let name: String
  /// Words, by their folded numbers, for the authenticators that it lacks.
  let lackingSubjects: WordSet
  private let subjectSteps: WordSet
  private let lackingIntents: WordSet
  private let newcomerIntents: WordSet
  /// The lists, and their numbers by what they are of and their names.
  private let lists: [(list: OrgWords.Known, values: WordSet)]
  private let places: [Use: NumberTable]
  /// Whether fields are held to something.
  let hasFields: Bool

  /// What a list is of.
  enum Use {
    case field, parameter, fact, claim

    /// Whether values are compared by the letter, as a run does with facts.
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

  /// Whether the org lets nobody begin so, by the folded number of the word.
  func lacks(intent: WordID) -> Bool { lackingIntents.contains(intent) }

  /// Whether somebody who begins so gets an account, by the folded number of the word.
  func makesAccounts(intent: WordID) -> Bool { newcomerIntents.contains(intent) }

  /// Whether the values of a field, a parameter or a fact, by its folded number, are known.
  func knows(_ use: Use, _ name: WordID) -> Bool {
    places[use]?.value(name) != nil
  }

  /// The list that holds the values of a field, a parameter or a fact, by its folded number.
  func list(_ use: Use, _ name: WordID) -> OrgWords.Known? {
    places[use]?.value(name).map { lists[Int($0)].list }
  }

  /// The number of a value, as a list has it.
  func id(
    _ numbers: NameTable, _ bytes: [UInt8], _ range: SourceRange, _ use: Use, _ name: WordID
  ) -> WordID {
    let isExact = list(use, name).map(use.isExact) ?? false
    return isExact ? numbers.exact(bytes, range) : numbers.folded(bytes, range)
  }

  /// Whether a value, by its number, is one that there is; `true` where nothing is known.
  func has(_ value: WordID, _ use: Use, _ name: WordID) -> Bool {
    guard let number = places[use]?.value(name) else { return true }
    return lists[Int(number)].values.contains(value)
  }
}
