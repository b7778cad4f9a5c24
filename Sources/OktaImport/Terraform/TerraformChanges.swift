import FlowHTTP

/// Finds the changes of a plan that the import doesn't compare.
///
/// Both moments of the plan must have been read before, because a change of an attribute is
/// compared if the import has read the attribute.
struct TerraformChanges {
  private let file: TerraformFile
  private let configuration: TerraformConfiguration
  /// Whether the name of a group may be in an expression.
  private let usesGroupNames: Bool

  init(_ file: TerraformFile) {
    self.file = file
    let planned = file.resources(.planned).filter(\.isOkta)
    configuration = TerraformConfiguration(file.json["configuration"], planned)
    usesGroupNames = TerraformGroupUses(file).ids == nil
  }

  /// The changes, in the order of the file.
  var all: [TerraformChange] {
    (file.json["resource_changes"]?.array ?? []).compactMap(change)
  }

  private func change(_ json: JSON) -> TerraformChange? {
    guard let address = json["address"]?.string, let change = json["change"],
      json["mode"]?.string != "data", json["deposed"] == nil,
      let action = Self.action(change),
      let resource = TerraformResource(change: json, file.reads)
        ?? TerraformResource(before: json, file.reads), resource.isOkta
    else { return nil }
    let addresses = [address, json["previous_address"]?.string].compactMap(\.self)
    let changed = changed(change, resource)
    if addresses.contains(where: file.reads.isLeftOut) {
      let isWhole = action != "updated"
      let own = isWhole ? [] : changed.filter { !TerraformHarmless.isDecoration($0) }
      guard isWhole || !own.isEmpty else { return nil }
      return TerraformChange(
        address: address, action: action, attributes: own,
        reason: TerraformHarmless.inertReason(resource.type))
    }
    guard action == "updated" || action == "replaced" || isCreatedPolicy(action, resource.type)
    else { return nil }
    let own = changed.filter { name in
      !TerraformHarmless.isDecoration(name)
        && (!addresses.contains { file.reads.has(name, of: $0) } || isUsedName(name, resource)
          || Self.isSecret(name, change) || TerraformHarmless.isIgnored(name, resource.type))
    }
    return own.isEmpty
      ? nil
      : TerraformChange(address: address, action: action, attributes: own, reason: nil)
  }

  /// Whether the plan makes a policy or a rule, which may have an attribute that the import doesn't
  /// know.
  ///
  /// Other new objects count only where a rule names them.
  private func isCreatedPolicy(_ action: String, _ type: String) -> Bool {
    action == "created" && TerraformPolicies.handled.contains(type)
  }

  /// Whether an attribute is the name of a group, which an expression may have.
  private func isUsedName(_ name: String, _ resource: TerraformResource) -> Bool {
    name == "name" && resource.type == "okta_group" && usesGroupNames
  }

  /// Whether an attribute, or a part of it, is secret before or after a change.
  ///
  /// An org has the same text for all its values.
  private static func isSecret(_ path: String, _ change: JSON) -> Bool {
    let name = path.prefix { $0 != "." }
    return ["before_sensitive", "after_sensitive"].contains { moment in
      change[moment]?.bool == true || change[moment]?[String(name)]?.isMarked == true
    }
  }

  /// What the plan does, in a word; `nil` if it leaves the object as it is.
  private static func action(_ change: JSON) -> String? {
    let actions = Set((change["actions"]?.array ?? []).compactMap(\.string))
    if actions.contains("create") { return actions.contains("delete") ? "replaced" : "created" }
    if actions.contains("delete") { return "deleted" }
    return actions.contains("update") ? "updated" : nil
  }

  // MARK: Attributes

  /// Returns the paths of the attributes that a change gives another value.
  ///
  /// The attributes of blocks, such as `rule.network_includes`, have paths of their own if the
  /// import has read one of them.
  private func changed(_ change: JSON, _ resource: TerraformResource) -> [String] {
    let before = change["before"]?.object ?? [:]
    let after = change["after"]?.object ?? [:]
    let unknown = change["after_unknown"] ?? false
    let names = Set((before.members + after.members + (unknown.object?.members ?? [])).map(\.name))
    var paths: [String] = []
    for name in names.sorted() {
      let isOpen = unknown.bool == true || unknown[name]?.isMarked == true
      guard !isOpen else {
        // Okta sets an attribute that the configuration leaves out.
        if !configuration.leavesOut(resource.block, name) { paths.append(name) }
        continue
      }
      let (old, new) = (before[name] ?? .null, after[name] ?? .null)
      guard Self.plain(old) != Self.plain(new) else {
        // The default of an attribute may be `true`.
        let isSame = Self.isUnset(old) == Self.isUnset(new)
        if !isSame, !TerraformHarmless.isOffByDefault(name) { paths.append(name) }
        continue
      }
      paths += nested(name, old, new, of: resource.address)
    }
    return paths
  }

  private func nested(_ name: String, _ old: JSON, _ new: JSON, of address: String) -> [String] {
    let (old, new) = (old.array ?? [], new.array ?? [])
    let all = (old + new).map { $0.object?.members.map(\.name) ?? [] }
    let names = Set(all.flatMap(\.self)).sorted()
    guard names.contains(where: { file.reads.has("\(name).\($0)", of: address) }) else {
      return [name]
    }
    let other = names.filter { inner in
      // A value belongs to a block, whatever the order of the blocks is.
      func values(_ blocks: [JSON]) -> JSON {
        let own = blocks.filter { Self.plain($0[inner] ?? .null) != .null }
        return Self.plain(
          .array(own.map { ["of": $0["id"] ?? $0["name"] ?? .null, "is": $0[inner] ?? .null] }))
      }
      return values(old) != values(new)
    }
    return other.isEmpty ? [name] : other.map { "\(name).\($0)" }
  }

  /// Returns a value without what makes no difference: the order of a list, and whether something
  /// is empty, `false`, 0 or not set.
  private static func plain(_ value: JSON) -> JSON {
    switch value {
    case .bool(false), .string(""), .integer(0): return .null
    case .string(let text) where text.hasPrefix("{") || text.hasPrefix("["):
      return (try? JSON(parsing: Array(text.utf8))).map(plain) ?? value
    case .array(let elements):
      let all = elements.map(plain).filter { $0 != .null }
      guard !all.isEmpty else { return .null }
      return .array(all.map { ($0.bytes(), $0) }.sorted { less($0.0, $1.0) }.map(\.1))
    case .object(let object):
      let all = object.members.map { JSONObject.Member($0.name, plain($0.value)) }
        .filter { $0.value != .null }.sorted { $0.name < $1.name }
      return all.isEmpty ? .null : .object(JSONObject(members: all))
    default: return value
    }
  }

  /// Whether a value means that the attribute isn't set; `false` and 0 may be set.
  private static func isUnset(_ value: JSON) -> Bool { value.isNothing || value == "" }

  private static func less(_ first: [UInt8], _ second: [UInt8]) -> Bool {
    first.lexicographicallyPrecedes(second)
  }
}
