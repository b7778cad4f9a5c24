import FlowHTTP

/// Writes policies and their rules, in the order in which they decide.
struct TerraformPolicyOrder {
  let conversion: TerraformConversion
  private var values: TerraformUnread { conversion.ids.unread }

  /// Adds the bodies of the policies to the conversion.
  func write(_ policies: [TerraformPolicy]) {
    // A rule of which the policy isn't known is in several, and its copies need different ids.
    var written: [String: Int] = [:]
    for policy in policies {
      conversion.add(body(of: policy), at: policy.address)
      reportMissingRules(of: policy)
      reportOrder(of: policy)
      for rule in before(policy) { conversion.add(rule, at: policy.address) }
      for (rules, address) in policy.rules {
        for rule in rules {
          var rule = rule
          rule.unknown = rule.unknown ?? policy.unknown
          let copy = written[rule.block.title, default: 0]
          written[rule.block.title] = copy + 1
          conversion.add(rule.body(in: policy.id, copy: copy, values), at: address)
        }
      }
      for rule in after(policy) { conversion.add(rule, at: policy.address) }
    }
    for type in ["OKTA_SIGN_ON", "MFA_ENROLL", "PASSWORD"] {
      reportOrder(policies.filter { $0.type == type && !$0.isDefault })
    }
  }

  /// Reports a policy that decides only by rules that the file doesn't have.
  private func reportMissingRules(of policy: TerraformPolicy) {
    guard let block = policy.block, policy.rules.isEmpty else { return }
    let settings: [String]
    switch policy.type {
    case "OKTA_SIGN_ON": settings = []
    // The default policy has an unknown rule with its settings.
    case "MFA_ENROLL" where !policy.isDefault: settings = TerraformEnrollment.settings
    case "PASSWORD": settings = TerraformPasswords.recoveryNames
    default: return
    }
    conversion.gap(
      values.reason(
        "its rules aren't in the file", block,
        ["groups_included", "priority", "status"] + settings), at: block)
  }

  private func body(of policy: TerraformPolicy) -> JSON {
    guard policy.block == nil, !policy.isDefault, policy.type != "ACCESS_POLICY",
      policy.type != "IDP_DISCOVERY", var body = policy.body.object
    else { return policy.body }
    // It isn't known for which users it is.
    body["conditions"] = ["unknown": [.string("\(policy.name): its users")]]
    return .object(body)
  }

  /// The rules that may be before the rules of the file.
  private func before(_ policy: TerraformPolicy) -> [JSON] {
    guard policy.block == nil, policy.type != "IDP_DISCOVERY",
      !policy.isDefault || !policy.rules.isEmpty, policy.type != "PROFILE_ENROLLMENT"
    else { return [] }
    return [policy.unknownRule("rules that Terraform doesn't manage", isLast: false)]
  }

  /// The last rule, unless the file has it or the import adds it.
  private func after(_ policy: TerraformPolicy) -> [JSON] {
    let hasLast = policy.rules.flatMap(\.rules).contains { $0.isSystem }
    guard !hasLast else { return [] }
    switch policy.type {
    case "ACCESS_POLICY":
      guard let block = policy.block, block.resource.isCreated,
        block.known("catch_all")?.bool == false
      else { return [] }
      return [policy.denial]
    case "MFA_ENROLL" where policy.isDefault && policy.unknown == nil:
      return policy.defaultEnrollment
    default:
      return policy.isDefault ? [policy.unknownRule("Default Rule", isLast: true)] : []
    }
  }

  // MARK: Order

  /// Reports rules of which it isn't known which one decides first.
  private func reportOrder(of policy: TerraformPolicy) {
    let own = policy.rules.compactMap(\.rules.first).filter {
      !$0.isSystem && $0.block.text("status") != "INACTIVE"
    }
    guard own.count > 1, policy.type != "IDP_DISCOVERY", let first = own.first else { return }
    report(
      own.map { ($0.name, $0.priority, $0.conditions.json == .null, $0.block) },
      "rules of \(policy.name)", at: first.block)
    if own.contains(where: \.block.resource.isChanged) {
      conversion.caution(
        "the order of the rules is as written; Okta may move rules when it changes them",
        at: policy.address)
    }
  }

  private func reportOrder(_ policies: [TerraformPolicy]) {
    let managed = policies.compactMap { policy in
      policy.block.map { (policy.name, policy.priority, policy.conditions == .null, $0) }
    }
    if policies.count > managed.count, let other = policies.first(where: { $0.block == nil }) {
      conversion.gap("it isn't known which policies decide before \(other.name)")
    }
    guard managed.count > 1, let first = managed.first else { return }
    report(managed, "policies of \(policies[0].type)", at: first.3)
  }

  private func report(
    _ items: [(name: String, priority: Int?, isForAll: Bool, block: TerraformBlock)],
    _ what: String, at block: TerraformBlock
  ) {
    // In this order, what follows an item for everyone never decides. In another order it may.
    let sorted = items.enumerated().sorted {
      ($0.element.priority ?? .max, $0.offset) < ($1.element.priority ?? .max, $1.offset)
    }.map(\.element)
    let hidden = sorted.drop { !$0.isForAll }.dropFirst().map(\.block)
    func gap(_ text: String) {
      let all = hidden.reduce(text) { text, block in
        TerraformUnread.reason(text, values.attributes(block, except: []))
      }
      conversion.gap(all, at: block)
    }
    let open = items.filter { $0.priority == nil }.map(\.name)
    if !open.isEmpty {
      gap("the order of the \(what) isn't known: no `priority` of \(list(open))")
    }
    let numbers = Dictionary(grouping: items.filter { $0.priority != nil }) { $0.priority ?? 0 }
    for (number, same) in numbers.sorted(by: { $0.key < $1.key }) where same.count > 1 {
      gap(
        "the order of the \(what) isn't known: \(list(same.map(\.name))) have the priority "
          + "\(number)")
    }
  }

  private func list(_ names: [String]) -> String {
    names.prefix(5).map { "`\($0)`" }.joined(separator: ", ") + (names.count > 5 ? ", …" : "")
  }
}
