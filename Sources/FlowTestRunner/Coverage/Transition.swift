import FlowEngine
import FlowInterpreter

/// A way on from a page: the step that it is about, and what is done there.
///
/// Which there are is known only by what responses offer: those that a flow was offered and that none
/// has taken are missing. `cancel`, which every page offers, is none of them.
package struct Transition: Sendable, Hashable {
  /// The page's main step, with what it is about.
  package var page: String
  /// What is offered there: to answer it, something else that it can, one of its choices, or another
  /// step.
  package var way: String

  /// How many of an org are kept: more than any org has, and a server that makes up names fills no
  /// memory.
  static let most = 2_000

  /// What a run was offered, and whether it took it.
  ///
  /// - Parameters:
  ///   - records: the run's responses.
  ///   - splitsChoices: whether each choice of a step is a way of its own, as where nothing else is
  ///     known of what an org has.
  /// - Returns: the transitions.
  static func all(of records: [StepRecord], splitsChoices: Bool) -> [Transition: Bool] {
    var found: [Transition: Bool] = [:]
    for record in records {
      guard let main = record.response.steps.first else { continue }
      let page = MoveText.name(of: main)
      func note(_ way: String, _ isTaken: Bool) {
        let transition = Transition(page: page, way: way)
        found[transition] = isTaken || found[transition] == true
      }
      let move = record.taken?.move
      for (index, step) in record.response.steps.enumerated()
      where index == 0 || !isWayBack(step, to: main) {
        list(step, index, move, splitsChoices, note)
      }
      for capability in record.response.capabilities where capability.name != "cancel" {
        note(capability.name, move == .use(capability, step: nil))
      }
    }
    return found
  }

  /// Whether all that a step lets one choose is what another one is about already.
  private static func isWayBack(_ step: Step, to main: Step) -> Bool {
    !step.choices.isEmpty
      && step.choices.allSatisfy { choice in
        let word = Naming.normalized(choice.naming.word)
        return main.subjects.contains { $0.answers(to: word) }
      }
  }

  private static func list(
    _ step: Step, _ index: Int, _ move: Move?, _ splitsChoices: Bool,
    _ note: (String, Bool) -> Void
  ) {
    // What is done at the main step needs no name of it.
    let name = index == 0 ? "" : MoveText.name(of: step)
    func way(_ what: String) -> String { name.isEmpty ? what : "\(name) \(what)" }
    for capability in step.capabilities where capability.name != "cancel" {
      note(way(capability.name), move == .use(capability, step: index))
    }
    if step.waiting != nil { note(way("poll"), move == .poll(step: index)) }
    guard step.redirect == nil else {
      if case .resume(index, _)? = move {
        note(way("follow"), true)
      } else {
        note(way("follow"), false)
      }
      return
    }
    var selection: Selection?
    var isSubmitted = false
    if case .submit(index, let chosen, _)? = move {
      selection = chosen
      isSubmitted = true
    }
    guard splitsChoices, !step.choices.isEmpty else {
      // Where there is nothing to fill but something to wait for, waiting is all.
      guard step.waiting == nil || !step.fields.isEmpty else { return }
      note(name.isEmpty ? "answer" : name, isSubmitted)
      return
    }
    for (position, choice) in step.choices.enumerated() {
      let isChosen = selection?.choice == position
      guard choice.methods.count > 1 else {
        note(way("choose \(choice.naming.word)"), isChosen)
        continue
      }
      for (number, method) in choice.methods.enumerated() {
        note(
          way("choose \(choice.naming.word) via \(method.word)"),
          isChosen && (selection?.method ?? 0) == number)
      }
    }
  }

  /// The item of an org that it is.
  func item(of subject: CoverageSubject, hits: Int) -> Coverage.Item {
    Coverage.Item(
      id: "\(subject.title)/transition/\(page)/\(way)", subject: subject.title,
      kind: Coverage.transitionKind, title: "at \(page): \(way)", file: subject.file, hits: hits)
  }
}
