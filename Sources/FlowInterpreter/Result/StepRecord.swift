public import FlowDiagnostics
public import FlowEngine
import FlowSyntax

/// One response of a run, with the move at it.
public struct StepRecord: Sendable {
  /// The response, with its offers, fields and messages.
  public var response: Response
  /// The rules that were passed over, in the order in which they were tried.
  public var considered: [Consideration] = []
  /// The rule that applied, and its step; `nil` if none did.
  public var decided: (rule: Int, step: Int)?
  /// The move; `nil` if the run ended here.
  public var taken: Taken?
  /// The time of the response, by the run's clock.
  public var at: Duration

  /// The move at a response.
  public struct Taken: Sendable {
    /// The index of the step in the response; `nil` for a capability of the response itself.
    public var step: Int?
    /// The origin of the rule.
    public var origin: RuleOrigin
    /// The index of the rule in the plan.
    public var rule: Int
    /// The location of the rule, or of its `start` or profile.
    public var place: Place
    /// The move, with the values of secret fields as secrets.
    public var move: Move
    /// Whether the user was asked for any part of it.
    public var isByPerson: Bool
    /// The number of the server's answers to polls.
    public var polls: Int
    /// Whether a `poll` reached its limit without a result.
    public var hasTimedOut = false
    /// The time until the next response, by the run's clock.
    public var duration: Duration
    /// The taken option of a `choose`, by its index; `nil` if the move isn't a choice.
    public var option: Int?
  }

  /// Whether it repeats the messages of the previous record, which waited here without a result.
  func repeatsMessages(of previous: StepRecord?) -> Bool {
    guard let previous, previous.taken?.hasTimedOut == true else { return false }
    return previous.response.messages == response.messages
  }

  /// Whether it was answered.
  ///
  /// Waiting and events outside the run aren't answers.
  var isAnswered: Bool {
    switch taken?.move {
    case nil, .outside, .look, .settle: false
    default: true
    }
  }

  /// Whether the move cancels the transaction.
  var cancels: Bool {
    switch taken?.move {
    case .use(let capability, _)?: capability.name == "cancel"
    case .submit?: step?.name == "cancel"
    default: false
    }
  }

  /// The step that was answered.
  public var step: Step? {
    guard let taken, let index = taken.step, response.steps.indices.contains(index) else {
      return nil
    }
    return response.steps[index]
  }
}
