import FlowDiagnostics
import FlowSyntax

extension Checker {
  /// Notes those values of the flow at hand that it doesn't mention: a profile may.
  mutating func noteUnusedValues() {
    for node in header.lets where !usage.isUsedInFlow(node.name, bytes) {
      unmentioned.append(node.name)
    }
  }

  /// Reports what the first script declares and nothing uses.
  ///
  /// A script without a flow is there for others to import, so its names are theirs to use.
  mutating func checkUnused() {
    guard let script = program.scripts.first, !program.flows.isEmpty else { return }
    enter(script)
    var holdsClaim = false
    for item in script.items {
      switch item {
      case .claim: holdsClaim = true
      case .profile(let node): checkUse(of: node)
      case .importing, .org, .flow, .statement: continue
      }
    }
    // What a claim mentions is not known.
    guard !holdsClaim else { return }
    for item in script.items {
      switch item {
      case .statement(.constant(let node)):
        if !usage.isUsed(node.name, bytes) { reportUnused("value", node.name) }
      case .profile(let node): checkValues(of: node)
      case .importing, .org, .flow, .claim, .statement: continue
      }
    }
    for name in unmentioned where !usage.isUsedOutside(name, bytes) {
      reportUnused("value", name)
    }
  }

  private mutating func checkUse(of profile: Profile) {
    guard let number = profiles.number(id(profile.name)), profiles.engines(of: number) == .none
    else { return }
    reportUnused("profile", profile.name)
  }

  private mutating func checkValues(of profile: Profile) {
    for case .constant(let node) in profile.body where !usage.isUsed(node.name, bytes) {
      reportUnused("value", node.name)
    }
  }

  /// Reports a name, unless it was probably meant by another one that nothing has.
  private mutating func reportUnused(_ kind: String, _ name: Name) {
    guard !suggested.contains(id(name)), wants(.warning, name.range) else { return }
    report(.unusedName(kind: kind, name: source.text(name.range)), name.range)
  }
}
