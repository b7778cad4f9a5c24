import FlowHost
import FlowDiagnostics
import FlowSyntax
import FlowTerminal
import FlowText

/// Counts the runs, and tells at the bottom of a terminal how far it is.
struct ShrinkProgress {
  private var line: LiveLine
  /// How often a flow was run.
  private(set) var runs = 0
  /// How many lines are left; `nil` where nothing was taken away yet.
  private var lines: Int?

  init(_ host: Host, isQuiet: Bool) {
    line = LiveLine(host.errors, host.clock, isLive: host.canRedraw(host.errors) && !isQuiet)
  }

  /// A flow is run.
  mutating func ran() {
    runs += 1
    let (runs, lines) = (runs, lines)
    line.draw { _ in
      "shrinking: run \(runs)\(lines.map { ", \($0) lines left" } ?? "")"
    }
  }

  /// This is left.
  mutating func left(_ source: SourceFile) { lines = source.lineCount }

  /// Takes the line away.
  mutating func clear() { line.clear() }
}
