import FlowText
import FlowDiagnostics
import FlowEngine
import FlowSyntax

/// Asks the user, or the app that embeds the interpreter.
///
/// The time that the user takes to answer doesn't count toward the run's time limit. Every secret
/// that the user types is masked in all later output.
struct Asker: ~Copyable {
  /// The maximum number of times that one question is asked, including repeats after invalid
  /// answers.
  static let asksMax = 5

  /// Whether the user was asked for a value since the latest move began.
  private(set) var hasAsked = false
  private let prompter: (any Prompter)?
  private let browser: (@Sendable (Redirect) async throws -> Secret)?
  private let masker: Masker

  init(_ environment: RunEnvironment) {
    prompter = environment.prompter
    browser = environment.redirect
    masker = environment.masker
  }

  /// Whether there is a prompter, so that questions can be asked.
  var canAsk: Bool { prompter != nil }
  /// Whether there is a browser, so that redirects can be followed.
  var canFollow: Bool { browser != nil }

  /// Records that a move begins, and resets `hasAsked`.
  ///
  /// - Returns: Whether the user was asked for one of the move's values.
  mutating func beginMove() -> Bool {
    defer { hasAsked = false }
    return hasAsked
  }

  /// Asks a question, once.
  ///
  /// - Parameters:
  ///   - question: The question.
  ///   - place: The line that asks.
  ///   - time: The run's time limit.
  /// - Returns: The reply.
  /// - Throws: `Stop`.
  mutating func reply(
    to question: Question, at place: Place, _ time: inout TimeLimit
  ) async throws(Stop) -> Reply {
    guard let prompter else {
      let field = question.fields.first?.name ?? question.step
      throw .fault(.nobodyToAsk(field: field), at: place)
    }
    let before = time.now
    let reply: Reply
    do { reply = try await prompter.answer(question) } catch {
      if Task.isCancelled { throw .interrupted }
      if error is CancellationError { throw .ended(.cancelled) }
      throw .fault(.valueFailed(message: "the question wasn't answered"), at: place)
    }
    time.extend(since: before)
    hasAsked = true
    if case .filled(let texts) = reply {
      for (item, text) in zip(question.fields, texts) where item.isSecret {
        masker.add(Secret(text))
      }
    }
    return reply
  }

  /// Asks until the reply is one of the question's options or alternatives.
  ///
  /// - Returns: The reply; `nil` if every reply was invalid.
  mutating func choice(
    _ question: Question, of choices: [Choice]?, at place: Place, _ time: inout TimeLimit
  ) async throws(Stop) -> Reply? {
    var question = question
    for _ in 0..<Asker.asksMax {
      let reply = try await reply(to: question, at: place, &time)
      switch reply {
      case .chose(0, _) where choices == nil: return reply
      case .chose(let choice, let method):
        if let choices, choices.indices.contains(choice),
          method.map(choices[choice].methods.indices.contains) != false
        {
          return reply
        }
      case .other(let index) where question.alternatives.indices.contains(index): return reply
      case .cancelled: throw .ended(.cancelled)
      case .other, .filled: break
      }
      question.complaint = "choose one of the options"
    }
    return nil
  }

  // MARK: Fields

  /// The result of a question for fields.
  enum Filled {
    case answers([Answer])
    /// One of the question's alternatives, by its index in `Question.alternatives`.
    case alternative(Int)
  }

  /// Asks for fields until all required fields are filled.
  ///
  /// - Parameters:
  ///   - fields: The fields.
  ///   - labels: The label of each field.
  ///   - question: The question about the fields' step. It has no fields yet.
  ///   - place: The line that asks.
  ///   - time: The run's time limit.
  /// - Returns: The answers, or the chosen alternative.
  /// - Throws: `Stop`.
  mutating func fill(
    _ fields: [Field], _ labels: [String], _ question: Question, at place: Place,
    _ time: inout TimeLimit
  ) async throws(Stop) -> Filled {
    var question = question
    question.fields = zip(fields, labels).map { field, label in
      Question.Item(
        name: field.name, label: label, kind: field.kind, purpose: field.purpose,
        isRequired: field.isUnanswered, isSecret: field.isHidden, value: field.shownValue,
        code: field.code, accepted: field.accepted.map { Question.Subject($0.naming) })
    }
    for _ in 0..<Asker.asksMax {
      switch try await reply(to: question, at: place, &time) {
      case .filled(let texts):
        // A code is masked in every output, even if it was visible during typing.
        for (field, text) in zip(fields, texts) where field.isSecret { masker.add(Secret(text)) }
        switch read(texts, for: fields) {
        case .answers(let answers): return .answers(answers)
        case .complaint(let text): question.complaint = text
        }
      case .other(let index) where question.alternatives.indices.contains(index):
        return .alternative(index)
      case .cancelled: throw .ended(.cancelled)
      case .chose, .other: question.complaint = "fill the fields"
      }
    }
    throw .fault(
      .valueFailed(message: "no valid answer was given at `\(question.step)`"), at: place)
  }

  /// The result of reading the typed texts: the answers, or the complaint about an invalid text.
  private enum Typed {
    case answers([Answer])
    case complaint(String)
  }

