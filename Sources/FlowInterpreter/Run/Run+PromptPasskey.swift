import FlowEngine
import FlowSyntax

/// What came of asking for a passkey.
enum AskedPasskey {
  /// The parts of its answer, to be submitted.
  case answers([Answer])
  /// One of the alternatives, by its index.
  case alternative(Int)
}

extension Run {
  /// Asks a person by which passkey a challenge is answered, or what a new one is called; `nil` where
  /// no passkey of this run can answer and nothing else is offered, so that its fields are asked for.
  mutating func promptPasskey(
    _ challenge: PasskeyChallenge, of step: Step, alternatives: [String], at place: Place
  ) async throws(Stop) -> AskedPasskey? {
    let holder = environment.passkeys
    // Where they can't be computed here, a person may still have an answer to paste.
    guard holder?.unavailability == nil else { return nil }
    let names = holder?.names(for: challenge) ?? []
    var question = self.question(about: step)
    question.alternatives = alternatives
    if holder != nil, challenge.purpose == .enrolment || !names.isEmpty {
      let label = challenge.purpose == .enrolment ? "Name of the new passkey" : "Passkey"
      question.fields = [Question.Item(name: "passkey", label: label, accepted: names)]
    } else {
      guard !alternatives.isEmpty else { return nil }
      question.complaint = "no passkey of this run can answer for \(challenge.relyingParty)"
    }
    for _ in 0..<Run.asksMax {
      switch try await reply(to: question, at: place) {
      case .filled(let texts) where texts.count == 1 && !texts[0].isEmpty:
        let parts: [PasskeyChallenge.Part: String]
        do throws(PasskeyFailure) {
          guard let holder else { throw .noHolder }
          parts = try await holder.answer(challenge, by: texts[0])
        } catch {
          if Task.isCancelled { throw .interrupted }
          question.complaint = error.message
          continue
        }
        return .answers(try answers(to: challenge, of: parts, step.fields, at: place))
      case .other(let index) where alternatives.indices.contains(index):
        return .alternative(index)
      case .cancelled: throw .ended(.cancelled)
      case .filled, .chose, .other: question.complaint = "name a passkey"
      }
    }
    throw .fault(.valueFailed(message: "no passkey was named at `\(step.name)`"), at: place)
  }
}
