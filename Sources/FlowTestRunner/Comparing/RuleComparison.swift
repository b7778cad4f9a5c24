import FlowDiagnostics
import FlowEngine
import FlowInterpreter
import FlowSyntax
import FlowHTTP

/// Compares the rules that decided on a simulated org with the policy simulation of a real org.
struct RuleComparison {
  /// A kind of rule that both orgs have.
  struct Kind {
    /// The name of the simulated org's fact.
    var fact: String
    /// The type of its policies at a real org.
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
    /// The real org's rule, for reports.
    var told: String
    /// The difference, with both sides; `nil` if there is none, or nothing was decided.
    var problem: Diagnostic?
    /// Whether the real org reported a rule.
    var isDecided = true
  }

  let simulated: RunResult
  /// The real org's host.
  let host: String

  /// Compares one kind of rule.
  ///
  /// - Parameters:
  ///   - kind: The kind of rule.
  ///   - answer: The real org's answer.
  /// - Returns: The result; `nil` if the simulated org decided nothing.
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

  /// The names of a real org's last rules, which a simulated org may omit.
  private static let lastRules: Set = ["Catch-all Rule", "Default Rule"]

  /// Whether a rule of a simulated org is a rule of a real org, by the name that an import would
  /// give it.
  ///
  /// If there are several policies, the name of a rule begins with its policy's name. A number
  /// follows if another rule has the name, and if one rule was split into several.
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

  /// Returns the name without its ` (2)` or ` (or 2)`; `nil` if it has neither.
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
