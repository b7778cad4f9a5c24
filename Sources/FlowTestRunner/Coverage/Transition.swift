import FlowEngine
import FlowInterpreter

/// A transition from a page: the step of the page, and the action there.
///
/// Transitions are known only from responses: one that was offered to a flow and that no flow took
/// is missing. `cancel`, which every page offers, isn't one.
package struct Transition: Sendable, Hashable {
  /// The page's main step, with its subject.
  package var page: String
  /// The action: an answer to the step, another ability of it, one of its choices, or another step.
  package var way: String

  /// The most transitions that are kept per org.
  ///
  /// No org has more, and the limit bounds the memory that a server can fill with made-up names.
  static let most = 2_000

  /// Returns the transitions that a run was offered, and whether it took each.
  ///
  /// - Parameters:
  ///   - records: The responses of the run.
  ///   - splitsChoices: Whether each choice of a step is a transition of its own. This is so if
  ///     nothing else is known about the org.
  /// - Returns: The transitions.
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

  /// Whether all choices of a step are already the subject of another step.
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
    // An action at the main step doesn't need the step's name.
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
      // If there are no fields and something to wait for, the only action is to wait.
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

  /// Returns the coverage item for the transition.
  func item(of subject: CoverageSubject, hits: Int) -> Coverage.Item {
    Coverage.Item(
      id: "\(subject.title)/transition/\(page)/\(way)", subject: subject.title,
      kind: Coverage.transitionKind, title: "at \(page): \(way)", file: subject.file, hits: hits)
  }
}
