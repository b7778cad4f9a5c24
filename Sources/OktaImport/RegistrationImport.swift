import FlowHTTP

/// Reads the profile enrollment policy of an export.
struct RegistrationImport: ImportPart {
  let whole: OktaImport

  func registration(_ app: ExportCatalog.Policy?) -> [OrgLine] {
    // A policy with an empty list of rules signs no one up. Without a list, that isn't known.
    let all = whole.policies("PROFILE_ENROLLMENT").filter { !$0.rules.isEmpty || !$0.hasRules }
    // The apps of the chosen policy say where their users sign up.
    let own = catalog.apps.filter { $0.linked("accessPolicy", "policies") == app?.id }
    let linked = Set(
      (own.isEmpty ? catalog.apps : own).compactMap { $0.linked("profileEnrollment", "policies") })
    let named = linked.count == 1 ? all.first { linked.contains($0.id) } : nil
    let meant = named ?? all.first { $0.value.json["system"]?.bool == true } ?? all.first
    if linked.count > 1, let meant {
      meant.value.warn("the apps have several sign-up policies, and this one is used")
    }
    var lines: [OrgLine] = []
    for policy in whole.policies("PROFILE_ENROLLMENT") where policy.id != meant?.id {
      policy.value.note("this sign-up policy is left out: an org has only one")
      lines.append(
        OrgLine(comment: "\(policy.value.spot.comment): an org has only one sign-up policy."))
    }
    guard let policy = meant else { return lines }
    return lines + registration(of: policy)
  }

  /// Returns the line for a policy for signing up.
  func registration(of policy: ExportCatalog.Policy) -> [OrgLine] {
    let mark = ledger.remarks.count
    let (name, isActive) = whole.head(policy.value, policy.id)
    policy.value.settle("description")
    ledger.reportUnread(policy.value)
    let active = OktaImport.ordered(policy.rules, { $0 }).filter { rule in
      rule.json["status"]?.string?.uppercased() != "INACTIVE"
    }
    if isActive, !policy.hasRules, policy.rules.isEmpty {
      policy.value.warn("the rules of this policy aren't in the export", isWhole: true)
      return ledger.comments(since: mark).map(OrgLine.init(comment:))
    }
    guard isActive, let rule = active.first else {
      return [OrgLine(comment: "The policy `\(name)` of sign-ups is inactive.")]
    }
    for other in policy.rules where other.path != rule.path || other.file != rule.file {
      other.note("an org has only one sign-up rule")
      other.settle()
    }
    _ = whole.head(rule, name)
    guard let action = rule["actions"]?.object("profileEnrollment") else {
      rule.warn("it doesn't say how users sign up")
      return ledger.comments(since: mark).map(OrgLine.init(comment:))
    }
    let isShut =
      action.json["unknownUserAction"]?.string?.uppercased() == "DENY"
      || action.json["access"]?.string?.uppercased() == "DENY"
    guard !isShut || action.json["progressiveProfilingAction"]?.string?.uppercased() == "ENABLED"
    else {
      action.settle()
      ledger.reportUnread(rule)
      return (ledger.comments(since: mark) + ["By the policy `\(name)`, users can't sign up."]).map(
        OrgLine.init(comment:))
    }
    let body = registrationBody(action)
    ledger.reportUnread(rule)
    return [
      OrgLine(
        "registration", rule, block: body, comments: ledger.comments(since: mark))
    ]
  }

  private func registrationBody(_ action: Exported) -> [OrgLine] {
    var lines = [profile(action)]
    action["uiSchemaId"]?.note("the page is the org's own")
    action.settle("uiSchemaId")
    if let hooks = action["preRegistrationInlineHooks"], !hooks.json.isNothing {
      hooks.detail("a hook may refuse users who sign up; the org refuses none")
      hooks.settle()
    }
    let groups = action.list("targetGroupIds").compactMap { value -> String? in
      guard let id = value.string, !names.isEveryone(id) else { return nil }
      return names.title(ofGroup: id) ?? id
    }
    if !groups.isEmpty {
      lines.append(OrgLine("groups \(OrgText.list(groups))", action["targetGroupIds"]))
    }
    if action.object("activationRequirements")?.flag("emailVerification") == true {
      if offered.has("email") {
        lines.append(OrgLine("email-verification on", action["activationRequirements"]))
      } else {
        action["activationRequirements"]?.warn("the org has no authenticator `email`")
      }
    }
    if action.word("progressiveProfilingAction", ["ENABLED", "DISABLED"]) == "ENABLED" {
      lines.append(OrgLine("progressive on", action["progressiveProfilingAction"]))
    }
    let isShut = action.word("access", ["ALLOW", "DENY"]) == "DENY"
    if action.word("unknownUserAction", ["REGISTER", "DENY"]) == "DENY" || isShut {
      lines.append(OrgLine("unknown-users deny", action["unknownUserAction"] ?? action))
    }
    for identifier in action.list("allowedIdentifiers") {
      guard let name = identifier.string, name != "login" else { continue }
      identifier.detail("users are identified only by their login", isWarning: false)
    }
    for type in action.list("enrollAuthenticatorTypes") {
      if type.string?.lowercased() == "password", offered.has("password") {
        lines.append(OrgLine("password at-once", type))
      } else {
        type.warn("the form can only ask for a password")
      }
    }
    return lines
  }

  /// Returns a line such as `profile firstName, email, nickName?`.
  ///
  /// The email address is the login.
  private func profile(_ action: Exported) -> OrgLine {
    var fields: [String] = []
    var given: Set<String> = []
    action["profileAttributes"]?.note("the page derives its labels from the names")
    for value in action.list("profileAttributes") {
      guard let name = value.text("name") else { continue }
      let isRequired = value.flag("required") ?? false
      value.settle("label")
      guard OrgText.isWord(name) else {
        value.note("the name of an attribute must be a word")
        continue
      }
      guard name != "login" else {
        value.note("the address is the login")
        continue
      }
      guard given.insert(name).inserted else { continue }
      if name == "email", !isRequired {
        value.note("the address can't be left out: it is the login")
      }
      fields.append(isRequired || name == "email" ? name : name + "?")
    }
    if !given.contains("email") {
      action.note("users who sign up are asked for an address: it is the login")
      fields.append("email")
    }
    return OrgLine(
      "profile \(fields.joined(separator: ", "))", action["profileAttributes"] ?? action)
  }
}
