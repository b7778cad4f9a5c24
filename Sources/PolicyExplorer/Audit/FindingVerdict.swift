import FlowHTTP
import OktaSimulator

/// The certainty of a finding, in words and for programs.
struct FindingVerdict {
  /// The answers to unknown facts that the finding relies on; empty if it is certain.
  let reliesOn: [Assumption]

  init(_ finding: OrgFinding) { reliesOn = finding.reliesOn ?? [] }

  /// `broken`, or `cannot be excluded` if it relies on an answer.
  var word: String { reliesOn.isEmpty ? "broken" : "cannot be excluded" }

  /// The message of a finding with its verdict: ``cannot be excluded: if `x` holds (unknown), …``.
  func message(_ message: String) -> String {
    guard !reliesOn.isEmpty else { return message }
    return "\(word): \(FindingVerdict.conditions(reliesOn)), \(message)"
  }

  /// The conditions of a finding, such as ``if `x` holds (unknown) and unless `y` holds
  /// (unknown)``.
  ///
  /// A fact that must hold in one place and must not in another is ``depending on `x` (unknown)``.
  static func conditions(_ assumptions: [Assumption]) -> String {
    var words: [String] = []
    for assumption in assumptions {
      let isMixed = [assumption].contradict(assumptions)
      let word =
        isMixed
        ? "depending on `\(assumption.reason)` (unknown)" : RouteWords.condition(assumption)
      if !words.contains(word) { words.append(word) }
    }
    return RouteWords.list(words)
  }

  /// The unknown conditions that the finding relies on, each at its first occurrence.
  var labels: [(assumption: Assumption, text: String)] {
    reliesOn.map { assumption in
      (assumption, assumption.holds ? "if this holds (unknown)" : "unless this holds (unknown)")
    }
  }

  /// The verdict as members of a finding's object.
  var members: [JSONObject.Member] {
    [
      .init("verdict", .string(word)),
      .init("relies-on", .array(reliesOn.map(FindingVerdict.json))),
    ]
  }

  /// An answer as an object.
  static func json(_ assumption: Assumption) -> JSON {
    ["unknown": .string(assumption.reason), "holds": .bool(assumption.holds)]
  }
}
