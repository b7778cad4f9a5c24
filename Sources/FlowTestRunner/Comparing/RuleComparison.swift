import FlowDiagnostics
import FlowEngine
import FlowInterpreter
import FlowSyntax
import FlowHTTP

/// The rules that decided on a simulated org, held against the answer of a real org's policy
/// simulation.
struct RuleComparison {
  /// A kind of rule that both know.
  struct Kind {
    /// What a simulated org tells it as.
    var fact: String
    /// The type of its policies at a real org.
    var type: String
    /// What people call it.
    var title: String

    static let signOn = Kind(
      fact: "rule", type: PolicySimulation.accessPolicy, title: "sign-on rule")
    static let session = Kind(
      fact: "session-rule", type: PolicySimulation.signOnPolicy, title: "session rule")
  }

  /// What came of it for one kind.
  struct Verdict {
    var kind: Kind
    /// What the real org says, for reports.
    var told: String
    /// What differs, with both sides; `nil` where nothing does, or nothing was decided.
    var problem: Diagnostic?
    /// Whether the real org has decided.
    var isDecided = true
  }

  let simulated: RunResult
  /// The real org's host.
  let host: String

  /// Compares one kind of rule.
  ///
  /// - Parameters:
  ///   - kind: which.
  ///   - answer: what the real org has said.
  /// - Returns: what came of it; `nil` where the simulated org has decided nothing.
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
            message: "another \(kind.title) decides at \(host) than on the simulated org"),
          at: simulated.plan.place,
          notes: ["simulated: `\(rule)`", "live:      \(told)"]))
    }
  }

  private static func undecided(_ kind: Kind, _ conditions: [String]) -> Verdict {
    let why =
      conditions.isEmpty ? "" : ": nothing is known of " + conditions.joined(separator: ", ")
    return Verdict(kind: kind, told: "not decided" + why, isDecided: false)
  }

  private static func shown(_ rule: String, _ policy: String) -> String {
    rule.isEmpty ? "a rule without a name of the policy `\(policy)`" : "`\(rule)` of `\(policy)`"
  }

  /// What the last rules of a real org are called, which a simulated org needn't write.
  private static let lastRules: Set = ["Catch-all Rule", "Default Rule"]

  /// Whether a rule of a simulated org is one of a real org, by how an import would call that.
  ///
  /// Rules of several policies have their policy's name before their own; a number is behind a name
  /// that another rule has, and behind the parts that one rule was made of.
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

  /// A name without the ` (2)` or ` (or 2)` behind it; `nil` where there is none.
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
