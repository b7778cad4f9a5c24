import FlowEngine
import FlowSyntax

extension Run {
  /// The steps that were taken, each with the choice that was made at it.
  ///
  /// A step is on the path each time it is submitted, waited at, followed or left by a capability;
  /// `send` and `resend` stay at their step and add nothing, and so does what happens outside.
  var path: [(step: Step, choice: Choice?)] {
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

  /// Whether the path is as patterns say.
  func holds(_ mode: Test.Path.Mode, _ patterns: [PlannedPattern]) -> Bool {
    let path = path
    switch mode {
    case .exact:
      return path.count == patterns.count
        && zip(path, patterns).allSatisfy { fits($1, $0.step, with: $0.choice) }
    case .contains:
      var next = 0
      for (step, choice) in path
      where next < patterns.count && fits(patterns[next], step, with: choice) {
        next += 1
      }
      return next == patterns.count
    case .never:
      return !path.contains { step, choice in
        patterns.contains { fits($0, step, with: choice) }
      }
    }
  }
}
