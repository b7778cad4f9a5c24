import FlowEngine
import FlowSyntax

/// One run of a plan: all that changes while it goes on.
///
/// One task runs it from end to end, and nothing else sees it; the rules it follows are in the
/// extensions, an idea each. It can't be copied, for it is much; a class would hold each of its parts
/// against other uses whenever one is touched.
struct Run: ~Copyable {
  let plan: RunPlan
  let environment: RunEnvironment
  var session: any Session

  /// The newest response.
  var response = Response()
  var records: [StepRecord] = []
  /// How often each rule has fired.
  var fired: [Int]
  /// The rules that have fired at the newest response and not answered it.
  var spent: [Int] = []
  /// The problem of the `poll` whose time was over at the newest response.
  var lastTimeout: Diagnostic?
  /// Which option of a `choose` is being taken, by its index.
  var optionAtHand: Int?
  /// What was chosen last.
  var lastChosen: Choice?
  /// The values of the slots that have been evaluated: for the run, or for the newest response.
  var values: [Value?]
  /// The words of the labels that are made at the start.
  var labels: [LabelWords] = []
  /// The secrets that somebody was asked for.
  var asked: [String: Secret] = [:]
  var moves = 0
  /// Whether anything was sent, so that there is a transaction to abandon.
  private(set) var hasBegun = false
  /// Whether somebody was asked for a value of the move that is being made.
  var isByPerson = false
  let began: Duration
  /// When the run must have ended; it moves on while a person thinks.
  var deadline: Duration
  /// The longest that an answer has taken, where requests are watched.
  var slowestAnswer = Duration.zero
  var inbox = InboxWatch()
  var codes: CodeWatch
  /// The step of the newest response that is being answered.
  var stepAtHand = 0
  /// The line of the action that is under way.
  var lineAtHand: Place?
  var expectations: [Expectation] = []
  /// What the engine said in place of a response to the newest request.
  var failure: EngineFailure?
  /// Whether the issuer was asked about the user, and what came of it if it wasn't an answer.
  var hasAskedAboutUser = false
  var userFailure: Stop?
  /// How the run ended, once it has.
  var ended: Outcome?

  /// How many moves a run may make: no sign-in takes half as many.
  static let movesMax = 50

  /// How long a text with values in it may be: no field takes more, and texts of texts of texts grow
  /// tenfold with each line.
  static let textBytesMax = 64 << 10

  init(_ plan: RunPlan, engine: any Engine, environment: RunEnvironment) {
    self.plan = plan
    self.environment = environment
    session = engine.makeSession()
    let masker = environment.masker
    session.learn = { masker.add($0) }
    codes = CodeWatch(sharing: environment.sentCodes)
    fired = Array(repeating: 0, count: plan.rules.count)
    values = Array(repeating: nil, count: plan.slots.count)
    // As many steps as most sign-ins have: moving records to a larger array costs more than room.
    records.reserveCapacity(8)
    began = environment.clock.now
    deadline = began + environment.deadline
  }

  /// Goes from the first request on until something stops it.
  mutating func drive() async throws(Stop) {
    try preflight()
    try await makeLabels()
    try await begin()
    while true {
      if let outcome = response.outcome { throw .ended(outcome) }
      _ = try checkTime()
      guard let (rule, step, means) = try await decide() else {
        if let outcome = response.settled { throw .ended(outcome) }
        guard canSettle else { throw undecided() }
        try await settle()
        continue
      }
      records[records.count - 1].decided = (rule, step)
      try await fire(rule, at: step, means)
      lineAtHand = nil
    }
  }

  private mutating func begin() async throws(Stop) {
    let parameters = try await values(of: plan.parameters)
    try await markInbox(at: plan.place)
    let start = Start(intent: plan.intent, parameters: parameters)
    hasBegun = true
    let first: Response
    do throws(Stop) {
      first = try await send(start, at: plan.place)
    } catch .fault(let diagnostics) where Run.blamesParameters(diagnostics) {
      var diagnostic = diagnostics[0]
      diagnostic.place = plan.parameters.first?.place ?? plan.place
      throw .fault([diagnostic])
    }
    receive(first, at: environment.clock.now)
  }

  /// Whether what the parameters of a start ask for can't be.
  private static func blamesParameters(_ diagnostics: [Diagnostic]) -> Bool {
    diagnostics.count == 1
      && (diagnostics[0].id == .simulatedOnly || diagnostics[0].id == .requestFailed)
  }

  private mutating func makeLabels() async throws(Stop) {
    for label in plan.labels {
      let text = try await value(label).revealed
      labels.append(LabelWords(word: Word(text), quoted: text))
    }
  }

  /// The words of a label.
  func words(_ label: PlannedLabel) -> LabelWords {
    guard let made = label.made, labels.indices.contains(made) else { return label.words }
    return labels[made]
  }

  /// Takes a response as the newest; `told` are the messages that were told before it came.
  mutating func receive(_ new: consuming Response, at now: Duration, told: [Message]? = nil) {
    inbox.pass(from: response.steps, to: new.steps)
    response = new
    stepAtHand = 0
    spent.removeAll(keepingCapacity: true)
    lastTimeout = nil
    for index in values.indices where !plan.slots[index].isKept { values[index] = nil }
    records.append(StepRecord(response: response, at: now))
    learn(response)
    if let tokens = response.tokens { environment.masker.add(tokens) }
    guard let events = environment.events else { return }
    let last = records.count - 1
    let isRepeated =
      told.map { $0 == response.messages }
      ?? records[last].repeatsMessages(of: last > 0 ? records[last - 1] : nil)
    if !isRepeated { for message in response.messages { events(.message(message)) } }
  }

  /// Teaches the masker the secrets that a response shows.
  func learn(_ response: Response) {
    let masker = environment.masker
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

  /// Stops a run that was cancelled or is out of time.
  ///
  /// - Returns: The time.
  func checkTime() throws(Stop) -> Duration {
    if Task.isCancelled { throw .interrupted }
    let now = environment.clock.now
    guard now < deadline else { throw outOfTime() }
    return now
  }

  func outOfTime() -> Stop {
    .fault(.deadline(after: text(of: environment.deadline)), at: placeAtHand ?? plan.place)
  }

  /// The end of a run that something else than a server has kept waiting.
  ///
  /// - Parameters:
  ///   - place: The line that waited for it.
  ///   - reason: What it is, in a sentence in lower case.
  ///   - help: What to do about it.
  /// - Returns: The end.
  func outOfTime(at place: Place, because reason: String, help: String? = nil) -> Stop {
    var diagnostic = Diagnostic(
      .deadline(after: text(of: environment.deadline)), at: place, help: help)
    diagnostic.notes.append(reason)
    return .fault([diagnostic])
  }

  /// The line that led to the newest response; the flow's name where none did.
  var lastPlace: Place { takenPlace ?? plan.place }

  /// The line at which a run is kept waiting: that of the move or the action that is under way, else the
  /// one that led to the newest response; `nil` before the first.
  var placeAtHand: Place? { records.last?.taken?.place ?? lineAtHand ?? takenPlace }

  /// The line that led to the newest response, where one did.
  var takenPlace: Place? { records.last { $0.taken != nil }?.taken?.place }
}

/// A duration as scripts write it.
func text(of duration: Duration) -> String {
  let (seconds, attoseconds) = duration.components
  let milliseconds = attoseconds / 1_000_000_000_000_000
  if milliseconds != 0 || seconds == 0 { return "\(seconds * 1000 + milliseconds)ms" }
  return seconds % 60 == 0 ? "\(seconds / 60)m" : "\(seconds)s"
}
