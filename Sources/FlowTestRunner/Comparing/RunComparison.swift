import FlowDiagnostics
import FlowEngine
import FlowInterpreter
import FlowSyntax

/// Compares the runs of one flow on a simulated org and on a real org.
///
/// The comparison compares the steps, their choices, the messages' keys if both have keys, the
/// outcomes, the `amr` of the ID tokens, and the expectations. It ignores handles, ids, times,
/// masked values and texts, because they differ between any two orgs.
struct RunComparison {
  let simulated: RunResult
  let live: RunResult
  /// The host of the real org.
  let host: String

  /// The point at which the two runs differ.
  struct Parting {
    /// The number of the step, from 1; `nil` if the runs differ only after the last step.
    var step: Int?
    /// The message of the diagnostic.
    var message: String
    /// The result of each org at this point.
    var sides: (simulated: String, live: String)
    var place: Place?
    var labels: [Diagnostic.PlaceLabel] = []
  }

  /// The first difference between the runs; `nil` if there is none.
  var parting: Parting? { stepParting ?? tail ?? ending ?? claims ?? expectation }

  /// The first difference between two steps with the same number; `nil` if there is none.
  var stepParting: Parting? {
    for (index, (one, other)) in zip(simulated.records, live.records).enumerated() {
      let (left, right) = (ComparedStep(one.response), ComparedStep(other.response))
      guard let difference = left.difference(from: right) else { continue }
      let what =
        switch difference {
        case .steps: "offers different steps"
        case .choices: "offers different choices"
        case .messages: "shows different messages"
        }
      return parting(
        at: index, "at step \(index + 1) \(host) \(what) than the simulated org",
        left.words(of: difference), right.words(of: difference))
    }
    return nil
  }

  // MARK: After the last common step

  private var tail: Parting? {
    let index = min(simulated.records.count, live.records.count)
    if let more = simulated.records[checked: index] {
      return parting(
        at: index, "at step \(index + 1) only the simulated org continues, not \(host)",
        ComparedStep(more.response).words(of: .steps), RunComparison.end(of: live))
    }
    if let more = live.records[checked: index] {
      return parting(
        at: index, "at step \(index + 1) only \(host) continues, not the simulated org",
        RunComparison.end(of: simulated), ComparedStep(more.response).words(of: .steps))
    }
    return nil
  }

  private var ending: Parting? {
    let kinds = [simulated, live].map { ($0.faults.first ?? $0.refusal)?.kind }
    guard simulated.outcome != live.outcome || kinds[0] != kinds[1] else { return nil }
    return Parting(
      message: "the outcome at \(host) differs from the simulated org's",
      sides: (RunComparison.end(of: simulated), RunComparison.end(of: live)), place: lastPlace)
  }

  /// The difference between the methods (`amr`) in the two ID tokens; `nil` if there is none.
  private var claims: Parting? {
    guard let one = simulated.fact("token.amr"), let other = live.fact("token.amr") else {
      return nil
    }
    let (left, right) = (RunComparison.words(of: one), RunComparison.words(of: other))
    guard left != right else { return nil }
    return Parting(
      message: "the ID tokens of \(host) and the simulated org have different `amr` values",
      sides: (left.joined(separator: ", "), right.joined(separator: ", ")), place: lastPlace)
  }

  private static func words(of value: Value) -> [String] {
    guard case .list(let values) = value else { return [value.shown] }
    return values.map(\.shown).sorted()
  }

  /// The facts that only a simulated org reports.
  private static let simulatedFacts: Set = ["rule", "session-rule", "factors"]

  /// The difference at the first expectation that holds on only one org; `nil` if there is none.
  private var expectation: Parting? {
    for (one, other) in zip(simulated.expectations, live.expectations)
    where one.place == other.place && one.isReached && other.isReached && one.holds != other.holds {
      // A real org doesn't report which rules apply, so expectations about rules aren't compared.
      let untold = other.facts.filter { live.fact($0) == nil }
      guard untold.isDisjoint(with: RunComparison.simulatedFacts) else { continue }
      return Parting(
        message: one.holds
          ? "this holds on the simulated org, but not at \(host)"
          : "this holds at \(host), but not on the simulated org",
        sides: (RunComparison.words(of: one), RunComparison.words(of: other)),
        place: other.place ?? live.plan.place)
    }
    return nil
  }

  private static func words(of expectation: Expectation) -> String {
    expectation.holds ? "it holds" : expectation.actual ?? "it doesn't hold"
  }

  // MARK: Words

  private var lastPlace: Place {
    live.records.last { $0.taken != nil }?.taken?.place ?? live.plan.place
  }

  private static func end(of result: RunResult) -> String {
    let moves = result.moves == 1 ? "1 step" : "\(result.moves) steps"
    let reason = (result.faults.first ?? result.refusal).map { ": \($0.message)" } ?? ""
    return "\(result.outcome.rawValue) after \(moves)\(reason)"
  }

  /// Returns a difference at a step.
  ///
  /// The difference's location is the line that led to the step, and its labels show the lines that
  /// answer the step.
  private func parting(
    at index: Int, _ message: String, _ left: String, _ right: String
  ) -> Parting {
    let before = index - 1
    let led = simulated.records[checked: before]?.taken ?? live.records[checked: before]?.taken
    let place = led?.place ?? simulated.plan.place
    var labels: [Diagnostic.PlaceLabel] = []
    let next = [simulated, live].map { $0.records[checked: index]?.taken?.place }
    if let left = next[0], left != place {
      let both = left == next[1] ? ", and \(host)" : ""
      labels.append(Diagnostic.PlaceLabel(left, "this answers the simulated org\(both)"))
    }
    if let right = next[1], right != place, right != next[0] {
      labels.append(Diagnostic.PlaceLabel(right, "this answers \(host)"))
    }
    return Parting(
      step: index + 1, message: message, sides: (left, right), place: place, labels: labels)
  }
}

extension RunComparison.Parting {
  /// The diagnostic, with what each org has in two notes.
  var diagnostic: Diagnostic {
    Diagnostic(
      .compareDiffers(message: message), at: place, labels: labels,
      notes: ["simulated: \(sides.simulated)", "live:      \(sides.live)"])
  }

  /// The location of the difference, in a few words.
  var words: String { step.map { "differs at step \($0)" } ?? "differs at the end" }
}
