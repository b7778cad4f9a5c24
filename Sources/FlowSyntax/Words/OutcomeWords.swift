/// The words for how a run ends.
package enum OutcomeWords {
  /// All of them.
  package static let all = ["success", "finished", "failure", "refused", "cancelled", "stopped"]

  /// The words for the end of a run in which no request is refused.
  package static let good = ["success", "finished"]
}
