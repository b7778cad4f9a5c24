/// Why a rule did not decide at a response.
///
/// Small on purpose: what a person reads is made of it, the plan and the response when asked for.
public enum PassedOver: Sendable, Hashable {
  /// No step that is offered fits its pattern.
  case patternDoesNotFit
  /// Its condition does not hold.
  case conditionFalse
  /// It has fired as often as it may.
  case retired
  /// The response shows an error, and the rule doesn't say `when message`.
  case errorShown
  /// It has done what it does at this very response, and has not answered it.
  case alreadyDone
  /// None of the options it chooses is offered.
  case notOffered
  /// What it chooses is what the response is already about.
  case alreadyChosen
  /// A field is not asked for: the index in the action's fields.
  case fieldNotAsked(Int)
  /// The step or capability it takes is not there.
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

/// A rule that was held against a response and passed over.
public struct Consideration: Sendable, Hashable {
  /// The index of the rule in the plan.
  public var rule: Int
  /// The index of the step that its pattern fits; `nil` where it fits none.
  public var step: Int?
  /// Why it was passed over.
  public var reason: PassedOver
}
