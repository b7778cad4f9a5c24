import FlowHTTP
import FlowSyntax

/// Reads the identity providers of an export.
struct ProviderImport: ImportPart {
  let whole: OktaImport

  /// The words of the API for ways to sign in that aren't identity providers.
  private static let special: Set<String> = ["X509", "IWA", "AGENTLESSDSSO"]

  /// Returns the active identity providers, and an example of the users that each of them creates.
  func providers() -> [OrgLine] {
    var lines: [OrgLine] = []
    for provider in catalog.providers {
      let mark = ledger.remarks.count
      let title = provider.json["name"]?.string ?? provider.json["id"]?.string ?? "unnamed"
      ledger.subject = "identity provider \(title)"
      let type = provider.json["type"]?.string?.uppercased() ?? ""
      if provider.json["status"]?.string?.uppercased() == "INACTIVE" {
        provider.note("the identity provider is inactive: users can't sign in there")
        provider.settle()
      } else if type.hasPrefix("IDV_") {
        provider.detail("it verifies identities, and signs no one in", isWarning: false)
        provider.settle()
      } else if Self.special.contains(type) {
        provider.warn("identity providers of the type \(type) aren't simulated", isWhole: true)
        provider.settle()
      } else {
        lines += read(provider, title, type)
      }
      let comments = ledger.comments(since: mark).map(OrgLine.init(comment:))
      lines.insert(contentsOf: comments, at: 0)
    }
    return lines
  }

  private func read(_ provider: Exported, _ title: String, _ type: String) -> [OrgLine] {
    let name = names.add(provider: provider.json["id"]?.string ?? title, title)
    provider.settle(
      "id", "name", "type", "status", "created", "lastUpdated", "_links", "issuerMode")
    readProtocol(provider["protocol"])
    let policy = provider.object("policy")
    var body: [OrgLine] = []
    if !type.isEmpty, OrgText.isWord(type) { body.append(OrgLine("type \(type)", provider)) }
    for clauses in users(policy, name) {
      body.append(OrgLine("signs-in \(clauses.joined(separator: " and "))", provider))
    }
    var newcomers: [OrgLine] = []
    if let policy {
      readMatching(policy)
      readSubject(policy["subject"])
      if policy.flag("trustClaims") == true {
        policy["trustClaims"]?.warn(
          "what users have verified at the provider counts only as a password")
      }
      if policy["provisioning"] == nil {
        policy.warn("the export doesn't say whether the provider creates users", isWhole: true)
      }
      if createsUsers(policy["provisioning"]) {
        let login = "new-user-\(NewHires.digits(of: [name]))@example.com"
        body.append(OrgLine("signs-in \(OrgText.list([login]))", provider))
        body.append(OrgLine("new-users on", provider))
        newcomers = [
          OrgLine(
            "user \(TextLiteral.quoted(login))", nil, block: [],
            comments: ["An example of the users that `\(name)` creates when they first sign in."])
        ]
      }
    } else {
      provider.warn("the export doesn't say which users the provider signs in", isWhole: true)
    }
    ledger.reportUnread(provider)
    return [OrgLine("idp \(TextLiteral.quoted(name))", provider, block: body)] + newcomers
  }

  // MARK: Who signs in

  /// Returns the conditions for the users that a provider signs in.
  ///
  /// The export doesn't say who has an account there, so that is an unknown condition. The accounts
  /// must be linked, too: automatically, or earlier.
  private func users(_ policy: Exported?, _ name: String) -> [[String]] {
    let account =
      "unknown " + UnknownReason("account at identity provider", .string(name)).quoted
    let linked = "unknown " + UnknownReason("link to identity provider", .string(name)).quoted
    guard let link = policy?.object("accountLink") else { return [[account]] }
    let action = link.word("action", ["AUTO", "DISABLED"])
    guard action == "AUTO" else {
      link["filter"]?.settle()
      return [[account, linked]]
    }
    guard let filter = link.object("filter") else { return [[account]] }
    var conditions = RuleConditions(of: policy?.json ?? .null)
    conditions.readLinks(filter, names)
    guard !conditions.isEmpty else { return [[account]] }
    // Users of the filter are linked at their first visit. The others may have been linked before.
    return conditions.alternatives.map { $0 + [account] } + [[account, linked]]
  }

