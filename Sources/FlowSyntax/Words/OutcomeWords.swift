/// The words for the outcomes of a run.
package enum OutcomeWords {
  /// All outcomes.
  package static let all = ["success", "finished", "failure", "refused", "cancelled", "stopped"]

  /// The outcomes of a run in which no request is refused.
  package static let good = ["success", "finished"]
}
