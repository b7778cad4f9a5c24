public import FlowDiagnostics
public import FlowEngine
import FlowSyntax

/// One response of a run, and what was done about it.
public struct StepRecord: Sendable {
  /// The response: what was offered and asked for, and what the server said.
  public var response: Response
  /// The rules that were passed over, in the order in which they were tried.
  public var considered: [Consideration] = []
  /// The rule that was found to apply, and the step that it is for; `nil` if none was.
  public var decided: (rule: Int, step: Int)?
  /// What was done; `nil` where the run ended here.
  public var taken: Taken?
  /// When the response had come, by the run's clock.
  public var at: Duration

  /// What was done at a response.
  public struct Taken: Sendable {
    /// The index of the step in the response; `nil` for a capability of the response itself.
    public var step: Int?
    /// Where the rule comes from.
    public var origin: RuleOrigin
    /// The index of the rule in the plan.
    public var rule: Int
    /// The place of the rule, or of the `start` or profile that it comes from.
    public var place: Place
    /// The move, the values of secret fields as secrets.
    public var move: Move
    /// Whether somebody was asked for any of it.
    public var isByPerson: Bool
    /// How often the server said whether what the step waits for had happened.
    public var polls: Int
    /// Whether a `poll` waited as long as it may, and nothing happened.
    public var hasTimedOut = false
    /// How long it took until the next response, by the run's clock.
    public var duration: Duration
    /// Which of the options of a `choose` was taken, by its index; `nil` for what chooses none.
    public var option: Int?
  }

  /// Whether its messages are those of the record before it, which waited here in vain.
  func repeatsMessages(of previous: StepRecord?) -> Bool {
    guard let previous, previous.taken?.hasTimedOut == true else { return false }
    return previous.response.messages == response.messages
  }

  /// Whether it was answered; time that passed and what happened outside are no answer.
  var isAnswered: Bool {
    switch taken?.move {
    case nil, .outside, .look, .settle: false
    default: true
    }
  }

  /// Whether what was done cancels the transaction.
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
