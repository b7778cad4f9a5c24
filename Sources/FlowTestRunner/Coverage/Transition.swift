import FlowEngine
import FlowInterpreter

/// A transition that a page offers: an action at a step of the page.
///
/// Transitions are known only from responses. A transition that no flow was offered is missing.
/// `cancel` isn't counted, because every page offers it.
package struct Transition: Sendable, Hashable {
  /// The name and subject of the page's main step.
  package var page: String
  /// The action: answering a step, using a capability, or choosing one of its choices.
  package var way: String

  /// The maximum number of transitions for each org.
  ///
  /// No org has more. The limit protects the memory from a server that makes up names.
  static let most = 2_000

  /// Returns the transitions that a run was offered, with whether the run took each.
  ///
  /// - Parameters:
  ///   - records: The responses of the run.
  ///   - splitsChoices: Whether each choice of a step is a separate transition. Pass `true` if
  ///     nothing else is known about the org.
  /// - Returns: The transitions. The value is `true` if the run took the transition.
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

  /// Whether a step only offers to choose again what the main step is already about.
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
    // The text of an action at the main step doesn't contain the step's name.
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
      // A step that waits and has no fields can't be answered.
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

  /// Returns the transition as a coverage item.
  func item(of subject: CoverageSubject, hits: Int) -> Coverage.Item {
    Coverage.Item(
      id: "\(subject.title)/transition/\(page)/\(way)", subject: subject.title,
      kind: Coverage.transitionKind, title: "at \(page): \(way)", file: subject.file, hits: hits)
  }
}
