import FlowDiagnostics
import FlowSyntax
import FlowText

/// Checks profiles, and reports profiles that use each other in a circle.
struct ProfileCheck: CheckPart {
  let context: CheckContext

  /// Checks a profile.
  ///
  /// The rules of a profile can use the values of every flow that uses it. So a name is known here
  /// if any flow or profile declares it. If no flow uses an imported profile, its names aren't
  /// checked, because the flows that use it may be elsewhere. The words are checked against an engine only if all flows
  /// that use the profile have the same engine. Even then, a word of another engine isn't an error,
  /// because flows in other files may use the profile.
  func checkProfile(_ number: Int) {
    let profile = context.profiles.profiles[number]
    context.enter(profile.script)
    context.isRun = false
    context.isInProfile = true
    context.isForOtherFlows =
      context.profiles.engines(of: number) == .none
      && program.scripts.first?.source != profile.script.source
    defer {
      context.isInProfile = false
      context.isForOtherFlows = false
    }
    context.expectsFailure = false
    context.words = engineWords(ofProfile: number)
    context.scope.begin(with: [
      context.profiles.declaredNames, context.flowNames.lets, context.flowNames.rows,
    ])
    checkDeclarations(profile.node.body)
    context.shadows.reset()
    bodyCheck.check(profile.node.body)
    for name in context.profiles.uses(of: number) where context.profiles.number(name.id) == nil {
      reportUnknownProfile(name.name)
    }
  }

  private func engineWords(ofProfile number: Int) -> EngineWords? {
    switch context.profiles.engines(of: number) {
    case .none: engine(options.defaultEngine)
    case .one(let name): engine(name)
    case .several: nil
    }
  }

  private func checkDeclarations(_ body: [Statement]) {
    var fields: [Name] = []
    var values = WordSet()
    // A loop over the elements would copy every statement. Indices avoid that.
    for index in body.indices {
      switch body[index] {
      case .answer(let node):
        if fields.isEmpty { fields.reserveCapacity(body.count - index) }
        fields.append(node.field)
      case .constant(let node):
        guard !values.insert(id(node.name)) else { continue }
        report(
          .duplicateName(kind: "value", name: source.text(node.name.range)), node.name.range,
          help: "give one of them another name")
      default: continue
      }
    }
    fieldCheck.checkDuplicates(fields.count) { fields[$0] }
  }

  // MARK: Cycles

  /// Reports profiles that use each other in a circle.
  func checkProfileCycles() {
    let users = context.profiles.profiles.indices.filter { usesUser($0) }
    guard !users.isEmpty else { return }
    let named = users.map { (name: name(ofProfile: $0), number: $0) }.sorted { $0.name < $1.name }
    let index = Dictionary(uniqueKeysWithValues: named.enumerated().map { ($1.number, $0) })
    let edges = named.map { user in
      context.profiles.uses(of: user.number).compactMap { name -> (node: Int, place: Place)? in
        guard let target = context.profiles.number(name.id).flatMap({ index[$0] }) else {
          return nil
        }
        return (target, context.profiles.profiles[user.number].place(name.name.range))
      }
    }
    for cycle in CycleFinder.cycles(edges) {
      let chain = cycle.nodes.map { named[$0].name }
      report(Diagnostic(.profileCycle(chain: chain), at: cycle.place))
    }
  }

  /// Whether a profile uses another profile that itself uses a profile.
  ///
  /// If not, the profile can't be part of a circle.
  private func usesUser(_ number: Int) -> Bool {
    context.profiles.uses(of: number).contains { name in
      guard let used = context.profiles.number(name.id) else { return false }
      return !context.profiles.uses(of: used).isEmpty
    }
  }

  private func name(ofProfile number: Int) -> String {
    let profile = context.profiles.profiles[number]
    return profile.script.text(profile.node.name)
  }

  func reportUnknownProfile(_ name: Name) {
    let text = source.text(name.range)
    let known = program.profiles.keys.sorted()
    report(
      .unknownName(
        kind: "profile", name: text, nearest: Suggestion.nearest(text, among: known)),
      name.range, notes: known.isEmpty ? [] : ["the profiles are \(Prose.and(known))"])
  }
}
