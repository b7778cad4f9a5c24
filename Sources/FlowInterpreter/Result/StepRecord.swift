public import FlowDiagnostics
public import FlowEngine
import FlowSyntax

/// One response of a run, and the move that the run made on it.
public struct StepRecord: Sendable {
  /// The response, with its offers, fields and messages.
  public var response: Response
  /// The rules that were passed over, in the order in which they were tried.
  public var considered: [Consideration] = []
  /// The index of the rule that applied and of its step; `nil` if no rule applied.
  public var decided: (rule: Int, step: Int)?
  /// The move; `nil` if the run ended here.
  public var taken: Taken?
  /// The time of the response, by the run's clock.
  public var at: Duration

  /// A move that the run made on a response.
  public struct Taken: Sendable {
    /// The index of the step in the response; `nil` for a capability of the whole response.
    public var step: Int?
    /// The origin of the rule.
    public var origin: RuleOrigin
    /// The index of the rule in the plan.
    public var rule: Int
    /// The location of the line that made the move.
    public var place: Place
    /// The move.
    ///
    /// The values of secret fields are of the type `Secret`.
    public var move: Move
    /// Whether the user was asked for a part of the move.
    public var isByPerson: Bool
    /// The number of the move's polls that the server answered.
    public var polls: Int
    /// Whether a `poll` reached its limit without a result.
    public var hasTimedOut = false
    /// The time until the next response, by the run's clock.
    public var duration: Duration
    /// The index of the option that a `choose` took; `nil` for other moves.
    public var option: Int?
  }

  /// Whether the response only repeats the messages of the previous response, at which a wait timed
  /// out.
  func repeatsMessages(of previous: StepRecord?) -> Bool {
    guard let previous, previous.taken?.hasTimedOut == true else { return false }
    return previous.response.messages == response.messages
  }

  /// Whether the response was answered.
  ///
  /// `wait` and events outside the run aren't answers.
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

  /// The step that the move answered; `nil` if it answered none.
  public var step: Step? {
    guard let taken, let index = taken.step, response.steps.indices.contains(index) else {
      return nil
    }
    return response.steps[index]
  }
}
