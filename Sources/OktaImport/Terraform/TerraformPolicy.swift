import FlowHTTP

/// A policy that is put together from several resources.
struct TerraformPolicy {
  let id: String
  let type: String
  var name: String
  /// The address of the resource that has the policy, or refers to it.
  let address: String
  /// The attributes of the policy; `nil` if the file doesn't manage it.
  var block: TerraformBlock?
  /// Whether it is the default policy of its type.
  var isDefault = false
  var conditions: JSON = .null
  var settings: JSON?
  /// The reason why the settings aren't known, because of which all rules aren't; `nil` if they are
  /// known.
  var unknown: String?
  /// The rules of the file, with the addresses of their resources.
  var rules: [(rules: [TerraformRule], address: String)] = []

  /// Makes a policy that the file manages.
  init(_ block: TerraformBlock, _ type: String) {
    id = TerraformIDs.id(of: block.resource)
    self.type = type
    name = TerraformObjects.name(block)
    address = block.resource.address
    self.block = block
  }

  /// Makes a policy of which the file has only the id.
  init(id: String, _ type: String, name: String, address: String) {
    self.id = id
    self.type = type
    self.name = name
    self.address = address
  }

  /// Whether users change their own accounts by this policy.
  ///
  /// Terraform has no resource for it, but rules of it can be managed.
  var isOfAccounts: Bool {
    block == nil && type == "ACCESS_POLICY"
      && rules.flatMap(\.rules).contains { rule in
        rule.block.text("custom_expression")?.contains("accessRequest.") == true
      }
  }

  /// The position among the policies of the type; `nil` if it isn't known.
  var priority: Int? {
    block?.known("priority")?.integer.flatMap { $0 == 0 ? nil : $0 }
  }

  /// The body of the policy, without its rules.
  var body: JSON {
    var body: JSONObject = [
      "id": .string(id), "type": .string(type), "name": .string(name),
      "status": .string(block?.text("status") ?? "ACTIVE"),
      "priority": priority.map { .integer($0) } ?? .null, "system": .bool(isDefault),
      "conditions": conditions, "rules": [],
    ]
    if type == "ACCESS_POLICY" {
      let kind = isOfAccounts ? "END_USER_ACCOUNT_MANAGEMENT" : "APP"
      body["_embedded"] = ["resourceType": .string(kind)]
    }
    if let settings { body["settings"] = settings }
    return .object(body)
  }

  // MARK: Rules that the file doesn't have

  /// A rule of which nothing is known.
  ///
  /// - Parameters:
  ///   - name: The name of the rule.
  ///   - isLast: Whether it is the default rule, which applies to everyone else. If not, it may
  ///     apply to anyone, before all other rules.
  /// - Returns: The body of the rule.
  func unknownRule(_ name: String, isLast: Bool) -> JSON {
    // The settings of a policy of the file may change although one of them isn't known.
    let details = block == nil ? nil : unknown
    let reason = "\(self.name): \(name)" + (details.map { ", \($0)" } ?? "")
    return [
      "id": .string("\(id)-\(isLast ? "last" : "others")"), "name": .string(name),
      "type": .string(type), "status": "ACTIVE", "priority": isLast ? 99 : -1,
      "system": .bool(isLast), "conditions": isLast ? .null : ["unknown": [.string(reason)]],
      "actions": [:], "unknown": .string(reason), "_links": links(to: isLast ? "last" : "others"),
    ]
  }

  /// The rules of a default policy of which only the requirement to enroll isn't known.
  var defaultEnrollment: [JSON] {
    [true, false].map { asks in
      [
        "id": .string("\(id)-\(asks ? "asks" : "last")"), "name": "Default Rule",
        "type": .string(type), "status": "ACTIVE", "priority": asks ? 98 : 99, "system": true,
        "conditions": asks ? ["unknown": [.string("\(name): Default Rule")]] : .null,
        "actions": ["enroll": ["self": asks ? "CHALLENGE" : "NEVER"]],
        "_links": links(to: asks ? "asks" : "last"),
      ]
    }
  }

  /// The last rule of an authentication policy that is made with `catch_all = false`.
  var denial: JSON {
    [
      "id": .string("\(id)-last"), "name": "Catch-all Rule", "type": .string(type),
      "status": "ACTIVE", "priority": 99, "system": true, "conditions": .null,
      "actions": ["appSignOn": ["access": "DENY"]], "_links": links(to: "last"),
    ]
  }

  private func links(to rule: String) -> JSON {
    ["self": ["href": .string("/api/v1/policies/\(id)/rules/\(rule)")]]
  }
}
