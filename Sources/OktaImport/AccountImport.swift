import FlowHTTP
import FlowSyntax
import OktaSimulator

/// Reads the account management policy of an export.
///
/// Its rules say what users must verify to enroll an authenticator, to recover or replace a
/// password, or to unlock an account. The rules for recovery apply if a password policy leaves that
/// to them.
struct AccountImport: ImportPart {
  let whole: OktaImport

  /// What the policy decides in some cases of an operation.
  struct Outcome {
    /// The conditions of the case, which must all hold.
    var clauses: [String]
    /// What has to be verified, such as `2 factors`; `nil` if the operation is denied.
    var requirement: String?
  }

  /// What a user asks for.
  struct Request {
    /// The operation, such as `recover`.
    var operation: String
    /// Whether the user replaces a password because it expires.
    var isExpiry = false
    /// The key of the authenticator; `nil` if that is unknown, or any authenticator.
    var authenticator: String?
  }

  /// The maximum number of cases of an operation.
  private static let outcomesMax = 64

  private var policy: ExportCatalog.Policy? {
    catalog.policies.first { $0.type == "ACCESS_POLICY" && OktaImport.isOfAccounts($0) }
  }

  // MARK: Enrollment

  /// Returns the rules for enrolling an authenticator, and keeps the others as details.
  func enrollmentRules() -> [OrgLine] {
    guard let policy else { return [] }
    let mark = ledger.remarks.count
    let (name, isActive) = whole.head(policy.value, policy.id)
    policy.value.settle()
    var list = RuleList("account-management", RuleExtremes(loose: ["require any 1"]))
    guard isActive else {
      policy.value.note("the policy is inactive")
      return list.lines
    }
    if !policy.hasRules, policy.rules.isEmpty {
      policy.value.warn("the rules of this policy aren't in the export", isWhole: true)
    }
    list.say(ledger.comments(since: mark))
    for rule in OktaImport.ordered(policy.rules, { $0 }) { add(rule, to: &list) }
    guard list.catchAll == nil, !offered.all.isEmpty else { return list.lines }
    let last = ledger.remarks.count
    // Every policy of a real org ends with a rule for everything else.
    policy.value.caution("the rule for everything else isn't in the export: it isn't known")
    list.add(
      policy.value.with([:]), names.unused("other enrollments", list.scope), RuleConditions(),
      .unknown(reason: UnknownReason("no rule", .string(name)).text), since: last)
    return list.lines
  }

  private func add(_ rule: Exported, to list: inout RuleList) {
    let mark = ledger.remarks.count
    let (own, isActive) = whole.head(rule, rule.json["id"]?.string ?? "rule")
    guard isActive else {
      list.leaveOut(rule, names.unused(own, list.scope), "it is inactive")
      return
    }
    var conditions = RuleConditions(of: rule.json)
    conditions.read(rule["conditions"], &names)
    let removal = Request(operation: "unenroll")
    if conditions.alternatives.contains(where: { self.own($0, removal) != nil }) {
      rule.caution("what users must verify to remove an authenticator isn't simulated")
      ledger.addDetail(at: rule)
    }
    noteTrap(rule)
    let isNever = conditions.never != nil
    conditions.keep { enrolling($0) }
    guard isNever || !conditions.alternatives.isEmpty else {
      // The rule is for recovery, for an unlock, or for removing an authenticator.
      rule.settle()
      return
    }
    rule["actions"]?.object("appSignOn")?.settle("keepMeSignedIn")
    list.add(rule, names.unused(own, list.scope), conditions, body(rule), since: mark)
  }

  /// Returns what a rule asks for before an enrollment.
  private func body(_ rule: Exported) -> RuleBody {
    let action = rule["actions"]?.object("appSignOn")
    let body =
      action.map { Assurance($0, offered).body }
      ?? Assurance.unknown(rule, "the rule has no action")
    guard case .exact(let lines) = body, lines.contains(where: { $0.text == "require 2 factors" })
    else { return body }
    let reason = TextLiteral.quoted(Org.unableReason)
    return .exact(lines + [OrgLine("if-unable unknown \(reason)", rule)])
  }

  /// Reports a rule in which `&&` binds tighter than its author probably expected.
  private func noteTrap(_ rule: Exported) {
    guard let condition = rule["conditions"]?["elCondition"]?["condition"],
      let text = condition.json.string, case .any(let parts)? = OktaExpression(text)
    else { return }
    let isForAll = parts.contains(where: \.isOperation)
    let isNarrower = parts.contains { part in
      if case .all(let inner) = part { inner.contains(where: \.isOperation) } else { false }
    }
    guard isForAll, isNarrower else { return }
    condition.note("`&&` binds tighter than `||`: what follows `&&` doesn't limit every operation")
  }

