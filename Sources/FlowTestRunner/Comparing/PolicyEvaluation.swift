import FlowHTTP

/// What an org's policy simulation says of one type of policies.
enum PolicyEvaluation: Sendable, Hashable {
  /// A rule that decides, with its policy, and the conditions of others of which nothing is known:
  /// an earlier one of these might decide.
  case rule(String, policy: String, open: [String])
  /// Nothing is decided for want of circumstances: the conditions that look at these.
  case undecided([String])

  /// Reads the part of an answer that is about a type.
  ///
  /// - Parameters:
  ///   - answer: the answer, its parts below `evaluation` or, as the schema has it, at its top.
  ///   - type: the type, which an answer names as a text or in a list.
  /// - Returns: what it says; `nil` where it has no such part, or is no answer at all.
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

  /// The one that matches; one that says nothing of it stands there because it does.
  private static func winner(among values: JSON?) -> JSON? {
    values?.array?.first { ($0["status"]?.string ?? "MATCH") == "MATCH" }
  }

  /// How many conditions are named.
  private static let conditionsMax = 5

  /// The conditions that nothing is known of, of policies and rules that are not decided.
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
