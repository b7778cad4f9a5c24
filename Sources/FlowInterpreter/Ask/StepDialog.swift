import FlowDiagnostics
import FlowEngine
import FlowSyntax

/// Asks a person for a whole step, whatever it is: to choose, to fill, to wait, to follow, and
/// always with whatever else is offered.
struct StepDialog {
  /// What the person wants done.
  enum Wish {
    /// To submit the step as it is, if nothing is required.
    case submitAsIs
    /// To submit the step.
    case submit(Selection?, [Answer])
    /// To submit the step with what was typed, which may not fit: `refuse` then asks again.
    case submitTyped(Selection?, [Answer])
    /// To follow the step's redirect.
    case follow
    /// To wait at the step, `limit` at most.
    case wait(limit: Duration?)
    /// To use a capability of a step, or of the response if `step` is `nil`.
    case use(Capability, step: Int?)
    /// To cancel by a step of its own.
    case cancel
  }

  /// How long a person waits until they are asked whether to go on: longer than it takes to find a
  /// phone, and not so long that they think nothing happens.
  private static let patience = Duration.seconds(30)

  /// The index of the step that is asked about.
  private(set) var step: Int
  /// Whether the person chose this step: as it is, it is submitted.
  private var isChosen = false
  /// The step at which the person waited last.
  private var waited: Step?
  /// The form that the person fills.
  private var form: Form?

  /// A form that is being filled: that of the step, or of one of its choices.
  private struct Form {
    var choice: Int?
    var method: Int?
    var fields: [Field]
    /// How often the person was asked to fill it.
    var asks = 0
    /// What was wrong with what was typed last.
    var complaint: String?

    var selection: Selection? { choice.map { Selection(choice: $0, method: method) } }
  }

  /// Something that can be done instead of the step that is asked about.
  private enum Alternative {
    case step(Int)
    case capability(Capability, step: Int?)
  }

  /// What an answer of the person leads to.
  private enum Answered {
    case wish(Wish)
    case alternative(Alternative)
    /// To ask again, now that the step is looked at anew.
    case again
  }

  init(at step: Int) {
    self.step = step
  }

  /// Notes that what was typed didn't fit, and was not sent.
  mutating func refuse(_ complaint: String?) { form?.complaint = complaint }

  /// Asks until the person wants something done.
  ///
  /// - Parameters:
  ///   - place: The line that asks.
  ///   - state: The state of the run.
  /// - Returns: What the person wants.
  /// - Throws: `Stop`.
  mutating func next(
    at place: Place, _ state: inout RunState
  ) async throws(Stop) -> Wish {
    while true {
      switch try await answer(at: place, &state) {
      case .wish(let wish): return wish
      case .again: continue
      case .alternative(.capability(let capability, let owner)):
        return .use(capability, step: owner)
      case .alternative(.step(let other)):
        step = other
        isChosen = true
        form = nil
        if state.journal.response.steps[other].name == "cancel" { return .cancel }
      }
    }
  }

  private mutating func answer(
    at place: Place, _ state: inout RunState
  ) async throws(Stop) -> Answered {
    if let waited {
      // The same step, though it may stand elsewhere by now.
      step = state.journal.response.steps.firstIndex { $0.isSame(as: waited) } ?? 0
      self.waited = nil
      let other = try await askWay(going: "keep waiting", at: place, &state)
      return other.map { .alternative($0) } ?? .again
    }
    if form != nil { return try await askForm(at: place, &state) }
    let step = state.journal.response.steps[step]
    let hasOthers = !alternatives(state).isEmpty
    if step.redirect != nil, state.asker.canFollow { return .wish(.follow) }
    if !step.choices.isEmpty { return try await askChoice(at: place, &state) }
    if !asked(step, choice: nil).isEmpty {
      return try await beginForm(choice: nil, method: nil, at: place, &state)
    }
    if step.waiting != nil {
      waited = step
      let canLeave = state.asker.canAsk && hasOthers
      return .wish(.wait(limit: canLeave ? StepDialog.patience : nil))
    }
    guard !isChosen, hasOthers else { return .wish(.submitAsIs) }
    let title = step.subjects.first?.title ?? step.name
    let other = try await askWay(going: title, at: place, &state)
    return other.map { .alternative($0) } ?? .wish(.submit(nil, []))
  }

  // MARK: Forms

  /// The fields that a person is asked for.
  ///
  /// These are all but what is chosen and the boxes that need not be ticked; if nothing is
  /// required, a box may be what there is to give. A field that has a value is asked for if the
  /// form shows it, so that the person can change the value; but not if a choice was made, or the
  /// step waits by itself.
  private func asked(_ step: Step, choice: Int?) -> [Field] {
    let fields = step.fields(with: choice)
    let isOpen = fields.count > 1 && !fields.contains(where: \.isRequired)
    let showsValues = choice == nil && step.waiting == nil
    return fields.filter { field in
      guard !field.isChoice else { return false }
      if field.value != nil { return showsValues && field.isVisible }
      return field.isUnanswered || field.kind != .boolean || isOpen
    }
  }

