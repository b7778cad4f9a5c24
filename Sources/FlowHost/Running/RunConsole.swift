import FlowDiagnostics
import FlowEngine
package import FlowInterpreter
package import FlowScript
import FlowSyntax
package import FlowTerminal
import FlowText

/// Prints the progress of a flow, with a line for each step, and its end.
package final class RunConsole: Sendable {
  /// How much is printed.
  package enum Detail: Sendable {
    /// Only problems are printed.
    case quiet
    case usual
    /// Every response is printed, with its offers and the rules that were passed over.
    case trace
  }

  private let output: any OutputSink
  private let style: Style
  private let detail: Detail
  private let plan: RunPlan
  /// Shows the facts and the progress of a wait.
  private let waiting: WaitingDisplay
  private let mask: @Sendable (String) -> String

  /// Creates a console.
  ///
  /// - Parameters:
  ///   - plan: The plan of the flow.
  ///   - output: The sink that the lines are printed to. It masks secrets.
  ///   - style: The colors.
  ///   - detail: How much is printed.
  ///   - waiting: Shows the facts and the progress of a wait.
  ///   - mask: The function that hides secrets, for texts that are cut.
  package init(
    _ plan: RunPlan, output: any OutputSink, style: Style, detail: Detail,
    waiting: WaitingDisplay, mask: @escaping @Sendable (String) -> String
  ) {
    self.plan = plan
    self.waiting = waiting
    self.mask = mask
    self.output = output
    self.style = style
    self.detail = detail
  }

  private static let stepWidth = 36
  private static let moveWidth = 52

  /// Prints the name of the flow.
  ///
  /// A trace also lists the settings of a real issuer with their origins.
  package func begin(_ settings: IssuerSettings?) {
    guard detail != .quiet else { return }
    output.print(style("\(short(plan.name))", as: .bold) + "\n")
    guard detail == .trace, let settings else { return }
    for (name, value, origin) in settings.origins {
      output.print("    " + style("\(name) \(value), from \(origin)", as: .dim) + "\n")
    }
  }

  /// Prints that the tokens were revoked.
  package func tellRevoked() {
    guard detail != .quiet else { return }
    output.print("  the tokens are revoked\n")
  }

  /// Prints that the server limits requests.
  package func tellPause(_ pause: Duration) {
    waiting.clear()
    guard detail != .quiet else { return }
    let text = "the server asks to wait \(MoveText.time(pause)); the run polls again then"
    output.print("  " + style("\(text)", as: .dim) + "\n")
  }

  package func tell(_ event: RunEvent) {
    if case .waiting(let step, let pause) = event {
      let isNew = waiting.begins(at: step)
      if isNew, detail != .quiet { output.print(line(of: step, pause)) }
      return waiting.tell(step, pause, tellsAll: detail != .quiet)
    }
    waiting.clear()
    if case .step(let record) = event {
      waiting.end(isInVain: record.taken?.hasTimedOut == true)
    }
    guard detail != .quiet else { return }
    switch event {
    case .step(let record), .tried(let record): output.print(line(of: record))
    case .message(let message): output.print("  " + text(of: message) + "\n")
    case .said(let text):
      for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
        output.print("  \(line)\n")
      }
    case .limited(let pause): tellPause(pause)
    case .disconnected(let reason):
      output.print("  " + style("no answer: \(DisplayText.line(reason))", as: .dim) + "\n")
    case .waiting: break
    }
  }

  private func line(of step: Step, _ pause: Duration) -> TerminalText {
    let time = MoveText.time(pause)
    let pace = step.waiting == nil ? "for \(time)" : "polling every \(time)"
    return "  " + style("waiting at \(MoveText.name(of: step)), \(pace)", as: .dim) + "\n"
  }

  private func text(of message: Message) -> TerminalText {
    let role: Style.Role =
      switch message.severity {
      case .error: .bad
      case .warning: .caution
      case .info: .dim
      }
    let key: TerminalText = message.key.map { " [\($0)]" } ?? ""
    return style("\(message.severity.rawValue)", as: role) + ": \(short(message.text))"
      + style(key, as: .dim)
  }

  private func line(of record: StepRecord) -> TerminalText {
    var text: TerminalText =
      detail == .trace ? RunTrace.text(of: record.response, by: plan.engine, style) : ""
    guard let taken = record.taken else { return text }
    if detail == .trace { text += RunTrace.passedOver(at: record, of: plan, style) }
    // A capability of the whole response, such as `cancel`, is shown at the main step.
    let step = record.step ?? record.response.steps.first
    let name = step.map(MoveText.name) ?? "the end"
    let move = short(MoveText.text(taken, at: record.response))
    text += "  " + Columns.pad("\(name) ", RunConsole.stepWidth)
    text += style(Columns.pad("\(move) ", RunConsole.moveWidth), as: .name)
    text += style("\(MoveText.time(taken.duration))", as: .dim) + "\n"
    if detail == .trace {
      text += style("    by \(RunTrace.place(taken.place))", as: .dim) + "\n"
    }
    return text
  }

  /// Prints the outcome and the expectations.
  ///
  /// Problems follow.
  package func end(_ result: RunResult) {
    waiting.clear()
    if detail == .trace { output.print(RunTrace.ending(of: result, style)) }
    if detail != .quiet { output.print(summary(of: result)) }
    if let last = result.records.last { waiting.tellEnd(last.response) }
    guard !result.diagnostics.isEmpty else { return }
    if detail == .quiet { output.print(style("\(short(result.name))", as: .bold) + "\n") }
  }

  /// Returns a text without the part that is too long to read.
  private func short(_ text: String) -> String {
    // Few texts are long, and the sink masks the others.
    text.utf8.count <= RunConsole.textMax
      ? text : ShortText.of(mask(text), most: RunConsole.textMax)
  }

  private static let textMax = 1000

  private func summary(of result: RunResult) -> TerminalText {
    let steps = result.moves == 1 ? "1 step" : "\(result.moves) steps"
    let good = result.outcome == .success || result.outcome == .finished
    var text: TerminalText = "  " + style("\(result.outcome.rawValue)", as: good ? .good : .bad)
    text += ", \(steps), \(MoveText.time(result.duration))"
    if let tokens = result.tokens {
      text += "; \(tokens.tokenType) token"
      if let scope = tokens.scope { text += " for \(scope)" }
    }
    text += "\n"
    for expectation in result.expectations where expectation.place != nil {
      let mark =
        expectation.holds
        ? style("pass", as: .good)
        : expectation.isReached ? style("FAIL", as: .bad) : style("not reached:", as: .dim)
      text += "  \(mark) expect \(short(expectation.expected))\n"
    }
    return text
  }
}
