import FlowDiagnostics
import FlowEngine
package import FlowInterpreter
package import FlowScript
import FlowSyntax
package import FlowTerminal

/// Tells a person how a flow goes, a line a step as it happens, and how it ended.
package final class RunConsole: Sendable {
  /// How much is told.
  package enum Detail: Sendable {
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
  /// What a person sees while the run waits.
  private let waiting: WaitingDisplay

  /// Makes a console.
  ///
  /// - Parameters:
  ///   - plan: what is run.
  ///   - output: where lines go; it masks.
  ///   - style: the colours.
  ///   - detail: how much is told.
  ///   - waiting: what a person sees while the run waits.
  package init(
    _ plan: RunPlan, output: any OutputSink, style: Style, detail: Detail,
    waiting: WaitingDisplay
  ) {
    self.plan = plan
    self.waiting = waiting
    self.output = output
    self.style = style
    self.detail = detail
  }

  private static let stepWidth = 36
  private static let moveWidth = 52

  /// Tells the flow's name, and in a trace the settings of a real issuer with where each is from.
  package func begin(_ settings: IssuerSettings?) {
    guard detail != .quiet else { return }
    output.write(style(plan.name.terminalSafe, .bold) + "\n")
    guard detail == .trace, let settings else { return }
    for (name, value, origin) in settings.origins {
      output.write("    " + style("\(name) \(value.terminalSafe), from \(origin)", .dim) + "\n")
    }
  }

  /// Tells that the tokens are no longer good, as was asked for.
  package func tellRevoked() {
    guard detail != .quiet else { return }
    output.write("  the tokens are revoked\n")
  }

  /// Tells that a server asks to wait, which happens between two steps.
  package func tellPause(_ pause: Duration) {
    waiting.clear()
    guard detail != .quiet else { return }
    let text = "the server asks to wait \(MoveText.time(pause)): it is asked again then"
    output.write("  " + style(text, .dim) + "\n")
  }

  package func tell(_ event: RunEvent) {
    if case .waiting(let step, let pause) = event {
      let isNew = waiting.begins(at: step)
      if isNew, detail != .quiet { output.write(line(of: step, pause)) }
      return waiting.tell(step, pause, tellsAll: detail != .quiet)
    }
    waiting.clear()
    if case .step(let record) = event {
      waiting.end(isInVain: record.taken?.hasTimedOut == true)
    }
    guard detail != .quiet else { return }
    switch event {
    case .step(let record), .tried(let record): output.write(line(of: record))
    case .message(let message): output.write("  " + text(of: message) + "\n")
    case .said(let text):
      for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
        output.write("  \(String(line).terminalSafe)\n")
      }
    case .limited(let pause): tellPause(pause)
    case .waiting: break
    }
  }

  private func line(of step: Step, _ pause: Duration) -> String {
    let time = MoveText.time(pause)
    let pace = step.waiting == nil ? "for \(time)" : "asking every \(time)"
    return "  " + style("waiting at \(MoveText.name(of: step).terminalSafe), \(pace)", .dim) + "\n"
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
    var text = detail == .trace ? RunTrace.text(of: record.response, by: plan.engine, style) : ""
    guard let taken = record.taken else { return text }
    if detail == .trace { text += RunTrace.passedOver(at: record, of: plan, style) }
    // What belongs to the response itself, such as its `cancel`, is done at its main step.
    let step = record.step ?? record.response.steps.first
    let name = step.map(MoveText.name) ?? "the end"
    let move = MoveText.text(taken, at: record.response).terminalSafe
    text += "  " + Columns.pad(name.terminalSafe + " ", RunConsole.stepWidth)
    text += style(Columns.pad(move + " ", RunConsole.moveWidth), .name)
    text += style(MoveText.time(taken.duration), .dim) + "\n"
    if detail == .trace {
      text += style("    by \(RunTrace.place(taken.place))", .dim) + "\n"
    }
    return text
  }

  /// The outcome, the expectations, and under them what went wrong.
  package func end(_ result: RunResult) {
    waiting.clear()
    if detail == .trace { output.write(RunTrace.ending(of: result, style)) }
    if detail != .quiet { output.write(summary(of: result)) }
    if let last = result.records.last { waiting.tellEnd(last.response) }
    guard !result.diagnostics.isEmpty else { return }
    if detail == .quiet { output.write(style(result.name.terminalSafe, .bold) + "\n") }
  }

  private func summary(of result: RunResult) -> String {
    let steps = result.moves == 1 ? "1 step" : "\(result.moves) steps"
    let good = result.outcome == .success || result.outcome == .finished
    var text = "  " + style(result.outcome.rawValue, good ? .good : .bad)
    text += ", \(steps), \(MoveText.time(result.duration))"
    if let tokens = result.tokens {
      text += "; \(tokens.tokenType.terminalSafe) token"
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
