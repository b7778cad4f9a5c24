import FlowHTTP
import FlowSyntax
import OktaSimulator

/// What a rule asks for.
enum RuleBody {
  case exact([OrgLine])
  /// The rule asks for at least this, and maybe for more than anyone can do.
  case atLeast([OrgLine], reason: String)
  /// What the rule asks for depends on more conditions: the first whose conditions hold decides, and
  /// the last one always holds.
  case several([(clauses: [String], lines: [OrgLine])])
  /// It isn't known what the rule asks for: maybe for nothing, maybe for more than anyone can do.
  case unknown(reason: String)
}

/// The settings of a rule that give everything, and those that give nothing.
struct RuleExtremes {
  var loose: [String] = []
  var strict = ["deny"]

  func loosest(_ rule: Exported) -> [OrgLine] { loose.map { OrgLine($0, rule) } }
  func strictest(_ rule: Exported) -> [OrgLine] { strict.map { OrgLine($0, rule) } }
}

/// Collects the rules of all policies of one type, in order of evaluation.
struct RuleList {
  /// The name of the setting that each rule becomes.
  let setting: String
  /// The rules among which names are unique: those of the setting, or of one policy.
  let scope: String
  private(set) var lines: [OrgLine] = []
  /// The name of the first rule that applies to all users; `nil` if there is none yet.
  ///
  /// Rules after it are never evaluated.
  private(set) var catchAll: String?
  /// The number of bytes that conditions may still have.
  ///
  /// Each rule repeats the conditions of its policy, so their total size is limited.
  private var room = 4 << 20

  init(_ setting: String, scope: String? = nil, _ extremes: RuleExtremes = RuleExtremes()) {
    self.extremes = extremes
    self.setting = setting
    self.scope = scope ?? setting
  }

  /// Adds a comment between the rules.
  mutating func say(_ comments: [String]) {
    lines += comments.map { OrgLine(comment: $0) }
  }

  /// Omits a rule without reading it, and reports the reason.
  mutating func leaveOut(_ rule: Exported, _ name: String, _ reason: String) {
    rule.note("the rule is left out: \(reason)")
    rule.settle()
    say(["\(rule.spot.comment): the rule `\(name)` is left out: \(reason)"])
  }

  /// Adds a rule.
  ///
  /// - Parameters:
  ///   - rule: The source of the rule.
  ///   - name: The name of the rule, unique for the setting.
  ///   - conditions: The conditions of the rule.
  ///   - body: The other settings of the rule.
  ///   - remarks: The number of remarks before the rule was read.
  mutating func add(
    _ rule: Exported, _ name: String, _ conditions: RuleConditions, _ body: RuleBody,
    since remarks: Int
  ) {
    let alternatives = conditions.alternatives.map { visible($0, rule) }
    rule.ledger.reportUnread(rule)
    var comments = rule.ledger.comments(since: remarks)
    var reason: String?
    if let never = conditions.never {
      reason = never
      rule.note("the rule is left out: \(never)")
    } else if room < 0 {
      reason = "there are more rules than an org can hold"
      rule.warn("the rule is left out: \(reason ?? "")")
    } else if let catchAll {
      reason = "`\(catchAll)` before it applies to all users"
      rule.note("the rule is left out: \(reason ?? "")")
    }
    if reason == nil, case .unknown = body {
      // It may ask for a method that neither of its versions asks for.
      rule.warn("it isn't known what users verify by the rule")
    }
    if let reason { comments.append("The rule is left out: \(reason).") }
    var number = 0
    for alternative in alternatives {
      for version in versions(body, rule) {
        number += 1
        guard number == 1 || reason == nil else { break }
        let title = RuleCase.name(name, number)
        // A rule and its policy often have the same condition.
        var seen: Set<String> = []
        let clauses = (alternative + version.clauses).filter { seen.insert($0).inserted }
        room -= clauses.reduce(0) { $0 + $1.utf8.count }
        guard room >= 0 else { break }
        let block = RuleList.when(clauses, rule) + version.lines.map(\.copy)
        let line = OrgLine(
          "\(setting) \(TextLiteral.quoted(title))", rule, block: block,
          comments: number == 1 ? comments : ["The same rule in another case."])
        if reason != nil { line.turnOff() }
        lines.append(line)
      }
    }
    if reason == nil, conditions.isEmpty { catchAll = name }
  }

  /// Returns the settings of a rule, each version with the unknown condition under which it decides.
  ///
  /// The last version has no condition.
  private func versions(
    _ body: RuleBody, _ rule: Exported
  ) -> [(clauses: [String], lines: [OrgLine])] {
    switch body {
    case .exact(let lines): [([], lines)]
    case .several(let all): all
    case .atLeast(let lines, let reason):
      [(["unknown \(TextLiteral.quoted(reason))"], extremes.strictest(rule)), ([], lines)]
    case .unknown(let reason):
      [
        (["unknown \(TextLiteral.quoted(reason))"], extremes.loosest(rule)),
        ([], extremes.strictest(rule)),
      ]
    }
  }

  /// The settings that give everything, and those that give nothing.
  private var extremes: RuleExtremes

  /// The conditions that a setting supports, for settings that don't support all.
  private static let subjects = [
    "enrollment": ["group", "not group", "not user", "zone", "not zone", "app", "not app"],
    "passwords": ["group", "not group"],
    "routing": [
      "login", "attribute", "zone", "not zone", "platform", "not platform", "app", "not app",
    ],
  ]

  /// The conditions that only some settings support.
  private static let special = ["app", "operation", "authenticator", "metadata"].flatMap {
    [$0, "not \($0)"]
  }

  /// Whether the setting has a condition that only some settings have.
  private func hasSpecial(_ clause: String) -> Bool {
    setting == "account-management"
      && ["authenticator ", "not authenticator "].contains { clause.hasPrefix($0) }
  }

  /// Replaces the conditions that the setting doesn't support with unknown conditions.
  private func visible(_ clauses: [String], _ rule: Exported) -> [String] {
    let subjects = RuleList.subjects[setting]
    return clauses.map { clause in
      let isKnown =
        subjects.map { subjects in
          (subjects + ["unknown", "not unknown"]).contains { clause.hasPrefix("\($0) ") }
        }
        ?? (hasSpecial(clause) || !RuleList.special.contains { clause.hasPrefix("\($0) ") })
      guard !isKnown else { return clause }
      (rule["conditions"] ?? rule).caution(
        "`\(setting)` of an org has no condition `\(clause)`: the condition is unknown")
      let isNegated = clause.hasPrefix("not ")
      let reason = UnknownReason(
        "condition", .string(isNegated ? String(clause.dropFirst(4)) : clause))
      return "\(isNegated ? "not " : "")unknown \(reason.quoted)"
    }
  }

  /// Writes conditions on one line, or on several lines if they are long.
  private static func when(_ clauses: [String], _ rule: Exported) -> [OrgLine] {
    guard !clauses.isEmpty else { return [] }
    let source = rule["conditions"] ?? rule
    let joined = clauses.joined(separator: " and ")
    let lines = joined.count <= 84 ? [joined] : clauses
    return lines.map { OrgLine("when \($0)", source, refusal: .block) }
  }
}
