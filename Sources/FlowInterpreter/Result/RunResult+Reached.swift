package import FlowDiagnostics
import FlowSyntax

extension RunResult {
  /// Where the rules stand that fired, of flow and profiles, preferences and `otherwise` among them.
  package var firedRules: [Place] {
    plan.rules.indices.filter { fired[$0] > 0 }.map { plan.rules[$0].place }
  }

  /// Where the options of a `choose` stand that were taken.
  package var takenOptions: [Place] {
    records.compactMap { record in
      guard let taken = record.taken, let option = taken.option else { return nil }
      for action in plan.rules[taken.rule].actions where action.place == taken.place {
        if case .choose(let options) = action.kind { return options[checked: option]?.place }
      }
      return nil
    }
  }

  /// Where the expectations stand that the run came to.
  package var reachedExpectations: [Place] {
    expectations.filter(\.isReached).compactMap(\.place)
  }
}
