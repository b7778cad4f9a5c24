package import FlowEngine
import FlowInterpreter
package import FlowText

/// A line at the bottom of a terminal that is drawn repeatedly and finally removed.
package struct LiveLine {
  private let sink: any TextSink
  private let clock: any RunClock
  private let isLive: Bool
  private var drawn: Duration?
  private var isDrawn = false

  /// The minimum time between two drawings; more frequent drawings would not be visible.
  private static let pause = Duration.milliseconds(100)
  /// Erases the current line and returns to its beginning (ECMA-48, EL).
  private static let erase: TerminalText = "\r\u{1B}[2K"
  /// Cuts a line that is wider than the terminal, instead of wrapping it (DEC private mode 7).
  private static let cut: (on: TerminalText, off: TerminalText) = ("\u{1B}[?7l", "\u{1B}[?7h")

  package init(_ sink: any TextSink, _ clock: any RunClock, isLive: Bool) {
    self.sink = sink
    self.clock = clock
    self.isLive = isLive
  }

  /// Draws the line, unless it was drawn less than `pause` ago.
  ///
  /// - Parameter text: Returns the text of the line at a time.
  package mutating func draw(_ text: (Duration) -> TerminalText) {
    guard isLive else { return }
    let now = clock.now
    // If the line was just removed, it is drawn again at once to avoid flickering.
    if isDrawn, let drawn, now - drawn < LiveLine.pause { return }
    drawn = now
    isDrawn = true
    sink.print(LiveLine.erase + LiveLine.cut.on + text(now) + LiveLine.cut.off)
  }

  /// Removes the line, before another line is printed or at the end.
  package mutating func clear() {
    guard isDrawn else { return }
    isDrawn = false
    sink.print(LiveLine.erase)
  }
}
