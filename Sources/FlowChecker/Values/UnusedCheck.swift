import FlowDiagnostics
import FlowSyntax

/// Finds names that the first script declares, but nothing uses.
struct UnusedCheck: CheckPart {
  let context: CheckContext

  /// Records the values of the current flow that the flow doesn't mention.
  ///
  /// A profile may still mention these values.
  func noteUnusedValues() {
    for node in context.header.lets where !context.usage.isUsedInFlow(node.name, bytes) {
      context.unmentioned.append(node.name)
    }
  }

  /// Reports the unused declarations of the first script.
  ///
  /// A script without a flow is intended for imports, so its names are used elsewhere.
  func checkUnused() {
    guard let script = program.scripts.first, !program.flows.isEmpty else { return }
    context.enter(script)
    var holdsClaim = false
    for item in script.items {
      switch item {
      case .claim: holdsClaim = true
      case .profile(let node): checkUse(of: node)
      case .importing, .org, .flow, .statement: continue
      }
    }
    // The names that a claim mentions aren't recorded.
    guard !holdsClaim else { return }
    for item in script.items {
      switch item {
      case .statement(.constant(let node)):
        if !context.usage.isUsed(node.name, bytes) { reportUnused("value", node.name) }
      case .profile(let node): checkValues(of: node)
      case .importing, .org, .flow, .claim, .statement: continue
      }
    }
    for name in context.unmentioned where !context.usage.isUsedOutside(name, bytes) {
      reportUnused("value", name)
    }
  }

  private func checkUse(of profile: Profile) {
    guard let number = context.profiles.number(id(profile.name)),
      context.profiles.engines(of: number) == .none
    else { return }
    reportUnused("profile", profile.name)
  }

  private func checkValues(of profile: Profile) {
    for case .constant(let node) in profile.body where !context.usage.isUsed(node.name, bytes) {
      reportUnused("value", node.name)
    }
  }

  /// Reports an unused name, unless a problem has already suggested it for an unknown name.
  private func reportUnused(_ kind: String, _ name: Name) {
    guard !context.suggested.contains(id(name)), wants(.warning, name.range) else { return }
    report(.unusedName(kind: kind, name: source.text(name.range)), name.range)
  }
}
