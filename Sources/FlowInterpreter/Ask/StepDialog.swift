import FlowDiagnostics
import FlowEngine
import FlowSyntax

/// Asks the user everything about one step: what to choose, fill, wait for or follow.
///
/// Every question also offers the alternatives to the step.
struct StepDialog {
  /// The action that the user requests.
  enum Wish {
    /// To submit the step unchanged, without a question.
    ///
    /// Fails if the step requires an answer.
    case submitAsIs
    /// To submit the step.
    case submit(Selection?, [Answer])
    /// To submit the step with typed answers, which the caller checks.
    ///
    /// If an answer is invalid, the caller calls `refuse`, and the dialog asks again.
    case submitTyped(Selection?, [Answer])
    /// To follow the step's redirect.
    case follow
    /// To wait at the step, for at most `limit`.
    case wait(limit: Duration?)
    /// To use a capability of the step at index `step`, or of the whole response if `step` is
    /// `nil`.
    case use(Capability, step: Int?)
    /// To submit the response's `cancel` step.
    case cancel
  }

  /// The time after which a waiting user is asked whether to continue.
  ///
  /// This time is long enough to find a phone, and short enough that the run doesn't seem to hang.
  private static let patience = Duration.seconds(30)

  /// The index of the current step.
  private(set) var step: Int
  /// Whether the user chose this step as an alternative.
  ///
  /// A step that the user chose is submitted without a question.
  private var isChosen = false
  /// The step that the latest `wait` waited at; `nil` if the latest action wasn't a wait.
  private var waited: Step?
  /// The form that the user is filling; `nil` if there is none.
  private var form: Form?

  /// A form that the user is filling: the form of the step, or of one of its choices.
  private struct Form {
    var choice: Int?
    var method: Int?
    var fields: [Field]
    /// The number of times that the form was asked for.
    var asks = 0
    /// The complaint about the latest answers.
    var complaint: String?

    var selection: Selection? { choice.map { Selection(choice: $0, method: method) } }
  }

  /// An alternative to the current step.
  private enum Alternative {
    case step(Int)
    case capability(Capability, step: Int?)
  }

  /// The result of one question.
  private enum Answered {
    case wish(Wish)
    case alternative(Alternative)
    /// The question is asked again, with the current state of the step.
    case again
  }

  init(at step: Int) {
    self.step = step
  }

  /// Records that the typed answers were invalid and weren't sent.
  ///
  /// The next question shows why.
  mutating func refuse(_ complaint: String?) { form?.complaint = complaint }

  /// Asks questions until the user requests an action.
  ///
  /// - Parameters:
  ///   - place: The line that asks.
  ///   - state: The state of the run.
  /// - Returns: The action.
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
      // The same step may have another index in the new response.
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

  /// Returns the fields that the user is asked for.
  ///
  /// A field that selects a choice isn't asked for. An optional check box is asked for only if no
  /// field is required, because it may then be the only input.
  ///
  /// A field with a value is asked for if the form shows it, so that the user can change the value.
  /// But it isn't asked for after a choice, or if the step waits by itself.
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
    // A user at a terminal can't solve a CAPTCHA, so the other fields aren't asked for.
    if new.fields.contains(where: { $0.isCaptcha && $0.isRequired }) {
      throw .fault(.captcha(name: Refusal.captchaName(state.journal)), at: place)
    }
    guard !new.fields.isEmpty else { return .wish(.submit(new.selection, [])) }
    form = new
    return try await askForm(at: place, &state)
  }

  /// Asks for the fields of the form, and shows the complaint about the previous answers.
  private mutating func askForm(
    at place: Place, _ state: inout RunState
  ) async throws(Stop) -> Answered {
    var (question, others) = question(state)
    guard let form, form.asks < Asker.asksMax - 1 else {
      throw .fault(
        .valueFailed(message: "no valid answer was given at `\(question.step)`"), at: place)
    }
    self.form?.asks += 1
    state.journal.forgetMove()
    question.complaint = form.complaint
    let filled = try await state.asker.fill(
      form.fields, form.fields.map(\.label), question, at: place, &state.time)
    switch filled {
    case .alternative(let other): return .alternative(others[other])
    case .answers(let answers):
      // Leaving every field at its current value is an answer too.
      if answers.isEmpty, !others.isEmpty, !form.fields.contains(where: { $0.value != nil }),
        let other = try await askWay(going: "continue without an answer", at: place, &state)
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
        Question.Subject(choice.naming), details: choice.details,
        methods: choice.methods.map { Question.Subject($0) }, enrollment: choice.enrollment)
    }
    question.kind = .choose
    switch try await state.asker.choice(question, of: choices, at: place, &state.time) {
    case .chose(let choice, let method)?:
      return try await beginForm(choice: choice, method: method, at: place, &state)
    case .other(let other)?: return .alternative(others[other])
    default:
      throw .fault(.valueFailed(message: "nothing was chosen at `\(question.step)`"), at: place)
    }
  }

  /// Asks how to continue at a step that has nothing to fill.
  ///
  /// If the user chooses the option `going`, the step continues and the result is `nil`. Otherwise
  /// the result is the chosen alternative.
  private func askWay(
    going: String, at place: Place, _ state: inout RunState
  ) async throws(Stop) -> Alternative? {
    var (question, others) = question(state)
    question.options = [Question.Option(Question.Subject("continue", title: going))]
    question.kind = .proceed
    switch try await state.asker.choice(question, of: nil, at: place, &state.time) {
    case .chose?: return nil
    case .other(let other)?: return others[other]
    default:
      throw .fault(.valueFailed(message: "nothing was chosen at `\(question.step)`"), at: place)
    }
  }

  // MARK: Alternatives

  /// Returns a question about the step, with the alternatives in the question's order.
  private func question(_ state: borrowing RunState) -> (Question, [Alternative]) {
    var question = state.journal.question(about: state.journal.response.steps[step])
    let alternatives = alternatives(state)
    let response = state.journal.response
    question.alternatives = alternatives.map { offered($0, in: response) }
    return (question, alternatives)
  }

  private func alternatives(_ state: borrowing RunState) -> [Alternative] {
    let response = state.journal.response
    var found: [Alternative] = []
    // An alternative with the same name as one of the step's choices isn't offered twice.
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
      // A redirect can't be followed without a browser.
      if step.redirect != nil, !state.asker.canFollow { continue }
      names.append(step.name)
      found.append(.step(other))
    }
    add(response.capabilities, step: nil)
    return found
  }

  private func offered(
    _ alternative: Alternative, in response: Response
  ) -> Question.Alternative {
    switch alternative {
    case .capability(let capability, _):
      return Question.Alternative(capability.way, name: capability.name)
    case .step(let index):
      let step = response.steps[index]
      let title =
        step.redirect?.title ?? step.subjects.first.map { "\(step.name) (\($0.title))" }
      return Question.Alternative(step.way, name: step.name, title: title)
    }
  }
}
