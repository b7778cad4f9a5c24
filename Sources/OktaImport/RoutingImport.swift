import FlowHTTP
import FlowSyntax

/// Reads the rules that route users to identity providers (`IDP_DISCOVERY`).
struct RoutingImport: ImportPart {
  let whole: OktaImport

  /// The expression for the domain of what a user enters.
  private static let domain = "login.identifier.substringAfter('@')"

  /// Returns the routing rules; empty if all of them lead to the org.
  ///
  /// The providers must have been read.
  func rules() -> [OrgLine] {
    let policies = whole.policies("IDP_DISCOVERY")
    if policies.isEmpty, !names.providers.isEmpty, let provider = catalog.providers.first,
      !catalog.emptyTypes.contains("IDP_DISCOVERY")
    {
      ledger.subject = "routing"
      provider.warn("the export has no routing rules (policies of IDP_DISCOVERY)", isWhole: true)
    }
    var list = RuleList("routing")
    var leadsAway = false
    whole.collect(policies, in: &list, separate: false, readsIdentifiers: true) { rule in
      let body = body(of: rule)
      if case .exact(let lines) = body, lines.map(\.text) == ["to org"] { return body }
      leadsAway = true
      return body
    }
    guard leadsAway else { return list.lines.filter(\.isOff) }
    if list.lines.contains(where: testsLogin) { reportOtherIdentifiers() }
    return list.lines
  }

  private func testsLogin(_ line: OrgLine) -> Bool {
    !line.isOff && line.block?.contains { $0.text.contains("login \"") } == true
  }

  /// Reports that users can enter something that no pattern of logins fits.
  private func reportOtherIdentifiers() {
    for policy in catalog.policies where policy.type == "PROFILE_ENROLLMENT" {
      for rule in policy.rules {
        let action = rule.json["actions"]?["profileEnrollment"]
        let allowed = action?["allowedIdentifiers"]?.array ?? []
        guard allowed.contains(where: { $0.string != "login" }) else { continue }
        ledger.subject = "routing"
        rule.warn(
          "users may enter something else than their login, which routes them otherwise",
          isWhole: true)
        return
      }
    }
  }

  private func body(of rule: Exported) -> RuleBody {
    let org = OrgLine("to org", rule)
    guard let action = rule["actions"]?.object("idp") else {
      rule.warn("it isn't known where the rule routes users", isWhole: true)
      return .exact([org])
    }
    let fallsBack = action.flag("shouldFallBackToOkta") == true
    if action.word("idpSelectionType", ["SPECIFIC", "DYNAMIC"]) == "DYNAMIC" {
      defer { action.settle() }
      return dynamic(rule, action, fallsBack)
    }
    action.settle("matchCriteria")
    let providers = action.list("providers")
    if providers.isEmpty { action.warn("it isn't known where the rule routes users") }
    // A provider that isn't the only choice is on the first page.
    guard !providers.isEmpty, !providers.contains(where: { Self.type(of: $0) == "OKTA" }) else {
      if providers.count > 1 {
        action["providers"]?.note("users choose: the first page offers the identity providers")
      }
      action.settle()
      return .exact([org])
    }
    var found: [String] = []
    for provider in providers {
      let id = provider.json["id"]?.string ?? ""
      if let name = names.providers[id] {
        if !found.contains(name) { found.append(name) }
      } else {
        let title = provider.json["name"]?.string ?? Self.type(of: provider)
        provider.warn(
          "users are routed to `\(title)`, which is inactive, missing or not simulated; here they "
            + "aren't")
      }
    }
    action.settle()
    guard !found.isEmpty else { return .exact([org]) }
    let target = OrgLine("to idp \(OrgText.list(found))", rule)
    guard fallsBack else { return .exact([target]) }
    let outage = UnknownReason("outage of identity provider", .array(found.map { .string($0) }))
    return .several([(["unknown \(outage.quoted)"], [org]), ([], [target])])
  }

  private static func type(of provider: Exported) -> String {
    provider.json["type"]?.string?.uppercased() ?? ""
  }

  /// Returns a rule that compares what the user enters with the names of the providers.
  private func dynamic(_ rule: Exported, _ action: Exported, _ fallsBack: Bool) -> RuleBody {
    let criteria = action.list("matchCriteria")
    let org = OrgLine("to org", rule)
    guard criteria.count == 1, criteria[0].text("propertyName") == "name",
      criteria[0].text("providerExpression")?.filter({ !$0.isWhitespace })
        .replacing("\"", with: "'") == Self.domain
    else {
      action.warn("users are routed by an expression that isn't evaluated; here they aren't")
      return .exact([org])
    }
    if !fallsBack {
      action["matchCriteria"]?.warn(
        "users whose domain belongs to no identity provider sign in at the org")
    }
    // A name that isn't in lower case may not match.
    let all = names.providers.values.sorted().map { name -> (clauses: [String], lines: [OrgLine]) in
      let spelled =
        name == name.lowercased()
        ? [] : ["unknown \(UnknownReason("routing by the name", .string(name)).quoted)"]
      return (
        ["login \(TextLiteral.quoted("*@\(name)"))"] + spelled,
        [OrgLine("to idp \(TextLiteral.quoted(name))", rule)]
      )
    }
    return .several(all.filter { !$0.clauses[0].dropFirst(9).contains("*") } + [([], [org])])
  }
}
