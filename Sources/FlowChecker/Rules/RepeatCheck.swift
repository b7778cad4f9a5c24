import FlowDiagnostics
import FlowSyntax

/// Finds rules that are meant to answer a step several times, and that answer it only once.
///
/// A step comes again after an error, and only rules that test the messages answer an error. So
/// `when attempt <= 3` isn't enough to repeat an answer. A flow may also come back to a step
/// without an error: by a choice, a new code, a profile, a recovery. Nothing is reported for such flows.
struct RepeatCheck: CheckPart {
  let context: CheckContext

  /// Checks the rules of a flow, or of a script without flows.
  func check(_ body: [Statement]) {
    guard context.header.uses.isEmpty, options.profiles.isEmpty, !context.isInProfile,
      context.header.intent == nil
    else { return }
    var found: [Test] = []
    for index in body.indices {
      guard case .rule(let rule) = body[index] else { continue }
      guard rule.actions.allSatisfy(goesOn) else { return }
      if let test = repeating(rule) { found.append(test) }
    }
    for test in found {
      report(
        .neverRepeats(test: source.text(test.range), answersFirst: RepeatCheck.answersFirst(test)),
        test.range)
    }
  }

  /// Whether no later response can offer the same step again without an error.
  private func goesOn(_ action: Action) -> Bool {
    switch action {
    case .answer, .prompt, .expect, .say, .fail, .choose: true
    case .plain(let node): node.verb == .submit || node.verb == .stop || node.verb == .skip
    case .poll, .wait, .meanwhile: false
    }
  }

  /// The test of a rule that only later attempts meet, or that they meet, too.
  private func repeating(_ rule: Rule) -> Test? {
    guard let condition = rule.condition, case .answer? = rule.actions.first,
      rule.patterns.allSatisfy({ $0.subject != nil }),
      !looks(of: condition, in: bytes).atMessages
    else { return nil }
    let parts = if case .and(let parts) = condition { parts } else { [condition] }
    for case .test(let test) in parts {
      guard case .fact(let name) = test.subject, id(name) == RepeatCheck.attempt,
        let comparison = test.comparison, case .number(let number) = comparison.value
      else { continue }
      switch comparison.operator {
      case .lessOrEqual, .equal, .greaterOrEqual: if number.value >= 2 { return test }
      case .less: if number.value > 2 { return test }
      case .greater: if number.value >= 1 { return test }
      case .notEqual, .contains, .matches: continue
      }
    }
    return nil
  }

  /// Whether the first attempt meets a test.
  private static func answersFirst(_ test: Test) -> Bool {
    switch test.comparison?.operator {
    case .less, .lessOrEqual: true
    case .equal, .notEqual, .greater, .greaterOrEqual, .contains, .matches, nil: false
    }
  }

  private static let attempt = FixedWords.id("attempt")
}
