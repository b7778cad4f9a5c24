/// The words for how a run ends.
package enum OutcomeWords {
  /// All of them.
  package static let all = ["success", "finished", "failure", "refused", "cancelled", "stopped"]

  /// The hashes of all of them.
  package static let table = WordSet(all.map { WordHash.exact($0) })

  /// The hashes of the words for the end of a run in which no request is refused.
  package static let good = WordSet(["success", "finished"].map { WordHash.exact($0) })
}
