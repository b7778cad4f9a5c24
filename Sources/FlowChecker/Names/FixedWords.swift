import FlowSyntax

/// The words that the checker itself names.
///
/// They have the same numbers in every table.
enum FixedWords {
  /// The words that may all mean the credential of the current step.
  static let credentials = ["answer", "code", "otp", "passcode", "password", "pin", "totp"]
  /// The channels that `inbox` reads.
  static let channels = ["email", "sms", "voice"]

  /// Marks that can't be written as words in a script.
  ///
  /// Each represents a concept that a table treats as a word.
  enum Mark: String, CaseIterable {
    case always = "= always"
    case bareField = "= bare field"
    case choice = "= choice"
    case credential = "= credential"
    case inbox = "= inbox"
    case isFalse = "= false"
    case isTrue = "= true"
    case poll = "= poll"
    case prompted = "= prompted"
    case unnamed = "= unnamed"
  }

  /// The table that every other table begins with, and the number of its words.
  static let table: (words: WordTable, count: UInt32) = {
    var table = WordTable()
    var count: UInt32 = 0
    let words =
      ["any", "step"] + credentials + channels + OutcomeWords.all
      + BuiltInFact.allCases.map(\.rawValue) + Mark.allCases.map(\.rawValue)
      + PlainAction.Verb.allCases.map { "= \($0.rawValue)" }
    for word in words {
      let bytes = Array(word.utf8)
      let hash = WordHash.exact(word)
      guard table.find(hash, bytes, bytes.indices) == nil else { continue }
      count += 1
      table.insert(hash, bytes, bytes.indices, .exact, as: WordID(number: count))
    }
    return (table, count)
  }()

  /// The number of one of these words.
  static func id(_ word: String) -> WordID {
    let bytes = Array(word.utf8)
    return table.words.find(WordHash.exact(word), bytes, bytes.indices) ?? .none
  }

  /// The number of a mark.
  static func id(_ mark: Mark) -> WordID { id(mark.rawValue) }

  /// The numbers of some of these words.
  static func set(_ words: [String]) -> WordSet { WordSet(words.map { id($0) }) }
}

/// Sets of these words.
enum FixedSets {
  /// The words for the outcomes of a run.
  static let outcomes = FixedWords.set(OutcomeWords.all)
  /// The outcomes of a run in which no request is refused.
  static let goodOutcomes = FixedWords.set(OutcomeWords.good)
  /// The words that may all mean the credential of the current step.
  static let credentials = FixedWords.set(FixedWords.credentials)
}
