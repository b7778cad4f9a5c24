import FlowSyntax

/// The words that the checker itself refers to.
///
/// The words have the same ids in every table.
enum FixedWords {
  /// The words that can all stand for the credential of a step.
  static let credentials = ["answer", "code", "otp", "passcode", "password", "pin", "totp"]
  /// The channels that `inbox` can read.
  static let channels = ["email", "sms", "voice"]

  /// Texts that can't be words of a script, because they begin with `=`.
  ///
  /// Each has an id, so that tables can store concepts in the same way as words.
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

  /// The table with the fixed words, and their number.
  ///
  /// Every other table begins as a copy of this table.
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

  /// Returns the id of a fixed word.
  static func id(_ word: String) -> WordID {
    let bytes = Array(word.utf8)
    return table.words.find(WordHash.exact(word), bytes, bytes.indices) ?? .none
  }

  /// Returns the id of a mark.
  static func id(_ mark: Mark) -> WordID { id(mark.rawValue) }

  /// Returns the ids of several fixed words.
  static func set(_ words: [String]) -> WordSet { WordSet(words.map { id($0) }) }
}

/// Sets of fixed words.
enum FixedSets {
  /// The words for the outcomes of a run.
  static let outcomes = FixedWords.set(OutcomeWords.all)
  /// The outcomes that no refused request leads to.
  static let goodOutcomes = FixedWords.set(OutcomeWords.good)
  /// The words that can all stand for the credential of a step.
  static let credentials = FixedWords.set(FixedWords.credentials)
}