  /// Returns the conditions of a rule for an enrollment, in the words of an org; `nil` if one of
  /// them doesn't hold.
  private func enrolling(_ clauses: [String]) -> [String]? {
    guard let kept = own(clauses, Request(operation: "enroll"), keepsAuthenticators: true) else {
      return nil
    }
    var rest: [String] = []
    for clause in kept {
      let isNegated = clause.hasPrefix("not ")
      let positive = isNegated ? String(clause.dropFirst(4)) : clause
      guard positive.hasPrefix("authenticator ") else {
        rest.append(clause)
        continue
      }
      let not = isNegated ? "not " : ""
      let keys = positive.split(separator: "\"").enumerated().filter { $0.offset % 2 == 1 }
        .map { String($0.element) }
      let split = keys.filter { $0.hasPrefix("okta_verify_") }
      guard split.isEmpty || Set(split).count == AccountImport.verifyKeys.count else {
        // An org enrolls all methods of Okta Verify together.
        rest.append("\(not)unknown \(UnknownReason("expression", .string(positive)).quoted)")
        continue
      }
      let named = keys.map { $0.hasPrefix("okta_verify_") ? "okta_verify" : $0 }
      let words = offered.authenticators.filter { word in
        named.contains { OfferedMethods.known($0)?.word == word && $0 == $0.lowercased() }
      }
      if words.isEmpty {
        guard isNegated else { return nil }
      } else {
        rest.append("\(not)authenticator \(words.joined(separator: ", "))")
      }
    }
    return rest
  }

  /// The keys of newer orgs, which list the methods of Okta Verify one by one.
  private static let verifyKeys = [
    "okta_verify_totp", "okta_verify_push", "okta_verify_fastpass",
  ]

  // MARK: Recovery

  /// Returns what the policy decides about a request, in order: the first case whose conditions
  /// hold decides, and the last one always holds.
  ///
  /// - Parameter request: The request.
  /// - Returns: The cases; `nil` if the export has no such policy, or if there are too many.
  func outcomes(of request: Request) -> [Outcome]? {
    guard let policy, policy.hasRules || !policy.rules.isEmpty else { return nil }
    var outcomes: [Outcome] = []
    for rule in OktaImport.ordered(policy.rules, { $0 })
    where rule.json["status"]?.string?.uppercased() != "INACTIVE" {
      ledger.subject = rule.json["name"]?.string ?? "account management"
      var conditions = RuleConditions(of: rule.json)
      conditions.read(rule["conditions"], &names)
      guard conditions.never == nil else { continue }
      let action = rule["actions"]?.object("appSignOn")
      let body =
        action.map { Assurance($0, offered).body }
        ?? Assurance.unknown(rule, "the rule has no action")
      for clauses in conditions.alternatives.compactMap({ own($0, request) }) {
        outcomes += AccountImport.outcomes(body, clauses)
        if clauses.isEmpty, outcomes.last?.clauses.isEmpty == true { return outcomes }
      }
      guard outcomes.count <= AccountImport.outcomesMax else { return nil }
    }
    // Every policy of a real org ends with a rule for everything else.
    let reason = UnknownReason("account management", "no rule")
    return outcomes + [
      Outcome(clauses: ["unknown \(reason.quoted)"], requirement: "any 1"),
      Outcome(clauses: [], requirement: nil),
    ]
  }

  private static func outcomes(_ body: RuleBody, _ clauses: [String]) -> [Outcome] {
    func requirement(_ lines: [OrgLine]) -> String? {
      lines.first { $0.text.hasPrefix("require ") }.map { String($0.text.dropFirst(8)) }
    }
    switch body {
    case .exact(let lines): return [Outcome(clauses: clauses, requirement: requirement(lines))]
    case .atLeast(let lines, let reason):
      let unknown = "unknown \(TextLiteral.quoted(reason))"
      return [
        Outcome(clauses: clauses + [unknown], requirement: nil),
        Outcome(clauses: clauses, requirement: requirement(lines)),
      ]
    case .unknown(let reason):
      let unknown = "unknown \(TextLiteral.quoted(reason))"
      return [
        Outcome(clauses: clauses + [unknown], requirement: "any 1"),
        Outcome(clauses: clauses, requirement: nil),
      ]
    case .several: return []
    }
  }

  // MARK: Conditions of a request

  /// Returns the conditions without those about the request; `nil` if one of them doesn't hold.
  ///
  /// - Parameters:
  ///   - clauses: The conditions.
  ///   - request: The request.
  ///   - keepsAuthenticators: Whether conditions about the authenticator are returned too. If not,
  ///     they are unknown for any authenticator.
  /// - Returns: The other conditions.
  private func own(
    _ clauses: [String], _ request: Request, keepsAuthenticators: Bool = false
  ) -> [String]? {
    var rest: [String] = []
    for clause in clauses {
      let isNegated = clause.hasPrefix("not ")
      let positive = isNegated ? clause.dropFirst(4) : clause[...]
      let word = positive.prefix { $0 != " " }
      let holds: Bool
      switch word {
      case "operation": holds = positive.contains("\"\(request.operation)\"")
      case "metadata" where isNegated && !request.isExpiry:
        // Only requests for an expired password have this member, and it isn't known whether a
        // comparison with a missing one holds.
        rest.append("unknown \(UnknownReason("expression", .string(clause)).quoted)")
        continue
      // A password that is forgotten isn't one that expired.
      case "metadata": holds = request.isExpiry && positive.contains("\"expiry\"")
      case "authenticator" where keepsAuthenticators:
        rest.append(clause)
        continue
      case "authenticator":
        guard let authenticator = request.authenticator else {
          let reason = UnknownReason("expression", .string(String(positive)))
          rest.append("\(isNegated ? "not " : "")unknown \(reason.quoted)")
          continue
        }
        holds = positive.contains("\"\(authenticator)\"")
      default:
        rest.append(clause)
        continue
      }
      guard holds != isNegated else { return nil }
    }
    return rest
  }
}

extension OktaExpression {
  /// Whether the expression compares only the operation that a user asks for.
  fileprivate var isOperation: Bool {
    switch self {
    case .comparison(.path(["accessRequest", "operation"]), .equal, .text, text: _): true
    default: false
    }
  }
}
