import FlowHost
import FlowEngine
import FlowTerminal
import FlowInterpreter
import FlowText

/// Prints the progress of a run: a line for each flow, the details of failures, and a summary.
struct TestConsole: Reporter {
  private let sink: any TextSink
  private let style: Style
  private let isQuiet: Bool
  private let slow: Int
  private let notes: [String]
  private let coverageMin: Double?
  private var progress: ProgressLine
  private var began: Int64 = 0
  private var isLive = false
  private var totals = TestTotals()
  /// The first failures, for users who read only the end.
  private var failures = FailureGroups(groupsMax: TestConsole.failuresMax)
  /// The failures whose details were printed.
  private var detailed = FailureGroups(groupsMax: TestConsole.detailsMax)
  private var rows = RowList()
  private var options: [String] = []
  private var slowest: [(id: String, duration: Int64)] = []
  private var warnings = WarningList()

  /// The maximum number of failures that are printed again at the end.
  ///
  /// If there are more, a report is easier to read.
  static let failuresMax = 20
  /// The most failures that are printed with their details.
  static let detailsMax = 50
  /// The most notes of a flow with the same error as another one.
  private static let notesMax = 5
  /// The most failed flows that have a line each; the rest is counted.
  static let linesMax = 200

  /// Creates a console.
  ///
  /// - Parameters:
  ///   - sink: The sink that the lines are printed to.
  ///   - style: The colors.
  ///   - clock: The clock for durations and estimates.
  ///   - isLive: Whether a line can be overwritten, as on a terminal.
  ///   - isQuiet: Whether flows with the expected result are left out.
  ///   - slow: The number of slowest flows to list.
  ///   - notes: The notes to print at the beginning, one per line.
  ///   - coverageMin: The minimum coverage in percent; `nil` if none is required.
  init(
    _ sink: any TextSink, _ style: Style, _ clock: any RunClock, isLive: Bool, isQuiet: Bool,
    slow: Int, notes: [String], coverageMin: Double? = nil
  ) {
    self.sink = sink
    self.style = style
    self.isQuiet = isQuiet
    self.slow = slow
    self.notes = notes
    self.coverageMin = coverageMin
    progress = ProgressLine(sink, style, clock, isLive: isLive)
  }

  mutating func take(_ event: TestEvent) {
    switch event {
    case .began(let head): begin(head)
    case .flow(let report): add(report)
    case .ended(let end): finish(end)
    }
  }

  /// Clears the progress line.
  ///
  /// Everything else was already printed.
  mutating func finish() { progress.clear() }

  // MARK: The beginning

  private mutating func begin(_ head: TestRunHead) {
    began = head.began
    options = head.options
    // Even for failures only, the shard and the order are needed to repeat a run.
    if !isQuiet || head.shard != nil || head.seed != nil {
      var parts = [count(head.flows, "flow")]
      if let shard = head.shard { parts.append("shard \(shard.index) of \(shard.count)") }
      if head.jobs > 1, head.flows > 1 { parts.append("\(min(head.jobs, head.flows)) at a time") }
      if let seed = head.seed { parts.append("in the order of `--order random:\(seed)`") }
      if let live = head.live { parts.append("at \(live.issuer)") }
      let head = (notes + [parts.joined(separator: ", ")]).map { "\($0)" as TerminalText }
      sink.print(style(head.joined(separator: "\n"), as: .dim))
      sink.print("\n")
    }
    progress.begin(head.flows)
  }

  // MARK: Flows

  private mutating func add(_ report: FlowReport) {
    totals.add(report.status)
    let duration = report.attempts.reduce(0) { $0 + $1.duration }
    note(report.id, duration)
    rows.add(report)
    if report.status.isFailure {
      fail(report, duration)
    } else if !isQuiet {
      progress.clear()
      sink.print(line(of: report, duration) + "\n")
    }
    warnings.add(report.attempts.flatMap(\.problems))
    progress.add(report.status)
  }

