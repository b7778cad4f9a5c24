/// The reason why a rule did not decide at a response.
///
/// It is intentionally small. The text for people is created on demand from it, the plan and the
/// response.
public enum PassedOver: Sendable, Hashable {
  /// No offered step fits its pattern.
  case patternDoesNotFit
  /// Its condition does not hold.
  case conditionFalse
  /// It has fired as often as allowed.
  case retired
  /// The response shows an error, and the rule doesn't have `when message`.
  case errorShown
  /// It has already run at this response, without answering it.
  case alreadyDone
  /// None of its options is offered.
  case notOffered
  /// The response is already about its choice.
  case alreadyChosen
  /// A field isn't asked for: the index in the action's fields.
  case fieldNotAsked(Int)
  /// Its step or capability isn't offered.
  case notThere
  /// There is nothing to wait for.
  case nothingToWaitFor
  /// There is no redirect to follow.
  case nothingToFollow
  /// The step is followed, not submitted.
  case notSubmitted
  /// The profiles' answers don't fill the step.
  case notFilled
  /// The run can end here, and the rule names no step.
  case settled
}

/// A rule that was tested at a response and passed over.
public struct Consideration: Sendable, Hashable {
  /// The index of the rule in the plan.
  public var rule: Int
  /// The index of the step that its pattern fits; `nil` if it fits none.
  public var step: Int?
  /// The reason.
  public var reason: PassedOver
}
