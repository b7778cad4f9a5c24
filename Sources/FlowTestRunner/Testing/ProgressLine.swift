import FlowEngine
import FlowTerminal
import FlowInterpreter
import FlowText

/// Shows the progress of a run on the last line of a terminal.
struct ProgressLine {
  private var line: LiveLine
  private let style: Style
  private let clock: any RunClock
  private var flows = 0
  private var totals = TestTotals()
  private var began = Duration.zero

  private static let width = 24

  init(_ sink: any TextSink, _ style: Style, _ clock: any RunClock, isLive: Bool) {
    line = LiveLine(sink, clock, isLive: isLive)
    self.style = style
    self.clock = clock
  }

  /// Begins a run with this number of flows.
  mutating func begin(_ flows: Int) {
    self.flows = flows
    began = clock.now
    draw()
  }

  /// Records the end of a flow.
  mutating func add(_ status: FlowReport.Status) {
    totals.add(status)
    draw()
  }

  /// Clears the line, so that another line can be printed.
  mutating func clear() { line.clear() }

  private mutating func draw() {
    guard flows > 0 else { return }
    let shown = self
    line.draw { shown.text(after: $0 - shown.began) }
  }

  private func text(after elapsed: Duration) -> TerminalText {
    let done = totals.flows
    let filled = min(ProgressLine.width, done * ProgressLine.width / flows)
    let bar =
      String(repeating: "#", count: filled)
      + String(repeating: ".", count: ProgressLine.width - filled)
    var text: TerminalText = "[\(bar)] \(done)/\(flows)"
    if totals.failures > 0 { text += ", " + style("\(totals.failures) failed", as: .bad) }
    if totals[.flaky] > 0 { text += ", " + style("\(totals[.flaky]) flaky", as: .caution) }
    if done > 0, done < flows {
      let left = elapsed / done * (flows - done)
      if left >= .seconds(1) { text += ", \(MoveText.time(left)) left" }
    }
    return text
  }
}
