import FlowDiagnostics
import FlowEngine
import FlowSyntax

/// The record of a run: the responses, the moves at each of them, and the events that report both.
///
/// Every secret of a response or a move is added to the masker before an event can show it.
struct Journal: ~Copyable {
  /// The latest response.
  private(set) var response = Response()
  /// Every response, in order, with the move at it.
  private(set) var records: [StepRecord] = []
  /// The number of moves.
  private(set) var moves = 0
  /// The latest choice.
  private(set) var chosen: Choice?
  /// The index of the current step in the latest response.
  private(set) var step = 0
  /// The outcome of the run; `nil` while it continues.
  private(set) var ended: Outcome?
  /// The line of the current action.
  private var line: Place?
  private let flowPlace: Place
  private let masker: Masker
  private let events: (@Sendable (RunEvent) -> Void)?

  init(of plan: RunPlan, masker: Masker, events: (@Sendable (RunEvent) -> Void)?) {
    flowPlace = plan.place
    self.masker = masker
    self.events = events
    // Enough for most sign-ins: moving records to a larger array costs more than the space.
    records.reserveCapacity(8)
  }

  /// The outcome of the run, or of the latest response.
  var outcome: Outcome? { ended ?? response.outcome }

  /// Whether the latest response shows an error.
  var showsError: Bool { response.messages.contains { $0.severity == .error } }

  // MARK: Responses

  /// Makes a response the latest one.
  ///
  /// - Parameters:
  ///   - new: The response.
  ///   - now: The time at which it came.
  ///   - reported: The messages that were reported before it came; `nil` if none were.
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

  /// Replaces the latest response, which no rule answered, by its successor.
  mutating func replace(by new: consuming Response, at now: Duration) {
    let reported = response.messages
    records.removeLast()
    receive(new, at: now, reported: reported)
  }

  /// Adds the secrets of a response to the masker.
  func learn(_ response: Response) {
    // By index, which avoids copying the steps.
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

  /// Adds callbacks that don't change what can be answered.
  mutating func add(callbacks: [String]) {
    response.callbacks += callbacks
    records[records.count - 1].response.callbacks = response.callbacks
  }

  /// Adds the facts of the user that no response has.
  mutating func add(userFacts facts: [Fact]) {
    let known = Set(response.facts.map(\.name))
    response.facts += facts.filter { !known.contains($0.name) }
    // Facts that are known at a run's end are shown at its last response.
    if !records.isEmpty { records[records.count - 1].response.facts = response.facts }
  }

  /// Records the end of the run.
  ///
  /// - Parameters:
  ///   - outcome: The outcome.
  ///   - message: The server's message if it refused without a response.
  mutating func end(_ outcome: Outcome, with message: Message? = nil) {
    ended = outcome
    if let message { response.messages = [message] }
  }

  // MARK: Decisions and moves

  /// Records the rules that were passed over at the latest response.
  mutating func note(considered: consuming [Consideration]) {
    records[records.count - 1].considered = considered
  }

  /// Records the rule that answers the latest response.
  mutating func note(_ decision: Decision) {
    records[records.count - 1].decided = (decision.rule, decision.step)
  }

  /// Records the step and the line of an action before it is performed.
  mutating func begin(at step: Int, _ line: Place) {
    self.step = step
    self.line = line
  }

  /// Records that all actions of a rule were performed.
  mutating func endRule() { line = nil }

  /// Records a choice.
  mutating func choose(_ choice: Choice) { chosen = choice }

  /// Records a move at the latest response, before it is made, so that a failed one shows the
  /// attempt.
  mutating func begin(_ taken: consuming StepRecord.Taken) {
    moves += 1
    records[records.count - 1].taken = taken
  }

  /// Records that the response to a move has come, or that there will be none.
  ///
  /// - Parameters:
  ///   - polls: The number of requests for it.
  ///   - before: The time of the first request.
  ///   - now: The current time.
  ///   - isSent: Whether anything was sent. If not, no step was answered.
  mutating func finish(polls: Int, since before: Duration, at now: Duration, isSent: Bool = true) {
    let last = records.count - 1
    records[last].taken?.polls = polls
    records[last].taken?.duration = now - before
    if let events { events(isSent ? .step(records[last]) : .tried(records[last])) }
  }

  /// Records that the move's wait reached its limit.
  mutating func noteTimeout() { records[records.count - 1].taken?.hasTimedOut = true }

  /// Removes a move that wasn't sent: a user who cancels now has answered nothing.
  mutating func forgetMove() { records[records.count - 1].taken = nil }

  // MARK: Events

  /// Reports an event.
  func report(_ event: @autoclosure () -> RunEvent) { events?(event()) }

  /// Reports that time passes at the current step without requests.
  func reportPause(_ duration: Duration) {
    guard let events, response.steps.indices.contains(step) else { return }
    var step = response.steps[step]
    step.waiting = nil
    events(.waiting(step, duration))
  }

  // MARK: Locations

  /// The line that led to the latest response; the flow's name if none did.
  var lastPlace: Place { takenPlace ?? flowPlace }

  /// The line at which a run is waiting; the flow's name before the first.
  var linePlace: Place { currentPlace ?? flowPlace }

  /// The line of the current move or action, else the line that led to the latest response; `nil`
  /// before the first.
  var currentPlace: Place? { records.last?.taken?.place ?? line ?? takenPlace }

  private var takenPlace: Place? { records.last { $0.taken != nil }?.taken?.place }

  // MARK: Subjects of conditions

  /// A taken step, and the choice at it.
  typealias PathStep = (step: Step, choice: Choice?)

  /// The taken steps, each with the choice at it.
  ///
  /// A step is on the path each time it is submitted, waited at, followed or left by a capability.
  /// `send` and `resend` stay at their step and add nothing, and neither do events outside the run.
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

  /// The form of the current step's code.
  var codeForm: CodeForm {
    guard response.steps.indices.contains(step) else { return .usual }
    let step = response.steps[step]
    return (step.fields + step.choices.flatMap(\.fields)).lazy.compactMap(\.code).first ?? .usual
  }

  /// Returns a fact of the latest response; at the end of a run, of the last response that had it.
  func fact(_ name: String) -> Value? {
    let isNamed = { (fact: Fact) in fact.name == name }
    if let fact = response.facts.first(where: isNamed) { return fact.value }
    guard ended != nil else { return nil }
    for record in records.reversed() {
      if let fact = record.response.facts.first(where: isNamed) { return fact.value }
    }
    return nil
  }

  /// Returns a fact that a step shows, or else another step of the latest response.
  func shown(_ name: String, at index: Int) -> Value? {
    let steps = response.steps
    let own = steps.indices.contains(index) ? steps[index].showing : []
    return (own + steps.flatMap(\.showing)).first { $0.name == name }?.value
  }

  /// Returns the number of responses of the run so far that offered this step with the same
  /// subject.
  func attempt(at index: Int) -> Int {
    guard response.steps.indices.contains(index) else { return 0 }
    let step = response.steps[index]
    return records.count { record in
      // After a timeout it is still the same offer.
      record.taken?.hasTimedOut != true && record.response.steps.contains { $0.isSame(as: step) }
    }
  }

  /// The names of the messages between apps, in order.
  var sentMessages: [String] {
    guard case .list(let names)? = fact("sent") else { return [] }
    return names.map(\.shown)
  }

  /// Whether the script or the user has canceled the transaction on the server.
  var hasCancelled: Bool { records.last { $0.taken != nil }?.cancels == true }
}

extension Step {
  /// Whether it is the same step with the same subjects.
  func isSame(as other: Step) -> Bool { name == other.name && subjects == other.subjects }
}
