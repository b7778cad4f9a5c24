package import FlowHTTP
package import FlowText

/// The output of `terraform show -json`: a plan or a state.
///
/// A plan has two moments: the state before its changes and the planned state. In a state, both are
/// the same.
package struct TerraformFile {
  /// A moment that a plan describes.
  package enum Moment: Sendable, Hashable {
    /// Before the changes of the plan.
    case prior
    /// After the changes of the plan.
    case planned
  }

  /// Whether the file is a plan, and not a state.
  package let isPlan: Bool
  /// The path of the file.
  package let path: String
  let json: JSON
  /// The record of the attributes that are read.
  let reads = TerraformReads()

  /// The maximum size of a file in bytes.
  ///
  /// Real plans have up to some tens of megabytes.
  package static let bytesMax = 32 << 20

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - bytes: The contents of the file.
  ///   - path: The path of the file, for messages.
  /// - Throws: A failure if the file isn't a plan or a state in JSON with a resource of the
  ///   provider `okta`.
  package init(_ bytes: [UInt8], path: String) throws(PlainFailure) {
    let json: JSON
    do throws(JSONFailure) {
      json = try JSON(
        parsing: bytes, limits: JSONLimits(depth: JSONLimits.standard.depth, size: Self.bytesMax))
    } catch {
      throw Self.failure(bytes, error)
    }
    try self.init(json, path: path)
  }

  /// Reads a file that was parsed before.
  ///
  /// - Parameters:
  ///   - json: The contents of the file.
  ///   - path: The path of the file, for messages.
  /// - Throws: A failure if the file isn't a plan or a state in JSON with a resource of the
  ///   provider `okta`.
  package init(_ json: JSON, path: String) throws(PlainFailure) {
    guard let version = json["format_version"]?.string else {
      if Self.isAnswer(json, path) {
        throw PlainFailure(
          "this is an answer of the Okta management API, not a plan or a state of Terraform",
          help: "use `flow import okta`")
      }
      throw json["version"]?.integer != nil && json["resources"]?.array != nil
        ? PlainFailure("this is a state file of Terraform, not its JSON output", help: Self.show)
        : PlainFailure("this is neither a plan nor a state of Terraform", help: Self.show)
    }
    let major = version.split(separator: ".").first.map(String.init) ?? version
    guard ["0", "1"].contains(major) else {
      throw PlainFailure(
        "the format version `\(version)` of Terraform isn't supported",
        help: "flow reads the versions 0 and 1, which Terraform 0.12 to 1.x write")
    }
    self.json = json
    self.path = path
    isPlan = Self.planMembers.contains { json[$0] != nil }
    try requireOkta()
    try requireChanges()
    try TerraformProviders(json).requireOneOrg()
  }

  /// How a user gets a file that flow reads.
  private static let show = "write `terraform show -json PLAN > plan.json`, or without PLAN"

  /// Whether a document has an object of the management API.
  private static func isAnswer(_ json: JSON, _ path: String) -> Bool {
    let value = Exported(json: json, spot: ExportPlace(path), ledger: ImportLedger())
    return !ExportCatalog([value]).isEmpty
  }

  /// Returns `plan` or `state` for a document of Terraform; `nil` for another document.
  package static func word(for json: JSON) -> String? {
    if json["version"]?.integer != nil, json["resources"]?.array != nil { return "state" }
    guard json["format_version"]?.string != nil else { return nil }
    return planMembers.contains { json[$0] != nil } ? "plan" : "state"
  }

  /// The members that only a plan has.
  private static let planMembers = ["resource_changes", "planned_values", "prior_state"]

  /// Returns why bytes aren't a JSON document of Terraform.
  private static func failure(_ bytes: [UInt8], _ failure: JSONFailure) -> PlainFailure {
    if bytes.starts(with: [0x50, 0x4B, 0x03, 0x04]) {
      return PlainFailure("this is a binary plan", help: show)
    }
    if bytes.prefix(64).contains(subsequence: Array("\"@level\"".utf8)) {
      return PlainFailure("this is the log of `terraform plan -json`, not a plan", help: show)
    }
    return PlainFailure("not a JSON document: \(failure)", help: show)
  }

  /// Checks that the file has a resource of the provider `okta`.
  private func requireOkta() throws(PlainFailure) {
    let all = resources(.planned) + resources(.prior)
    guard !all.contains(where: \.isOkta) else { return }
    let others = Set(all.map(\.provider)).filter { !$0.isEmpty }.sorted().prefix(5)
    throw PlainFailure(
      "the \(isPlan ? "plan" : "state") has no resource of the provider `okta`",
      help: others.isEmpty
        ? nil : "its resources are of \(others.map { "`\($0)`" }.joined(separator: ", "))")
  }

  /// Checks that a plan has its changes, because the planned values don't show what is unknown.
  private func requireChanges() throws(PlainFailure) {
    guard isPlan else { return }
    let known = Set(changes.compactMap { $0["address"]?.string })
    let prior = Self.managed(json["prior_state"]?["values"])
    let planned = Self.managed(json["planned_values"])
    if prior.isEmpty, let address = existing {
      throw PlainFailure(
        "the plan doesn't have `\(address)` in `prior_state`", help: Self.show)
    }
    let lacking = planned.filter { !known.contains($0.key) && prior[$0.key] != $0.value }
    let isEmpty = json["resource_changes"] == nil && json["complete"]?.bool != false
    guard let address = lacking.keys.min() ?? (isEmpty ? prior.keys.min() : nil) else { return }
    throw PlainFailure(
      "the plan doesn't have the change of `\(address)` in `resource_changes`", help: Self.show)
  }

  /// The address of a managed resource of the provider that exists before its change; `nil` if there is none.
  private var existing: String? {
    changes.first { change in
      change["change"]?["before"]?.object != nil && change["mode"]?.string != "data"
        && change["deposed"] == nil && change["type"]?.string?.hasPrefix("okta_") == true
    }?["address"]?.string
  }

  /// Returns the values of the managed resources of the provider in a tree, by their addresses.
  private static func managed(_ values: JSON?) -> [String: JSON] {
    var managed: [String: JSON] = [:]
    var modules = [values?["root_module"] ?? .null]
    while let module = modules.popLast() {
      for resource in module["resources"]?.array ?? [] {
        guard resource["mode"]?.string != "data", let address = resource["address"]?.string,
          resource["type"]?.string?.hasPrefix("okta_") == true
        else { continue }
        managed[address] = resource["values"] ?? .null
      }
      modules += module["child_modules"]?.array ?? []
    }
    return managed
  }

  // MARK: Resources

  /// Returns the resources and data sources at a moment, of all providers.
  func resources(_ moment: Moment) -> [TerraformResource] {
    guard isPlan else { return tree(json["values"]) }
    let prior = tree(json["prior_state"]?["values"])
    guard moment == .planned else { return prior }
    var resources: [TerraformResource] = []
    var seen: Set<String> = []
    for change in changes {
      guard let address = change["address"]?.string, change["deposed"] == nil else { continue }
      seen.insert(address)
      if let resource = TerraformResource(change: change, reads) { resources.append(resource) }
    }
    // Data sources that were read, and resources that a plan with `-target` doesn't list.
    return resources + prior.filter { !seen.contains($0.address) }
  }

  /// Returns the resources of the provider before and after the changes of a plan, and the ids to
  /// which they refer.
  ///
  /// What depends on both is the same for both moments.
  func bothMoments() -> (resources: [TerraformResource], ids: TerraformIDs) {
    let planned = resources(.planned).filter(\.isOkta)
    let configuration = TerraformConfiguration(json["configuration"], planned)
    let prior = isPlan ? resources(.prior).filter(\.isOkta) : []
    return (planned + prior, TerraformIDs(configuration: configuration))
  }

  /// The changes of a plan, with the deferred ones.
  var changes: [JSON] {
    (json["resource_changes"]?.array ?? [])
      + (json["deferred_changes"]?.array ?? []).compactMap { $0["resource_change"] }
  }

  /// Returns the resources of a tree of modules, in the order of the file.
  private func tree(_ values: JSON?) -> [TerraformResource] {
    guard let root = values?["root_module"] else { return [] }
    // A resource keeps its address in both moments, so that its messages are the same.
    var moved: [String: String] = [:]
    for change in changes {
      guard let old = change["previous_address"]?.string, change["deposed"] == nil else { continue }
      moved[old] = change["address"]?.string
    }
    var resources: [TerraformResource] = []
    var modules = [root]
    while let module = modules.popLast() {
      let address = module["address"]?.string ?? ""
      resources += (module["resources"]?.array ?? []).compactMap {
        TerraformResource(state: $0, module: address, moved: moved, reads)
      }
      modules += (module["child_modules"]?.array ?? []).reversed()
    }
    return resources
  }

  /// Returns the changes of the plan that nothing in the orgs of its two moments stands for.
  ///
  /// - Precondition: `bodies` was called for both moments, with the same file.
  /// - Returns: The changes, in the order of the file.
  package func uncompared() -> [TerraformChange] { TerraformChanges(self).all }

  /// Returns the objects at a moment as bodies of the management API.
  ///
  /// A value that isn't known becomes an unknown condition, a rule of which it isn't known what it
  /// asks for, or a gap. `ImportedOrg` makes an org from the bodies.
  ///
  /// - Parameters:
  ///   - moment: The moment.
  ///   - ledger: The record of the values that are read, which receives the remarks.
  /// - Returns: The bodies; empty if the file has no resource at this moment.
  package func bodies(_ moment: Moment, _ ledger: ImportLedger) -> [Exported] {
    let conversion = TerraformConversion(self, moment, ledger)
    guard !conversion.resources.isEmpty else { return [] }
    return conversion.bodies()
  }
}

extension Collection where Element == UInt8 {
  /// Whether the bytes contain other bytes.
  fileprivate func contains(subsequence other: [UInt8]) -> Bool {
    indices.contains { self[$0...].starts(with: other) }
  }
}
