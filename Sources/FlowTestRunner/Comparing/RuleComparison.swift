import FlowDiagnostics
import FlowEngine
import FlowInterpreter
import FlowSyntax
import FlowHTTP

/// Compares the rules that applied on a simulated org with the policy simulation of a real org.
struct RuleComparison {
  /// A kind of rule that simulated and real orgs have.
  struct Kind {
    /// The name of the simulated org's fact with the rule's name.
    var fact: String
    /// The type of the rule's policy at a real org.
    var type: String
    /// The name in messages.
    var title: String

    static let signOn = Kind(
      fact: "rule", type: PolicySimulation.accessPolicy, title: "sign-on rule")
    static let session = Kind(
      fact: "session-rule", type: PolicySimulation.signOnPolicy, title: "session rule")
  }

  /// The result for one kind of rule.
  struct Verdict {
    var kind: Kind
    /// The rule that applies at the real org, as reports show it.
    var told: String
    /// The difference between the orgs; `nil` if the rules are the same, or the real org didn't
    /// determine a rule.
    var problem: Diagnostic?
    /// Whether the real org determined a rule.
    var isDecided = true
  }

  let simulated: RunResult
  /// The host of the real org.
  let host: String

  /// Compares one kind of rule.
  ///
  /// - Parameters:
  ///   - kind: The kind of rule.
  ///   - answer: The answer of the real org's policy simulation.
  /// - Returns: The result; `nil` if no rule of this kind applied on the simulated org.
  func verdict(_ kind: Kind, by answer: JSON) -> Verdict? {
    guard let rule = simulated.fact(kind.fact)?.shown else { return nil }
    switch PolicyEvaluation.read(answer, kind.type) {
    case nil: return Verdict(kind: kind, told: "not decided", isDecided: false)
    case .undecided(let conditions)?:
      return RuleComparison.undecided(kind, conditions)
    case .rule(let name, let policy, let open)?:
      let told = RuleComparison.shown(name, policy)
      if RuleComparison.isSame(rule, as: name, of: policy) {
        return Verdict(kind: kind, told: told)
      }
      guard open.isEmpty else { return RuleComparison.undecided(kind, open) }
      return Verdict(
        kind: kind, told: told,
        problem: Diagnostic(
          .ruleDiffers(
            message: "\(host) and the simulated org decide by different \(kind.title)s"),
          at: simulated.plan.place,
          notes: ["simulated: `\(rule)`", "live:      \(told)"]))
    }
  }

  private static func undecided(_ kind: Kind, _ conditions: [String]) -> Verdict {
    let why =
      conditions.isEmpty ? "" : ": unknown circumstances for " + conditions.joined(separator: ", ")
    return Verdict(kind: kind, told: "not decided" + why, isDecided: false)
  }

  private static func shown(_ rule: String, _ policy: String) -> String {
    rule.isEmpty ? "a rule without a name of the policy `\(policy)`" : "`\(rule)` of `\(policy)`"
  }

  /// The names of a real org's last rules.
  ///
  /// A simulated org doesn't need them.
  private static let lastRules: Set = ["Catch-all Rule", "Default Rule"]

  /// Whether a rule of a simulated org corresponds to a rule of a real org.
  ///
  /// The names are compared as `import` chooses them. If there are several policies, a rule's name
  /// begins with the policy's name. A number follows if the name isn't unique, or if the rule was
  /// split into several.
  static func isSame(_ name: String, as rule: String, of policy: String) -> Bool {
    if name == "default", lastRules.contains(rule) { return true }
    var name = Substring(name)
    for _ in 0..<3 {
      if name == rule || name == "\(policy): \(rule)" { return true }
      guard let bare = withoutNumber(name) else { return false }
      name = bare
    }
    return false
  }

  /// Removes ` (2)` or ` (or 2)` from the end of a name.
  ///
  /// Returns `nil` if there is neither.
  private static func withoutNumber(_ name: Substring) -> Substring? {
    guard name.last == ")", let open = name.lastIndex(of: "("), open > name.startIndex else {
      return nil
    }
    var inside = name[name.index(after: open)...].dropLast()
    if inside.hasPrefix("or ") { inside = inside.dropFirst(3) }
    let before = name[..<open]
    guard Int(inside) != nil, before.last == " " else { return nil }
    return before.dropLast()
  }
}
