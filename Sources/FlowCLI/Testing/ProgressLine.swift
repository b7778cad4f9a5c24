import FlowEngine
import FlowQuality
import FlowRuntime

/// The line at the bottom of a terminal that tells how far a run is; it leaves nothing behind.
struct ProgressLine {
  private let sink: any TextSink
  private let style: Style
  private let clock: any RunClock
  private let isLive: Bool
  private var flows = 0
  private var totals = TestTotals()
  private var began = Duration.zero
  private var drawn: Duration?

  /// How often it is drawn at most: an eye sees no more.
  private static let pause = Duration.milliseconds(100)
  private static let width = 24
  /// Erases the line at hand and goes back to its beginning (ECMA-48, EL).
  private static let erase = "\r\u{1B}[2K"
  /// What is longer than the terminal is wide is cut, not wrapped (DEC private mode 7).
  private static let cut = (on: "\u{1B}[?7l", off: "\u{1B}[?7h")

  init(_ sink: any TextSink, _ style: Style, _ clock: any RunClock, isLive: Bool) {
    self.sink = sink
    self.style = style
    self.clock = clock
    self.isLive = isLive
  }

  /// A run of so many flows begins.
  mutating func begin(_ flows: Int) {
    self.flows = flows
    began = clock.now
    draw()
  }

  /// A flow has ended.
  mutating func add(_ status: FlowReport.Status) {
    totals.add(status)
    draw()
  }

  private var isDrawn = false

  /// Takes the line away: another one is coming, or the end.
  mutating func clear() {
    guard isDrawn else { return }
    isDrawn = false
    sink.write(ProgressLine.erase)
  }

  private mutating func draw() {
    guard isLive, flows > 0 else { return }
    let now = clock.now
    // A line that was just taken away is drawn again at once, else it would flicker.
    if isDrawn, let drawn, now - drawn < ProgressLine.pause { return }
    drawn = now
    isDrawn = true
    sink.write(
      ProgressLine.erase + ProgressLine.cut.on + text(after: now - began) + ProgressLine.cut.off)
  }

  private func text(after elapsed: Duration) -> String {
    let done = totals.flows
    let filled = min(ProgressLine.width, done * ProgressLine.width / flows)
    let bar =
      String(repeating: "#", count: filled)
      + String(repeating: ".", count: ProgressLine.width - filled)
    var text = "[\(bar)] \(done)/\(flows)"
    if totals.failures > 0 { text += ", " + style("\(totals.failures) failed", .bad) }
    if totals[.flaky] > 0 { text += ", " + style("\(totals[.flaky]) flaky", .caution) }
    if done > 0, done < flows {
      let left = elapsed / done * (flows - done)
      if left >= .seconds(1) { text += ", \(MoveText.time(left)) left" }
    }
    return text
  }
}
