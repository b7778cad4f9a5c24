import FlowHTTP

/// An instance of a resource or of a data source, at one moment.
struct TerraformResource {
  /// The address, such as `module.a["k"].okta_group.x[0]`.
  let address: String
  /// The address of the module; empty for the root module.
  let module: String
  /// Whether the instance belongs to a data source.
  let isData: Bool
  let type: String
  let name: String
  /// The source address of the provider, such as `registry.terraform.io/okta/okta`.
  let provider: String
  /// Whether a plan creates the instance or changes it.
  let isCreated: Bool
  let isChanged: Bool
  private let values: JSONObject
  /// The marks of the values that aren't known yet.
  private let unknown: JSON
  /// The marks of the values that are secret.
  private let sensitive: JSON
  /// The record of the attributes that are read.
  fileprivate let reads: TerraformReads

  /// Whether the instance is of the provider `okta`, from any registry.
  var isOkta: Bool {
    let last = provider.split(separator: "/").last.map(String.init) ?? ""
    return (last.isEmpty || last == "okta") && type.hasPrefix("okta_")
  }

  /// The attributes of the instance.
  var block: TerraformBlock {
    TerraformBlock(
      resource: self, path: [], values: values, unknown: unknown, sensitive: sensitive)
  }

  /// Reads an instance of a state; `nil` if it is an old copy that waits to be deleted.
  ///
  /// - Parameters:
  ///   - json: The instance in the file.
  ///   - module: The address of its module.
  ///   - moved: The new addresses of the instances that a plan moves, by the old ones.
  ///   - reads: The record of the attributes that are read.
  init?(state json: JSON, module: String, moved: [String: String], _ reads: TerraformReads) {
    guard json["deposed_key"] == nil, let address = json["address"]?.string else { return nil }
    self.init(
      json, moved[address] ?? address, module: module, values: json["values"], unknown: false,
      sensitive: json["sensitive_values"] ?? false, actions: [], reads)
  }

  /// Reads an instance of a plan, as it is after the change; `nil` if the plan deletes it.
  init?(change json: JSON, _ reads: TerraformReads) {
    guard let address = json["address"]?.string, let change = json["change"] else { return nil }
    let actions = (change["actions"]?.array ?? []).compactMap(\.string)
    let remains = change["after"]?.object != nil || change["after_unknown"]?.isMarked == true
    if remains {
      self.init(
        json, address, module: json["module_address"]?.string ?? "", values: change["after"],
        unknown: change["after_unknown"] ?? false, sensitive: change["after_sensitive"] ?? false,
        actions: actions, reads)
    } else if actions.contains("forget") {
      // Terraform no longer manages it, but it still exists.
      self.init(
        json, address, module: json["module_address"]?.string ?? "", values: change["before"],
        unknown: false, sensitive: change["before_sensitive"] ?? false, actions: actions, reads)
    } else {
      return nil
    }
  }

  /// Reads an instance of a plan, as it is before the change; `nil` if the plan creates it.
  init?(before json: JSON, _ reads: TerraformReads) {
    guard let address = json["address"]?.string, let change = json["change"],
      change["before"]?.object != nil
    else { return nil }
    self.init(
      json, address, module: json["module_address"]?.string ?? "", values: change["before"],
      unknown: false, sensitive: change["before_sensitive"] ?? false, actions: [], reads)
  }

  private init(
    _ json: JSON, _ address: String, module: String, values: JSON?, unknown: JSON, sensitive: JSON,
    actions: [String], _ reads: TerraformReads
  ) {
    self.address = address
    self.module = module
    isData = json["mode"]?.string == "data"
    type = json["type"]?.string ?? ""
    name = json["name"]?.string ?? ""
    provider = json["provider_name"]?.string ?? ""
    isCreated = actions.contains("create")
    isChanged = isCreated || actions.contains("update")
    self.values = values?.object ?? [:]
    self.unknown = unknown
    self.sensitive = sensitive
    self.reads = reads
  }
}

/// A value of an attribute.
enum TerraformValue {
  /// The attribute isn't set.
  case absent
  case known(JSON)
  /// The value is known only after the plan is applied, or it is secret.
  case unknown
}

