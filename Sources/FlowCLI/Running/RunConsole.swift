import FlowEngine
import FlowRuntime
import FlowScript
import FlowSyntax
import Synchronization

/// Tells a person how a flow goes, a line a step as it happens, and how it ended.
final class RunConsole: Sendable {
  /// How much is told.
  enum Detail: Sendable {
    /// Problems alone.
    case quiet
    case usual
    /// Every response, with what it offered and the rules that were passed over.
    case trace
  }

  private let output: any OutputSink
  private let style: Style
  private let detail: Detail
  private let plan: RunPlan
  /// The name of the step that was last said to be waited for.
  private let waiting = Mutex("")

  /// Makes a console.
  ///
  /// - Parameters:
  ///   - plan: what is run.
  ///   - output: where lines go; it masks.
  ///   - style: the colours.
  ///   - detail: how much is told.
  init(_ plan: RunPlan, output: any OutputSink, style: Style, detail: Detail) {
    self.plan = plan
    self.output = output
    self.style = style
    self.detail = detail
  }

  private static let stepWidth = 36
  private static let moveWidth = 52

  /// Tells the flow's name, and in a trace the settings of a real issuer with where each is from.
  func begin(_ settings: IssuerSettings?) {
    guard detail != .quiet else { return }
    output.write(style(plan.name.terminalSafe, .bold) + "\n")
    guard detail == .trace, let settings else { return }
    for (name, value, origin) in settings.origins {
      output.write("    " + style("\(name) \(value.terminalSafe), from \(origin)", .dim) + "\n")
    }
  }

  /// Tells that the tokens are no longer good, as was asked for.
  func tellRevoked() {
    guard detail != .quiet else { return }
    output.write("  the tokens are revoked\n")
  }

  func tell(_ event: RunEvent) {
    guard detail != .quiet else { return }
    switch event {
    case .step(let record):
      waiting.withLock { $0 = "" }
      output.write(line(of: record))
    case .message(let message):
      output.write("  " + text(of: message) + "\n")
    case .waiting(let step, let duration):
      let name = MoveText.name(of: step)
      let isNew = waiting.withLock { last in
        defer { last = name }
        return last != name
      }
      guard isNew else { return }
      let time = MoveText.time(duration)
      let pace = step.waiting == nil ? "for \(time)" : "asking every \(time)"
      output.write("  " + style("waiting at \(name.terminalSafe), \(pace)", .dim) + "\n")
      for fact in step.showing { output.write("  " + show(fact) + "\n") }
    case .said(let text):
      for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
        output.write("  \(String(line).terminalSafe)\n")
      }
    }
  }

  private func show(_ fact: Fact) -> String {
    "\(fact.name): " + style(fact.value.shown.terminalSafe, .bold)
  }

  private func text(of message: Message) -> String {
    let role: Style.Role =
      switch message.severity {
      case .error: .bad
      case .warning: .caution
      case .info: .dim
      }
    let key = message.key.map { " [\($0.terminalSafe)]" } ?? ""
    return style(message.severity.rawValue, role) + ": \(message.text.terminalSafe)"
      + style(key, .dim)
  }

  private func line(of record: StepRecord) -> String {
    var text = detail == .trace ? RunTrace.text(of: record.response, style) : ""
    guard let taken = record.taken else { return text }
    if detail == .trace { text += RunTrace.passedOver(at: record, of: plan, style) }
    // What belongs to the response itself, such as its `cancel`, is done at its main step.
    let step = record.step ?? record.response.steps.first
    let name = step.map(MoveText.name) ?? "the end"
    let move = MoveText.text(taken, at: record.response).terminalSafe
    text += "  " + Help.pad(name.terminalSafe + " ", RunConsole.stepWidth)
    text += style(Help.pad(move + " ", RunConsole.moveWidth), .name)
    text += style(MoveText.time(taken.duration), .dim) + "\n"
    if detail == .trace {
      text += style("    by \(RunTrace.place(taken.place))", .dim) + "\n"
    }
    return text
  }

  /// The outcome, the expectations, and under them what went wrong.
  func end(_ result: RunResult) {
    if detail == .trace { output.write(RunTrace.ending(of: result, style)) }
    if detail != .quiet { output.write(summary(of: result)) }
    guard !result.diagnostics.isEmpty else { return }
    if detail == .quiet { output.write(style(result.name.terminalSafe, .bold) + "\n") }
  }

  private func summary(of result: RunResult) -> String {
    let steps = result.moves == 1 ? "1 step" : "\(result.moves) steps"
    let good = result.outcome == .success || result.outcome == .finished
    var text = "  " + style(result.outcome.rawValue, good ? .good : .bad)
    text += ", \(steps), \(MoveText.time(result.duration))"
    if let tokens = result.tokens {
      text += "; \(tokens.tokenType) token"
      if let scope = tokens.scope { text += " for \(scope.terminalSafe)" }
    }
    text += "\n"
    for expectation in result.expectations where expectation.place != nil {
      let mark =
        expectation.holds
        ? style("pass", .good)
        : expectation.isReached ? style("FAIL", .bad) : style("not reached:", .dim)
      text += "  \(mark) expect \(expectation.expected.terminalSafe)\n"
    }
    return text
  }
}
