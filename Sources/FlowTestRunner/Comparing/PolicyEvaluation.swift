import FlowHTTP

/// The result of an org's policy simulation for one type of policy.
enum PolicyEvaluation: Sendable, Hashable {
  /// The deciding rule, its policy, and the undetermined conditions of other rules: an earlier rule
  /// might decide instead.
  case rule(String, policy: String, open: [String])
  /// No decision, because circumstances are missing: the conditions that depend on them.
  case undecided([String])

  /// Reads the part of an answer for one type of policy.
  ///
  /// - Parameters:
  ///   - answer: The answer. Its parts are below `evaluation` or, as in the schema, at the top.
  ///   - type: The type. An answer has it as a text or in a list.
  /// - Returns: The result; `nil` if the answer doesn't have this part, or isn't an object.
  static func read(_ answer: JSON, _ type: String) -> PolicyEvaluation? {
    let parts = answer["evaluation"]?.array ?? answer.array ?? []
    let part = parts.first { part in
      part["policyType"]?.string == type
        || part["policyType"]?.array?.contains { $0.string == type } == true
    }
    guard let part else { return nil }
    let open = undefined(in: part)
    guard let policy = winner(among: part["result"]?["policies"]),
      let rule = winner(among: policy["rules"]), let name = policy["name"]?.string
    else { return .undecided(open) }
    return .rule(rule["name"]?.string ?? "", policy: name, open: open)
  }

  /// Returns the entry that matches.
  ///
  /// An entry without a match status is listed because it matches.
  private static func winner(among values: JSON?) -> JSON? {
    values?.array?.first { ($0["status"]?.string ?? "MATCH") == "MATCH" }
  }

  /// The most conditions that are listed.
  private static let conditionsMax = 5

  /// Returns the undetermined conditions of the undecided policies and rules.
  private static func undefined(in part: JSON) -> [String] {
    var names: [String] = []
    let policies = part["undefined"]?["policies"]?.array ?? []
    for value in policies + policies.flatMap({ $0["rules"]?.array ?? [] }) {
      for condition in value["conditions"]?.array ?? []
      where condition["status"]?.string == "UNDEFINED" {
        guard let name = condition["type"]?.string, !names.contains(name) else { continue }
        names.append(name)
      }
    }
    if names.isEmpty, !policies.isEmpty { names = ["a condition"] }
    return Array(names.prefix(conditionsMax))
  }
}
