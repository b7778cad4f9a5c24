package import FlowEngine
import FlowInterpreter
package import FlowText

/// The last line of a terminal, drawn repeatedly.
///
/// It leaves no trace.
package struct LiveLine {
  private let sink: any TextSink
  private let clock: any RunClock
  private let isLive: Bool
  private var drawn: Duration?
  private var isDrawn = false

  /// The shortest time between two drawings.
  ///
  /// More frequent ones would not be visible.
  private static let pause = Duration.milliseconds(100)
  /// Erases the current line and returns to its beginning (ECMA-48, EL).
  private static let erase: TerminalText = "\r\u{1B}[2K"
  /// A line that is wider than the terminal is cut, not wrapped (DEC private mode 7).
  private static let cut: (on: TerminalText, off: TerminalText) = ("\u{1B}[?7l", "\u{1B}[?7h")

  package init(_ sink: any TextSink, _ clock: any RunClock, isLive: Bool) {
    self.sink = sink
    self.clock = clock
    self.isLive = isLive
  }

  /// Draws the line, unless it was drawn a moment ago.
  ///
  /// - Parameter text: Returns the text of the line at a time.
  package mutating func draw(_ text: (Duration) -> TerminalText) {
    guard isLive else { return }
    let now = clock.now
    // A line that was just removed is drawn again at once, to avoid flickering.
    if isDrawn, let drawn, now - drawn < LiveLine.pause { return }
    drawn = now
    isDrawn = true
    sink.print(LiveLine.erase + LiveLine.cut.on + text(now) + LiveLine.cut.off)
  }

  /// Removes the line, before another one is printed or at the end.
  package mutating func clear() {
    guard isDrawn else { return }
    isDrawn = false
    sink.print(LiveLine.erase)
  }
}
