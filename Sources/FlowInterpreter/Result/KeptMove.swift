package import FlowEngine

/// A move of a run that led on.
package struct KeptMove: Sendable {
  /// The response at which it was made.
  package var response: Response
  /// The index of the step that it answers; `nil` for a capability of the response itself.
  package var step: Int?
  /// What was done.
  package var move: Move
  /// Where the rule comes from that did it.
  package var origin: RuleOrigin
  /// Whether the page that it answers shows an error of the server.
  package var isAtError: Bool
  /// Whether it cancels the transaction.
  package var cancels: Bool
  /// Which of the run's moves it is.
  package var number: Int
  /// When the response had come, by the run's clock.
  package var at: Duration
  /// When the next one had come.
  package var until: Duration
}

extension RunResult {
  /// The moves that lead from the beginning of a run to its end.
  ///
  /// Left out is what came to nothing: an answer that the server refused, where what was done next
  /// could have been done in its place or nothing was done any more, and a wait in vain.
  package var keptMoves: [KeptMove] { walked.moves }

  /// Where a run was left that somebody broke off, and whether an error is shown there; `nil` where
  /// the run came to its end.
  ///
  /// What was refused last counts as not answered.
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
  /// Whether the move could be made at another response too.
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
