import FlowDiagnostics

/// Colors a drawn problem (ECMA-48, SGR).
///
/// Events contain problems as plain text. This gives them the colors of `DiagnosticRenderer`.
enum ProblemPainter {
  /// Returns a drawn problem with marks and headings in color.
  static func painted(_ drawn: String) -> String {
    var lines = drawn.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let heading = lines[0]
    let color: ProblemColor =
      heading.hasPrefix("error") ? .red : heading.hasPrefix("warning") ? .yellow : .cyan
    lines[0] = painted(heading: heading, color)
    for index in lines.indices.dropFirst() { lines[index] = painted(line: lines[index], color) }
    return lines.joined(separator: "\n")
  }

  private static func painted(heading: String, _ color: ProblemColor) -> String {
    guard let end = heading.firstIndex(of: "]") else { return heading }
    let rest = heading[heading.index(after: end)...]
    return paint(heading[...end], color) + paint(rest, .bold)
  }

  /// Returns a line below the heading: a location, a source line, marks, a note or a help.
  private static func painted(line: String, _ color: ProblemColor) -> String {
    if line == "..." { return paint(line[...], .blue) }
    let margin = line.prefix { $0 == " " }
    let rest = line[margin.endIndex...]
    for arrow in ["-->", ":::"] where rest.hasPrefix(arrow) {
      let end = rest.index(rest.startIndex, offsetBy: arrow.count)
      return paint(line[..<end], .blue) + line[end...]
    }
    for (word, its) in [("= note:", ProblemColor.bold), ("= help:", .cyan)]
    where rest.hasPrefix(word) {
      let end = rest.index(rest.startIndex, offsetBy: word.count)
      return margin + paint(rest[..<end], its) + rest[end...]
    }
    if rest.hasPrefix("|") {
      let bar = line.index(after: rest.startIndex)
      let space = line[bar...].prefix { $0 == " " }
      let marks = line[space.endIndex...]
      let painted = marks.isEmpty ? "" : paint(marks, marks.hasPrefix("^") ? color : .blue)
      return margin.dropLast() + paint(" |", .blue) + space + painted
    }
    guard rest.first?.isWholeNumber == true, let bar = rest.firstIndex(of: "|") else { return line }
    return paint(line[...bar], .blue) + line[rest.index(after: bar)...]
  }

  private static func paint(_ text: Substring, _ color: ProblemColor) -> String {
    color.painted(text)
  }
}
