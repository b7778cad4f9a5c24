import FlowEngine
import FlowSyntax

extension Journal {
  /// A step that was taken, and the choice that was made at it.
  typealias PathStep = (step: Step, choice: Choice?)

  /// The steps that were taken, each with the choice that was made at it.
  ///
  /// A step is on the path each time it is submitted, waited at, followed or left by a capability;
  /// `send` and `resend` stay at their step and add nothing, and so does what happens outside.
  var path: [PathStep] {
    records.compactMap { record in
      guard let step = record.step, let taken = record.taken else { return nil }
      switch taken.move {
      case .submit(_, let selection, _):
        guard let choice = selection?.choice, step.choices.indices.contains(choice) else {
          return (step, nil)
        }
        return (step, step.choices[choice])
      case .use(let capability, _):
        return capability.name == "send" || capability.name == "resend" ? nil : (step, nil)
      case .poll, .resume: return (step, nil)
      case .outside, .look, .settle: return nil
      }
    }
  }

  /// A fact of the latest response; at the end of a run, of the last response that had it.
  func fact(_ name: String) -> Value? {
    let isNamed = { (fact: Fact) in fact.name == name }
    if let fact = response.facts.first(where: isNamed) { return fact.value }
    guard ended != nil else { return nil }
    for record in records.reversed() {
      if let fact = record.response.facts.first(where: isNamed) { return fact.value }
    }
    return nil
  }

  /// What a step shows, else what another step of the latest response does.
  func shown(_ name: String, at index: Int) -> Value? {
    let steps = response.steps
    let own = steps.indices.contains(index) ? steps[index].showing : []
    return (own + steps.flatMap(\.showing)).first { $0.name == name }?.value
  }

  /// How many responses of the run, the latest one included, offered this step about the same
  /// subject.
  func attempt(at index: Int) -> Int {
    guard response.steps.indices.contains(index) else { return 0 }
    let step = response.steps[index]
    return records.count { record in
      // After a wait without success it is still the same offer.
      record.taken?.hasTimedOut != true && record.response.steps.contains { $0.isSame(as: step) }
    }
  }

  /// The names of the messages that went from app to app, in order.
  var sentMessages: [String] {
    guard case .list(let names)? = fact("sent") else { return [] }
    return names.map(\.shown)
  }

  /// Whether the script or the person has canceled the transaction on the server.
  var hasCancelled: Bool { records.last { $0.taken != nil }?.cancels == true }
}

extension Step {
  /// Whether it is the same step about the same thing.
  func isSame(as other: Step) -> Bool { name == other.name && subjects == other.subjects }
}
