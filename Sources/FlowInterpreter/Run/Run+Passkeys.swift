import FlowEngine
import FlowSyntax

extension Word {
  /// Whether the word stands for a passkey's whole answer, at a step that has such a challenge.
  var meansPasskey: Bool { text == "passkey" || text == "credentials" }
}

extension Step {
  /// The challenge that a field's name means.
  func passkey(for word: Word) -> PasskeyChallenge? {
    guard let challenge = passkeys.first, word.meansPasskey else { return nil }
    return challenge
  }
}

extension Run {
  /// Why no passkey can answer, whatever is asked.
  var passkeyUnavailability: PasskeyFailure? {
    guard let holder = environment.passkeys else {
      return .noHolder
    }
    return holder.unavailability
  }

  /// The passkey that a profile answers a step's challenge by.
  func profilePasskey(at step: Step) -> (challenge: PasskeyChallenge, slot: Int)? {
    guard let challenge = step.passkeys.first else { return nil }
    let slot = plan.answers.first {
      $0.word.meansPasskey && passkeyName(plan.slots[$0.slot].value) != nil
    }
    return slot.map { (challenge, $0.slot) }
  }

  /// The value of an answer to a challenge; a bare field's is found by the field's names.
  func passkey(of answer: PlannedAnswer) throws(Stop) -> PlannedValue {
    if let value = answer.value { return value }
    if let named = plan.named.first(where: { $0.word.meansPasskey }) {
      return plan.slots[named.slot].value
    }
    throw .fault(
      .unknownName(kind: "value", name: answer.written, nearest: []), at: answer.place,
      help: "give it here, as in `\(answer.written) = passkey NAME`, or in a profile")
  }

  /// The answers to a challenge, one a part.
  mutating func answers(
    to challenge: PasskeyChallenge, by planned: PlannedValue, _ fields: [Field]
  ) async throws(Stop) -> [Answer] {
    let place = planned.place
    guard let name = passkeyName(planned) else {
      throw .fault(
        .valueFailed(message: "a passkey's challenge takes a passkey"), at: place,
        help: "write `passkey = passkey NAME`")
    }
    guard let holder = environment.passkeys else {
      throw .fault(.passkeyFailed(message: PasskeyFailure.noHolder.message), at: place)
    }
    let parts: [PasskeyChallenge.Part: String]
    do throws(PasskeyFailure) {
      parts = try await holder.answer(challenge, by: name)
    } catch {
      if Task.isCancelled { throw .interrupted }
      throw .fault(.passkeyFailed(message: error.message), at: place, help: error.help)
    }
    return try answers(to: challenge, of: parts, fields, at: place)
  }

  /// The parts of a passkey's answer, each to its field.
  func answers(
    to challenge: PasskeyChallenge, of parts: [PasskeyChallenge.Part: String], _ fields: [Field],
    at place: Place
  ) throws(Stop) -> [Answer] {
    var answers: [Answer] = []
    for part in PasskeyChallenge.Part.allCases {
      guard let name = challenge.fields[part], let text = parts[part] ?? part.usual else {
        continue
      }
      guard let field = fields.first(where: { $0.name == name }) else {
        answers.append(Answer(name, .text(text)))
        continue
      }
      answers.append(Answer(name, try taken(.text(text), by: field, at: place)))
    }
    return answers
  }

  /// The passkey that a value is, through the names that stand for it.
  private func passkeyName(_ planned: PlannedValue) -> String? {
    var content = planned.content
    while case .slot(let slot) = content { content = plan.slots[slot].value.content }
    if case .passkey(let name) = content { return name }
    return nil
  }
}

extension PasskeyFailure {
  /// That nobody holds any: what a run would make by itself at a real server would be gone with it.
  static var noHolder: PasskeyFailure { PasskeyFailure("this run has no passkeys") }
}
