import FlowHTTP

/// Translates the objects to which rules refer, such as zones, groups and authenticators.
struct TerraformObjects {
  let ids: TerraformIDs

  /// Returns the object's name, or its address if the name isn't known or is secret.
  static func name(_ block: TerraformBlock, _ attribute: String = "name") -> String {
    block.text(attribute) ?? block.title
  }

  private func id(_ block: TerraformBlock) -> JSON { .string(TerraformIDs.id(of: block.resource)) }

  private func status(_ block: TerraformBlock) -> JSON {
    .string(block.text("status") ?? "ACTIVE")
  }

  // MARK: Zones

  /// The attributes of which a zone consists.
  private static let zoneParts = [
    "type", "status", "gateways", "proxies", "asns", "dynamic_locations",
    "dynamic_locations_exclude", "dynamic_proxy_type", "ip_service_categories_include",
    "ip_service_categories_exclude",
  ]

  func zone(_ block: TerraformBlock) -> JSON {
    // The addresses of a zone aren't known if a part isn't; then it isn't a zone of addresses.
    let hasUnknown = Self.zoneParts.contains { name in
      block.isUnknown(name) && !ids.configuration.leavesOut(block, name)
    }
    let others = ids.unread.attributes(
      block, except: Self.zoneParts + ["name", "usage", "system", "use_as_exempt_list"])
    // The provider writes `false` and 0 for what isn't set.
    let isOpen = hasUnknown || others.members.contains { $0.value != false && $0.value != 0 }
    var body: JSONObject = [
      "id": id(block), "name": .string(Self.name(block)),
      "type": isOpen ? "UNKNOWN" : .string(block.text("type") ?? "IP"),
      "status": isOpen ? "ACTIVE" : status(block),
      "usage": block.isUnknown("usage") ? "UNKNOWN" : .string(block.text("usage") ?? "POLICY"),
      "system": block.known("system") ?? false,
    ]
    if block.known("use_as_exempt_list")?.bool == true { body["useAsExemptList"] = true }
    if !others.members.isEmpty { body["attributes"] = .object(others) }
    guard !isOpen else { return .object(body) }
    for name in ["gateways", "proxies"] {
      let texts = (block.known(name)?.array ?? []).compactMap(\.string)
      guard !texts.isEmpty else { continue }
      body[name] = .array(
        texts.map { text in
          ["type": text.contains("/") ? "CIDR" : "RANGE", "value": .string(Self.range(text))]
        })
    }
    let isTwoSided = block.text("type") == "DYNAMIC_V2"
    for (name, member) in [
      ("dynamic_locations", "locations"), ("asns", "asns"),
      ("ip_service_categories", "ipServiceCategories"),
    ] {
      let isPlain = name != "ip_service_categories"
      let included = places(block, isPlain ? name : "\(name)_include")
      let excluded = places(block, "\(name)_exclude")
      if isTwoSided {
        body[member] = ["include": .array(included), "exclude": .array(excluded)]
      } else if !included.isEmpty {
        body[member] = .array(included)
      }
    }
    if let type = block.text("dynamic_proxy_type") { body["proxyType"] = .string(type) }
    return .object(body)
  }

  /// Returns the elements of a list as the management API has them.
  ///
  /// A place such as `US` or `UA-26` is an object there.
  private func places(_ block: TerraformBlock, _ name: String) -> [JSON] {
    (block.known(name)?.array ?? []).map { value in
      guard name.hasPrefix("dynamic_locations"), let text = value.string else { return value }
      let country = String(text.prefix { $0 != "-" })
      return [
        "country": .string(country), "region": country == text ? .null : .string(text),
      ]
    }
  }

  /// Returns a range of addresses, also for a single address.
  private static func range(_ text: String) -> String {
    text.contains("/") || text.contains("-") ? text : "\(text)-\(text)"
  }

  // MARK: Groups and users

  func group(_ block: TerraformBlock) -> JSON {
    let isEveryone = Self.isEveryone(block)
    return [
      "id": id(block), "type": isEveryone ? "BUILT_IN" : "OKTA_GROUP",
      "objectClass": ["okta:user_group"],
      "profile": ["name": .string(isEveryone ? "Everyone" : Self.name(block))],
    ]
  }

