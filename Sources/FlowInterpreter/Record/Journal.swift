import FlowDiagnostics
import FlowEngine
import FlowSyntax

/// What has happened in a run: the responses, what was done at each of them, and the events that
/// report both.
///
/// Every secret of a response or a move goes to the masker before an event can show it.
struct Journal: ~Copyable {
  /// The latest response.
  private(set) var response = Response()
  /// Every response, in order, and what was done at it.
  private(set) var records: [StepRecord] = []
  /// How many moves were made.
  private(set) var moves = 0
  /// What was chosen last.
  private(set) var chosen: Choice?
  /// The index of the step of the latest response that is being answered.
  private(set) var step = 0
  /// How the run ended; `nil` while it goes on.
  private(set) var ended: Outcome?
  /// The line of the action that is being performed.
  private var line: Place?
  private let flowPlace: Place
  private let masker: Masker
  private let events: (@Sendable (RunEvent) -> Void)?

  init(of plan: RunPlan, masker: Masker, events: (@Sendable (RunEvent) -> Void)?) {
    flowPlace = plan.place
    self.masker = masker
    self.events = events
    // As many steps as most sign-ins have: moving records to a larger array costs more than room.
    records.reserveCapacity(8)
  }

  /// How the run ended, or how the latest response says so.
  var outcome: Outcome? { ended ?? response.outcome }

  /// Whether the latest response shows an error.
  var showsError: Bool { response.messages.contains { $0.severity == .error } }

  // MARK: Responses

  /// Makes a response the latest one.
  ///
  /// - Parameters:
  ///   - new: The response.
  ///   - now: When it came.
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

  /// Makes a response the latest one in place of the one that it came from, which no rule answered.
  mutating func replace(by new: consuming Response, at now: Duration) {
    let reported = response.messages
    records.removeLast()
    receive(new, at: now, reported: reported)
  }

