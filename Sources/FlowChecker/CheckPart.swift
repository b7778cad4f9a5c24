import FlowDiagnostics
import FlowEngine
import FlowSyntax

/// One part of a check.
///
/// All parts share one context, and report their problems there.
protocol CheckPart {
  var context: CheckContext { get }
}

extension CheckPart {
  var program: Program { context.program }
  var options: CheckOptions { context.options }
  var numbers: NameTable { context.numbers }
  var source: SourceFile { context.source }
  var bytes: [UInt8] { context.bytes }
  var words: EngineWords? { context.words }

  // MARK: The other parts

  var bodyCheck: BodyCheck { BodyCheck(context: context) }
  var conditionCheck: ConditionCheck { ConditionCheck(context: context) }
  var constantCheck: ConstantCheck { ConstantCheck(context: context) }
  var expectationCheck: ExpectationCheck { ExpectationCheck(context: context) }
  var expectationStrength: ExpectationStrength { ExpectationStrength(context: context) }
  var fieldCheck: FieldCheck { FieldCheck(context: context) }
  var identityCheck: IdentityCheck { IdentityCheck(context: context) }
  var needCheck: NeedCheck { NeedCheck(context: context) }
  var oldSpellingCheck: OldSpellingCheck { OldSpellingCheck(context: context) }
  var patternCheck: PatternCheck { PatternCheck(context: context) }
  var profileCheck: ProfileCheck { ProfileCheck(context: context) }
  var repeatCheck: RepeatCheck { RepeatCheck(context: context) }
  var ruleCheck: RuleCheck { RuleCheck(context: context) }
  var startCheck: StartCheck { StartCheck(context: context) }
  var unusedCheck: UnusedCheck { UnusedCheck(context: context) }
  var valueCheck: ValueCheck { ValueCheck(context: context) }

  // MARK: Names

  /// Returns the id of a name in the current script.
  func id(_ name: Name) -> WordID { context.numbers.exact(name, context.bytes) }

  /// Returns the id of a name in the current script, after folding.
  func folded(_ name: Name) -> WordID { context.numbers.folded(name, context.bytes) }

  /// Returns the words of the engine with a name; `nil` if there is none.
  func engine(_ name: String) -> EngineWords? {
    context.options.lexicon.engines.first { $0.vocabulary.engine == name }
  }

  /// Whether the current text is in a profile, and some engine has a word that it uses.
  func isForeign(_ knows: (EngineWords) -> Bool) -> Bool {
    context.isInProfile && context.options.lexicon.engines.contains(where: knows)
  }

  // MARK: Reporting

  /// Whether another problem would be shown.
  func wants(_ severity: Diagnostic.Severity, at place: Place?) -> Bool {
    context.problems.wants(severity, at: place)
  }

  /// Whether another problem in the current script would be shown.
  func wants(_ severity: Diagnostic.Severity, _ range: SourceRange) -> Bool {
    wants(severity, at: Place(source, range))
  }

  func report(_ diagnostic: Diagnostic) {
    for word in diagnostic.problem.suggestions {
      context.suggested.insert(numbers.exact(word))
    }
    context.problems.add(diagnostic)
  }

  /// Reports a problem in the current script.
  func report(
    _ problem: Problem, _ range: SourceRange, labels: [Diagnostic.PlaceLabel] = [],
    notes: [String] = [], help: String? = nil, severity: Diagnostic.Severity? = nil
  ) {
    report(
      Diagnostic(
        problem, at: Place(source, range), labels: labels, notes: notes, help: help,
        severity: severity))
  }

  /// Reports notation that can't run yet.
  ///
  /// The problem is an error if a run certainly uses it, and otherwise a warning.
  func reportLater(_ form: String, _ range: SourceRange) {
    report(.notYet(form: form), range, severity: context.isRun ? .error : .warning)
  }

  func label(_ range: SourceRange, _ text: String) -> Diagnostic.PlaceLabel {
    Diagnostic.PlaceLabel(Place(source, range), text)
  }
}
