package import FlowEngine

/// A move of a run that had an effect, such as an answer that the server accepted.
package struct KeptMove: Sendable {
  /// The response on which the move was made.
  package var response: Response
  /// The index of the step that the move answers; `nil` for a capability of the whole response.
  package var step: Int?
  /// The move.
  package var move: Move
  /// The origin of the rule that made the move.
  package var origin: RuleOrigin
  /// Whether the response shows an error.
  package var isAtError: Bool
  /// Whether the move cancels the transaction.
  package var cancels: Bool
  /// The number of moves before this move in the run.
  package var number: Int
  /// The time of the response, by the run's clock.
  package var at: Duration
  /// The time of the next response.
  package var until: Duration
}

extension RunResult {
  /// The moves that lead from the start of a run to its end.
  ///
  /// Moves without an effect are left out: waits without a result, and answers that the server
  /// refused. A refused answer is left out if the next move could have been made instead of it, or
  /// if there was no next move.
  package var keptMoves: [KeptMove] { walked.moves }

  /// The response at which the user canceled the run, and whether it shows an error; `nil` if the
  /// user didn't cancel.
  ///
  /// If the server refused the last answer, the response before that answer is returned.
  package var left: (response: Response, isAtError: Bool)? {
    outcome == .cancelled ? walked.left : nil
  }

  private var walked: (moves: [KeptMove], left: (response: Response, isAtError: Bool)?) {
    var kept: [KeptMove] = []
    var number = 0
    for (index, record) in records.enumerated() {
      guard let taken = record.taken else { continue }
      defer { number += 1 }
      guard !taken.hasTimedOut else { continue }
      var move = KeptMove(
        response: record.response, step: taken.step, move: taken.move, origin: taken.origin,
        isAtError: record.response.messages.contains { $0.severity == .error },
        cancels: record.cancels, number: number,
        at: record.at, until: records[checked: index + 1]?.at ?? began + duration)
      if move.isAtError, let last = kept.last, move.canBeMade(at: last.response) {
        kept.removeLast()
        move.isAtError = last.isAtError
      }
      kept.append(move)
    }
    guard let end = records.last, end.taken == nil else { return (kept, nil) }
    let isAtError = end.response.messages.contains { $0.severity == .error }
    guard outcome == .cancelled, isAtError, let last = kept.last,
      last.canBeMade(at: end.response)
    else { return (kept, (end.response, isAtError)) }
    kept.removeLast()
    return (kept, (last.response, last.isAtError))
  }
}

extension KeptMove {
  /// Whether the move could also be made on another response.
  fileprivate func canBeMade(at other: Response) -> Bool {
    let old = step.flatMap { response.steps[checked: $0] }
    let new = old.flatMap { old in other.steps.first { $0.isSame(as: old) } }
    switch move {
    case .submit(_, let selection, let answers):
      guard let old, let new else { return false }
      var choice: Int?
      if let selection {
        guard let chosen = old.choices[checked: selection.choice],
          let index = new.choices.firstIndex(where: { $0.naming == chosen.naming })
        else { return false }
        choice = index
      }
      let fields = new.fields(with: choice)
      return answers.allSatisfy { answer in fields.contains { $0.name == answer.field } }
    case .use(let capability, _):
      guard old != nil else { return other.capabilities.contains(capability) }
      return new?.capabilities.contains(capability) == true
    case .poll: return new?.waiting != nil
    case .resume: return new?.redirect != nil
    case .outside, .look, .settle: return false
    }
  }
}
