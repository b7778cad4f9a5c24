import FlowTerminal
import FlowText
import OktaSimulator
import FlowHTTP

/// Converts responses of the Okta management API to an org.
final class OktaImport {
  typealias Fault = UsageFault

  let catalog: ExportCatalog
  let ledger: ImportLedger
  var names: ImportNames
  var offered = OfferedMethods()
  /// The name or id of the authentication policy to use; `nil` if the user named none.
  private let chosen: String?

  init(_ catalog: ExportCatalog, _ ledger: ImportLedger, policy chosen: String?) {
    self.catalog = catalog
    self.ledger = ledger
    self.chosen = chosen
    names = ImportNames(catalog)
  }

  /// Returns the lines of the org, in the order of the script.
  ///
  /// - Throws: A fault if the command line doesn't select one of several policies.
  func lines() throws(Fault) -> [OrgLine] {
    let top = ledger.remarks.map { OrgLine(comment: $0.comment) }
    let several = chosen == nil ? appImport.linkedApps : []
    let isSingle = several.isEmpty
    let app = isSingle ? try appPolicy() : nil
    // Enrollment rules may name the apps.
    if !isSingle { appImport.name(several) }
    let authenticators = authenticatorImport.readAuthenticators()
    let session = signOnImport.sessionRules()
    let signOn = isSingle ? signOnImport.signOnRules(app) : []
    let enrollment = enrollmentImport.enrollmentRules() + accountImport.enrollmentRules()
    let (passwords, recovery) = passwordImport.passwordRules()
    let providers = providerImport.providers()
    let routing = routingImport.rules()
    let registration =
      isSingle ? registrationImport.registration(app) : appImport.lines(several)
    let used = isSingle ? [app?.id].compactMap(\.self) : several.map(\.policy.id)
    let others = otherPolicies(besides: Set(used))
    reportMissingTypes()
    // The rules are read first, because they may name zones that the export lacks.
    let zones = zoneImport.zones()
    let assurances = deviceAssuranceImport.assurances()
    let users = userImport.users()
    return top + others + userImport.groupRemarks() + authenticators + zones + assurances + session
      + signOn
      + enrollment
      + passwords
      + recovery + registration + providers + routing + users
  }

  // MARK: Policies

  /// Returns the policies of a type in order of evaluation; the default policy is last.
  func policies(_ type: String) -> [ExportCatalog.Policy] {
    OktaImport.ordered(catalog.policies.filter { $0.type == type }) { $0.value }
  }

  /// Sorts policies or rules by evaluation.
  ///
  /// Policies and rules of the system are last. The others are sorted by priority, then by their
  /// order in the export.
  static func ordered<Item>(_ items: [Item], _ value: (Item) -> Exported) -> [Item] {
    items.enumerated().map { offset, item in
      let json = value(item).json
      let isLast = json["system"]?.bool == true ? 1 : 0
      return (key: (isLast, json["priority"]?.integer ?? .max, offset), item: item)
    }.sorted { $0.key < $1.key }.map(\.item)
  }

  /// Reads the members that all policies and rules have and that don't affect access.
  ///
  /// - Returns: The name, and whether the policy or rule is active.
  func head(_ value: Exported, _ fallback: String) -> (name: String, isActive: Bool) {
    value.settle("id", "created", "lastUpdated", "_links", "type", "priority", "system")
    value["_embedded"]?.settle("resourceType")
    let name = value.text("name") ?? fallback
    ledger.subject = name
    return (name, value.word("status", ["ACTIVE", "INACTIVE"]) != "INACTIVE")
  }

  /// Adds the rules of policies to a list, in order of evaluation.
  ///
  /// - Parameters:
  ///   - policies: The policies in their order.
  ///   - list: The list that receives the rules.
  ///   - separate: Whether the name of a rule begins with the name of its policy.
  ///   - readsIdentifiers: Whether rules may test what users enter.
  ///   - body: Returns the settings of a rule.
  func collect(
    _ policies: [ExportCatalog.Policy], in list: inout RuleList, separate: Bool = true,
    readsIdentifiers: Bool = false, _ body: (Exported) -> RuleBody
  ) {
    for policy in policies {
      let mark = ledger.remarks.count
      let (name, isActive) = head(policy.value, policy.id)
      guard isActive else {
        policy.value.note("the policy is inactive")
        policy.value.settle()
        list.say(["\(policy.value.spot.comment): the policy `\(name)` is inactive."])
        continue
      }
      var conditions = RuleConditions(
        of: policy.value.json, rules: policy.rules.map(\.json))
      conditions.read(policy.value["conditions"], &names)
      let description = policy.value.text("description") ?? ""
      ledger.reportUnread(policy.value)
      if !policy.hasRules, policy.rules.isEmpty {
        policy.value.warn("the rules of this policy aren't in the export", isWhole: true)
      }
      list.say(ledger.comments(since: mark) + (description.isEmpty ? [] : [description]))
      for rule in OktaImport.ordered(policy.rules, { $0 }) {
        let mark = ledger.remarks.count
        let (own, isActive) = head(rule, rule.json["id"]?.string ?? "rule")
        let full = separate ? "\(name): \(own)" : own
        let title = names.unused(full, list.scope)
        guard isActive else {
          list.leaveOut(rule, title, "it is inactive")
          continue
        }
        ledger.subject = full
        var conditions = RuleConditions(conditions, of: rule.json)
        conditions.read(rule["conditions"], &names, readsIdentifiers: readsIdentifiers)
        // Only `TerraformConversion` writes this member.
        let unknown = rule["unknown"].map {
          Assurance.unknown($0, "the file doesn't have the value")
        }
        list.add(rule, title, conditions, unknown ?? body(rule), since: mark)
      }
    }
  }

