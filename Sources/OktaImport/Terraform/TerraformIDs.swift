import FlowHTTP

/// The ids of resources, and the references between resources.
struct TerraformIDs {
  /// A reference of an attribute to one object.
  enum Reference {
    case absent
    case id(String)
    /// The id isn't known; it may be of one of some resources.
    case unknown(of: [TerraformResource])
  }

  /// An element of a list of ids.
  struct Element {
    var id: String
    /// Whether the id isn't known, so that `id` is only a name for it.
    var isUnknown: Bool
  }

  let configuration: TerraformConfiguration
  /// Reads the values of attributes that no object has.
  var unread: TerraformUnread { TerraformUnread(configuration: configuration) }

  /// The beginnings of the ids that Okta gives to objects.
  private static let prefixes = [
    "okta_group": "00g", "okta_user": "00u", "okta_network_zone": "nzo",
    "okta_authenticator": "aut", "okta_behavior": "bhv", "okta_user_type": "oty",
    "okta_app_signon_policy": "rst",
  ]

  /// Returns the id of a resource, which is made from the address if Okta hasn't given it one yet.
  static func id(of resource: TerraformResource) -> String {
    if let id = resource.block.text("id") { return clean(id) }
    let type = resource.type
    let prefix: String
    if type.hasPrefix("okta_app_"), !type.contains("policy") {
      prefix = "0oa"
    } else if type.contains("device_assurance") {
      prefix = "dae"
    } else if type.hasPrefix("okta_policy_rule_") || type.hasSuffix("_policy_rule") {
      prefix = "rul"
    } else {
      prefix = prefixes[type] ?? (type.hasPrefix("okta_policy_") ? "rst" : "tf")
    }
    return made(prefix, resource.address)
  }

  /// Makes an id that Okta doesn't give to any object.
  static func made(_ prefix: String, _ address: String) -> String { clean("\(prefix)-\(address)") }

  /// Replaces the slashes of an id, which separate the parts of a link.
  static func clean(_ id: String) -> String { id.replacing("/", with: "%2F") }

  /// Returns the object to which an attribute refers.
  func reference(_ block: TerraformBlock, _ name: String) -> Reference {
    switch block.value(name) {
    case .absent: return .absent
    case .known(let value):
      guard let text = value.string else { return .unknown(of: []) }
      return text.isEmpty ? .absent : .id(Self.clean(text))
    case .unknown:
      let target = configuration.target(of: block, name)
      if let only = target.only { return .id(Self.id(of: only)) }
      return .unknown(of: target.resources)
    }
  }

  /// Returns the ids of a list or a set.
  ///
  /// If the number of ids isn't known, the only element is an unknown one.
  func list(_ block: TerraformBlock, _ name: String) -> [Element] {
    let whole = [Element(id: "\(block.title).\(name)", isUnknown: true)]
    let mark = block.mark(name)
    guard mark.bool != true, !block.isSecret(name) else { return whole }
    guard let value = block.values[name], value != .null else { return mark.isMarked ? whole : [] }
    guard let elements = value.array else { return whole }
    let marks = mark.array ?? []
    func isOpen(_ index: Int) -> Bool { index < marks.count && marks[index].isMarked }
    let open = elements.indices.filter(isOpen)
    let target = open.count == 1 ? configuration.target(of: block, name) : .init(isCertain: false)
    return elements.enumerated().compactMap { index, element in
      if isOpen(index) {
        // References don't show which element they are for, unless only one is open.
        if let only = target.only { return Element(id: Self.id(of: only), isUnknown: false) }
        return Element(id: "\(block.title).\(name)[\(index)]", isUnknown: true)
      }
      guard element != .null else { return nil }
      return element.string.map { Element(id: Self.clean($0), isUnknown: false) }
        ?? Element(id: "\(block.title).\(name)[\(index)]", isUnknown: true)
    }
  }
}
