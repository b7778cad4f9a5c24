import FlowEngine
import FlowTerminal
import FlowInterpreter

/// Tells a person how a run goes: a line a flow, all of what failed, and a summary.
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
  /// The first flows that failed, for whoever reads the end alone.
  private var failures: [(status: FlowReport.Status, id: String, place: String)] = []
  private var slowest: [(id: String, duration: Int64)] = []

  /// More failures are not named again at the end: whoever has them reads a report.
  static let failuresMax = 20

  /// Makes a console.
  ///
  /// - Parameters:
  ///   - sink: where lines go.
  ///   - style: the colours.
  ///   - clock: for how long it takes, and how long it will.
  ///   - isLive: whether a line can be overwritten, which a terminal's can.
  ///   - isQuiet: whether flows that came out as they should are left out.
  ///   - slow: how many of the slowest flows are named.
  ///   - notes: what is said at the beginning, a line each.
  ///   - coverageMin: how much must be covered, in percent.
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

  /// Nothing is left to complete.
  mutating func finish() { progress.clear() }

  // MARK: The beginning

  private mutating func begin(_ head: TestRunHead) {
    began = head.began
    // Even who reads failures alone needs to know which part this was, and in which order.
    if !isQuiet || head.shard != nil || head.seed != nil {
      var parts = [count(head.flows, "flow")]
      if let shard = head.shard { parts.append("part \(shard.index) of \(shard.count)") }
      if head.jobs > 1, head.flows > 1 { parts.append("\(min(head.jobs, head.flows)) at a time") }
      if let seed = head.seed { parts.append("in the order of `--order random:\(seed)`") }
      if let live = head.live { parts.append("at \(live.issuer.terminalSafe)") }
      sink.write(style((notes + [parts.joined(separator: ", ")]).joined(separator: "\n"), .dim))
      sink.write("\n")
    }
    progress.begin(head.flows)
  }

  // MARK: Flows

  private mutating func add(_ report: FlowReport) {
    totals.add(report.status)
    let duration = report.attempts.reduce(0) { $0 + $1.duration }
    note(report.id, duration)
    let isBad = report.status.isFailure
    if isBad || !isQuiet {
      progress.clear()
      sink.write(line(of: report, duration))
    }
    if !isBad, !isQuiet, let problems = report.attempts.first?.problems, !problems.isEmpty {
      sink.write(TestConsole.drawn(problems) + "\n")
    }
    if isBad {
      sink.write(details(of: report))
      if failures.count < TestConsole.failuresMax {
        failures.append((report.status, report.id, place(of: report)))
      }
    }
    progress.add(report.status)
  }

  private mutating func note(_ id: String, _ duration: Int64) {
    guard slow > 0 else { return }
    let index = slowest.firstIndex { $0.duration < duration } ?? slowest.count
    guard index < slow else { return }
    slowest.insert((id, duration), at: index)
    if slowest.count > slow { slowest.removeLast() }
  }

  private func line(of report: FlowReport, _ duration: Int64) -> String {
    let (word, role) = TestConsole.word(report.status)
    var text = style(word, role) + "  " + report.id.terminalSafe
    switch report.status {
    case .flaky: text += style(", attempt \(report.attempts.count)", .caution)
    case .known: text += style(", known: \((report.known?.reason ?? "").terminalSafe)", .dim)
    default: break
    }
    let compared = report.attempts.last?.decided.first { $0.name == Attempt.Decided.compared }
    if let compared { text += style(", \(compared.value.terminalSafe)", .dim) }
    return text + "  " + style(TestConsole.time(duration), .dim) + "\n"
  }

  private static func word(_ status: FlowReport.Status) -> (String, Style.Role) {
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

  /// How a flow failed: the way up to there, and everything that was wrong under its line.
  private func details(of report: FlowReport) -> String {
    var text = "       " + style(place(of: report), .dim) + "\n"
    guard let attempt = report.attempts.last else { return text }
    for step in attempt.steps { text += line(of: step) }
    if !attempt.steps.isEmpty {
      let tries = report.attempts.count > 1 ? ", attempt \(report.attempts.count)" : ""
      text += "       " + style("\(attempt.outcome)\(tries)", .bad) + "\n"
    }
    return text + TestConsole.drawn(attempt.problems) + "\n"
  }

  private static func drawn(_ problems: [ProblemReport]) -> String {
    var text = ""
    for problem in problems {
      let lines = problem.drawn.split(separator: "\n", omittingEmptySubsequences: false)
      text += "\n"
      for line in lines.dropLast() { text += line.isEmpty ? "\n" : "  \(line)\n" }
    }
    return text
  }

  private static let stepWidth = 36

  private func line(of step: StepReport) -> String {
    guard let did = step.did else {
      guard !step.offered.isEmpty || !step.messages.isEmpty else { return "" }
      let offered = step.offered.joined(separator: ", ").terminalSafe
      return messages(of: step) + (offered.isEmpty ? "" : "       offered: " + offered + "\n")
    }
    let name = (step.taken ?? step.offered.first ?? "").terminalSafe
    let text =
      "       " + Columns.pad(name + " ", TestConsole.stepWidth) + style(did.terminalSafe, .name)
    return messages(of: step) + text + "\n"
  }

  private func messages(of step: StepReport) -> String {
    step.messages.map { "       " + style("the server: \($0.terminalSafe)", .caution) + "\n" }
      .joined()
  }

  private func place(of report: FlowReport) -> String {
    "\(report.file.terminalSafe):\(report.line)"
  }

  // MARK: The end

  private mutating func finish(_ end: TestRunEnd) {
    progress.clear()
    var text = ""
    if !slowest.isEmpty {
      text += "\nslowest:\n"
      for flow in slowest {
        text +=
          "  " + Columns.pad(TestConsole.time(flow.duration), 10) + flow.id.terminalSafe + "\n"
      }
    }
    if let coverage = end.coverage { text += "\n" + coverage.summary().shownSafely }
    if !failures.isEmpty {
      text += "\nnot as expected:\n"
      for failure in failures {
        text += "  " + style(TestConsole.word(failure.status).0, .bad) + "  "
        text += failure.id.terminalSafe + style("  \(failure.place)", .dim) + "\n"
      }
      let more = totals.failures - failures.count
      if more > 0 { text += "  and \(count(more, "other"))\n" }
    }
    if let stopped = end.stopped { text += "\n" + style(stopped.terminalSafe, .bad) + "\n" }
    sink.write(text + (isQuiet && text.isEmpty ? "" : "\n") + summary(end))
  }

  private func summary(_ end: TestRunEnd) -> String {
    let parts = FlowReport.Status.allCases.compactMap { status -> String? in
      let number = totals[status]
      guard number > 0 else { return nil }
      let role = TestConsole.word(status).1
      return style("\(number) \(TestConsole.title(status))", role)
    }
    let told = parts.isEmpty ? "" : ": " + parts.joined(separator: ", ")
    var text = ""
    if let coverage = end.coverage, let coverageMin, coverage.isBelow(coverageMin) {
      let least = Coverage.shown(coverageMin)
      text = style("less is covered than the \(least) % that were asked for", .bad) + "\n"
    }
    return text + "\(count(totals.flows, "flow"))\(told); \(TestConsole.time(end.ended - began))\n"
  }

  private static func title(_ status: FlowReport.Status) -> String {
    switch status {
    case .known: "known to fail"
    default: status.rawValue
    }
  }

  private static func time(_ microseconds: Int64) -> String {
    MoveText.time(.microseconds(microseconds))
  }

  private func count(_ number: Int, _ noun: String) -> String {
    number == 1 ? "1 \(noun)" : "\(number) \(noun)s"
  }
}

extension String {
  /// Lines without anything that a terminal would obey.
  fileprivate var shownSafely: String {
    split(separator: "\n", omittingEmptySubsequences: false).map { String($0).terminalSafe }
      .joined(separator: "\n")
  }
}
