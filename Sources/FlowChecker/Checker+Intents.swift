import FlowEngine
import FlowText
import FlowSyntax
import FlowDiagnostics

// How flows begin, and what happens meanwhile.
extension Checker {
  /// Checks how a flow begins.
  mutating func check(_ node: FlowSyntax.Start) {
    for parameter in node.parameters {
      check(parameter.value, wordsStand: true)
      checkExposure(parameter.name, parameter.value)
    }
    checkDuplicates(node.parameters.count) { node.parameters[$0].name }
    guard let words, !words.intents.isEmpty else { return }
    guard let intent = words.intents.number(id(node.intent)) else {
      let name = source.text(node.intent.range)
      let names = words.vocabulary.intents.map(\.name)
      report(
        .unknownIntent(name: name, nearest: Suggestion.nearest(name, among: names)),
        node.intent.range,
        notes: ["a flow can start with \(Prose.list(names.map(Prose.ticked), "or"))"])
      return
    }
    checkNames(of: node.parameters, words.intents, intent, after: "start")
  }

  /// Checks what happens outside, in a rule.
  mutating func check(_ node: Meanwhile) {
    for parameter in node.parameters { check(parameter.value, wordsStand: true) }
    checkDuplicates(node.parameters.count) { node.parameters[$0].name }
    guard let words else { return }
    guard let event = words.events.number(id(node.event)) else {
      let name = source.text(node.event.range)
      let names = words.vocabulary.events.map(\.name)
      let note =
        names.isEmpty
        ? "with the engine `\(words.vocabulary.engine)` nothing is known to happen outside"
        : "it can be \(Prose.list(names.map(Prose.ticked), "or"))"
      report(
        .unknownEvent(name: name, nearest: Suggestion.nearest(name, among: names)),
        node.event.range, notes: [note])
      return
    }
    checkNames(of: node.parameters, words.events, event, after: "meanwhile")
    noteNeeds(of: node)
  }

  /// Checks the parameters of a way to begin, or of an event, by their names and their values.
  private mutating func checkNames(
    of parameters: [Assignment], _ table: IntentTable, _ number: Int, after word: String
  ) {
    for parameter in parameters {
      // The protocols have underscores where scripts have hyphens; either is taken.
      let hyphened = numbers.hyphened(parameter.name, bytes)
      guard !table.takes(id(parameter.name), number), !table.takes(hyphened, number) else {
        if let known = words?.parameter(hyphened) { check(parameter.value, of: known) }
        continue
      }
      let intent = table.intents[number]
      let name = source.text(parameter.name.range)
      let note =
        intent.parameters.isEmpty
        ? "`\(word) \(intent.name)` takes none"
        : "its parameters are \(Prose.and(intent.parameters))"
      report(
        .unknownParameter(
          name: name, nearest: Suggestion.nearest(name, among: intent.parameters)),
        parameter.name.range, notes: [note])
    }
  }
}
