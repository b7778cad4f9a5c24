import FlowHTTP
import OktaSimulator

/// How certain a finding is, in words and for programs.
struct FindingVerdict {
  /// The assumptions about unknown facts that the finding relies on; empty if the finding is
  /// certain.
  let reliesOn: [Assumption]

  init(_ finding: OrgFinding) { reliesOn = finding.reliesOn ?? [] }

  /// `broken`, or `cannot be excluded` if the finding relies on assumptions.
  var word: String { reliesOn.isEmpty ? "broken" : "cannot be excluded" }

  /// Returns the message of a finding with its assumptions: ``cannot be excluded: if `x` holds
  /// (unknown), …``.
  func message(_ message: String) -> String {
    guard !reliesOn.isEmpty else { return message }
    return "\(word): \(FindingVerdict.conditions(reliesOn)), \(message)"
  }

  /// Returns the assumptions in words, such as ``if `x` holds (unknown) and unless `y` holds
  /// (unknown)``.
  ///
  /// If a fact is assumed to hold in one place and not in another, the words are ``depending on `x`
  /// (unknown)``.
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

  /// The assumptions that the finding relies on, with texts for the locations of their conditions.
  var labels: [(assumption: Assumption, text: String)] {
    reliesOn.map { assumption in
      (assumption, assumption.holds ? "if this holds (unknown)" : "unless this holds (unknown)")
    }
  }

  /// The certainty and the assumptions, as members of a JSON object.
  var members: [JSONObject.Member] {
    [
      .init("verdict", .string(word)),
      .init("relies-on", .array(reliesOn.map(FindingVerdict.json))),
    ]
  }

  /// Returns an assumption as a JSON object.
  static func json(_ assumption: Assumption) -> JSON {
    ["unknown": .string(assumption.reason), "holds": .bool(assumption.holds)]
  }
}
