import FlowHost
import FlowDiagnostics
import FlowSyntax
import FlowTerminal
import FlowText

/// Counts the runs, and shows the progress on the last line of a terminal.
struct ShrinkProgress {
  private var line: LiveLine
  /// The number of runs so far.
  private(set) var runs = 0
  /// The number of remaining lines; `nil` if no line was removed yet.
  private var lines: Int?

  init(_ host: Host, isQuiet: Bool) {
    line = LiveLine(host.errors, host.clock, isLive: host.canRedraw(host.errors) && !isQuiet)
  }

  /// Records a run.
  mutating func ran() {
    runs += 1
    let (runs, lines) = (runs, lines)
    line.draw { _ in
      "shrinking: run \(runs)\(lines.map { ", \($0) lines left" } ?? "")"
    }
  }

  /// Records the script that remains.
  mutating func left(_ source: SourceFile) { lines = source.lineCount }

  /// Clears the line on the terminal.
  mutating func clear() { line.clear() }
}
