import FlowDiagnostics
import FlowEngine
import FlowHost
import FlowTerminal
import FlowInterpreter
import FlowSyntax
import FlowHTTP
import FlowText

/// Creates the reports of runs.
///
/// All texts in the reports are masked.
struct AttemptReport {
  let masker: Masker
  var lines: LineTables
  /// The literal secrets of the scripts; `nil` to look for them.
  var literals: ScriptLiterals?

  /// Returns a duration in microseconds.
  static func microseconds(_ duration: Duration) -> Int64 {
    let (seconds, attoseconds) = duration.components
    return seconds * 1_000_000 + attoseconds / 1_000_000_000_000
  }

  /// Returns the report of one attempt to run a flow.
  ///
  /// - Parameters:
  ///   - result: The result of the run.
  ///   - began: When the run started, by the machine's clock.
  ///   - duration: How long the run took, by the machine's clock.
  ///   - problems: Problems to add to the problems of the result.
  ///   - isWhole: Whether the steps are included even if the run passed.
  ///   - decided: The facts about the policies, if they come from another run; `nil` to use the
  ///     facts of this run.
  /// - Returns: The report.
  mutating func attempt(
    _ result: RunResult, began: Duration, duration: Duration, problems: [Diagnostic] = [],
    isWhole: Bool = true, decided: [Attempt.Decided]? = nil
  ) -> Attempt {
    let told = (result.warnings + result.diagnostics + problems).map(AttemptReport.advised)
    guard isWhole || !result.passed || !told.isEmpty else {
      return Attempt(
        began: AttemptReport.microseconds(began), duration: AttemptReport.microseconds(duration),
        outcome: result.outcome.rawValue, passed: true)
    }
    return Attempt(
      began: AttemptReport.microseconds(began), duration: AttemptReport.microseconds(duration),
      outcome: result.outcome.rawValue, passed: result.passed, steps: steps(result.records),
      expectations: result.expectations.map { expectation($0) },
      decided: decided ?? self.decided(result), problems: self.problems(told))
  }

  /// Replaces a help text that doesn't apply, because a test run never prompts.
  private static func advised(_ diagnostic: Diagnostic) -> Diagnostic {
    guard diagnostic.kind == .nobodyToAsk else { return diagnostic }
    var diagnostic = diagnostic
    diagnostic.help =
      "`flow test` never prompts; answer with a value instead, or leave this flow out"
    return diagnostic
  }

  private mutating func steps(_ records: [StepRecord]) -> [StepReport] {
    var steps: [StepReport] = []
    steps.reserveCapacity(records.count)
    for record in records {
      var step = StepReport(
        offered: record.response.steps.map { text(MoveText.name(of: $0)) },
        messages: record.response.messages.map { text($0.text) })
      if let taken = record.taken {
        step.taken = record.step.map { text(MoveText.name(of: $0)) }
        step.did = text(MoveText.text(taken, at: record.response))
        step.file = text(taken.place.source.name)
        step.line = lines.line(of: taken.place.range.start, in: taken.place.source)
        step.duration = AttemptReport.microseconds(taken.duration)
      }
      steps.append(step)
    }
    return steps
  }

  private mutating func expectation(_ expectation: Expectation) -> ExpectationReport {
    ExpectationReport(
      expected: text(expectation.expected), holds: expectation.holds,
      isReached: expectation.isReached, actual: expectation.actual.map(text),
      line: expectation.place.map { lines.line(of: $0.range.start, in: $0.source) })
  }

  /// The facts about which rules of a simulated org applied, and about the methods in the ID token.
  private static let decisions = [
    "rule", "session-rule", "factors", "token.amr", "token.acr",
  ]

  /// Returns the facts about the policies in a run.
  func decided(_ result: RunResult) -> [Attempt.Decided] {
    AttemptReport.decisions.compactMap { name in
      result.fact(name).map { fact in
        let short = name.hasPrefix("token.") ? String(name.dropFirst("token.".count)) : name
        return Attempt.Decided(short, text(fact.shown))
      }
    }
  }

  /// Returns reports of diagnostics.
  ///
  /// Each report has the problem as JSON, and the problem as a terminal shows it.
  func problems(_ diagnostics: [Diagnostic]) -> [ProblemReport] {
    guard !diagnostics.isEmpty else { return [] }
    if let literals {
      literals.add(shownBy: diagnostics, to: masker)
    } else {
      masker.addLiterals(shownBy: diagnostics)
    }
    var renderer = DiagnosticRenderer(mask: masker.masked, lines: lines)
    var writer = DiagnosticJSON(mask: masker.masked, lines: lines)
    return diagnostics.map { diagnostic in
      ProblemReport(object: writer.object(diagnostic), drawn: renderer.render(diagnostic))
    }
  }

  /// Returns a text with the secrets of the run masked, without a part that is too long to read.
  func text(_ text: String) -> String {
    ShortText.of(masker.masked(text), most: AttemptReport.textMax)
  }

  private static let textMax = 4000
}

extension ProblemReport {
  /// Creates the report for a flow that can't run because of a fault in the command line.
  init(_ fault: UsageFault) {
    self.init(
      object: [
        "id": "usage", "severity": "error", "message": .string(fault.message.text), "file": .null,
        "start": .null, "end": .null, "labels": [], "notes": [],
        "help": fault.help.map { .string($0.text) } ?? .null,
      ],
      drawn: "error[usage]: \(fault.message)\n" + (fault.help.map { "  = help: \($0)\n" } ?? ""))
  }
}
