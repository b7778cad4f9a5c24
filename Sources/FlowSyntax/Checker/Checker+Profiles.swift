extension Checker {
  /// Checks a profile.
  ///
  /// Its rules may use the values of whatever flow uses it, so a name is known here when any flow
  /// or profile declares it; its words are held to an engine only where all flows that use it have
  /// the same.
  mutating func check(_ profile: Program.Located<Profile>, _ name: String) {
    enter(profile.script)
    isRun = false
    expectsFailure = false
    words = engineWords(ofProfile: name)
    scope = Scope(bytes: bytes, shared: shared)
    scope.profiles = [namesOfProfiles, namesOfLets, namesOfRows]
    checkDeclarations(profile.node.body)
    shadows.reset()
    checkBody(profile.node.body)
    for case .use(let node) in profile.node.body {
      for name in node.profiles {
        let text = profile.script.text(name)
        if program.profiles[text] == nil { reportUnknownProfile(name, text) }
      }
    }
  }

  private func engineWords(ofProfile name: String) -> EngineWords? {
    let engines = profileEngines[name] ?? []
    if engines.count > 1 { return nil }
    return engine(engines.first ?? options.defaultEngine)
  }

  /// Gives every profile the engines of those that use it, by way of others or not.
  mutating func spreadEngines() {
    var waiting = Array(profileEngines.keys)
    while let user = waiting.popLast() {
      guard let engines = profileEngines[user], let profile = program.profiles[user] else {
        continue
      }
      for case .use(let node) in profile.node.body {
        for name in node.profiles.map(profile.script.text) {
          let before = profileEngines[name] ?? []
          guard !before.isSuperset(of: engines) else { continue }
          profileEngines[name] = before.union(engines)
          waiting.append(name)
        }
      }
    }
  }

  private mutating func checkDeclarations(_ body: [Statement]) {
    var fields: [Name] = []
    var values: [Name] = []
    for statement in body {
      switch statement {
      case .answer(let node): fields.append(node.field)
      case .constant(let node): values.append(node.name)
      default: continue
      }
    }
    checkDuplicates(fields.count) { fields[$0] }
    var seen: Set<UInt64> = []
    for name in values where !seen.insert(name.hash).inserted {
      report(
        .duplicateName(kind: "value", name: source.text(name.range)), name.range,
        help: "give one of them another name")
    }
  }

  /// Checks a field's value in a profile.
  mutating func check(_ node: ProfileAnswer) {
    check(node.value, wordsStand: false)
    checkSecret(node.field, node.value)
  }

  // MARK: Cycles

  /// Finds profiles that use each other.
  mutating func checkProfileCycles() {
    let names = program.profiles.keys.sorted()
    var edges: [[(node: Int, place: Place)]] = []
    let index = Dictionary(uniqueKeysWithValues: names.enumerated().map { ($1, $0) })
    for name in names {
      var used: [(node: Int, place: Place)] = []
      if let profile = program.profiles[name] {
        for case .use(let node) in profile.node.body {
          for name in node.profiles {
            guard let target = index[profile.script.text(name)] else { continue }
            used.append((target, profile.place(name.range)))
          }
        }
      }
      edges.append(used)
    }
    for cycle in CycleFinder.cycles(edges) {
      let chain = cycle.nodes.map { names[$0] }
      report(Diagnostic(.profileCycle(chain: chain), at: cycle.place))
    }
  }
}
