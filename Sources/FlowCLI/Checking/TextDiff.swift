/// What differs between two texts, line by line.
struct TextDiff {
  private let lines: [LineStep<String>]

  /// How many lines around a change are shown.
  private static let context = 3

  init(from old: String, to new: String) {
    lines = LineStep.all(from: TextDiff.lines(of: old), to: TextDiff.lines(of: new))
  }

  private static func lines(of text: String) -> [String] {
    var lines = text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
    if lines.last?.isEmpty == true { lines.removeLast() }
    return lines
  }

  /// The changes with the lines around them, as `diff -u` writes them.
  func unified(_ path: String, _ style: Style) -> String {
    let changed = lines.indices.filter { if case .same = lines[$0] { false } else { true } }
    var text = "--- \(path.terminalSafe)\n+++ \(path.terminalSafe)\n"
    var next = 0
    while next < changed.count {
      let first = changed[next]
      var last = first
      while next < changed.count, changed[next] - last <= 2 * TextDiff.context {
        last = changed[next]
        next += 1
      }
      let from = max(0, first - TextDiff.context)
      text += hunk(from...min(lines.count - 1, last + TextDiff.context), style)
    }
    return text
  }

  private func hunk(_ range: ClosedRange<Int>, _ style: Style) -> String {
    func counts(_ part: some Collection<LineStep<String>>) -> (old: Int, new: Int) {
      part.reduce(into: (0, 0)) { counts, line in
        switch line {
        case .same: (counts.0, counts.1) = (counts.0 + 1, counts.1 + 1)
        case .old: counts.0 += 1
        case .new: counts.1 += 1
        }
      }
    }
    let before = counts(lines[..<range.lowerBound])
    let inside = counts(lines[range])
    func place(_ start: Int, _ count: Int) -> String {
      "\(count == 0 ? start : start + 1),\(count)"
    }
    let head = "@@ -\(place(before.old, inside.old)) +\(place(before.new, inside.new)) @@"
    var text = style(head, .dim) + "\n"
    for line in lines[range] {
      switch line {
      case .same(let line): text += " " + line.terminalSafe + "\n"
      case .old(let line): text += style("-" + line.terminalSafe, .bad) + "\n"
      case .new(let line): text += style("+" + line.terminalSafe, .good) + "\n"
      }
    }
    return text
  }
}
