/// What a value is, as far as it can be known before a run.
enum ValueType: Int32, Sendable, Hashable {
  case text, number, boolean, duration, list
  /// An engine's fact, or a value of several types.
  case unknown

  /// What messages call it.
  var description: String {
    switch self {
    case .text: "text"
    case .number: "a number"
    case .boolean: "true or false"
    case .duration: "a duration"
    case .list: "a list"
    case .unknown: "a value"
    }
  }

  /// The words for how a run ends.
  static let outcomes = ["success", "finished", "failure", "refused", "cancelled", "stopped"]

  /// The hashes of those words.
  static let outcomeTable = WordSet(outcomes.map { WordHash.exact($0) })

  /// The hashes of the words for the end of a run in which nothing is refused.
  static let goodOutcomes = WordSet(["success", "finished"].map { WordHash.exact($0) })
}
