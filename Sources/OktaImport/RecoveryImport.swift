import FlowHTTP
import OktaSimulator

/// Reads how an export lets users recover their accounts.
struct RecoveryImport: ImportPart {
  let whole: OktaImport

  /// Reads a policy's recovery factors, which apply to rules without a requirement of their own.
  static func readRecovery(_ factors: Exported?, of policy: ExportCatalog.Policy) {
    let isUsed =
      policy.rules.isEmpty
      || policy.rules.contains { rule in
        rule.json["actions"]?["selfServicePasswordReset"]?["requirement"] == nil
      }
    for (name, factor) in factors?.members ?? [] {
      let isActive = factor.json["status"]?.string == "ACTIVE"
      let minLength = factor.json["properties"]?["complexity"]?["minLength"]?.integer
      // A factor of a later version of the API may recover, too.
      guard recoveryWords[name] != nil || factor.json["status"]?.string == "INACTIVE" else {
        continue
      }
      // The link in a mail may be used even if the rules have requirements of their own.
      if !isActive || (!isUsed && name != "okta_email")
        || (name == "recovery_question" && minLength == questionLength)
      {
        factor.settle("status", "properties")
      } else {
        // The lifetime of a link and the length of an answer.
        if let properties = factor["properties"], !properties.json.isNothing {
          properties.detail("an org has other limits for this", isWarning: false)
        }
        factor.settle("status", "properties")
      }
    }
  }

  /// The second proof that no user can give.
  private static let impossible = "impossible"

  /// The minimum length of an answer to a security question, which is fixed in a simulated org.
  private static let questionLength = 4

  private static let recoveryWords = [
    "okta_email": "email", "okta_sms": "phone", "okta_call": "phone",
    "recovery_question": "security-question",
  ]

  /// Everything that a rule can allow.
  var extremes: RuleExtremes {
    let first = RecoveryImport.firstProofs.filter(recovers).joined(separator: " or ")
    let loose = first.isEmpty ? [] : ["password by \(first)", "unlock by \(first)"]
    return RuleExtremes(loose: loose, strict: ["deny password, unlock"])
  }

  func recoveryBody(_ rule: Exported, _ factors: Exported?) -> RuleBody {
    guard let actions = rule.object("actions") else {
      return Assurance.unknown(rule, "the rule has no actions")
    }
    let body = ownBody(rule, actions, factors)
    guard let change = actions.object("passwordChange"),
      change.word("access", ["ALLOW", "DENY"]) == "DENY"
    else { return body }
    // The API doesn't say whether this is only about the settings page.
    change.caution("whether users can replace a password that has expired isn't known")
    let reason = UnknownReason("password change", "DENY")
    let unknown = "unknown \(reason.quoted)"
    switch body {
    case .exact(let lines):
      return .several([
        ([unknown], RecoveryImport.denyingExpiry(lines, change)), ([], lines),
      ])
    case .several(let cases):
      return .several(
        cases.flatMap { clauses, lines in
          [
            (clauses + [unknown], RecoveryImport.denyingExpiry(lines, change)), (clauses, lines),
          ]
        })
    case .atLeast, .unknown: return body
    }
  }

  /// Returns the settings of a rule in which users can't replace a password that has expired.
  private static func denyingExpiry(_ lines: [OrgLine], _ place: Exported) -> [OrgLine] {
    let expiry = "expired-password"
    let denied = lines.filter { $0.text.hasPrefix("deny ") }.map { $0.text.dropFirst(5) }
    guard !denied.contains(where: { $0.contains(expiry) }) else { return lines }
    let others = lines.filter {
      !$0.text.hasPrefix("deny ") && !$0.text.hasPrefix("\(expiry) ")
    }
    return others
      + [OrgLine("deny \((denied.map(String.init) + [expiry]).joined(separator: ", "))", place)]
  }

