import FlowDiagnostics
import FlowSyntax

extension NameResolver {
  /// A rule and the words of the script that it stands in.
  typealias LocatedRule = (rule: ScriptRule, words: ScriptWords)

  /// The rules that a block has, its own and then those of the profiles that it uses.
  func rules(of block: Int, in words: ScriptWords) -> [LocatedRule] {
    var found = words.rules.filter { $0.block == block }.map { ($0, words) }
    var seen: Set<String> = []
    var waiting = Array(words.blocks[block].uses.reversed())
    while let name = waiting.popLast() {
      guard seen.insert(name).inserted, let (number, others) = self.number(ofProfile: name) else {
        continue
      }
      found += others.rules.filter { $0.block == number }.map { ($0, others) }
      waiting += others.blocks[number].uses.reversed()
    }
    return found
  }

  private func number(ofProfile name: String) -> (Int, ScriptWords)? {
    guard let profile = program.profiles[name],
      let words = scripts.first(where: { $0.script.source === profile.script.source }),
      let number = words.blocks.firstIndex(where: {
        $0.isProfile && $0.range == profile.node.range
      })
    else { return nil }
    return (number, words)
  }
}

extension ScriptRule {
  /// Whether one of its patterns means a step, whatever the step is about.
  func answers(_ step: String) -> Bool {
    steps.contains { $0 == step || $0 == "any" || step.hasPrefix($0 + "-") }
  }
}