  /// Reports the policies that an org can't have: other types of policies, and policies of other
  /// apps.
  private func otherPolicies(besides used: Set<String>) -> [OrgLine] {
    let mark = ledger.remarks.count
    for policy in catalog.policies
    where !ExportKind.policyTypes.contains(policy.type) && policy.type != "IDP_DISCOVERY" {
      let type = policy.type.isEmpty ? "this type" : policy.type
      ledger.subject = policy.value.json["name"]?.string ?? policy.id
      if OktaImport.closing.contains(policy.type) {
        policy.value.note("policies of \(type) let no one in: they end sessions or collect facts")
        for rule in policy.rules where type != "USER_IDENTIFICATION" {
          rule.detail("it lets no one in", isWarning: false)
        }
      } else {
        policy.value.warn(
          "policies of \(type) aren't imported: an org doesn't have them", isWhole: true)
      }
    }
    for policy in catalog.policies
    where policy.type == "ACCESS_POLICY" && !used.contains(policy.id)
      && !OktaImport.isOfAccounts(policy)
    {
      let name = policy.value.json["name"]?.string ?? policy.id
      ledger.subject = name
      policy.value.note("the policy `\(name)` is for other apps and is left out")
    }
    readBehaviors()
    return ledger.comments(since: mark).map(OrgLine.init(comment:))
  }

  /// Keeps the settings of behaviors, which have only their names in an org.
  ///
  /// They decide when a sign-in has the behavior. `flow export` writes behaviors without settings.
  private func readBehaviors() {
    for value in catalog.behaviors where value.json["type"] != nil || value.json["settings"] != nil
    {
      ledger.subject = "behavior"
      ledger.addDetail(at: value)
    }
  }

  /// Reports the types of policies that every real org has, and the export doesn't.
  private func reportMissingTypes() {
    guard let first = catalog.policies.first else { return }
    let known = Set(catalog.policies.map(\.type)).union(catalog.emptyTypes)
    let types = ["OKTA_SIGN_ON", "ACCESS_POLICY", "MFA_ENROLL", "PASSWORD", "PROFILE_ENROLLMENT"]
    let missing = types.filter { !known.contains($0) }
    guard !missing.isEmpty else { return }
    ledger.subject = "policies"
    first.value.warn(
      "the export has no policies of \(missing.joined(separator: ", "))", isWhole: true)
  }

  /// The types of policies that never let anyone in: they end sessions, ask for another app
  /// version, or collect facts.
  private static let closing: Set<String> = [
    "ENTITY_RISK", "POST_AUTH_SESSION", "SESSION_VIOLATION_DETECTION", "CONTINUOUS_ACCESS",
    "DEVICE_SIGNAL_COLLECTION", "CLIENT_UPDATE", "USER_IDENTIFICATION",
    "IDENTITY_CLAIM_SOURCING",
  ]

  // MARK: The app

  /// Returns the authentication policy to use; `nil` if the export doesn't have one.
  private func appPolicy() throws(Fault) -> ExportCatalog.Policy? {
    let all = catalog.policies.filter { policy in
      policy.type == "ACCESS_POLICY" && !OktaImport.isOfAccounts(policy)
    }
    if chosen == nil, !all.isEmpty, let app = catalog.apps.first(where: OktaImport.isActive) {
      ledger.subject = "app \(app.json["label"]?.string ?? app.path)"
      app.warn("it isn't known which authentication policy the app has", isWhole: true)
    }
    let shown: [TerminalText] = all.map { "`\($0.value.json["name"]?.string ?? $0.id)`" }
    if let chosen {
      let found = all.filter { $0.id == chosen || $0.value.json["name"]?.string == chosen }
      guard found.isEmpty else { return found[0] }
      throw Fault(
        message: "the export has no authentication policy `\(chosen)`",
        help: all.isEmpty ? nil : "it has " + shown.joined(separator: ", "))
    }
    guard all.count > 1 else { return all.first }
    let apps = catalog.apps.compactMap { $0.linked("accessPolicy", "policies") }
    if apps.count == 1, let policy = all.first(where: { $0.id == apps[0] }) { return policy }
    guard !catalog.isPartOfPull else {
      throw Fault(
        message: "the pull isn't complete, and doesn't have the apps yet",
        help: "run the same `flow pull okta` again: it goes on")
    }
    throw Fault(
      message:
        "the export has \(all.count) authentication policies, and doesn't say which apps use them",
      help: "export `apps`, too, or write `--policy` and one of " + shown.joined(separator: ", "))
  }

  private static func isActive(_ app: Exported) -> Bool {
    app.json["status"]?.string?.uppercased() != "INACTIVE"
  }

  /// Whether a policy is about what users may change in their own accounts.
  static func isOfAccounts(_ policy: ExportCatalog.Policy) -> Bool {
    policy.value.json["_embedded"]?["resourceType"]?.string == "END_USER_ACCOUNT_MANAGEMENT"
  }
}