  /// Reads how the provider's users are matched with users of the org.
  private func readSubject(_ subject: Exported?) {
    guard let subject else { return }
    let usual: JSON = [
      "userNameTemplate": ["template": "idpuser.email"], "filter": .null,
      "matchType": "USERNAME", "matchAttribute": .null,
    ]
    if subject.json.withoutNulls != usual.withoutNulls {
      subject.detail("it isn't simulated which users it matches", isWarning: false)
    }
    subject.settle()
  }

  /// Reads how late answers of the provider may come, and whether logins are compared as they are.
  private func readMatching(_ policy: Exported) {
    for (name, usual) in [
      ("maxClockSkew", JSON.integer(0)), ("transformedUsernameMatchingEnabled", .bool(false)),
    ] {
      guard let value = policy[name] else { continue }
      if !value.json.isNothing, value.json != usual {
        value.detail("sign-ins at the provider aren't simulated", isWarning: false)
      }
      value.settle()
    }
  }

  /// Reads where the provider is, without its secrets.
  private func readProtocol(_ value: Exported?) {
    let credentials = value?["credentials"]
    let parts = [
      value?["issuer"], value?["endpoints"], value?["algorithms"], value?["settings"],
      value?["scopes"], credentials?["trust"], credentials?["client"]?["client_id"],
      credentials?["client"]?["pkce_required"],
    ]
    for part in parts {
      guard let part, !part.json.isNothing else { continue }
      part.detail("sign-ins at the provider aren't simulated", isWarning: false)
    }
    value?.settle()
  }

  // MARK: New users

  /// Whether the provider creates a user for everyone who signs in there for the first time.
  private func createsUsers(_ provisioning: Exported?) -> Bool {
    guard let provisioning else { return false }
    if provisioning["action"] == nil {
      provisioning.warn("the export doesn't say whether the provider creates users")
    }
    for name in ["deprovisioned", "suspended"] {
      guard let action = provisioning["conditions"]?[name]?["action"] else { continue }
      if action.string?.uppercased() != "NONE" {
        action.warn("it isn't simulated that users who are \(name) can sign in again")
      }
    }
    guard provisioning.word("action", ["AUTO", "DISABLED"]) == "AUTO" else {
      provisioning.settle("groups", "profileMaster", "profileSource")
      return false
    }
    if let groups = provisioning["groups"],
      groups.json["action"]?.string.map({ $0.uppercased() != "NONE" }) ?? false
    {
      groups.warn("the groups that users get at the provider aren't simulated")
    }
    provisioning.settle("groups")
    // A new user can have any value of an attribute.
    if testsAttributes {
      provisioning.warn("the attributes of new users, which a rule tests, come from the provider")
    }
    for name in ["profileMaster", "profileSource"] where provisioning.flag(name) == true {
      provisioning[name]?.detail("it isn't simulated that profiles come from the provider")
    }
    return true
  }

  /// Whether a rule tests an attribute of users.
  private var testsAttributes: Bool {
    catalog.policies.contains { policy in
      ([policy.value] + policy.rules).contains { rule in
        let conditions = rule.json["conditions"]
        return conditions?["elCondition"]?["condition"]?.string?.contains("user.profile") == true
          || conditions?["userIdentifier"]?["attribute"]?.string?.isEmpty == false
          || conditions?["userType"]?.isNothing == false
      }
    }
  }
}

extension JSON {
  /// The value without members that are `null`.
  fileprivate var withoutNulls: JSON {
    guard case .object(let object) = self else { return self }
    var kept: JSONObject = [:]
    for member in object.members where member.value != .null {
      kept[member.name] = member.value.withoutNulls
    }
    return .object(kept)
  }
}