  /// Whether a group contains all users.
  static func isEveryone(_ block: TerraformBlock) -> Bool {
    switch block.resource.type {
    case "okta_everyone_group": true
    case "okta_group": block.text("type") == "BUILT_IN" && block.text("name") == "Everyone"
    default: false
    }
  }

  /// The attributes of a user's profile whose names in the API differ only in their case.
  private static let profile = [
    "login", "email", "first_name", "last_name", "middle_name", "nick_name", "display_name",
    "title", "city", "state", "country_code", "cost_center", "department", "division",
    "organization", "employee_number", "user_type", "manager", "manager_id", "locale",
    "preferred_language", "timezone", "zip_code", "second_email", "mobile_phone",
    "primary_phone", "postal_address", "street_address", "profile_url", "honorific_prefix",
    "honorific_suffix",
  ]

  /// Returns a user, and the attributes of the profile that aren't known.
  func user(_ block: TerraformBlock) -> (json: JSON, unknown: [String]) {
    var profile: JSONObject = [:]
    for name in Self.profile {
      if let text = block.text(name) { profile[Self.member(name)] = .string(text) }
    }
    if let text = block.text("custom_profile_attributes"),
      let custom = try? JSON(parsing: Array(text.utf8))
    {
      for member in custom.object?.members ?? [] { profile[member.name] = member.value }
    }
    var body: JSONObject = [
      "id": id(block), "profile": .object(profile),
      "status": .string(block.text("raw_status") ?? block.text("status") ?? "ACTIVE"),
    ]
    if case .id(let type)? = block.blocks("type")?.first.map({ ids.reference($0, "id") }) {
      body["type"] = ["id": .string(type)]
    }
    let unknown = (Self.profile + ["custom_profile_attributes", "status"]).filter {
      block.isUnknown($0) && !ids.configuration.leavesOut(block, $0)
    }
    return (.object(body), unknown)
  }

  /// Returns a name such as `firstName` for an attribute such as `first_name`.
  private static func member(_ name: String) -> String {
    let words = name.split(separator: "_")
    return words.dropFirst().reduce(words.first.map(String.init) ?? "") { text, word in
      text + word.prefix(1).uppercased() + word.dropFirst()
    }
  }

  func userType(_ block: TerraformBlock) -> JSON {
    let name = JSON.string(Self.name(block))
    return ["id": id(block), "name": name, "displayName": name, "default": false]
  }

  // MARK: Authenticators

  /// Returns an authenticator; `nil` if its key isn't known.
  func authenticator(_ block: TerraformBlock) -> JSON? {
    guard let key = block.text("key") else { return nil }
    var body: JSONObject = [
      "id": id(block), "key": .string(key), "name": .string(Self.name(block)),
      "type": .string(block.text("type") ?? key),
      "status": block.isUnknown("status") ? "UNKNOWN" : status(block),
    ]
    switch block.value("settings") {
    case .absent: break
    case .known(let value):
      let settings = value.string.flatMap { try? JSON(parsing: Array($0.utf8)) }
      if value != "" { body["settings"] = settings ?? .string("unknown") }
    case .unknown:
      if !ids.configuration.leavesOut(block, "settings") { body["settings"] = "unknown" }
    }
    var provider: JSONObject = [:]
    var others: JSONObject = [:]
    let known = ["key", "name", "type", "status", "settings"]
    for member in ids.unread.attributes(block, except: known).members {
      if member.name.hasPrefix("provider_") {
        provider[member.name] = member.value
      } else {
        others[member.name] = member.value
      }
    }
    if !provider.members.isEmpty { body["provider"] = ["configuration": .object(provider)] }
    if !others.members.isEmpty { body["attributes"] = .object(others) }
    return .object(body)
  }

  // MARK: Behaviors, devices and identity providers