  private func read(_ texts: [String], for fields: [Field]) -> Typed {
    guard texts.count == fields.count else {
      return .complaint(
        fields.count == 1 ? "one answer is needed" : "\(fields.count) answers are needed")
    }
    var answers: [Answer] = []
    for (field, text) in zip(fields, texts) {
      if text.isEmpty {
        guard !field.isUnanswered else { return .complaint("\(field.label) is required") }
        continue
      }
      guard let value = field.taken(typed: text) else {
        return .complaint("\(field.label) takes \(field.expects)")
      }
      answers.append(Answer(field.name, value))
    }
    return .answers(answers)
  }

  /// Asks for one text that isn't a field of a step, until the user types it.
  ///
  /// - Parameters:
  ///   - label: The label of the text.
  ///   - isSecret: Whether the typed text must not be shown.
  ///   - place: The line that asks.
  ///   - time: The run's time limit.
  /// - Returns: The text.
  /// - Throws: `Stop`.
  mutating func text(
    for label: String, isSecret: Bool, at place: Place, _ time: inout TimeLimit
  ) async throws(Stop) -> String {
    let field = Field(label, label: label, isRequired: true)
    var question = Question(
      title: isSecret ? "The secret \(label)" : label,
      fields: [Question.Item(name: label, label: label, isSecret: isSecret)])
    for _ in 0..<Asker.asksMax {
      switch try await reply(to: question, at: place, &time) {
      case .filled(let texts):
        switch read(texts, for: [field]) {
        case .answers: return texts[0]
        case .complaint(let text): question.complaint = text
        }
      case .cancelled: throw .ended(.cancelled)
      case .chose, .other: question.complaint = "fill the fields"
      }
    }
    throw .fault(.valueFailed(message: "`\(label)` wasn't given"), at: place)
  }

  // MARK: Redirects

  /// Opens a redirect in the user's browser, and waits until the browser comes back.
  ///
  /// - Parameters:
  ///   - redirect: The redirect.
  ///   - before: The start of the wait. The time since then doesn't count toward the time limit.
  ///   - place: The line that follows the redirect.
  ///   - time: The run's time limit.
  /// - Returns: The address at which the browser arrived.
  /// - Throws: `Stop`.
  mutating func follow(
    _ redirect: Redirect, since before: Duration, at place: Place, _ time: inout TimeLimit
  ) async throws(Stop) -> Secret {
    guard let browser else { throw .fault(.nobodyToAsk(field: redirect.title), at: place) }
    let address: Secret
    do { address = try await browser(redirect) } catch {
      if Task.isCancelled { throw .interrupted }
      if error is CancellationError { throw .ended(.cancelled) }
      throw .fault(.valueFailed(message: "the redirect returned no answer"), at: place)
    }
    time.extend(since: before)
    masker.add(address)
    hasAsked = true
    return address
  }

  /// Asks the user which passkey answers a challenge, or how to name a new passkey.
  ///
  /// - Parameters:
  ///   - challenge: The challenge.
  ///   - step: The step of the challenge.
  ///   - holder: The software that holds the passkeys.
  ///   - question: The question about the step, with its alternatives.
  ///   - place: The line that asks.
  ///   - time: The run's time limit.
  /// - Returns: The answers or the chosen alternative; `nil` if no passkey of this run can answer
  ///   and the question has no alternatives. The caller then asks for the step's fields.
  /// - Throws: `Stop`.
  mutating func passkey(
    _ challenge: PasskeyChallenge, of step: Step, _ holder: (any PasskeyHolder)?,
    _ question: Question, at place: Place, _ time: inout TimeLimit
  ) async throws(Stop) -> Filled? {
    // If this run can't compute the answer, the user may still have one to paste.
    guard holder?.unavailability == nil else { return nil }
    let names = holder?.names(for: challenge) ?? []
    var question = question
    if holder != nil, challenge.purpose == .enrollment || !names.isEmpty {
      let label = challenge.purpose == .enrollment ? "Name of the new passkey" : "Passkey"
      question.fields = [
        Question.Item(
          name: "passkey", label: label, purpose: .passkey,
          accepted: names.map { Question.Subject(SubjectName($0)) })
      ]
    } else {
      guard !question.alternatives.isEmpty else { return nil }
      question.complaint = "no passkey of this run can answer for \(challenge.relyingParty)"
    }
    for _ in 0..<Asker.asksMax {
      switch try await reply(to: question, at: place, &time) {
      case .filled(let texts) where texts.count == 1 && !texts[0].isEmpty:
        let parts: [PasskeyChallenge.Part: String]
        do throws(PlainFailure) {
          guard let holder else { throw .noHolder }
          parts = try await holder.answer(challenge, by: texts[0])
        } catch {
          if Task.isCancelled { throw .interrupted }
          question.complaint = error.message
          continue
        }
        return .answers(try challenge.answers(of: parts, step.fields, at: place))
      case .other(let index) where question.alternatives.indices.contains(index):
        return .alternative(index)
      case .cancelled: throw .ended(.cancelled)
      case .filled, .chose, .other: question.complaint = "name a passkey"
      }
    }
    throw .fault(.valueFailed(message: "no passkey was given at `\(step.name)`"), at: place)
  }
}

extension Journal {
  /// Returns a question about a step of the latest response.
  ///
  /// The question has no fields and no options yet.
  func question(about step: Step) -> Question {
    Question(
      step: step.name, subjects: step.subjects.map { Question.Subject($0) },
      messages: response.messages, showing: step.showing)
  }
}
