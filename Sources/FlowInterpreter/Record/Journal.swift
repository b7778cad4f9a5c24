import FlowDiagnostics
import FlowEngine
import FlowSyntax

/// Records a run: its responses and the move at each of them.
///
/// The journal also reports the responses and the moves as events.
///
/// Before an event can show a secret of a response or a move, the secret is added to the masker.
struct Journal: ~Copyable {
  /// The latest response.
  private(set) var response = Response()
  /// A record for each response, in order, with the move on that response.
  private(set) var records: [StepRecord] = []
  /// The number of moves.
  private(set) var moves = 0
  /// The latest choice that the run made; `nil` if it made none.
  private(set) var chosen: Choice?
  /// The index of the current step in the latest response.
  private(set) var step = 0
  /// The outcome of the run; `nil` while it continues.
  private(set) var ended: Outcome?
  /// The line of the current action; `nil` between two rules.
  private var line: Place?
  private let flowPlace: Place
  private let masker: Masker
  private let events: (@Sendable (RunEvent) -> Void)?

  init(of plan: RunPlan, masker: Masker, events: (@Sendable (RunEvent) -> Void)?) {
    flowPlace = plan.place
    self.masker = masker
    self.events = events
    // Most sign-ins need no more. Growing the array would copy the records.
    records.reserveCapacity(8)
  }

  /// The outcome of the run, or else the outcome of the latest response.
  var outcome: Outcome? { ended ?? response.outcome }

  /// Whether the latest response shows an error.
  var showsError: Bool { response.messages.contains { $0.severity == .error } }

  // MARK: Responses

  /// Adds a response, which becomes the latest response, and reports it.
  ///
  /// - Parameters:
  ///   - new: The response.
  ///   - now: The time at which it came.
  ///   - reported: The messages that were already reported during the wait for the response.
  mutating func receive(
    _ new: consuming Response, at now: Duration, reported: [Message]? = nil
  ) {
    response = new
    step = 0
    records.append(StepRecord(response: response, at: now))
    learn(response)
    if let tokens = response.tokens { masker.add(tokens) }
    guard let events else { return }
    let last = records.count - 1
    let isRepeated =
      reported.map { $0 == response.messages }
      ?? records[last].repeatsMessages(of: last > 0 ? records[last - 1] : nil)
    if !isRepeated { for message in response.messages { events(.message(message)) } }
  }

  /// Replaces the latest response, which no rule answered, with the response after it.
  mutating func replace(by new: consuming Response, at now: Duration) {
    let reported = response.messages
    records.removeLast()
    receive(new, at: now, reported: reported)
  }

  /// Adds the secrets of a response to the masker.
  func learn(_ response: Response) {
    // Access by index avoids copying the steps.
    for index in response.steps.indices where !response.steps[index].showing.isEmpty {
      for fact in response.steps[index].showing { masker.add(fact.value) }
    }
    for index in response.facts.indices {
      switch response.facts[index].value {
      case .text, .number, .boolean: continue
      case .secret, .list: masker.add(response.facts[index].value)
      }
    }
  }

  /// Adds callbacks to the latest response.
  ///
  /// Callbacks don't change what a script can answer.
  mutating func add(callbacks: [String]) {
    response.callbacks += callbacks
    records[records.count - 1].response.callbacks = response.callbacks
  }

  /// Adds the facts about the user that the latest response doesn't contain.
  mutating func add(userFacts facts: [Fact]) {
    let known = Set(response.facts.map(\.name))
    response.facts += facts.filter { !known.contains($0.name) }
    // Facts that come at the end of a run are shown with its last response.
    if !records.isEmpty { records[records.count - 1].response.facts = response.facts }
  }

  /// Records the end of the run.
  ///
  /// - Parameters:
  ///   - outcome: The outcome.
  ///   - message: The server's message, if the server refused without a page to answer.
  mutating func end(_ outcome: Outcome, with message: Message? = nil) {
    ended = outcome
    if let message { response.messages = [message] }
  }

  // MARK: Decisions and moves

  /// Records the rules that were passed over at the latest response.
  mutating func note(considered: consuming [Consideration]) {
    records[records.count - 1].considered = considered
  }

  /// Records the rule and the step that the decider chose for the latest response.
  mutating func note(_ decision: Decision) {
    records[records.count - 1].decided = (decision.rule, decision.step)
  }

  /// Records the step and the line of an action that is about to be performed.
  mutating func begin(at step: Int, _ line: Place) {
    self.step = step
    self.line = line
  }

  /// Records that all actions of a rule were performed.
  mutating func endRule() { line = nil }

  /// Records a choice.
  mutating func choose(_ choice: Choice) { chosen = choice }

  /// Records a move on the latest response before the move is made.
  ///
  /// So a move that fails is recorded too.
  mutating func begin(_ taken: consuming StepRecord.Taken) {
    moves += 1
    records[records.count - 1].taken = taken
  }

