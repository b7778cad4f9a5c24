import FlowHTTP

/// Translates apps, with the policies that they have.
struct TerraformApps {
  /// The policy of an app.
  private enum Choice {
    case id(String, at: TerraformBlock)
    case unknown(String)
  }

  /// What the resources that connect apps with policies say, by the ids of the apps.
  private struct Links {
    var choices: [String: [Choice]] = [:]
    var registrations: [String: Set<String>] = [:]
  }

  /// An app and its policy.
  private struct Binding {
    var id: String
    /// The resource of the app; `nil` if the file has only its id.
    var block: TerraformBlock?
    var policy: String

    /// Whether the org has the app.
    var isActive: Bool { block?.text("status") != "INACTIVE" }
  }

  let conversion: TerraformConversion
  private var ids: TerraformIDs { conversion.ids }
  /// The apps that have a policy for signing up before or after the changes of a plan.
  private let registered: [TerraformIDs.Element]

  init(_ conversion: TerraformConversion) {
    self.conversion = conversion
    let (resources, ids) = conversion.file.bothMoments()
    registered = resources.filter { $0.type == "okta_policy_profile_enrollment_apps" }
      .flatMap { ids.list($0.block, "apps") }
  }

  /// The types of resources of which each is an app.
  static let types: Set<String> = [
    "okta_app_auto_login", "okta_app_basic_auth", "okta_app_bookmark", "okta_app_oauth",
    "okta_app_saml", "okta_app_secure_password_store", "okta_app_shared_credentials",
    "okta_app_swa", "okta_app_three_field",
  ]
  /// The types of resources that connect apps with policies.
  static let links: Set<String> = [
    "okta_app_access_policy_assignment", "okta_policy_profile_enrollment_apps",
  ]
  /// The types of apps whose authentication policy is an attribute.
  private static let withPolicy: Set<String> = [
    "okta_app_bookmark", "okta_app_oauth", "okta_app_saml",
  ]

  /// Adds the apps to the conversion, and the policies that only apps name.
  func write(_ policies: inout TerraformPolicies) {
    let links = links()
    let bindings = bindings(links, &policies)
    for binding in bindings {
      write(binding, links.registrations[binding.id] ?? [], policies)
    }
    let known = Set(bindings.map(\.id))
    for resource in conversion.resources
    where resource.type == "okta_policy_profile_enrollment_apps" && !resource.isData
      && !ids.list(resource.block, "apps").allSatisfy({ known.contains($0.id) })
    {
      conversion.leaveOut(resource, "some of the apps aren't in the file")
    }
    reportUnused(policies, links)
    writeExamples(policies, except: Set(bindings.filter(\.isActive).map(\.policy)))
  }

  /// Reports the policies for signing up that no app of the file has, because other apps may have
  /// them.
  private func reportUnused(_ policies: TerraformPolicies, _ links: Links) {
    let used = links.registrations.values.reduce(into: Set<String>()) { $0.formUnion($1) }
    for policy in policies.all where policy.type == "PROFILE_ENROLLMENT" {
      guard let block = policy.block, !used.contains(policy.id) else { continue }
      let rules = policy.rules.flatMap(\.rules).map(\.block)
      let text = rules.reduce(
        ids.unread.reason("it isn't known which apps have it", block, ["status"])
      ) { ids.unread.reason($0, $1, TerraformRegistration.names) }
      conversion.gap(text, at: block)
    }
  }

  private func links() -> Links {
    var links = Links()
    for resource in conversion.resources where !resource.isData {
      let block = resource.block
      if resource.type == "okta_app_access_policy_assignment" {
        guard case .id(let app) = ids.reference(block, "app_id") else {
          conversion.gap("it isn't known which app gets the policy", at: block)
          continue
        }
        links.choices[app, default: []].append(choice(block, "policy_id"))
      } else if resource.type == "okta_policy_profile_enrollment_apps" {
        guard case .id(let policy) = ids.reference(block, "policy_id") else {
          conversion.gap("it isn't known which sign-up policy the apps get", at: block)
          continue
        }
        for app in ids.list(block, "apps") {
          if app.isUnknown { conversion.gap("it isn't known: \(app.id)", at: block) }
          links.registrations[app.id, default: []].insert(policy)
        }
      }
    }
    return links
  }

  /// Returns the apps with their policies, and adds the policies that only apps name.
  private func bindings(_ links: Links, _ policies: inout TerraformPolicies) -> [Binding] {
    let assigned = links.choices
    var bindings: [Binding] = []
    var known: Set<String> = []
    var apps = conversion.resources.filter { Self.types.contains($0.type) && !$0.isData }
    apps += conversion.resources.filter {
      $0.isData && $0.type.hasPrefix("okta_app") && assigned[TerraformIDs.id(of: $0)] != nil
    }
    for app in apps {
      let id = TerraformIDs.id(of: app)
      guard known.insert(id).inserted else { continue }
      let policy = policy(of: app, assigned[id] ?? [], &policies)
      bindings.append(Binding(id: id, block: app.block, policy: policy))
    }
    for (app, choices) in assigned.sorted(by: { $0.key < $1.key }) where !known.contains(app) {
      bindings.append(Binding(id: app, block: nil, policy: policy(app, choices, &policies)))
    }
    return bindings
  }

