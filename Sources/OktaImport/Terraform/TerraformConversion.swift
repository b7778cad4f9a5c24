import FlowHTTP

/// Translates the resources of a plan or a state, at one moment, into bodies of the management API.
final class TerraformConversion {
  let file: TerraformFile
  let resources: [TerraformResource]
  let ids: TerraformIDs
  /// The ids of the users that the file has.
  let users: Set<String>
  /// The ids of the groups that contain all users.
  let everyone: Set<String>
  private let moment: TerraformFile.Moment
  private let ledger: ImportLedger
  private let root: ExportPlace
  private var values: [Exported] = []
  /// The ids of the objects that were added, because data sources repeat objects.
  private var taken: Set<String> = []

  init(_ file: TerraformFile, _ moment: TerraformFile.Moment, _ ledger: ImportLedger) {
    self.file = file
    self.ledger = ledger
    self.moment = moment
    root = ExportPlace(file.path)
    resources = file.resources(moment).filter(\.isOkta)
    let configuration = moment == .planned ? file.json["configuration"] : nil
    ids = TerraformIDs(configuration: TerraformConfiguration(configuration, resources))
    users = Set(
      resources.filter { $0.type == "okta_user" && $0.block.text("login") != nil }
        .map(TerraformIDs.id))
    everyone = Set(
      resources.flatMap { resource -> [String] in
        let own = TerraformObjects.isEveryone(resource.block) ? [TerraformIDs.id(of: resource)] : []
        let named = resource.block.text("default_included_group_id")
        return own + [named].compactMap { $0.map(TerraformIDs.clean) }
      })
  }

  /// Returns the bodies.
  func bodies() -> [Exported] {
    add(["managed-by": "terraform"], at: "")
    addGaps()
    addObjects()
    let closed = TerraformMembers(conversion: self).write()
    addExamples()
    var policies = TerraformPolicies(self)
    TerraformApps(self).write(&policies)
    TerraformAssignments(conversion: self, closed: closed).write()
    TerraformPolicyOrder(conversion: self).write(policies.all)
    TerraformLeftovers(conversion: self).report()
    reportOthers()
    return values
  }

  /// Returns the conversion of the other moment of a plan, which reports nothing; `nil` for a
  /// state.
  func otherMoment() -> TerraformConversion? {
    guard file.isPlan else { return nil }
    return TerraformConversion(file, moment == .prior ? .planned : .prior, ImportLedger())
  }

  // MARK: Results

  private func place(_ address: String) -> ExportPlace {
    address.isEmpty ? root : ExportPlace(in: root, .name(address))
  }

  private func exported(_ json: JSON, _ address: String) -> Exported {
    Exported(json: json, spot: place(address), ledger: ledger)
  }

  /// Adds the body of an object.
  func add(_ json: JSON, at address: String) { values.append(exported(json, address)) }

  /// Adds the body of an object, unless there is one with the same id.
  private func addOnce(_ json: JSON, at address: String) {
    if let id = json["id"]?.string, !taken.insert(id).inserted { return }
    add(json, at: address)
  }

  /// Reports something that may decide differently and that nothing in the org stands for.
  func gap(_ message: String, at block: TerraformBlock? = nil) {
    ledger.subject = block?.resource.address ?? "Terraform"
    exported(.null, block?.resource.address ?? "").warn(message, isWhole: true)
  }

  /// Reports something for which an unknown condition stands.
  func caution(_ message: String, at address: String) { exported(.null, address).caution(message) }

  /// Reports a part of a resource that an org has only as text.
  func detail(_ part: JSON, _ message: String, at resource: TerraformResource) {
    ledger.subject = ""
    exported(part, resource.address).detail(message, isWarning: false)
  }

  /// Reports something that makes no difference.
  func note(_ message: String, at address: String) { exported(.null, address).note(message) }

  /// Reports a resource that nothing in the org stands for.
  ///
  /// A plan that changes it can't be compared completely.
  func leaveOut(_ resource: TerraformResource, _ reason: String) {
    file.reads.leaveOut(resource.address)
    note(reason, at: resource.address)
  }

  // MARK: Gaps of every file

  private func addGaps() {
    gap("Terraform can't manage the account management policy")
    gap("there may be policies and rules that Terraform doesn't manage")
    gap("Terraform can't manage the default policy for signing up")
    let json = file.json
    if moment == .planned { addGapsOfPlan() }
    for drift in json["resource_drift"]?.array ?? [] {
      guard let address = drift["address"]?.string,
        drift["type"]?.string?.hasPrefix("okta_") == true
      else { continue }
      caution("the resource was changed outside of Terraform", at: address)
    }
    if resources.contains(where: { $0.type == "okta_authenticator" }) {
      gap("there may be authenticators and methods that Terraform doesn't manage")
    }
  }

