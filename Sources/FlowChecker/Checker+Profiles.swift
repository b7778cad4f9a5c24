import FlowDiagnostics
import FlowSyntax

extension Checker {
  /// Checks a profile.
  ///
  /// Its rules may use the values of whatever flow uses it, so a name is known here when any flow
  /// or profile declares it; its words are held to an engine only where all flows that use it have
  /// the same. A word of another engine is no mistake even then: the profile may serve other files.
  mutating func checkProfile(_ number: Int) {
    let profile = profiles.profiles[number]
    enter(profile.script)
    isRun = false
    isInProfile = true
    defer { isInProfile = false }
    expectsFailure = false
    words = engineWords(ofProfile: number)
    scope.begin(with: [profiles.declaredNames, flowNames.lets, flowNames.rows])
    checkDeclarations(profile.node.body)
    shadows.reset()
    checkBody(profile.node.body)
    for name in profiles.uses(of: number) where profiles.number(name.id) == nil {
      reportUnknownProfile(name.name)
    }
  }

  /// Whether another engine has a word, so that a profile may use it.
  func isForeign(_ knows: (EngineWords) -> Bool) -> Bool {
    isInProfile && options.lexicon.engines.contains(where: knows)
  }

  private func engineWords(ofProfile number: Int) -> EngineWords? {
    switch profiles.engines(of: number) {
    case .none: engine(options.defaultEngine)
    case .one(let name): engine(name)
    case .several: nil
    }
  }

  private mutating func checkDeclarations(_ body: [Statement]) {
    var fields: [Name] = []
    var values = WordSet()
    // By index: a loop over the statements would copy each of them, with all that it refers to.
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
    checkDuplicates(fields.count) { fields[$0] }
  }

  /// Checks a field's value in a profile.
  mutating func check(_ node: ProfileAnswer) {
    check(node.value, wordsStand: false)
    checkSecret(node.field, node.value)
    checkExposure(node.field, node.value)
  }

  // MARK: Cycles

  /// Finds profiles that use each other.
  mutating func checkProfileCycles() {
    let users = profiles.profiles.indices.filter { usesUser($0) }
    guard !users.isEmpty else { return }
    let named = users.map { (name: name(ofProfile: $0), number: $0) }.sorted { $0.name < $1.name }
    let index = Dictionary(uniqueKeysWithValues: named.enumerated().map { ($1.number, $0) })
    let edges = named.map { user in
      profiles.uses(of: user.number).compactMap { name -> (node: Int, place: Place)? in
        guard let target = profiles.number(name.id).flatMap({ index[$0] }) else { return nil }
        return (target, profiles.profiles[user.number].place(name.name.range))
      }
    }
    for cycle in CycleFinder.cycles(edges) {
      let chain = cycle.nodes.map { named[$0].name }
      report(Diagnostic(.profileCycle(chain: chain), at: cycle.place))
    }
  }

  /// Whether a profile uses one that uses another: without that it is part of no circle.
  private func usesUser(_ number: Int) -> Bool {
    profiles.uses(of: number).contains { name in
      guard let used = profiles.number(name.id) else { return false }
      return !profiles.uses(of: used).isEmpty
    }
  }

  private func name(ofProfile number: Int) -> String {
    let profile = profiles.profiles[number]
    return profile.script.text(profile.node.name)
  }
}