  // MARK: Policies of apps

  private func choice(_ block: TerraformBlock, _ name: String) -> Choice? {
    switch ids.reference(block, name) {
    case .absent: nil
    case .id(let id): .id(id, at: block)
    case .unknown: .unknown("\(block.title).\(name)")
    }
  }

  private func choice(_ block: TerraformBlock, _ name: String) -> Choice {
    let found: Choice? = choice(block, name)
    return found ?? .unknown("\(block.title).\(name)")
  }

  private func policy(
    of app: TerraformResource, _ assigned: [Choice], _ policies: inout TerraformPolicies
  ) -> String {
    let block = app.block
    var choices = assigned
    let isOpen = block.isUnknown("authentication_policy")
    let isOwn = !ids.configuration.leavesOut(block, "authentication_policy")
    // If the configuration leaves it out, the assignment decides.
    if Self.withPolicy.contains(app.type), isOwn || assigned.isEmpty, isOwn || !isOpen,
      let own = choice(block, "authentication_policy") as Choice?
    {
      choices.append(own)
    }
    let name = TerraformObjects.name(block, "label")
    guard !choices.isEmpty else {
      let what =
        isOpen && !isOwn ? "default authentication policy" : "authentication policy of \(name)"
      return unknownPolicy(what, at: block.resource.address, &policies)
    }
    return policy(name, choices, &policies)
  }

  /// Returns the id of the policy that an app has; of an unknown policy if there are several.
  private func policy(
    _ app: String, _ choices: [Choice], _ policies: inout TerraformPolicies
  ) -> String {
    var found: [String] = []
    var place: TerraformBlock?
    for choice in choices {
      guard case .id(let id, let block) = choice else {
        return unknownPolicy("authentication policy of \(app)", at: "", &policies)
      }
      if !found.contains(id) { found.append(id) }
      place = block
    }
    guard found.count == 1, let place else {
      let address = place?.resource.address ?? ""
      conversion.caution(
        "the app `\(app)` has several authentication policies: it isn't known which", at: address)
      return unknownPolicy("authentication policy of \(app)", at: address, &policies)
    }
    if !policies.has(found[0]) {
      policies.add(policies.unmanaged(found[0], "ACCESS_POLICY", of: place))
    }
    return found[0]
  }

  private func unknownPolicy(
    _ name: String, at address: String, _ policies: inout TerraformPolicies
  ) -> String {
    let id = TerraformIDs.made("rst", name)
    policies.add(TerraformPolicy(id: id, "ACCESS_POLICY", name: name, address: address))
    return id
  }

  // MARK: Bodies

  private func write(
    _ app: Binding, _ registrations: Set<String>, _ policies: TerraformPolicies
  ) {
    let (id, block) = (app.id, app.block)
    let name = block.map { TerraformObjects.name($0, "label") } ?? id
    var links: JSONObject = ["accessPolicy": link(app.policy)]
    if registrations.count == 1, let own = registrations.first, policies.has(own) {
      links["profileEnrollment"] = link(own)
    } else if !registrations.isEmpty || hadRegistration(id) {
      conversion.gap("it isn't known how users of the app \(name) sign up", at: block)
    }
    var body: JSONObject = [
      "id": .string(id), "name": "app", "label": .string(name), "signOnMode": "OPENID_CONNECT",
      "status": .string(block?.text("status") ?? "ACTIVE"), "_links": .object(links),
    ]
    if let client = block?.text("client_id") {
      body["credentials"] = ["oauthClient": ["client_id": .string(client)]]
    }
    conversion.add(.object(body), at: block?.resource.address ?? "")
  }

  /// Adds an app for each policy that no active app of the file has, because another app may have
  /// it.
  ///
  /// A plan may give a policy its first app. The example is in both moments then, so that this app
  /// is a new one.
  private func writeExamples(_ policies: TerraformPolicies, except used: Set<String>) {
    var used = used
    if let other = conversion.otherMoment() {
      var others = TerraformPolicies(other)
      let apps = TerraformApps(other)
      let bindings = apps.bindings(apps.links(), &others)
      let unused = Set(others.all.map(\.id)).subtracting(bindings.filter(\.isActive).map(\.policy))
      used.subtract(unused)
    }
    for policy in policies.all
    where policy.type == "ACCESS_POLICY" && !used.contains(policy.id) && !policy.isOfAccounts {
      let name = "An app of \(policy.name)"
      conversion.note(
        "there may be other apps with the policy: the org gets the app `\(name)`",
        at: policy.address)
      conversion.add(
        [
          "id": .string(TerraformIDs.made("0oa", policy.id)), "name": "app",
          "label": .string(name), "signOnMode": "OPENID_CONNECT", "status": "ACTIVE",
          "_links": ["accessPolicy": link(policy.id)],
        ], at: policy.address)
    }
  }

  /// Whether an app has its own policy for signing up before or after the changes of a plan.
  ///
  /// The default policy, which other apps have, is a gap of every file. That gap can't stand for a
  /// change between both policies.
  private func hadRegistration(_ app: String) -> Bool {
    registered.contains { $0.isUnknown || $0.id == app }
  }

  private func link(_ policy: String) -> JSON { ["href": .string("/api/v1/policies/\(policy)")] }
}
