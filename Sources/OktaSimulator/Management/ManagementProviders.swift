import FlowHTTP
import SimulatorKit

extension IdentityProvider {
  /// The reasons of the unknown facts whether a user has an account at the provider, and whether it
  /// is linked, as an import writes them.
  fileprivate var reasons: [String] {
    ["account at identity provider: \(name)", "link to identity provider: \(name)"]
  }
}

/// Writes the identity providers of an org, and the rules that route users to them.
struct ManagementProviders {
  let org: Org

  private static func id(of provider: IdentityProvider) -> JSON {
    .string(SimulatedID.made("0oa", of: provider.name))
  }

  // MARK: Identity providers

  /// Returns the bodies of the identity providers.
  func providers(_ writer: inout ManagementWriter) -> [JSON] {
    var bodies: [JSON] = []
    for provider in org.policy.providers {
      if !provider.isOffered {
        writer.lose("that the first page doesn't offer the identity provider `\(provider.name)`")
      }
      if provider.createsUsers {
        writer.lose("that the identity provider `\(provider.name)` creates users")
      }
      let link = link(of: provider)
      if link == nil {
        writer.lose("who signs in at the identity provider `\(provider.name)`")
      }
      let id = Self.id(of: provider)
      bodies.append([
        "id": id, "name": .string(provider.name), "type": .string(provider.kind),
        "status": "ACTIVE", "protocol": ["type": .string(provider.kind)],
        "policy": [
          "accountLink": link?.body(writer) ?? ["action": "AUTO", "filter": .null],
          "provisioning": [
            "action": "DISABLED", "profileMaster": false, "groups": ["action": "NONE"],
            "conditions": [
              "deprovisioned": ["action": "NONE"], "suspended": ["action": "NONE"],
            ],
          ],
          "subject": [
            "userNameTemplate": ["template": "idpuser.email"], "filter": .null,
            "matchType": "USERNAME", "matchAttribute": .null,
          ],
          "maxClockSkew": 0, "trustClaims": false,
        ],
        "_links": ["self": writer.link("idps/\(id.string ?? "")")],
      ])
    }
    return bodies
  }

  /// Which users of the org an identity provider may sign in.
  private struct Link {
    var isAutomatic = true
    var groups: [String] = []
    var excluded: [String] = []

    func body(_ writer: ManagementWriter) -> JSON {
      guard isAutomatic else { return ["action": "DISABLED", "filter": .null] }
      var filter: JSONObject = [:]
      if !groups.isEmpty {
        filter["groups"] = [
          "include": .array(groups.map { .string(writer.id(ofGroup: $0)) })
        ]
      }
      if !excluded.isEmpty {
        filter["users"] = ["exclude": .array(excluded.map { .string($0) })]
      }
      return [
        "action": "AUTO", "filter": filter.members.isEmpty ? .null : .object(filter),
      ]
    }
  }

  /// Returns how the API says who signs in at a provider; `nil` if it can't say so.
  private func link(of provider: IdentityProvider) -> Link? {
    guard let first = provider.users.first, provider.users.count <= 2 else { return nil }
    var link = Link()
    var reasons: [String] = []
    for condition in first {
      switch condition.subject {
      case .groups(let names) where !condition.isNegated && link.groups.isEmpty:
        link.groups = names
      case .users(let logins) where condition.isNegated:
        let ids = logins.compactMap { org.logins[$0].map { org.people[$0].id } }
        guard ids.count == logins.count else { return nil }
        link.excluded += ids
      case .unknowns(let bits) where !condition.isNegated && bits.nonzeroBitCount == 1:
        reasons.append(org.policy.unknowns[bits.trailingZeroBitCount].name)
      default: return nil
      }
    }
    let all = provider.reasons
    let isPlain = link.groups.isEmpty && link.excluded.isEmpty
    link.isAutomatic = reasons == Array(all.prefix(1))
    guard link.isAutomatic || isPlain && reasons == all else { return nil }
    if provider.users.count == 1, isPlain { return link }
    // Users who aren't linked automatically may have been linked before.
    let linked = org.policy.unknowns.indices.filter { all.contains(org.policy.unknowns[$0].name) }
    let other = provider.users.count == 2 ? Set(provider.users[1]) : []
    let isOther =
      linked.count == 2
      && other == Set(linked.map { Condition(subject: .unknowns(1 << UInt64($0))) })
    return isOther && link.isAutomatic && !isPlain ? link : nil
  }

  // MARK: Routing

  /// The conditions that routing rules have in the API.
  private static let kinds: ManagementConditions.Kind = [.identifier, .network, .platform]

  /// Returns the policy with the routing rules, if the org has any.
  func policies(
    _ policies: ManagementPolicies, _ writer: inout ManagementWriter
  ) -> [ManagementPolicies.Policy] {
    let apps = org.eachApp
    guard apps.contains(where: { !$0.policy.routings.isEmpty }) else { return [] }
    let differs = apps.contains { $0.policy.routings != org.policy.routings }
    let title = "Idp Discovery Policy"
    var rules: [JSON] = []
    for app in differs ? apps : Array(apps.prefix(1)) {
      let policy = app.policy
      let name = app.appName ?? policy.app.label
      for (index, routing) in policy.routings.enumerated() {
        var members = ManagementConditions(
          routing.conditions, of: policy, kinds: Self.kinds, &writer
        ).members
        if differs {
          let id = writer.id("0oa", "app", name)
          members["app"] = ["include": [["type": "APP", "id": .string(id)]], "exclude": []]
        }
        let own = routing.name ?? "Routing \(index + 1)"
        rules.append(
          policies.rule(
            "IDP_DISCOVERY", differs ? "\(own) of \(name)" : own, of: title,
            priority: rules.count + 1, members, action(routing, policy), writer))
      }
    }
    rules.append(
      policies.rule(
        "IDP_DISCOVERY", "Default Rule", of: title, priority: rules.count + 1, [:],
        action(RoutingRule(), org.policy), writer))
    return [
      policies.policy("IDP_DISCOVERY", title, priority: 1, isLast: true, rules: rules, writer)
    ]
  }

  private func action(_ rule: RoutingRule, _ policy: OrgPolicy) -> JSON {
    let providers = rule.providers.map { index -> JSON in
      let provider = policy.providers[index]
      return [
        "type": .string(provider.kind), "id": Self.id(of: provider),
        "name": .string(provider.name),
      ]
    }
    return [
      "idp": [
        "providers": .array(providers.isEmpty ? [["type": "OKTA"]] : providers),
        "idpSelectionType": "SPECIFIC", "shouldFallBackToOkta": false,
      ]
    ]
  }
}
