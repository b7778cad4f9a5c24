package import FlowText

/// The differences between two texts, line by line.
package struct TextDiff {
  private let lines: [LineStep<Line>]

  /// A line of a text.
  ///
  /// Only the last line may lack a line end.
  private struct Line: Hashable {
    var text: String
    var isEnded: Bool
  }

  /// The number of unchanged lines to show before and after a change.
  private static let context = 3

  package init(from old: String, to new: String) {
    lines = LineStep.all(from: TextDiff.lines(of: old), to: TextDiff.lines(of: new))
  }

  private static func lines(of text: String) -> [Line] {
    var lines = text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false)
      .map { Line(text: String(decoding: $0, as: UTF8.self), isEnded: true) }
    if lines.last?.text.isEmpty == true {
      lines.removeLast()
    } else if !lines.isEmpty {
      lines[lines.count - 1].isEnded = false
    }
    return lines
  }

  /// Returns the changes with the lines around them, in the format of `diff -u`.
  ///
  /// - Parameters:
  ///   - path: The path of the text.
  ///   - style: The colors.
  ///   - isTerminal: Whether the output is a terminal. Otherwise tabs and carriage returns stay
  ///     unchanged, so that the patch can be applied.
  /// - Returns: The text of a patch.
  package func unified(_ path: String, _ style: Style, isTerminal: Bool) -> TerminalText {
    let changed = lines.indices.filter { if case .same = lines[$0] { false } else { true } }
    // Programs that read patches cut a name at the first blank, unless a tab ends the name.
    let name: TerminalText = "\(path)" + (path.contains(where: \.isWhitespace) ? "\t" : "")
    var text: TerminalText = "--- \(name)\n+++ \(name)\n"
    var next = 0
    // The number of lines before a hunk, in each text.
    var before = (old: 0, new: 0)
    var counted = 0
    while next < changed.count {
      let first = changed[next]
      var last = first
      while next < changed.count, changed[next] - last <= 2 * TextDiff.context {
        last = changed[next]
        next += 1
      }
      let from = max(0, first - TextDiff.context)
      let to = min(lines.count, last + TextDiff.context + 1)
      let skipped = TextDiff.counts(lines[counted..<from])
      before = (before.old + skipped.old, before.new + skipped.new)
      let inside = TextDiff.counts(lines[from..<to])
      text += style("\(TextDiff.head(before, inside))", as: .dim) + "\n"
      for step in lines[from..<to] { text += line(step, style, isTerminal) }
      before = (before.old + inside.old, before.new + inside.new)
      counted = to
    }
    return text
  }

  private static func counts(_ part: ArraySlice<LineStep<Line>>) -> (old: Int, new: Int) {
    part.reduce(into: (0, 0)) { counts, line in
      switch line {
      case .same: (counts.0, counts.1) = (counts.0 + 1, counts.1 + 1)
      case .old: counts.0 += 1
      case .new: counts.1 += 1
      }
    }
  }

  private static func head(_ before: (old: Int, new: Int), _ inside: (old: Int, new: Int)) -> String
  {
    func place(_ start: Int, _ count: Int) -> String {
      "\(count == 0 ? start : start + 1),\(count)"
    }
    return "@@ -\(place(before.old, inside.old)) +\(place(before.new, inside.new)) @@"
  }

  private func line(_ step: LineStep<Line>, _ style: Style, _ isTerminal: Bool) -> TerminalText {
    func shown(_ line: Line) -> TerminalText {
      guard !isTerminal else { return "\(line.text)" }
      var text = line.text.unicodeScalars
      let isReturned = text.last == "\r"
      if isReturned { text.removeLast() }
      let parts = text.split(separator: "\t", omittingEmptySubsequences: false)
      let safe = parts.map { "\(String($0))" as TerminalText }.joined(separator: "\t")
      return safe + (isReturned ? "\r" : "")
    }
    func end(_ line: Line) -> TerminalText {
      line.isEnded ? "\n" : "\n\\ No newline at end of file\n"
    }
    return switch step {
    case .same(let line): " " + shown(line) + end(line)
    case .old(let line): style("-" + shown(line), as: .bad) + end(line)
    case .new(let line): style("+" + shown(line), as: .good) + end(line)
    }
  }
}
