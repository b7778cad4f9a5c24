import FlowHTTP

/// The answer of an org's policy simulation for one type of policy.
enum PolicyEvaluation: Sendable, Hashable {
  /// The rule that applies, and its policy.
  ///
  /// `open` lists the conditions of other rules that couldn't be evaluated, so one of those rules
  /// might apply instead.
  case rule(String, policy: String, open: [String])
  /// No rule could be determined.
  ///
  /// The values are the conditions that depend on missing circumstances.
  case undecided([String])

  /// Reads the part of an answer about one type of policy.
  ///
  /// - Parameters:
  ///   - answer: The answer. Its parts are in `evaluation`, or at the top level as in the API's
  ///     schema.
  ///   - type: The type of policy. A part has its type as a text or in a list.
  /// - Returns: The result; `nil` if no part is about this type.
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

  /// Returns the policy or the rule that matches; `nil` if there is none.
  ///
  /// An entry without a match status also matches, because only matching entries are listed then.
  private static func winner(among values: JSON?) -> JSON? {
    values?.array?.first { ($0["status"]?.string ?? "MATCH") == "MATCH" }
  }

  /// The maximum number of listed conditions.
  private static let conditionsMax = 5

  /// Returns the conditions of policies and rules that couldn't be evaluated.
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