  /// Prints a failed flow: with details, unless another flow failed in the same way.
  private mutating func fail(_ report: FlowReport, _ duration: Int64) {
    let command = report.command(options)
    _ = failures.add(report, command: command)
    let before = detailed.groups.count
    let like = detailed.add(report, command: command)
    guard totals.failures <= TestConsole.linesMax else { return }
    progress.clear()
    if let like {
      let same = style(", the same error as in \(ShortText.of(like.id))", as: .dim)
      var text = line(of: report, duration) + same + "\n"
      for note in report.failureNotes.prefix(TestConsole.notesMax) where !like.notes.contains(note)
      {
        text += "       " + style("= note:", as: .bold) + " \(ShortText.of(note))\n"
      }
      return sink.print(text)
    }
    sink.print(line(of: report, duration) + "\n")
    guard detailed.groups.count > before else { return }
    warnings.add(report.attempts.last?.problems ?? [], isShown: true)
    sink.print(details(of: report, command))
  }

  private mutating func note(_ id: String, _ duration: Int64) {
    guard slow > 0 else { return }
    let index = slowest.firstIndex { $0.duration < duration } ?? slowest.count
    guard index < slow else { return }
    slowest.insert((id, duration), at: index)
    if slowest.count > slow { slowest.removeLast() }
  }

  private func line(of report: FlowReport, _ duration: Int64) -> TerminalText {
    let (word, role) = TestConsole.word(report.status)
    var text = style(word, as: role) + "  \(ShortText.of(report.id))"
    switch report.status {
    case .flaky: text += style(", attempt \(report.attempts.count)", as: .caution)
    case .known: text += style(", known: \(report.known?.reason ?? "")", as: .dim)
    default: break
    }
    let compared = report.attempts.last?.decided.first { $0.name == Attempt.Decided.compared }
    if let compared { text += style(", \(compared.value)", as: .dim) }
    return text + "  " + style("\(TestConsole.time(duration))", as: .dim)
  }

  private static func word(_ status: FlowReport.Status) -> (TerminalText, Style.Role) {
    switch status {
    case .passed: ("pass ", .good)
    case .flaky: ("flaky", .caution)
    case .known: ("known", .caution)
    case .failed: ("FAIL ", .bad)
    case .unexpected: ("FAIL ", .bad)
    case .broken: ("BROKEN", .bad)
    case .missed: ("missed", .caution)
    }
  }

  /// Returns the details of a failed flow: its steps, and every problem below its line.
  private func details(of report: FlowReport, _ command: String) -> TerminalText {
    var text: TerminalText =
      "       " + style("\(report.file):\(report.line)", as: .dim) + "\n"
    text += "       " + style("run it again: \(ShortText.of(command))", as: .dim) + "\n"
    guard let attempt = report.attempts.last else { return text }
    for step in attempt.steps { text += line(of: step) }
    if !attempt.steps.isEmpty {
      let tries = report.attempts.count > 1 ? ", attempt \(report.attempts.count)" : ""
      text += "       " + style("\(attempt.outcome)\(tries)", as: .bad) + "\n"
    }
    return text + drawn(attempt.problems) + "\n"
  }

  private func drawn(_ problems: [ProblemReport]) -> TerminalText {
    var text: TerminalText = ""
    for problem in problems {
      let drawn =
        style.isColored ? ProblemPainter.painted(problem.drawn) : problem.drawn
      let lines = drawn.split(separator: "\n", omittingEmptySubsequences: false)
      text += "\n"
      for line in lines.dropLast() {
        // The problem was drawn when it was reported.
        text += line.isEmpty ? "\n" : "  \(TerminalText(trusted: String(line)))\n"
      }
    }
    return text
  }

  private static let stepWidth = 36

  private func line(of step: StepReport) -> TerminalText {
    guard let did = step.did else {
      guard !step.offered.isEmpty || !step.messages.isEmpty else { return "" }
      let offered = step.offered.joined(separator: ", ")
      return messages(of: step) + (offered.isEmpty ? "" : "       offered: \(offered)\n")
    }
    let name = step.taken ?? step.offered.first ?? ""
    let text: TerminalText =
      "       " + Columns.pad("\(name) ", TestConsole.stepWidth) + style("\(did)", as: .name)
    return messages(of: step) + text + "\n"
  }

  private func messages(of step: StepReport) -> TerminalText {
    step.messages.map { "       " + style("the server: \($0)", as: .caution) + "\n" }
      .joined()
  }

  // MARK: The end