  /// Begins the form of the step or of one of its choices.
  private mutating func beginForm(
    choice: Int?, method: Int?, at place: Place, _ state: inout RunState
  ) async throws(Stop) -> Answered {
    let step = state.journal.response.steps[step]
    if choice == nil, let challenge = step.passkey {
      let (question, others) = question(state)
      switch try await state.asker.passkey(
        challenge, of: step, state.environment.passkeys, question, at: place, &state.time)
      {
      case .answers(let answers)?: return .wish(.submit(nil, answers))
      case .alternative(let other)?: return .alternative(others[other])
      case nil: break
      }
    }
    let new = Form(choice: choice, method: method, fields: asked(step, choice: choice))
    // A person at a terminal can't solve it, and need not be asked for the rest.
    if new.fields.contains(where: { $0.isCaptcha && $0.isRequired }) {
      throw .fault(.captcha(name: Refusal.captchaName(state.journal)), at: place)
    }
    guard !new.fields.isEmpty else { return .wish(.submit(new.selection, [])) }
    form = new
    return try await askForm(at: place, &state)
  }

  /// Asks for the fields of the form, again if what was typed didn't fit.
  private mutating func askForm(
    at place: Place, _ state: inout RunState
  ) async throws(Stop) -> Answered {
    var (question, others) = question(state)
    guard let form, form.asks < Asker.asksMax - 1 else {
      throw .fault(.valueFailed(message: "no answer fitted `\(question.step)`"), at: place)
    }
    self.form?.asks += 1
    state.journal.forgetMove()
    question.complaint = form.complaint
    let filled = try await state.asker.fill(
      form.fields, form.fields.map(\.label), question, at: place, &state.time)
    switch filled {
    case .alternative(let other): return .alternative(others[other])
    case .answers(let answers):
      // To keep the values that are there is an answer too.
      if answers.isEmpty, !others.isEmpty, !form.fields.contains(where: { $0.value != nil }),
        let other = try await askWay(going: "go on without an answer", at: place, &state)
      {
        return .alternative(other)
      }
      return .wish(.submitTyped(form.selection, answers))
    }
  }

  // MARK: Choices

  private mutating func askChoice(
    at place: Place, _ state: inout RunState
  ) async throws(Stop) -> Answered {
    let choices = state.journal.response.steps[step].choices
    var (question, others) = question(state)
    question.options = choices.map { choice in
      Question.Option(
        title: choice.naming.title, details: choice.details, methods: choice.methods.map(\.title))
    }
    switch try await state.asker.choice(question, of: choices, at: place, &state.time) {
    case .chose(let choice, let method)?:
      return try await beginForm(choice: choice, method: method, at: place, &state)
    case .other(let other)?: return .alternative(others[other])
    default:
      throw .fault(.valueFailed(message: "nothing was chosen at `\(question.step)`"), at: place)
    }
  }

  /// Asks how to go on if there is nothing to fill; `nil` goes on with the step itself, which the
  /// person reads as `going`.
  private func askWay(
    going: String, at place: Place, _ state: inout RunState
  ) async throws(Stop) -> Alternative? {
    var (question, others) = question(state)
    question.options = [Question.Option(title: going)]
    switch try await state.asker.choice(question, of: nil, at: place, &state.time) {
    case .chose?: return nil
    case .other(let other)?: return others[other]
    default:
      throw .fault(.valueFailed(message: "nothing was chosen at `\(question.step)`"), at: place)
    }
  }

  // MARK: Alternatives

  /// A question about the step, and what its alternatives stand for.
  private func question(_ state: borrowing RunState) -> (Question, [Alternative]) {
    var question = state.journal.question(about: state.journal.response.steps[step])
    let alternatives = alternatives(state)
    let response = state.journal.response
    question.alternatives = alternatives.map { title(of: $0, in: response) }
    return (question, alternatives)
  }

  private func alternatives(_ state: borrowing RunState) -> [Alternative] {
    let response = state.journal.response
    var found: [Alternative] = []
    // What can be chosen is not offered a second time.
    var names = response.steps[step].choices.map(\.naming.word)
    func add(_ capabilities: [Capability], step: Int?) {
      for capability in capabilities where !names.contains(capability.name) {
        names.append(capability.name)
        found.append(.capability(capability, step: step))
      }
    }
    add(response.steps[step].capabilities, step: step)
    for other in response.steps.indices where other != step {
      let step = response.steps[other]
      // Without a browser there is no way to follow.
      if step.redirect != nil, !state.asker.canFollow { continue }
      names.append(step.name)
      found.append(.step(other))
    }
    add(response.capabilities, step: nil)
    return found
  }

  private func title(of alternative: Alternative, in response: Response) -> String {
    switch alternative {
    case .capability(let capability, _): return capability.name
    case .step(let index):
      let step = response.steps[index]
      if let redirect = step.redirect { return redirect.title }
      return step.subjects.first.map { "\(step.name) (\($0.title))" } ?? step.name
    }
  }
}
