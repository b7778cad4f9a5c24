package import FlowHTTP

/// The kind of an object of the management API, determined by the object's members.
package enum ExportKind: Hashable, Sendable {
  case policy, rule, authenticator, method, group, user, zone, app, factor
  /// A group, or a user, who is assigned to an app.
  case appGroup, appUser
  case deviceAssurance, behavior, userType
  /// An identity provider.
  case provider
  /// An app of a policy.
  case mapping
  /// What `flow pull` writes about itself.
  case record
  /// What `flow import terraform` adds to the objects of a plan or a state.
  case terraform
  /// An object that makes no difference to any decision, and the reason.
  case harmless(String)
  /// An object without an equivalent in an org, and the reason.
  case other(String)

  /// The types of policies that an org can have.
  static let policyTypes = [
    "ACCESS_POLICY", "MFA_ENROLL", "OKTA_SIGN_ON", "PASSWORD", "PROFILE_ENROLLMENT",
  ]

  /// Determines an object's kind; `nil` if the object contains other objects, or is unknown.
  package init?(_ object: JSONObject) {
    func has(_ names: String...) -> Bool { names.allSatisfy { object[$0] != nil } }
    let type = object["type"]?.string
    if has("pulled-from") {
      self = .record
    } else if has("managed-by") {
      self = .terraform
    } else if type == "group_rule" {
      self = .harmless("a group has the members that its rules give it")
    } else if let code = object["errorCode"]?.string, has("errorSummary") {
      self = .other("this is an error of the API, \(code): nothing was exported here")
    } else if object["actions"] != nil || ExportKind.isLinkedRule(object) {
      self = .rule
    } else if has("factorType") {
      self = .factor
    } else if ExportKind.isAssignment(object) {
      self = object["id"]?.string?.hasPrefix("00g") == true ? .appGroup : .appUser
    } else if let type, ExportKind.isPolicy(type, object) {
      self = .policy
    } else if has("key", "type"), !has("profile") {
      self = .authenticator
    } else if has("profile"), has("objectClass") || ExportKind.groupTypes.contains(type ?? "") {
      self = .group
    } else if has("profile"), has("credentials") || has("status") {
      self = .user
    } else if ExportKind.zoneMembers.contains(where: { object[$0] != nil }) {
      self = .zone
    } else if has("signOnMode") || has("label", "visibility") {
      self = .app
    } else if has("type", "status"), !has("name"), !has("id") {
      self = .method
    } else if has("protocol") {
      self = .provider
    } else if has("evaluation") {
      self = .harmless("this is a policy simulation, not a policy")
    } else if let kind = ExportKind(rare: object, type) {
      self = kind
    } else {
      return nil
    }
  }

  /// Whether an object's own link is that of a rule, in case it has no actions.
  private static func isLinkedRule(_ object: JSONObject) -> Bool {
    object["_links"]?["self"]?["href"]?.string?.contains("/rules/") == true
      && object["_links"]?["self"]?["href"]?.string?.contains("/policies/") == true
  }

  /// Determines the kind of an object to which rules refer, or of a setting of the whole org.
  private init?(rare object: JSONObject, _ type: String?) {
    func has(_ names: String...) -> Bool { names.allSatisfy { object[$0] != nil } }
    let id = object["id"]?.string ?? ""
    if object["platform"]?.string != nil, has("name"), id.hasPrefix("dae") || !has("status") {
      self = .deviceAssurance
    } else if id.hasPrefix("bhv") || type.map(ExportKind.behaviorTypes.contains) == true {
      self = .behavior
    } else if id.hasPrefix("oty") || has("displayName", "name", "default") {
      self = .userType
    } else if object["_links"]?["application"] != nil {
      self = .mapping
    } else if has("action", "excludeZones") {
      self = .harmless("ThreatInsight only refuses requests that the org allows")
    } else if has("variableName") || id.hasPrefix("dch") {
      self = .harmless("a device posture check counts where a device assurance names it")
    } else if has("subdomain") || has("agreeToCustomPrivacyPolicy") || has("removePoweredByOkta")
      || has("stage", "type") || has("enabledPages")
    {
      self = .harmless("this setting decides nothing about a sign-in")
    } else {
      return nil
    }
  }

  private static let behaviorTypes = [
    "ANOMALOUS_LOCATION", "ANOMALOUS_DEVICE", "ANOMALOUS_IP", "ANOMALOUS_ASN", "VELOCITY",
  ]

  /// Whether an object is an element of `/apps/{id}/groups` or `/apps/{id}/users`.
  private static func isAssignment(_ object: JSONObject) -> Bool {
    let id = object["id"]?.string ?? ""
    let isOfApp = object["_links"]?["app"] != nil
    if id.hasPrefix("00g") {
      return object["type"] == nil && object["objectClass"] == nil
        && (isOfApp || object["priority"] != nil)
    }
    return id.hasPrefix("00u") && object["scope"] != nil
      && (isOfApp || object["syncState"] != nil || object["externalId"] != nil)
  }

  private static let groupTypes = ["OKTA_GROUP", "APP_GROUP", "BUILT_IN"]
  private static let zoneMembers = [
    "gateways", "asns", "locations", "ipServiceCategories", "usage",
  ]

  /// Whether a text is a policy's type: words in upper case, including types of later API versions.
  private static func isPolicy(_ type: String, _ object: JSONObject) -> Bool {
    if policyTypes.contains(type) || type == "IDP_DISCOVERY" { return true }
    let isWord =
      type.contains("_") && type.utf8.allSatisfy { $0 == 0x5F || (0x41...0x5A).contains($0) }
    return isWord && object["priority"] != nil && object["name"] != nil
  }

  /// The type of the policy to which a rule belongs, by the rule's actions or its own type.
  static func policyType(ofRule rule: JSON) -> String? {
    let actions = rule["actions"]?.object
    for (member, type) in actionMembers where actions?[member] != nil { return type }
    return rule["type"]?.string
  }

  private static let actionMembers = [
    ("appSignOn", "ACCESS_POLICY"), ("signon", "OKTA_SIGN_ON"), ("enroll", "MFA_ENROLL"),
    ("selfServicePasswordReset", "PASSWORD"), ("passwordChange", "PASSWORD"),
    ("selfServiceUnlock", "PASSWORD"), ("profileEnrollment", "PROFILE_ENROLLMENT"),
    ("idp", "IDP_DISCOVERY"),
  ]
}