  /// Completes the record of a move when its response has come, or when none will come.
  ///
  /// - Parameters:
  ///   - polls: The number of the move's polls that the server answered.
  ///   - before: The time of the first request.
  ///   - now: The current time.
  ///   - isSent: Whether anything was sent. If not, the event is `tried` instead of `step`.
  mutating func finish(polls: Int, since before: Duration, at now: Duration, isSent: Bool = true) {
    let last = records.count - 1
    records[last].taken?.polls = polls
    records[last].taken?.duration = now - before
    if let events { events(isSent ? .step(records[last]) : .tried(records[last])) }
  }

  /// Records that the current wait reached its time limit.
  mutating func noteTimeout() { records[records.count - 1].taken?.hasTimedOut = true }

  /// Removes a move that wasn't sent.
  ///
  /// If the user cancels now, the step counts as unanswered.
  mutating func forgetMove() { records[records.count - 1].taken = nil }

  // MARK: Events

  /// Reports an event.
  func report(_ event: @autoclosure () -> RunEvent) { events?(event()) }

  /// Reports that the run pauses at the current step without sending requests.
  func reportPause(_ duration: Duration) {
    guard let events, response.steps.indices.contains(step) else { return }
    var step = response.steps[step]
    step.waiting = nil
    events(.waiting(step, duration))
  }

  // MARK: Locations

  /// The line that made the latest move; the flow's name if there was no move.
  var lastPlace: Place { takenPlace ?? flowPlace }

  /// The line that the run is waiting at; the flow's name before the first action.
  var linePlace: Place { currentPlace ?? flowPlace }

  /// The line of the current move or action, or else of the latest move; `nil` before the first
  /// move or action.
  var currentPlace: Place? { records.last?.taken?.place ?? line ?? takenPlace }

  private var takenPlace: Place? { records.last { $0.taken != nil }?.taken?.place }

  // MARK: Subjects of conditions

  /// A step that was answered, and the choice that the answer made.
  typealias PathStep = (step: Step, choice: Choice?)

  /// The answered steps, each with its choice.
  ///
  /// A step is added each time it is submitted, waited at, followed, or left by a capability.
  /// `send`, `resend` and events outside the run don't leave the step, so they add nothing.
  var path: [PathStep] {
    records.compactMap { record in
      guard let step = record.step, let taken = record.taken else { return nil }
      switch taken.move {
      case .submit(_, let selection, _):
        guard let choice = selection?.choice, step.choices.indices.contains(choice) else {
          return (step, nil)
        }
        return (step, step.choices[choice])
      case .use(let capability, _):
        return capability.name == "send" || capability.name == "resend" ? nil : (step, nil)
      case .poll, .resume: return (step, nil)
      case .outside, .look, .settle: return nil
      }
    }
  }

  /// The form of the code that the current step asks for; the default form if it is unknown.
  var codeForm: CodeForm {
    guard response.steps.indices.contains(step) else { return .usual }
    let step = response.steps[step]
    return (step.fields + step.choices.flatMap(\.fields)).lazy.compactMap(\.code).first ?? .usual
  }

  /// Returns a fact of the latest response.
  ///
  /// After the end of the run, an earlier response may have the fact.
  func fact(_ name: String) -> Value? {
    let isNamed = { (fact: Fact) in fact.name == name }
    if let fact = response.facts.first(where: isNamed) { return fact.value }
    guard ended != nil else { return nil }
    for record in records.reversed() {
      if let fact = record.response.facts.first(where: isNamed) { return fact.value }
    }
    return nil
  }

  /// Returns a fact that a step shows, or else a fact that another step of the response shows.
  func shown(_ name: String, at index: Int) -> Value? {
    let steps = response.steps
    let own = steps.indices.contains(index) ? steps[index].showing : []
    return (own + steps.flatMap(\.showing)).first { $0.name == name }?.value
  }

  /// Returns how many responses so far offered this step with the same subject.
  func attempt(at index: Int) -> Int {
    guard response.steps.indices.contains(index) else { return 0 }
    let step = response.steps[index]
    return records.count { record in
      // After a timeout, the step is offered a second time, but it is the same attempt.
      record.taken?.hasTimedOut != true && record.response.steps.contains { $0.isSame(as: step) }
    }
  }

  /// The names of the messages that apps have sent to each other, in order.
  var sentMessages: [String] {
    guard case .list(let names)? = fact("sent") else { return [] }
    return names.map(\.shown)
  }

  /// Whether the script or the user has canceled the transaction on the server.
  var hasCancelled: Bool { records.last { $0.taken != nil }?.cancels == true }
}

extension Step {
  /// Whether two steps have the same name and the same subjects.
  func isSame(as other: Step) -> Bool { name == other.name && subjects == other.subjects }
}
