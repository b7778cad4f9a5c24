import FlowText
import FlowDiagnostics
import FlowEngine
import FlowSyntax

extension Asker {
  /// Asks a person by which passkey a challenge is answered, or what a new one is called.
  ///
  /// - Parameters:
  ///   - challenge: The challenge.
  ///   - step: The step that has it.
  ///   - holder: Who answers challenges.
  ///   - question: The question about the step, with its alternatives.
  ///   - place: The line that asks.
  ///   - time: The run's time limit.
  /// - Returns: What came of it; `nil` if no passkey of this run can answer and nothing else is
  ///   offered, so that the step's fields are asked for.
  /// - Throws: `Stop`.
  mutating func passkey(
    _ challenge: PasskeyChallenge, of step: Step, _ holder: (any PasskeyHolder)?,
    _ question: Question, at place: Place, _ time: inout TimeLimit
  ) async throws(Stop) -> Filled? {
    // If they can't be computed here, a person may still have an answer to paste.
    guard holder?.unavailability == nil else { return nil }
    let names = holder?.names(for: challenge) ?? []
    var question = question
    if holder != nil, challenge.purpose == .enrolment || !names.isEmpty {
      let label = challenge.purpose == .enrolment ? "Name of the new passkey" : "Passkey"
      question.fields = [Question.Item(name: "passkey", label: label, accepted: names)]
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
    throw .fault(.valueFailed(message: "no passkey was named at `\(step.name)`"), at: place)
  }
}