  /// Returns what a rule says about recovery and unlocking.
  private func ownBody(_ rule: Exported, _ actions: Exported, _ factors: Exported?) -> RuleBody {
    let reset = actions.object("selfServicePasswordReset")
    reset?.settle("type")
    let resets = reset?.word("access", ["ALLOW", "DENY"]) == "ALLOW"
    let unlocks =
      actions.object("selfServiceUnlock")?.word("access", ["ALLOW", "DENY"]) == "ALLOW"
    if let settings = reset?.object("settings"),
      settings.flag("allowRecoveryEmailWithoutEnrollment") == true
    {
      settings["allowRecoveryEmailWithoutEnrollment"]?.detail(
        "every user of the org who has an address has it enrolled", isWarning: false)
    }
    if let requirement = reset?.object("requirement"),
      requirement.word("accessControl", ["LEGACY", "AUTH_POLICY"]) == "AUTH_POLICY"
    {
      requirement.settle()
      return accountBody(resets: resets, unlocks: unlocks, requirement)
    }
    let first: [String]
    let second: String?
    if let requirement = reset?.object("requirement") {
      first = self.first(requirement)
      second = self.second(requirement)
    } else {
      first = legacy(factors, ["okta_email", "okta_sms", "okta_call"])
      second = legacy(factors, ["recovery_question"]).first.map { "by \($0)" }
    }
    let source = reset ?? actions
    let isPossible = second != RecoveryImport.impossible
    var lines: [OrgLine] = []
    var denied: [String] = []
    for (word, isAllowed) in [("password", resets), ("unlock", unlocks)] {
      guard isAllowed, isPossible else {
        denied.append(word)
        continue
      }
      guard !first.isEmpty else {
        source.note("the org has no authenticator that can verify the user: `\(word)` is denied")
        denied.append(word)
        continue
      }
      lines.append(
        OrgLine("\(word) by \(first.joined(separator: " or "))", source, refusal: .block))
      if let second { lines.append(OrgLine("\(word)-second \(second)", source, refusal: .block)) }
    }
    if !denied.isEmpty {
      lines.append(OrgLine("deny \(denied.joined(separator: ", "))", source))
    }
    return .exact(lines)
  }

  /// Returns what the account management policy asks for to recover, to replace an expired
  /// password, and to unlock.
  private func accountBody(resets: Bool, unlocks: Bool, _ place: Exported) -> RuleBody {
    let denied = [AccountImport.Outcome(clauses: [], requirement: nil)]
    let password = "okta_password"
    let first =
      resets
      ? accountImport.outcomes(of: .init(operation: "recover", authenticator: password)) : denied
    let second =
      unlocks ? accountImport.outcomes(of: .init(operation: "unlockAccount")) : denied
    let third = accountImport.outcomes(
      of: .init(operation: "recover", isExpiry: true, authenticator: password))
    guard let first, let second, let third,
      let cases = RecoveryImport.cases([first, second, third])
    else {
      place.caution("the account management policy isn't in the export, or has too many cases")
      let reason = UnknownReason("recovery", .string("account management"))
      let words = [("password", resets), ("unlock", unlocks)].filter(\.1).map(\.0)
      let loose = words.map { OrgLine("\($0) require any 1", place, refusal: .block) }
      return .several([
        (["unknown \(reason.quoted)"], loose),
        ([], [OrgLine("deny password, unlock, expired-password", place)]),
      ])
    }
    return .several(
      cases.map { all in
        (all.flatMap(\.clauses), RecoveryImport.lines(all[0], all[1], all[2], place))
      })
  }

  /// Combines the cases of several operations: the first combination whose conditions all hold
  /// decides.
  ///
  /// A combination is left out if an earlier case of an operation also holds whenever the
  /// combination does.
  ///
  /// - Returns: The combinations, in order; `nil` if there are too many.
  static func cases(_ lists: [[AccountImport.Outcome]]) -> [[AccountImport.Outcome]]? {
    guard lists.reduce(1, { $0 * $1.count }) <= combinationsMax else { return nil }
    var all: [[Int]] = [[]]
    for list in lists { all = all.flatMap { some in list.indices.map { some + [$0] } } }
    let kept = all.filter { indices in
      let held = Set(zip(lists, indices).flatMap { $0[$1].clauses })
      return zip(lists, indices).allSatisfy { list, index in
        !list[..<index].contains { $0.clauses.allSatisfy(held.contains) }
      }
    }
    guard kept.count <= casesMax else { return nil }
    return kept.map { zip(lists, $0).map { $0[$1] } }
  }

