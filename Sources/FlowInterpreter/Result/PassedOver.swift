/// The reason why a rule didn't answer a response.
///
/// The type is small because every run creates many. `Explanation` turns it into a text.
public enum PassedOver: Sendable, Hashable {
  /// No offered step fits the rule's pattern.
  case patternDoesNotFit
  /// The rule's condition doesn't hold.
  case conditionFalse
  /// The rule has fired as often as its limit allows.
  case retired
  /// The response shows an error, and the rule doesn't have `when message`.
  case errorShown
  /// The rule has already run at this response and left it unanswered.
  case alreadyDone
  /// None of the options of a `choose` is offered.
  case notOffered
  /// The response already continues the choice that the rule would make.
  case alreadyChosen
  /// The step doesn't ask for a field of the action.
  ///
  /// The value is the field's index in the action.
  case fieldNotAsked(Int)
  /// The step or capability that the action names isn't offered.
  case notThere
  /// The step doesn't wait for anything.
  case nothingToWaitFor
  /// The step has no redirect to follow.
  case nothingToFollow
  /// The step has a redirect, so it can't be submitted.
  case notSubmitted
  /// The profiles' answers don't fill the step.
  case notFilled
  /// The run can end at this response, and the rule doesn't name a step.
  case settled
}

/// A rule that was tested at a response and passed over.
public struct Consideration: Sendable, Hashable {
  /// The index of the rule in the plan.
  public var rule: Int
  /// The index of the step that the rule's pattern fits; `nil` if no step fits.
  public var step: Int?
  /// The reason why the rule was passed over.
  public var reason: PassedOver
}