/// The attributes of a resource, or of a block inside it.
struct TerraformBlock {
  /// A step from the resource to the block.
  enum Step: Hashable {
    case name(String)
    case index(Int)
  }

  let resource: TerraformResource
  /// The steps from the resource to the block.
  let path: [Step]
  fileprivate(set) var values: JSONObject
  fileprivate let unknown: JSON
  fileprivate let sensitive: JSON

  /// The address of the resource and the path of the block.
  var title: String {
    path.reduce(resource.address) { text, step in
      switch step {
      case .name(let name): "\(text).\(name)"
      case .index(let index): "\(text)[\(index)]"
      }
    }
  }

  /// Returns an attribute.
  ///
  /// A value with an unknown or secret part is unknown.
  func value(_ name: String) -> TerraformValue {
    settle(name)
    return peek(name)
  }

  /// Returns an attribute, without recording that it is read.
  func peek(_ name: String) -> TerraformValue {
    if marked(name).isMarked || isSecret(name) { return .unknown }
    guard let value = values[name], value != .null else { return .absent }
    return .known(value)
  }

  /// The names of the attributes that have a value, or will have one, sorted.
  var names: [String] {
    let open = unknown.object?.members ?? []
    return Set((values.members + open).map(\.name)).sorted()
  }

  /// Whether a part of the import has read an attribute.
  func isRead(_ name: String) -> Bool {
    resource.reads.isRead(fullPath(of: name), of: resource.address)
  }

  /// Whether a part of the import has read an attribute of the blocks of an attribute.
  func isReadInside(_ name: String) -> Bool {
    resource.reads.isReadInside(fullPath(of: name), of: resource.address)
  }

  /// The mark of the unknown parts of an attribute.
  ///
  /// Each way to read an attribute asks for its mark, so this records that it is read.
  func mark(_ name: String) -> JSON {
    settle(name)
    return marked(name)
  }

  /// The mark of the unknown parts of an attribute, without recording that it is read.
  func marked(_ name: String) -> JSON {
    unknown.bool == true ? true : unknown[name] ?? false
  }

  /// Records that attributes make no difference, because of the values of others.
  func settle(_ names: String...) {
    for name in names { resource.reads.note(fullPath(of: name), of: resource.address) }
  }

  /// The path of an attribute from the resource, without the positions of blocks.
  private func fullPath(of attribute: String) -> String {
    guard !path.isEmpty else { return attribute }
    let blocks = path.compactMap { if case .name(let name) = $0 { name } else { nil } }
    return (blocks + [attribute]).joined(separator: ".")
  }

  /// Whether an attribute, or a part of it, is secret.
  func isSecret(_ name: String) -> Bool {
    sensitive.bool == true || sensitive[name]?.isMarked == true
  }

  func isUnknown(_ name: String) -> Bool {
    if case .unknown = value(name) { true } else { false }
  }

  /// Returns the known value of an attribute; `nil` if it isn't set or isn't known.
  func known(_ name: String) -> JSON? {
    if case .known(let value) = value(name) { value } else { nil }
  }

  /// Returns a known text; `nil` if it is empty, isn't set, or isn't known.
  func text(_ name: String) -> String? {
    known(name)?.string.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Returns the blocks of an attribute; `nil` if their number isn't known.
  func blocks(_ name: String) -> [TerraformBlock]? {
    let mark = mark(name)
    guard mark.bool != true, sensitive.bool != true, sensitive[name]?.bool != true else {
      return nil
    }
    guard let elements = values[name]?.array else { return [] }
    return elements.indices.map { index in
      let own = mark.array.flatMap { index < $0.count ? $0[index] : nil } ?? false
      let secret = sensitive[name]?.array.flatMap { index < $0.count ? $0[index] : nil } ?? false
      return TerraformBlock(
        resource: resource, path: path + [.name(name), .index(index)],
        values: elements[index].object ?? [:],
        unknown: elements[index].object == nil ? true : own, sensitive: secret)
    }
  }
}

extension JSON {
  /// Whether a mark of unknown or secret values marks any part: it has a `true`.
  var isMarked: Bool {
    switch self {
    case .bool(let flag): flag
    case .array(let elements): elements.contains(where: \.isMarked)
    case .object(let object): object.members.contains(where: \.value.isMarked)
    default: false
    }
  }
}