  private static func lines(
    _ reset: AccountImport.Outcome, _ unlock: AccountImport.Outcome,
    _ expiry: AccountImport.Outcome, _ place: Exported
  ) -> [OrgLine] {
    var lines: [OrgLine] = []
    var denied: [String] = []
    for (word, requirement) in [
      ("password", reset.requirement), ("unlock", unlock.requirement),
      ("expired-password", expiry.requirement),
    ] {
      guard let requirement else {
        denied.append(word)
        continue
      }
      // A user whose password has expired has just entered it.
      if word == "expired-password", metByPassword.contains(requirement) { continue }
      lines.append(OrgLine("\(word) require \(requirement)", place, refusal: .block))
    }
    if !denied.isEmpty { lines.append(OrgLine("deny \(denied.joined(separator: ", "))", place)) }
    return lines
  }

  /// The requirements that a user meets with the password.
  private static let metByPassword: Set = ["any 1", "password", "knowledge"]

  /// The maximum number of combinations to consider.
  private static let combinationsMax = 20_000
  /// The maximum number of cases of a rule.
  private static let casesMax = 64

  /// Returns the active recovery factors of a policy, as words of settings.
  private func legacy(_ factors: Exported?, _ members: [String]) -> [String] {
    var words: [String] = []
    for name in members where factors?.json[name]?["status"]?.string == "ACTIVE" {
      guard let word = RecoveryImport.recoveryWords[name], !words.contains(word) else { continue }
      if recovers(word) {
        words.append(word)
      } else {
        factors?[name]?.note("the org has no authenticator `\(word)` to recover with")
      }
    }
    return words
  }

  private func recovers(_ word: String) -> Bool {
    offered.all.contains { $0.authenticator.word == word && $0.recovers }
  }

  /// Returns the methods for the first proof, by their names in the API.
  private func first(_ requirement: Exported) -> [String] {
    _ = requirement.word("accessControl", ["LEGACY", "AUTH_POLICY"])
    guard let primary = requirement.object("primary") else { return [] }
    var wanted: [(wire: String, keys: [String], place: Exported)] = []
    let constraints = primary.list("methodConstraints")
    for value in primary.list("methods") {
      guard let wire = value.string?.lowercased() else { continue }
      let keys = constraints.filter { $0.json["method"]?.string?.lowercased() == wire }
        .flatMap { $0.list("allowedAuthenticators").compactMap { $0.text("key") } }
      wanted.append((wire, keys, value))
    }
    for constraint in constraints { _ = constraint.text("method") }
    var methods: [OfferedMethod] = []
    for (wire, keys, place) in wanted {
      let wires = wire == "otp" ? ["otp", "totp"] : [wire]
      let found = offered.all.filter { method in
        method.recovers && wires.contains(method.method.wire)
          && (keys.isEmpty || keys.contains(method.authenticator.key))
          && RecoveryImport.firstProofs.contains(method.authenticator.word)
      }
      if found.isEmpty { place.note("the org has no recovery method \(wire)") }
      methods += found
    }
    var words: [String] = []
    for method in methods where !words.contains(method.authenticator.word) {
      let word = method.authenticator.word
      words.append(word)
      let others = offered.all.filter { $0.authenticator.word == word && !methods.contains($0) }
      if !others.isEmpty {
        let list = others.map(\.method.word).joined(separator: ", ")
        primary["methods"]?.detail("`\(word)` also recovers by \(list)")
      }
    }
    return words
  }

  /// The authenticators that are suitable for the first proof: another channel, or the user's
  /// device.
  private static let firstProofs = ["email", "phone", "okta-verify", "google-otp"]

  /// Returns the setting for the second proof; `nil` if there is none.
  private func second(_ requirement: Exported) -> String? {
    guard let stepUp = requirement.object("stepUp") else { return nil }
    let isRequired = stepUp.flag("required") ?? false
    let methods = stepUp.texts("methods").map { $0.lowercased() }
    guard isRequired else { return nil }
    guard !methods.isEmpty else { return "any" }
    let words = offered.words(offered.all.filter { methods.contains($0.method.wire) })
      .compactMap { $0.split(separator: " ").first.map(String.init) }
    if words.isEmpty {
      stepUp.note("the org doesn't have any of these, so no user can recover")
      return RecoveryImport.impossible
    }
    return "by \(words.joined(separator: " or "))"
  }
}
