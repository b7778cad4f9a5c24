import FlowDiagnostics
import FlowEngine
import FlowSyntax

/// Stops runs that make no progress.
enum ProgressGuard {
  /// The maximum number of moves in a run.
  ///
  /// A sign-in takes less than half as many.
  static let movesMax = 50

  /// Stops a run that makes too many moves.
  static func checkMoves(_ journal: borrowing Journal, at place: Place) throws(Stop) {
    guard journal.moves < movesMax else {
      throw .fault(.tooManySteps(limit: movesMax), at: place)
    }
  }

  /// Stops a run that would send the same secret to the same step again.
  ///
  /// The server didn't accept the secret the first time, and another attempt may lock the user out.
  ///
  /// The check isn't done for a rule that tests the message, because that rule repeats it
  /// intentionally.
  static func checkCredential(_ move: Move, _ journal: borrowing Journal) throws(Stop) {
    let records = journal.records
    guard records.count > 1, let last = records[records.count - 2].taken, !last.isByPerson,
      case .submit(let step, _, let answers) = move,
      case .submit(let before, _, answers) = last.move,
      answers.contains(where: { if case .secret = $0.value { true } else { false } })
    else { return }
    let old = records[records.count - 2].response.steps[before]
    let new = journal.response.steps[step]
    // The title may change, for example with the number of remaining attempts.
    guard old.name == new.name, old.subjects.map(\.word) == new.subjects.map(\.word) else { return }
    throw .refused(Refusal.diagnostic(journal))
  }

  /// Stops a run that repeats a move at an equal response.
  ///
  /// - Parameters:
  ///   - move: The next move.
  ///   - transaction: The transaction, which lists the facts that grow with every move.
  ///   - journal: The journal.
  ///   - place: The line of the move.
  /// - Throws: `Stop`.
  static func checkCircle(
    _ move: Move, _ transaction: borrowing Transaction, _ journal: borrowing Journal,
    at place: Place
  ) throws(Stop) {
    let records = journal.records
    let steps = journal.response.steps
    // Most responses differ in their steps, which can be compared without a copy.
    for index in records.indices.dropLast() where records[index].response.steps == steps {
      guard let taken = records[index].taken, taken.move == move, !taken.isByPerson,
        isSame(
          records[index].response, as: journal.response,
          but: transaction.traits.growingFacts)
      else { continue }
      let cycle = records[index...].compactMap(\.taken)
      var labels: [Diagnostic.PlaceLabel] = []
      for taken in cycle where !labels.contains(where: { $0.place == taken.place }) {
        labels.append(Diagnostic.PlaceLabel(taken.place, "part of the loop"))
      }
      let notes = journal.response.messages.map { "the server says: \($0.text)" }
      throw .fault([Diagnostic(.noProgress, at: place, labels: labels, notes: notes)])
    }
  }

  /// Whether a response equals the latest response, apart from the facts that grow with every move.
  private static func isSame(
    _ other: Response, as latest: Response, but growing: Set<String>
  ) -> Bool {
    guard !growing.isEmpty else { return other == latest }
    var (old, new) = (other, latest)
    old.facts.removeAll { growing.contains($0.name) }
    new.facts.removeAll { growing.contains($0.name) }
    (old.callbacks, new.callbacks) = ([], [])
    return old == new
  }
}