  /// Teaches the masker the secrets that a response shows.
  func learn(_ response: Response) {
    // By index: a step that is looked at need not be copied.
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

  /// Adds callbacks that change nothing that can be answered.
  mutating func add(callbacks: [String]) {
    response.callbacks += callbacks
    records[records.count - 1].response.callbacks = response.callbacks
  }

  /// Adds the facts of the user that no response has.
  mutating func add(userFacts facts: [Fact]) {
    let known = Set(response.facts.map(\.name))
    response.facts += facts.filter { !known.contains($0.name) }
    // What is known at a run's end is shown at its last response.
    if !records.isEmpty { records[records.count - 1].response.facts = response.facts }
  }

  /// Notes how the run ended.
  ///
  /// - Parameters:
  ///   - outcome: The outcome.
  ///   - message: What the server said instead of a response, if it refused without one.
  mutating func end(_ outcome: Outcome, with message: Message? = nil) {
    ended = outcome
    if let message { response.messages = [message] }
  }

  // MARK: Decisions and moves

  /// Notes the rules that were passed over at the latest response.
  mutating func note(considered: consuming [Consideration]) {
    records[records.count - 1].considered = considered
  }

  /// Notes the rule that answers the latest response.
  mutating func note(_ decision: Decision) {
    records[records.count - 1].decided = (decision.rule, decision.step)
  }

  /// Notes the step and the line of an action that is about to be performed.
  mutating func begin(at step: Int, _ line: Place) {
    self.step = step
    self.line = line
  }

  /// Notes that all actions of a rule were performed.
  mutating func endRule() { line = nil }

  /// Notes what is chosen.
  mutating func choose(_ choice: Choice) { chosen = choice }

  /// Notes a move at the latest response, before it is made: a failed one shows what was tried.
  mutating func begin(_ taken: consuming StepRecord.Taken) {
    moves += 1
    records[records.count - 1].taken = taken
  }

  /// Notes that the response to a move has come, or that there will be none.
  ///
  /// - Parameters:
  ///   - polls: How often it was asked for.
  ///   - before: When it was first asked for.
  ///   - now: The time.
  ///   - isSent: Whether anything was sent: else no step was answered.
  mutating func finish(polls: Int, since before: Duration, at now: Duration, isSent: Bool = true) {
    let last = records.count - 1
    records[last].taken?.polls = polls
    records[last].taken?.duration = now - before
    if let events { events(isSent ? .step(records[last]) : .tried(records[last])) }
  }

  /// Notes that the move waited as long as it may.
  mutating func noteTimeout() { records[records.count - 1].taken?.hasTimedOut = true }

  /// Forgets a move that wasn't sent: a person who gives up now has answered nothing.
  mutating func forgetMove() { records[records.count - 1].taken = nil }

  // MARK: Events

  /// Reports an event.
  func report(_ event: @autoclosure () -> RunEvent) { events?(event()) }

  /// Reports that time passes at the current step, at which nothing is asked meanwhile.
  func reportPause(_ duration: Duration) {
    guard let events, response.steps.indices.contains(step) else { return }
    var step = response.steps[step]
    step.waiting = nil
    events(.waiting(step, duration))
  }

  // MARK: Places

  /// The line that led to the latest response; the flow's name if none did.
  var lastPlace: Place { takenPlace ?? flowPlace }

  /// The line at which a run is kept waiting; the flow's name before the first.
  var linePlace: Place { currentPlace ?? flowPlace }

  /// The line of the current move or action, else the one that led to the latest response; `nil`
  /// before the first.
  var currentPlace: Place? { records.last?.taken?.place ?? line ?? takenPlace }

  private var takenPlace: Place? { records.last { $0.taken != nil }?.taken?.place }

  // MARK: What conditions ask

  /// A step that was taken, and the choice that was made at it.
  typealias PathStep = (step: Step, choice: Choice?)

  /// The steps that were taken, each with the choice that was made at it.
  ///
  /// A step is on the path each time it is submitted, waited at, followed or left by a capability;
  /// `send` and `resend` stay at their step and add nothing, and so does what happens outside.
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

  /// What the code of the current step looks like.
  var codeForm: CodeForm {
    guard response.steps.indices.contains(step) else { return .usual }
    let step = response.steps[step]
    return (step.fields + step.choices.flatMap(\.fields)).lazy.compactMap(\.code).first ?? .usual
  }

  /// A fact of the latest response; at the end of a run, of the last response that had it.
  func fact(_ name: String) -> Value? {
    let isNamed = { (fact: Fact) in fact.name == name }
    if let fact = response.facts.first(where: isNamed) { return fact.value }
    guard ended != nil else { return nil }
    for record in records.reversed() {
      if let fact = record.response.facts.first(where: isNamed) { return fact.value }
    }
    return nil
  }

  /// What a step shows, else what another step of the latest response does.
  func shown(_ name: String, at index: Int) -> Value? {
    let steps = response.steps
    let own = steps.indices.contains(index) ? steps[index].showing : []
    return (own + steps.flatMap(\.showing)).first { $0.name == name }?.value
  }

  /// How many responses of the run, the latest one included, offered this step about the same
  /// subject.
  func attempt(at index: Int) -> Int {
    guard response.steps.indices.contains(index) else { return 0 }
    let step = response.steps[index]
    return records.count { record in
      // After a wait without success it is still the same offer.
      record.taken?.hasTimedOut != true && record.response.steps.contains { $0.isSame(as: step) }
    }
  }

  /// The names of the messages that went from app to app, in order.
  var sentMessages: [String] {
    guard case .list(let names)? = fact("sent") else { return [] }
    return names.map(\.shown)
  }

  /// Whether the script or the person has canceled the transaction on the server.
  var hasCancelled: Bool { records.last { $0.taken != nil }?.cancels == true }
}

extension Step {
  /// Whether it is the same step about the same thing.
  func isSame(as other: Step) -> Bool { name == other.name && subjects == other.subjects }
}
