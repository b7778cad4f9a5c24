/// The words for the outcomes of a run.
package enum OutcomeWords {
  /// All outcomes.
  package static let all = ["success", "finished", "failure", "refused", "cancelled", "stopped"]

  /// The outcomes that no refused request leads to.
  package static let good = ["success", "finished"]
}
