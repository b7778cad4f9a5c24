import FlowDiagnostics
import FlowEngine
import FlowInterpreter
import FlowSyntax

/// Two runs of one flow, on a simulated org and at a real one, and where they part.
///
/// Compared are the steps that are offered, the choices at each, the messages' keys where both have
/// them, how the run ends, the methods of the ID token, and what the flow expects. Handles, ids,
/// times, masked values and texts differ between any two orgs.
struct RunComparison {
  let simulated: RunResult
  let live: RunResult
  /// The real org's host.
  let host: String

  /// Where they part.
  struct Parting {
    /// The number of the step, from 1; `nil` where they part after the last one.
    var step: Int?
    /// What the problem says.
    var message: String
    /// What there is on either side.
    var sides: (simulated: String, live: String)
    var place: Place?
    var labels: [Diagnostic.PlaceLabel] = []
  }

  /// Where they part; `nil` where they are alike.
  var parting: Parting? { stepParting ?? tail ?? ending ?? claims ?? expectation }

  /// The first step that both have and that differs.
  var stepParting: Parting? {
    for (index, (one, other)) in zip(simulated.records, live.records).enumerated() {
      let (left, right) = (ComparedStep(one.response), ComparedStep(other.response))
      guard let difference = left.difference(from: right) else { continue }
      let what =
        switch difference {
        case .steps: "offers other steps"
        case .choices: "offers other choices"
        case .messages: "says something else"
        }
      return parting(
        at: index, "at step \(index + 1) \(host) \(what) than the simulated org",
        left.words(of: difference), right.words(of: difference))
    }
    return nil
  }

  // MARK: After the last step that both have

  private var tail: Parting? {
    let index = min(simulated.records.count, live.records.count)
    if let more = simulated.records[checked: index] {
      return parting(
        at: index, "at step \(index + 1) the simulated org goes on, and \(host) doesn't",
        ComparedStep(more.response).words(of: .steps), RunComparison.end(of: live))
    }
    if let more = live.records[checked: index] {
      return parting(
        at: index, "at step \(index + 1) \(host) goes on, and the simulated org doesn't",
        RunComparison.end(of: simulated), ComparedStep(more.response).words(of: .steps))
    }
    return nil
  }

  private var ending: Parting? {
    let kinds = [simulated, live].map { ($0.faults.first ?? $0.refusal)?.kind }
    guard simulated.outcome != live.outcome || kinds[0] != kinds[1] else { return nil }
    return Parting(
      message: "the sign-in ends otherwise at \(host) than on the simulated org",
      sides: (RunComparison.end(of: simulated), RunComparison.end(of: live)), place: lastPlace)
  }

  /// What both ID tokens say of how somebody was verified.
  private var claims: Parting? {
    guard let one = simulated.fact("token.amr"), let other = live.fact("token.amr") else {
      return nil
    }
    let (left, right) = (RunComparison.words(of: one), RunComparison.words(of: other))
    guard left != right else { return nil }
    return Parting(
      message: "the ID token of \(host) has another `amr` than that of the simulated org",
      sides: (left.joined(separator: ", "), right.joined(separator: ", ")), place: lastPlace)
  }

  private static func words(of value: Value) -> [String] {
    guard case .list(let values) = value else { return [value.shown] }
    return values.map(\.shown).sorted()
  }

  /// What a simulated org alone tells.
  private static let simulatedFacts: Set = ["rule", "session-rule", "factors"]

  /// The first expectation that holds at one of them alone.
  private var expectation: Parting? {
    for (one, other) in zip(simulated.expectations, live.expectations)
    where one.place == other.place && one.isReached && other.isReached && one.holds != other.holds {
      // A real org doesn't say what decided, and no flow can be held to that there.
      let untold = other.facts.filter { live.fact($0) == nil }
      guard untold.isDisjoint(with: RunComparison.simulatedFacts) else { continue }
      return Parting(
        message: one.holds
          ? "this holds on the simulated org, and not at \(host)"
          : "this holds at \(host), and not on the simulated org",
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

  /// A parting at a step, under the line that led there, with the lines that answer it.
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
  /// The problem, with both sides one above the other.
  var diagnostic: Diagnostic {
    Diagnostic(
      .compareDiffers(message: message), at: place, labels: labels,
      notes: ["simulated: \(sides.simulated)", "live:      \(sides.live)"])
  }

  /// Where they part, in a few words.
  var words: String { step.map { "parts at step \($0)" } ?? "parts at the end" }
}
