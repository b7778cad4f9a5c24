import FlowDiagnostics
import FlowSyntax
import FlowText

/// Checks the statements of a flow or of a profile.
struct BodyCheck: CheckPart {
  let context: CheckContext

  private func check(_ statement: Statement) {
    switch statement {
    case .engine, .against, .use: return
    case .start(let node): startCheck.check(node)
    case .constant(let node): fieldCheck.checkLet(node)
    case .rule(let node): ruleCheck.check(node)
    case .expect(let node):
      guard let condition = node.condition else { return }
      if conditionCheck.check(condition).atEnd { context.isPrepared = true }
    case .otherwise(let node): check(node)
    case .known(let node): check(node)
    case .answer(let node): fieldCheck.check(node)
    case .preference(let node): ruleCheck.check(node)
    }
  }

  func check(_ body: [Statement]) {
    // A loop over the elements would copy every statement. Indices avoid that.
    for index in body.indices { check(body[index]) }
  }

  private func check(_ node: Otherwise) {
    switch node.action {
    case .plain(let action) where action.verb == .skip || action.verb == .stop: return
    case .prompt(let prompt):
      guard let field = prompt.fields.first else { return }
      report(
        .wrongWord(found: source.text(field.field.range), expected: []), field.range,
        help: "`otherwise prompt` asks for the whole step")
    default:
      let range = node.action.range
      let word = SourceRange(range.start, range.start + UInt32(wordLength(range)))
      report(
        .wrongWord(found: source.text(word), expected: ["skip", "stop", "prompt"]), word)
    }
  }

  private func check(_ node: Known) {
    let day = TextLiteral.fixedText(node.until, in: source)
    guard day.flatMap(CalendarDay.init) == nil else { return }
    report(.badDate(day ?? source.text(node.until.range)), node.until.range)
  }

  private func wordLength(_ range: SourceRange) -> Int {
    bytes[Int(range.start)..<Int(range.end)].prefix { $0.continuesWord }.count
  }
}
