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
  /// Words, by their folded hashes, for the authenticators that it lacks.
  let lackingSubjects: WordSet
  private let subjectSteps: WordSet
  private let lackingIntents: WordSet
  private let newcomerIntents: WordSet
  /// The lists, and their numbers by what they are of and their names.
  private let lists: [(list: OrgWords.Known, values: WordSet)]
  private let numbers: HashTable
  /// Whether fields are held to something.
  let hasFields: Bool

  /// What a list is of.
  enum Use: UInt64 {
    case field = 1
    case parameter, fact, claim

    /// Whether values are compared by the letter, as a run does with facts.
    fileprivate func isExact(_ list: OrgWords.Known) -> Bool { self == .fact || list.areNames }
  }

  init(_ name: String, _ words: OrgWords) {
    self.name = name
    lackingSubjects = WordSet(words.lackingSubjects.map { WordHash.folded($0) })
    subjectSteps = WordSet(words.subjectSteps.map { WordHash.folded($0) })
    lackingIntents = WordSet(words.lackingIntents.map { WordHash.folded($0) })
    newcomerIntents = WordSet(words.newcomerIntents.map { WordHash.folded($0) })
    hasFields = !words.fields.isEmpty
    var lists: [(list: OrgWords.Known, values: WordSet)] = []
    var numbers = HashTable()
    for (use, known) in [
      (Use.field, words.fields), (.parameter, words.parameters), (.fact, words.facts),
      (.claim, words.claims),
    ] {
      for list in known {
        let key = OrgTable.key(use, WordHash.folded(list.name))
        numbers.insert(key, Int32(truncatingIfNeeded: lists.count))
        let isExact = use.isExact(list)
        let hashes = list.values.map { isExact ? WordHash.exact($0) : WordHash.folded($0) }
        lists.append((list, WordSet(hashes)))
      }
    }
    self.lists = lists
    self.numbers = numbers
  }

  private static func key(_ use: Use, _ name: UInt64) -> UInt64 {
    WordHash.mix(name, use.rawValue)
  }

  /// Whether the org lacks an authenticator, by its folded hash, that a step could be about.
  func lacks(_ subject: UInt64, at step: UInt64) -> Bool {
    lackingSubjects.contains(subject) && subjectSteps.contains(step)
  }

  /// Whether the org lets nobody begin so, by the folded hash of the word.
  func lacks(intent: UInt64) -> Bool { lackingIntents.contains(intent) }

  /// Whether somebody who begins so gets an account, by the folded hash of the word.
  func makesAccounts(intent: UInt64) -> Bool { newcomerIntents.contains(intent) }

  /// Whether the values of a field, a parameter or a fact, by its folded hash, are known.
  func knows(_ use: Use, _ name: UInt64) -> Bool {
    numbers.value(OrgTable.key(use, name)) != nil
  }

  /// The list that holds the values of a field, a parameter or a fact, by its folded hash.
  func list(_ use: Use, _ name: UInt64) -> OrgWords.Known? {
    numbers.value(OrgTable.key(use, name)).map { lists[Int($0)].list }
  }

  /// The hash of a value, as a list has it.
  func hash(_ bytes: [UInt8], _ range: SourceRange, _ use: Use, _ name: UInt64) -> UInt64 {
    let isExact = list(use, name).map(use.isExact) ?? false
    return isExact ? WordHash.exact(bytes, range) : WordHash.folded(bytes, range)
  }

  /// Whether a value, by its hash, is one that there is; `true` where nothing is known.
  func has(_ value: UInt64, _ use: Use, _ name: UInt64) -> Bool {
    guard let number = numbers.value(OrgTable.key(use, name)) else { return true }
    return lists[Int(number)].values.contains(value)
  }
}
