import FlowHTTP

/// The configuration in a plan, which has the expressions of attributes and no values.
struct TerraformConfiguration {
  /// The resources to which an expression refers.
  struct Target {
    var resources: [TerraformResource] = []
    /// Whether the expression refers to nothing else that could be the value.
    var isCertain = true

    /// The only resource whose id can be the value; `nil` if there isn't exactly one.
    ///
    /// A value is unknown because of an id that isn't known yet.
    var only: TerraformResource? {
      guard isCertain else { return nil }
      let open = resources.filter { $0.block.isUnknown("id") }
      if open.count == 1 { return open[0] }
      return resources.count == 1 ? resources[0] : nil
    }
  }

  private let root: JSON
  private var instances: [String: [TerraformResource]] = [:]
  /// The modules that have resources, by the addresses of the modules that call them.
  private var children: [String: Set<TerraformAddress.Part>] = [:]

  /// Reads the configuration of a plan; `nil` for a state, which has no configuration.
  init(_ configuration: JSON?, _ resources: [TerraformResource]) {
    root = configuration?["root_module"] ?? .null
    for resource in resources {
      let mode = resource.isData ? "data." : ""
      let key = "\(resource.module) \(mode)\(resource.type).\(resource.name)"
      instances[key, default: []].append(resource)
      let calls = TerraformAddress.calls(resource.module)
      for index in calls.indices {
        children[TerraformAddress.module(calls[..<index]), default: []].insert(calls[index])
      }
    }
  }

  // MARK: Expressions

  /// Returns the expression of an attribute; `nil` if the configuration doesn't have one.
  func expression(_ block: TerraformBlock, _ name: String) -> JSON? {
    guard var expressions = entry(of: block.resource)?["expressions"] else { return nil }
    for step in block.path {
      switch step {
      case .name(let name):
        guard let next = expressions[name] else { return nil }
        expressions = next
      case .index(let index):
        guard let array = expressions.array, index < array.count else { return nil }
        expressions = array[index]
      }
    }
    return expressions[name]
  }

  /// Whether the configuration leaves an attribute out, so that the API sets it.
  func leavesOut(_ block: TerraformBlock, _ name: String) -> Bool {
    guard block.path.isEmpty, entry(of: block.resource)?["expressions"] != nil else { return false }
    return expression(block, name) == nil
  }

  private func entry(of resource: TerraformResource) -> JSON? {
    let address = (resource.isData ? "data." : "") + "\(resource.type).\(resource.name)"
    return module(TerraformAddress.calls(resource.module))?["resources"]?.array?.first {
      $0["address"]?.string == address
    }
  }

  private func module(_ calls: [TerraformAddress.Part]) -> JSON? {
    calls.reduce(root) { module, call in
      module?["module_calls"]?[call.name]?["module"]
    }
  }

  // MARK: References

  /// The maximum number of expressions to follow for one attribute.
  private static let expressionsMax = 1000
  /// The maximum number of references of one expression.
  private static let referencesMax = 256

  /// Returns the resources to which the value of an attribute may refer.
  func target(of block: TerraformBlock, _ name: String) -> Target {
    var target = Target()
    guard let expression = expression(block, name) else {
      target.isCertain = false
      return target
    }
    var seen: Set<String> = []
    var found: Set<String> = []
    var open = [(expression, TerraformAddress.calls(block.resource.module))]
    var count = 0
    // A list instead of recursion: modules may refer to each other in a circle.
    while let (expression, calls) = open.popLast() {
      count += 1
      let references = (expression["references"]?.array ?? []).compactMap(\.string)
      guard count <= Self.expressionsMax, references.count <= Self.referencesMax else {
        target.isCertain = false
        continue
      }
      for reference in Self.longest(references) {
        let key = "\(TerraformAddress.module(calls)) \(reference)"
        guard seen.insert(key).inserted else { continue }
        follow(TerraformAddress(reference).parts, calls, &open, &target, &found)
      }
    }
    return target
  }

  /// Leaves out each reference that is the beginning of another one.
  private static func longest(_ references: [String]) -> [String] {
    references.filter { short in
      !references.contains { $0.hasPrefix(short + ".") || $0.hasPrefix(short + "[") }
    }
  }

  private func follow(
    _ parts: [TerraformAddress.Part], _ calls: [TerraformAddress.Part],
    _ open: inout [(JSON, [TerraformAddress.Part])], _ target: inout Target,
    _ found: inout Set<String>
  ) {
    switch parts.first?.name {
    case "var"?:
      // The variables of the root module are always known.
      guard let call = calls.last, parts.count > 1 else { return }
      let outer = Array(calls.dropLast())
      let expressions = module(outer)?["module_calls"]?[call.name]?["expressions"]
      if let next = expressions?[parts[1].name] { open.append((next, outer)) }
    case "module"?:
      guard parts.count > 2 else {
        target.isCertain = false
        return
      }
      let own = (children[TerraformAddress.module(calls)] ?? []).filter {
        $0.name == parts[1].name && (parts[1].key.isEmpty || parts[1].key == $0.key)
      }.sorted { $0.key < $1.key }
      for call in own.isEmpty ? [parts[1]] : own {
        let inner = calls + [call]
        if let next = module(inner)?["outputs"]?[parts[2].name]?["expression"] {
          open.append((next, inner))
        } else {
          target.isCertain = false
        }
      }
    case "each"? where parts.count > 1 && parts[1].name == "key", "count"?, "path"?, "terraform"?:
      return
    case "local"?, "each"?, "self"?, nil: target.isCertain = false
    default: resolve(parts, calls, &target, &found)
    }
  }

  /// Adds the instances of a resource to which a reference such as `okta_group.x["k"].id` leads.
  private func resolve(
    _ parts: [TerraformAddress.Part], _ calls: [TerraformAddress.Part], _ target: inout Target,
    _ found: inout Set<String>
  ) {
    let isData = parts[0].name == "data"
    let own = parts.dropFirst(isData ? 1 : 0)
    guard own.count >= 2 else {
      target.isCertain = false
      return
    }
    let type = own[own.startIndex].name
    let name = own[own.startIndex + 1]
    // Another attribute than the id isn't the object itself.
    if own.count > 2, own[own.startIndex + 2].name != "id" {
      target.isCertain = false
      return
    }
    let module = TerraformAddress.module(calls)
    let all = instances["\(module) \(isData ? "data." : "")\(type).\(name.name)"] ?? []
    let named = all.filter { name.key.isEmpty || $0.address.hasSuffix("\(name.name)\(name.key)") }
    if named.isEmpty { target.isCertain = false }
    for resource in named where found.insert(resource.address).inserted {
      target.resources.append(resource)
    }
  }
}