  /// Adds what is missing only after the changes of a plan, so that it isn't a gap of both moments.
  private func addGapsOfPlan() {
    let json = file.json
    if json["complete"]?.bool == false { gap("the plan isn't complete") }
    if json["errored"]?.bool == true { gap("the plan has errors") }
    for deferred in json["deferred_changes"]?.array ?? [] {
      let address = deferred["resource_change"]?["address"]?.string ?? "a resource"
      gap("the change of \(address) is deferred")
    }
  }

  // MARK: Objects

  private func addObjects() {
    let objects = TerraformObjects(ids: ids)
    // A resource has more than a data source for the same object.
    for isData in [false, true] {
      for resource in resources where resource.isData == isData { add(resource, objects) }
    }
  }

  private func add(_ resource: TerraformResource, _ objects: TerraformObjects) {
    let block = resource.block
    let address = resource.address
    switch resource.type {
    case "okta_network_zone":
      // A condition about a zone that an org cannot have is unknown, with the name of the zone.
      let zone = objects.zone(block)
      if !ZoneImport.isKnown(zone) { file.reads.hide(address) }
      addOnce(zone, at: address)
    case "okta_group", "okta_everyone_group":
      if block.isUnknown("name"), resource.type == "okta_group" {
        caution("the name of the group isn't known", at: address)
      }
      addOnce(objects.group(block), at: address)
    case "okta_user":
      guard users.contains(TerraformIDs.id(of: resource)) else {
        return gap("the login of the user isn't known", at: block)
      }
      let (json, unknown) = objects.user(block)
      for name in unknown { gap("it isn't known: \(name)", at: block) }
      addOnce(json, at: address)
    case "okta_user_type": addOnce(objects.userType(block), at: address)
    case "okta_authenticator":
      guard let json = objects.authenticator(block) else {
        return gap("the key of the authenticator isn't known", at: block)
      }
      addOnce(json, at: address)
    case "okta_behavior": addOnce(objects.behavior(block), at: address)
    case _ where resource.type.hasPrefix("okta_policy_device_assurance_"):
      addOnce(objects.assurance(block), at: address)
    case "okta_idp_oidc", "okta_idp_saml", "okta_idp_social":
      let (json, unknown) = objects.provider(block)
      for name in unknown { gap("it isn't known: \(name)", at: block) }
      addOnce(json, at: address)
    default: return
    }
  }

  // MARK: Examples of users

  /// Adds a user who has everything enrolled, and a user who has nothing.
  ///
  /// They stand for the users that Terraform doesn't manage. So they are in the org even if the file
  /// has other users.
  private func addExamples() {
    gap(
      "what users have enrolled isn't in the file: the org has two examples, and other users have "
        + "a password and an address")
    for user in users.sorted() { add(["factors": .object([user: []])], at: "") }
    for name in ["enrolled", "new"] {
      let id = UnlistedUsers.exampleID + name
      let login = JSON.string("\(name)@example.com")
      add(
        ["id": .string(id), "status": "ACTIVE", "profile": ["login": login, "email": login]],
        at: "")
      guard name == "enrolled" else {
        add(["factors": .object([id: []])], at: "")
        continue
      }
      for (type, provider) in TerraformConversion.factors {
        add(
          [
            "factorType": .string(type), "provider": .string(provider), "status": "ACTIVE",
            "profile": TerraformConversion.profile(type),
            "_links": ["user": ["href": .string("/api/v1/users/\(id)")]],
          ], at: "")
      }
    }
  }

  private static func profile(_ type: String) -> JSON {
    switch type {
    case "sms": ["phoneNumber": "+15550100001"]
    case "question": ["question": "disliked_food", "questionText": "Which food do you dislike?"]
    default: [:]
    }
  }

  private static let factors = [
    ("sms", "OKTA"), ("email", "OKTA"), ("question", "OKTA"), ("token:software:totp", "GOOGLE"),
    ("push", "OKTA"), ("webauthn", "FIDO"), ("web", "DUO"), ("token:hardware", "YUBICO"),
    ("token", "RSA"), ("token", "SYMANTEC"),
  ]

  // MARK: Other resources

  /// Reports the resources that nothing translates.
  private func reportOthers() {
    for resource in resources where !resource.isData {
      let type = resource.type
      guard !TerraformPolicies.handled.contains(type), !TerraformApps.types.contains(type),
        !TerraformApps.links.contains(type), !TerraformAssignments.types.contains(type),
        !TerraformHarmless.isObject(type)
      else { continue }
      if let reason = TerraformHarmless.reason(type) {
        leaveOut(resource, reason)
      } else {
        file.reads.leaveOut(resource.address)
        gap("resources of the type \(type) aren't imported", at: resource.block)
      }
    }
  }
}