  func behavior(_ block: TerraformBlock) -> JSON {
    var body: JSONObject = [
      "id": id(block), "name": .string(Self.name(block)), "status": status(block),
      "type": .string(block.text("type") ?? "ANOMALOUS_LOCATION"),
    ]
    // What makes the behavior positive, which becomes a detail.
    body["settings"] = TerraformUnread.texts(
      ids.unread.attributes(block, except: ["name", "status", "type"]))
    return .object(body)
  }

  func assurance(_ block: TerraformBlock) -> JSON {
    let last = block.resource.type.split(separator: "_").last ?? ""
    var body: JSONObject = [
      "id": id(block), "name": .string(Self.name(block)), "platform": .string(last.uppercased()),
    ]
    for (name, member, part) in [
      ("os_version", "osVersion", "minimum"),
      ("disk_encryption_type", "diskEncryptionType", "include"),
      ("screenlock_type", "screenLockType", "include"), ("jailbreak", "jailbreak", ""),
      ("secure_hardware_present", "secureHardwarePresent", ""),
    ] {
      switch block.value(name) {
      case .absent: break
      case .known(let value):
        guard value != "", !value.isNothing else { continue }
        body[member] = part.isEmpty ? value : [part: value]
      case .unknown:
        // No other device assurance policy has the same value.
        guard !ids.configuration.leavesOut(block, name) else { continue }
        body[member] = .string("\(block.title).\(name) isn't known")
      }
    }
    block.settle(
      "platform", "display_remediation_mode", "created_by", "created_date", "last_update",
      "last_updated_by")
    var signals: JSONObject = [:]
    var others: JSONObject = [:]
    for member in ids.unread.attributes(block, except: Self.assuranceParts).members {
      if member.name.hasPrefix("os_version_constraint") {
        body["osVersionConstraints"] = member.value
      } else if member.name.hasPrefix("tpsp_") || member.name == "third_party_signal_providers" {
        signals[member.name] = member.value
      } else {
        others[member.name] = member.value
        continue
      }
      block.settle(member.name)
    }
    if !signals.members.isEmpty { body["thirdPartySignalProviders"] = .object(signals) }
    // It isn't known what an attribute of a later version of the provider does.
    if !others.members.isEmpty { body["attributes"] = .object(others) }
    return .object(body)
  }

  /// The attributes of device assurance policies that are translated, or decide nothing.
  private static let assuranceParts = [
    "name", "os_version", "disk_encryption_type", "screenlock_type", "jailbreak",
    "secure_hardware_present", "platform", "display_remediation_mode", "created_by",
    "created_date", "last_update", "last_updated_by",
  ]

  /// Returns an identity provider, and the attributes that aren't known.
  func provider(_ block: TerraformBlock) -> (json: JSON, unknown: [String]) {
    let usual = block.resource.type == "okta_idp_saml" ? "SAML2" : "OIDC"
    let groups = ids.list(block, "account_link_group_include")
    let filter: JSON =
      groups.isEmpty
      ? .null : ["groups": ["include": .array(groups.map { .string($0.id) })]]
    func word(_ name: String, _ usual: String) -> JSON { .string(block.text(name) ?? usual) }
    let policy: JSON = [
      "accountLink": ["action": word("account_link_action", "AUTO"), "filter": filter],
      "provisioning": [
        "action": word("provisioning_action", "AUTO"),
        "groups": ["action": word("groups_action", "NONE")],
        "profileMaster": block.known("profile_master") ?? false,
        "conditions": [
          "deprovisioned": ["action": word("deprovisioned_action", "NONE")],
          "suspended": ["action": word("suspended_action", "NONE")],
        ],
      ],
      "trustClaims": block.known("trust_claims") ?? false,
    ]
    let names = [
      "status", "type", "account_link_action", "provisioning_action", "groups_action",
      "deprovisioned_action", "suspended_action",
    ]
    let unknown = names.filter {
      block.isUnknown($0) && !ids.configuration.leavesOut(block, $0)
    }
    return (
      [
        "id": id(block), "name": .string(Self.name(block)), "status": status(block),
        "type": word("type", usual), "protocol": [:], "policy": policy,
      ], unknown.map { "\(block.title).\($0)" }
    )
  }
}
