import FlowDiagnostics
import FlowEngine
import FlowSyntax

extension Checker {
  /// How many names that stand for a parameter's value are followed.
  private static let parameterDepthMax = 8

  /// Holds the value of a parameter of `start … with` to what it can be; behind a row's name, each
  /// of the row's.
  mutating func check(
    _ value: Expression, of parameter: EngineVocabulary.KnownParameter, depth: Int = 0
  ) {
    if case .name(let name) = value, scope.knows(id(name)) {
      guard depth < Checker.parameterDepthMax else { return }
      for meant in meanings(of: name) { check(meant, of: parameter, depth: depth + 1) }
      return
    }
    let (wanted, example): (ValueType, String) =
      switch parameter.form {
      case .text, .word: (.text, "a text in quotes")
      case .duration: (.duration, "`+8h`")
      case .boolean: (.boolean, "`true` or `false`")
      }
    let words: [String]? = if case .word(let words) = parameter.form { words } else { nil }
    // In a row an empty text is one that sets nothing.
    if let (word, _) = writtenWord(value), word.isEmpty { return }
    let type = scope.type(of: value, bytes)
    guard type == wanted || type == .unknown || isComputed(value) else {
      return report(
        .wrongWord(found: source.text(value.range), expected: words ?? []), value.range,
        help: words == nil ? "`\(parameter.name)` takes \(example)" : nil)
    }
    guard let words, let (word, range) = writtenWord(value),
      !words.contains(word)
    else { return }
    report(.wrongWord(found: word, expected: words), range)
  }

  /// What a name stands for, as far as that is written in this file.
  func meanings(of name: Name) -> [Expression] {
    if scope.isOwn(id(name)) { return scope.ownValues(id(name)) }
    guard let constant = program.constants[source.text(name.range)],
      constant.script.source === source
    else { return [] }
    return [constant.node.value]
  }

  /// Whether a value is known only in the run.
  private func isComputed(_ value: Expression) -> Bool {
    switch value {
    case .lookup, .call, .totp, .random: true
    case .text(let text): TextLiteral.fixedText(text, in: source) == nil
    case .name, .number, .duration, .boolean: false
    }
  }

  /// The word or text that a value is; `nil` where it is put together in the run.
  private func writtenWord(_ value: Expression) -> (String, SourceRange)? {
    switch value {
    case .name(let name): (source.text(name.range), name.range)
    case .text(let text):
      TextLiteral.fixedText(text, in: source).map { ($0, text.range) }
    default: nil
    }
  }
}
