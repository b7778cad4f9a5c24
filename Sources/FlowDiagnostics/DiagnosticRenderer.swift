import FlowText

/// Renders problems as text.
///
/// A rendered problem has the message, the source line with a caret under the exact location, the
/// related locations, the notes and the help. Use one renderer for all problems in an output,
/// because it finds the lines of a file only once.
public struct DiagnosticRenderer {
  /// Whether marks and headings have colors (ECMA-48, SGR).
  public var isColored: Bool
  /// The maximum number of columns of a source line to show.
  public var columnsMax: Int
  /// Masks secrets in every text before it is shown, including the source lines.
  public var mask: (String) -> String

  /// The mark for a part that is left out.
  package var ellipsis = "…"

  private var tables = LineTables()

  /// Makes a renderer.
  ///
  /// - Parameters:
  ///   - isColored: Whether marks and headings have colors.
  ///   - columnsMax: The maximum number of columns of a source line to show; `…` replaces the rest.
  ///   - mask: The function that masks secrets in texts and source lines.
  public init(
    isColored: Bool = false, columnsMax: Int = 100,
    mask: @escaping (String) -> String = { $0 }
  ) {
    self.isColored = isColored
    self.columnsMax = max(20, columnsMax)
    self.mask = mask
  }

  /// Makes a renderer with the tables of line starts that are known.
  package init(mask: @escaping (String) -> String, lines: LineTables) {
    self.init(mask: mask)
    tables = lines
  }

  /// Renders problems with an empty line between them.
  ///
  /// - Parameter diagnostics: The problems, in their order.
  /// - Returns: Lines of text; the last one ends with a line feed.
  public mutating func render(_ diagnostics: [Diagnostic]) -> String {
    var all: [String] = []
    for diagnostic in diagnostics { all.append(render(diagnostic)) }
    return all.joined(separator: "\n")
  }

  /// Renders one problem.
  ///
  /// - Parameter diagnostic: The problem.
  /// - Returns: Lines of text; the last one ends with a line feed.
  public mutating func render(_ diagnostic: Diagnostic) -> String {
    let color: ProblemColor =
      switch diagnostic.severity {
      case .error: .red
      case .warning: .yellow
      case .note: .cyan
      }
    let heading = "\(diagnostic.severity.rawValue)[\(diagnostic.kind.id)]"
    var lines = [paint(heading, color) + paint(": " + shown(diagnostic.message), .bold)]
    var shortened = diagnostic
    shortened.labels = Array(diagnostic.labels.prefix(DiagnosticRenderer.labelsMax))
    let groups = Excerpt.groups(of: shortened, &tables)
    let gutter = groups.flatMap(\.pieces).map(\.line).max().map { "\($0)".utf8.count } ?? 1
    for (index, group) in groups.enumerated() {
      lines += excerpt(group, isFirst: index == 0, gutter: gutter, color: color)
    }
    let margin = String(repeating: " ", count: gutter)
    let hidden = diagnostic.labels.count - shortened.labels.count
    if hidden > 0 {
      let places = hidden == 1 ? "1 more place" : "\(hidden) more places"
      lines.append(margin + " " + paint("= note:", .bold) + " and \(places)")
    }
    for note in diagnostic.notes {
      lines.append(margin + " " + paint("= note:", .bold) + " " + shown(note))
    }
    if let help = diagnostic.help {
      lines.append(margin + " " + paint("= help:", .cyan) + " " + shown(help))
    }
    return lines.joined(separator: "\n") + "\n"
  }

  // MARK: Source lines

  private mutating func excerpt(
    _ group: Excerpt, isFirst: Bool, gutter: Int, color: ProblemColor
  ) -> [String] {
    let margin = String(repeating: " ", count: gutter)
    let bar = margin + paint(" |", .blue)
    let position = tables.position(group.start, in: group.source)
    let name = shown(group.source.name)
    let arrow = paint(margin + (isFirst ? "-->" : ":::"), .blue)
    var lines = ["\(arrow) \(name):\(position.line):\(position.column)", bar]
    var index = 0
    var previous: Int?
    while index < group.pieces.count {
      let line = group.pieces[index].line
      var same: [Excerpt.Piece] = []
      while index < group.pieces.count, group.pieces[index].line == line {
        same.append(group.pieces[index])
        index += 1
      }
      if let previous, line > previous + 1 { lines.append(paint("...", .blue)) }
      previous = line
      let focus = same.first { $0.isPrimary } ?? same[0]
      let display = DisplayLine(
        group.source.bytes, line: tables.bytes(of: line, in: group.source),
        focus: focus.start..<focus.end, columnsMax: columnsMax,
        ellipsis: ellipsis, mask: mask)
      let number = "\(line)"
      let pad = String(repeating: " ", count: gutter - number.utf8.count)
      let source = display.text.isEmpty ? "" : " " + display.text
      lines.append(paint(pad + number + " |", .blue) + source)
      for piece in same {
        lines.append(bar + " " + marks(of: piece, under: display, color))
      }
    }
    return lines
  }

  private func marks(
    of piece: Excerpt.Piece, under display: DisplayLine, _ color: ProblemColor
  ) -> String {
    let mark = display.mark(piece.start, piece.end)
    let space = String(repeating: " ", count: mark.column)
    var text = String(repeating: piece.isPrimary ? "^" : "-", count: mark.length)
    if let label = piece.text { text += " " + shown(label) }
    return space + paint(text, piece.isPrimary ? color : .blue)
  }

  // MARK: Texts

  /// Returns a text on one line, with masked secrets and without control characters.
  private func shown(_ text: String) -> String { ShortText.of(DisplayText.line(mask(text))) }

  /// The maximum number of related locations to show.
  private static let labelsMax = 10

  private func paint(_ text: String, _ color: ProblemColor) -> String {
    isColored ? color.painted(text) : text
  }
}
