import FlowEngine
import FlowSyntax

extension Run {
  /// How often a question is asked again after an answer that doesn't fit it.
  static let asksMax = 5

  /// Asks for fields, and submits.
  mutating func prompt(
    _ prompts: [PlannedPrompt], at index: Int, choice: Int?, rule: Int, place: Place
  ) async throws(Stop) {
    let step = response.steps[index]
    let all = step.fields(with: choice)
    var fields: [Field] = []
    var labels: [String] = []
    for prompt in prompts {
      guard case .found(let found) = all.match(prompt.field) else { continue }
      guard !fields.contains(where: { $0.name == all[found].name }) else {
        throw .fault(.duplicateField(name: all[found].name), at: prompt.place)
      }
      fields.append(all[found])
      if let text = prompt.text {
        labels.append(try await shownText(text))
      } else {
        labels.append(all[found].label)
      }
    }
    var answers: [Answer] = []
    if !fields.isEmpty {
      guard case .answers(let given) = try await fill(fields, labels, of: step, at: place) else {
        throw .ended(.cancelled)
      }
      answers = given
    }
    try await complete(&answers, at: index, choice: choice, place: place)
    let selection = choice.map { Selection(choice: $0) }
    try await submit(index, selection, answers, rule: rule, place: place)
  }

  /// What came of a question for fields.
  enum Filled {
    case answers([Answer])
    case alternative(Int)
  }

  /// Asks for fields until they are filled as they must be.
  mutating func fill(
    _ fields: [Field], _ labels: [String], of step: Step, alternatives: [String] = [],
    complaint: String? = nil, at place: Place
  ) async throws(Stop) -> Filled {
    var question = self.question(about: step)
    question.alternatives = alternatives
    question.complaint = complaint
    question.fields = zip(fields, labels).map { field, label in
      Question.Item(
        name: field.name, label: label, kind: field.kind, isRequired: field.isUnanswered,
        isSecret: field.isHidden, value: field.shownValue,
        accepted: field.accepted.map(\.naming.title))
    }
    for _ in 0..<Run.asksMax {
      switch try await reply(to: question, at: place) {
      case .filled(let texts):
        // A code that is shown while it is typed is a secret of every output all the same.
        for (field, text) in zip(fields, texts) where field.isSecret {
          environment.masker.add(Secret(text))
        }
        do throws(Complaint) { return .answers(try read(texts, for: fields)) } catch {
          question.complaint = error.text
        }
      case .other(let index) where alternatives.indices.contains(index):
        return .alternative(index)
      case .cancelled: throw .ended(.cancelled)
      case .chose, .other: question.complaint = "fill the fields"
      }
    }
    throw .fault(.valueFailed(message: "no answer fitted `\(step.name)`"), at: place)
  }

  /// What is wrong with an answer.
  private struct Complaint: Error {
    var text: String
  }

  private func read(_ texts: [String], for fields: [Field]) throws(Complaint) -> [Answer] {
    guard texts.count == fields.count else {
      throw Complaint(
        text: fields.count == 1
          ? "one answer is asked for" : "\(fields.count) answers are asked for")
    }
    var answers: [Answer] = []
    for (field, text) in zip(fields, texts) {
      if text.isEmpty {
        guard !field.isUnanswered else { throw Complaint(text: "\(field.label) is required") }
        continue
      }
      guard let value = field.taken(typed: text) else {
        throw Complaint(text: "\(field.label) takes \(field.expects)")
      }
      answers.append(Answer(field.name, value))
    }
    return answers
  }

  /// Asks for one text that belongs to no step, until it is given.
  mutating func ask(for label: String, isSecret: Bool, at place: Place) async throws(Stop) -> String
  {
    let field = Field(label, label: label, isRequired: true)
    var question = Question(
      title: isSecret ? "The secret \(label)" : label,
      fields: [Question.Item(name: label, label: label, isSecret: isSecret)])
    for _ in 0..<Run.asksMax {
      switch try await reply(to: question, at: place) {
      case .filled(let texts):
        do throws(Complaint) {
          _ = try read(texts, for: [field])
          return texts[0]
        } catch { question.complaint = error.text }
      case .cancelled: throw .ended(.cancelled)
      case .chose, .other: question.complaint = "fill the fields"
      }
    }
    throw .fault(.valueFailed(message: "`\(label)` was not given"), at: place)
  }

  /// A question about a step, without fields and options yet.
  func question(about step: Step) -> Question {
    Question(
      step: step.name, title: step.subjects.first?.title, messages: response.messages,
      showing: step.showing)
  }

  /// Asks, and stops the clock of the run meanwhile.
  mutating func reply(to question: Question, at place: Place) async throws(Stop) -> Reply {
    guard let prompter = environment.prompter else {
      let field = question.fields.first?.name ?? question.step
      throw .fault(.nobodyToAsk(field: field), at: place)
    }
    let before = environment.clock.now
    let reply: Reply
    do { reply = try await prompter.answer(question) } catch {
      if Task.isCancelled { throw .interrupted }
      if error is CancellationError { throw .ended(.cancelled) }
      throw .fault(.valueFailed(message: "the question was not answered"), at: place)
    }
    deadline += environment.clock.now - before
    isByPerson = true
    if case .filled(let texts) = reply {
      for (item, text) in zip(question.fields, texts) where item.isSecret {
        environment.masker.add(Secret(text))
      }
    }
    return reply
  }
}
