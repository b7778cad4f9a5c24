import FlowDiagnostics
import FlowEngine
import FlowSyntax
import FlowText

/// Checks `start` and `meanwhile`, with their parameters.
struct StartCheck: CheckPart {
  let context: CheckContext

  /// Checks the `start` of a flow.
  func check(_ node: FlowSyntax.Start) {
    for parameter in node.parameters {
      valueCheck.check(parameter.value, wordsStand: true)
      fieldCheck.checkExposure(parameter.name, parameter.value)
    }
    fieldCheck.checkDuplicates(node.parameters.count) { node.parameters[$0].name }
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
    oldSpellingCheck.check(node.intent) { $0.intents.map(\.name) }
    checkNames(of: node.parameters, words.intents, intent, after: "start")
  }

  /// Checks a `meanwhile` in a rule.
  func check(_ node: Meanwhile) {
    for parameter in node.parameters { valueCheck.check(parameter.value, wordsStand: true) }
    fieldCheck.checkDuplicates(node.parameters.count) { node.parameters[$0].name }
    guard let words else { return }
    guard let event = words.events.number(id(node.event)) else {
      let name = source.text(node.event.range)
      let names = words.vocabulary.events.map(\.name)
      let note =
        names.isEmpty
        ? "the engine `\(words.vocabulary.engine)` has no events"
        : "the events are \(Prose.list(names.map(Prose.ticked), "and"))"
      report(
        .unknownEvent(name: name, nearest: Suggestion.nearest(name, among: names)),
        node.event.range, notes: [note])
      return
    }
    oldSpellingCheck.check(node.event) { $0.events.map(\.name) }
    checkNames(of: node.parameters, words.events, event, after: "meanwhile")
    needCheck.noteNeeds(of: node)
  }

  /// Checks the names and values of parameters.
  private func checkNames(
    of parameters: [Assignment], _ table: IntentTable, _ number: Int, after word: String
  ) {
    for parameter in parameters {
      // Protocols write underscores where scripts write hyphens. Both are accepted.
      let hyphened = numbers.hyphened(parameter.name, bytes)
      guard !table.takes(id(parameter.name), number), !table.takes(hyphened, number) else {
        if let known = words?.parameter(hyphened) { check(parameter.value, of: known) }
        continue
      }
      let intent = table.intents[number]
      let name = source.text(parameter.name.range)
      let note =
        intent.parameters.isEmpty
        ? "`\(word) \(intent.name)` has no parameters"
        : "its parameters are \(Prose.and(intent.parameters))"
      report(
        .unknownParameter(
          name: name, nearest: Suggestion.nearest(name, among: intent.parameters)),
        parameter.name.range, notes: [note])
    }
  }

  // MARK: Values

  /// The maximum number of names that are followed to find the value of a parameter.
  private static let parameterDepthMax = 8

  /// Checks the value of a parameter.
  ///
  /// If the value is the name of a row, all values of the row are checked.
  func check(
    _ value: Expression, of parameter: EngineVocabulary.KnownParameter, depth: Int = 0
  ) {
    if case .name(let name) = value, context.scope.knows(id(name)) {
      guard depth < StartCheck.parameterDepthMax else { return }
      for meant in valueCheck.meanings(of: name) { check(meant, of: parameter, depth: depth + 1) }
      return
    }
    let (wanted, example): (ValueType, String) =
      switch parameter.form {
      case .text, .word: (.text, "a text in quotes")
      case .duration: (.duration, "`+8h`")
      case .boolean: (.boolean, "`true` or `false`")
      }
    let words: [String]? = if case .word(let words) = parameter.form { words } else { nil }
    // In a row, an empty text means that the parameter is left out.
    if let (word, _) = writtenWord(value), word.isEmpty { return }
    let type = context.scope.type(of: value, bytes)
    guard type == wanted || type == .unknown || isComputed(value) else {
      return report(
        .wrongWord(found: source.text(value.range), expected: words ?? []), value.range,
        help: words == nil ? "`\(parameter.name)` takes \(example)" : nil)
    }
    guard let words, let (word, range) = writtenWord(value),
      !words.contains(word), !oldSpellingCheck.check(word, range, among: { _ in words })
    else { return }
    report(.wrongWord(found: word, expected: words), range)
  }

  /// Whether a value is known only during a run.
  private func isComputed(_ value: Expression) -> Bool {
    switch value {
    case .lookup, .call, .totp, .random: true
    case .text(let text): TextLiteral.fixedText(text, in: source) == nil
    case .name, .number, .duration, .boolean: false
    }
  }

  /// Returns the word or the text that a value consists of; `nil` if it is known only during a run.
  private func writtenWord(_ value: Expression) -> (String, SourceRange)? {
    switch value {
    case .name(let name): (source.text(name.range), name.range)
    case .text(let text):
      TextLiteral.fixedText(text, in: source).map { ($0, text.range) }
    default: nil
    }
  }
}