  private mutating func finish(_ end: TestRunEnd) {
    progress.clear()
    warnings.add(end.warnings)
    warnings.add(uncounted: end.otherWarnings)
    var text: TerminalText = isQuiet ? "" : drawnWarnings
    if !slowest.isEmpty {
      text += "\nslowest:\n"
      for flow in slowest {
        text += "  \(Columns.pad(TestConsole.time(flow.duration), 10))\(flow.id)\n"
      }
    }
    if let coverage = end.coverage { text += "\n" + TerminalText(lines: coverage.summary()) }
    text += rowTable + failureList
    if let stopped = end.stopped { text += "\n" + style("\(stopped)", as: .bad) + "\n" }
    sink.print(text + (isQuiet && text.isEmpty ? "" : "\n") + summary(end))
  }

  /// The rows that failed, and those that passed, of each flow that has both kinds or several.
  private var rowTable: TerminalText {
    let flows = rows.failed
    guard !flows.isEmpty else { return "" }
    var text: TerminalText = "\nrows:\n"
    for flow in flows.prefix(RowList.listedMax) {
      let all = flow.failed.count + flow.passed.count
      text += "  \(ShortText.of(flow.title)): \(flow.failed.count) of \(all) failed\n"
      for (rows, word, role) in [
        (flow.failed, "FAIL " as TerminalText, Style.Role.bad), (flow.passed, "pass ", .good),
      ] where rows.count > 0 {
        text += "    " + style(word, as: role) + "  \(rows.text)\n"
      }
    }
    let more = flows.count - RowList.listedMax
    return more > 0 ? text + "  and rows of \(count(more, "other flow"))\n" : text
  }

  /// The failures, each with the command that runs one of its flows again.
  private var failureList: TerminalText {
    guard !failures.groups.isEmpty else { return "" }
    var text: TerminalText = "\nnot as expected:\n"
    for group in failures.groups {
      let word = "  " + style(TestConsole.word(group.status).0, as: .bad) + "  "
      if group.count == 1 {
        text += word + names(of: group, indent: "")
      } else {
        text += word + "\(group.count) flows: \(ShortText.of(group.reason))\n"
        text += names(of: group, indent: "         ")
      }
      if let command = group.flows.first?.command {
        text += "         " + style("\(ShortText.of(command))", as: .dim) + "\n"
      }
    }
    if failures.others > 0 { text += "  and \(count(failures.others, "other"))\n" }
    return text
  }

  /// The flows of a group, one per line.
  private func names(of group: FailureGroups.Group, indent: TerminalText) -> TerminalText {
    var text: TerminalText = ""
    for flow in group.flows {
      text += indent + "\(ShortText.of(flow.id))" + style("  \(flow.place)", as: .dim) + "\n"
    }
    let more = group.count - group.flows.count
    return more > 0 ? text + indent + "and \(more) more\n" : text
  }

  /// The warnings that weren't shown with a failed flow.
  private var drawnWarnings: TerminalText {
    guard !warnings.first.isEmpty else { return "" }
    let text = drawn(warnings.first)
    guard warnings.others > 0 else { return text }
    return text + "\nand \(warnings.others) more \(warnings.others == 1 ? "warning" : "warnings");"
      + " `flow check` lists all\n"
  }

  private func summary(_ end: TestRunEnd) -> TerminalText {
    let parts = FlowReport.Status.allCases.compactMap { status -> TerminalText? in
      let number = totals[status]
      guard number > 0 else { return nil }
      let role = TestConsole.word(status).1
      return style("\(number) \(TestConsole.title(status))", as: role)
    }
    let told: TerminalText = parts.isEmpty ? "" : ": " + parts.joined(separator: ", ")
    var text: TerminalText = ""
    if let coverage = end.coverage, let coverageMin, coverage.isBelow(coverageMin) {
      let least = Coverage.shown(coverageMin)
      text = style("the coverage is below \(least) %", as: .bad) + "\n"
    }
    let found: TerminalText =
      warnings.count == 0 ? "" : "; " + style("\(count(warnings.count, "warning"))", as: .caution)
    return text + "\(count(totals.flows, "flow"))\(told)\(found); "
      + "\(TestConsole.time(end.ended - began))\n"
  }

  private static func title(_ status: FlowReport.Status) -> String {
    switch status {
    case .known: "known to fail"
    default: status.rawValue
    }
  }

  private static func time(_ microseconds: Int64) -> String {
    RunSummary.duration(microseconds)
  }

  private func count(_ number: Int, _ noun: String) -> String {
    number == 1 ? "1 \(noun)" : "\(number) \(noun)s"
  }
}
