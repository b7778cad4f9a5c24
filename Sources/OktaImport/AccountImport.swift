import FlowHTTP
import FlowSyntax

/// Reads the account management policy of an export.
///
/// Its rules say what users must verify to recover a password or to unlock an account, if a
/// password policy leaves that to them.
struct AccountImport: ImportPart {
  let whole: OktaImport

  /// What the policy decides in some cases of an operation.
  struct Outcome {
    /// The conditions of the case, which must all hold.
    var clauses: [String]
    /// What has to be verified, such as `2 factors`; `nil` if the operation is denied.
    var requirement: String?
  }

  /// The maximum number of cases of an operation.
  private static let outcomesMax = 64

  /// Reports the parts of the policy that an org doesn't have.
  func read(_ policy: ExportCatalog.Policy) {
    policy.value.settle()
    ledger.subject = "account management"
    if !policy.hasRules, policy.rules.isEmpty {
      policy.value.warn("the rules of this policy aren't in the export", isWhole: true)
    }
    policy.value.caution(
      "what users must verify to enroll or remove an authenticator isn't simulated: nothing")
    for rule in policy.rules {
      rule.settle()
      ledger.addDetail(at: rule)
    }
  }

  /// Returns what the policy decides about an operation, in order: the first case whose conditions
  /// hold decides, and the last one always holds.
  ///
  /// - Parameters:
  ///   - operation: The operation, such as `recover`.
  ///   - authenticator: The key of the authenticator that it is about; `nil` if that is unknown.
  /// - Returns: The cases; `nil` if the export has no such policy, or if there are too many.
  func outcomes(of operation: String, _ authenticator: String?) -> [Outcome]? {
    let policy = catalog.policies.first {
      $0.type == "ACCESS_POLICY" && OktaImport.isOfAccounts($0)
    }
    guard let policy, policy.hasRules || !policy.rules.isEmpty else { return nil }
    var outcomes: [Outcome] = []
    for rule in OktaImport.ordered(policy.rules, { $0 })
    where rule.json["status"]?.string?.uppercased() != "INACTIVE" {
      ledger.subject = rule.json["name"]?.string ?? "account management"
      var conditions = RuleConditions()
      conditions.read(rule["conditions"], &names)
      guard conditions.never == nil else { continue }
      let action = rule["actions"]?.object("appSignOn")
      let body =
        action.map { Assurance($0, offered).body }
        ?? Assurance.unknown(rule, "the rule has no action")
      for clauses in conditions.alternatives.compactMap({ own($0, operation, authenticator) }) {
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
  private func own(
    _ clauses: [String], _ operation: String, _ authenticator: String?
  ) -> [String]? {
    var rest: [String] = []
    for clause in clauses {
      let isNegated = clause.hasPrefix("not ")
      let positive = isNegated ? clause.dropFirst(4) : clause[...]
      let word = positive.prefix { $0 != " " }
      let holds: Bool
      switch word {
      case "operation": holds = positive.contains("\"\(operation)\"")
      // A password that is forgotten isn't one that expired.
      case "metadata": holds = false
      case "authenticator":
        guard let authenticator else {
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
