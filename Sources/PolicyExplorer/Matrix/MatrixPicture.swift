import FlowHTTP

/// A matrix as a standalone picture: an SVG without a script.
package struct MatrixPicture {
  private let matrix: Matrix
  /// The indices of the rows and columns that the picture shows.
  private let rows: [Int]
  private let columns: [Int]
  private let size: Size

  /// The maximum number of rows and columns in the picture.
  ///
  /// The page shows all.
  static let rowsMax = 60
  static let columnsMax = 40

  /// The measurements in pixels.
  private struct Size {
    var isSmall: Bool
    var margin = 16
    var top = 58
    var gap = 2

    var head: Int { 210 }
    var cellWidth: Int { isSmall ? 40 : 150 }
    var cellHeight: Int { isSmall ? 26 : 68 }
    var columnHead: Int { isSmall ? 150 : 48 }
    /// The height of the lines that show groups and places.
    var spanHeight: Int { 20 }
    var left: Int { margin + head + gap }
    var cellsTop: Int { top + 2 * spanHeight + columnHead + 6 }

    func x(_ column: Int) -> Int { left + column * (cellWidth + gap) }
    func y(_ row: Int) -> Int { cellsTop + row * (cellHeight + gap) }
  }

  /// Creates a picture.
  ///
  /// If two orgs are compared, the picture shows only the rows and columns that change.
  ///
  /// - Parameter matrix: The matrix. If nothing changes, the picture shows all of it.
  package init(_ matrix: Matrix) {
    self.matrix = matrix
    var rows = Array(matrix.rows.indices)
    var columns = Array(matrix.columns.indices)
    if matrix.subject == .difference {
      let changed = rows.map { row in columns.filter { matrix.cells[row][$0]?.isNotable == true } }
      let changedColumns = Set(changed.joined())
      if !changedColumns.isEmpty {
        rows = rows.filter { !changed[$0].isEmpty }
        columns = columns.filter(changedColumns.contains)
      }
    }
    self.rows = Array(rows.prefix(MatrixPicture.rowsMax))
    self.columns = Array(columns.prefix(MatrixPicture.columnsMax))
    size = Size(isSmall: self.columns.count > 12)
  }

  /// The picture as SVG.
  package var text: String {
    let style = HTML(trusted: Resources.pictureCss + MatrixColors.picture)
    let cells = rows.indices.map(row)
    let picture: HTML = """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" \
      viewBox="0 0 \(width) \(height)" role="img" aria-labelledby="title desc">
      <title id="title">\(title)</title>
      <desc id="desc">\(description)</desc>
      <style>
      \(style)</style>
      <defs><pattern id="hatch" class="hatch" width="6" height="6" patternUnits="userSpaceOnUse">\
      <path d="M0 6L6 0"/></pattern></defs>
      <rect class="ground" width="\(width)" height="\(height)"/>
      <text x="\(size.margin)" y="28" class="title">\(title)</text>
      <text x="\(size.margin)" y="46" class="soft">\(subtitle)</text>
      \(heads)\(cells)\(legend)</svg>

      """
    return picture.markup
  }

  private var title: String {
    let rest = matrix.subject == .difference ? ", before and after" : ""
    return "\(matrix.org): the weakest ways in\(rest)"
  }

  private var subtitle: String {
    var parts: [String] = matrix.gaps.map { "Not complete: \($0)." }
    let (rest, others) = (matrix.rows.count - rows.count, matrix.columns.count - columns.count)
    if rest + others > 0 {
      parts.append(
        "\(rest) more \(rest == 1 ? "row" : "rows") and \(others) more "
          + "\(others == 1 ? "column" : "columns") are left out: `--format html` has all.")
    }
    return ([description] + parts).joined(separator: " ")
  }

  private var description: String {
    "Each cell shows the weakest way in of a class of users (row) in a circumstance (column)."
  }

  private var width: Int {
    max(
      size.x(columns.count) + size.margin, 700,
      MatrixPicture.width(subtitle) + 2 * size.margin)
  }

  private var legendTop: Int { size.y(rows.count) + 26 }
  private var height: Int { legendTop + matrix.levels.count * 22 + 26 + size.margin }

  // MARK: Texts

  /// Returns the approximate width of a text with a font size of 12 pixels.
  private static func width(_ text: String) -> Int {
    // Letters of some other scripts are twice as wide.
    text.unicodeScalars.reduce(0) { $0 + ($1.value < 0x1100 ? 7 : 13) }
  }

  /// Returns a text, cut off if it is wider than a width.
  private static func cut(_ text: String, _ width: Int) -> String {
    guard MatrixPicture.width(text) > width else { return text }
    var cut = String.UnicodeScalarView()
    var rest = width - 10
    for scalar in text.unicodeScalars {
      rest -= scalar.value < 0x1100 ? 7 : 13
      if rest < 0 { break }
      cut.append(scalar)
    }
    return String(cut) + "…"
  }

  /// Returns a line of text, cut off at a width.
  ///
  /// The title of the enclosing group shows the full text.
  private func line(_ text: String, _ x: Int, _ y: Int, _ width: Int, _ kind: HTML = "") -> HTML {
    let kind: HTML = kind.markup.isEmpty ? "" : " class=\"\(kind)\""
    return "<text x=\"\(x)\" y=\"\(y)\"\(kind)>\(MatrixPicture.cut(text, width))</text>\n"
  }

  // MARK: Heads

  private var heads: HTML {
    let groups = spans(at: size.top) { $0.group }
    let places = spans(at: size.top + size.spanHeight) { $0.group + "\u{0}" + $0.placeHead }
    return "\(groups)\(places)\(columns.indices.map(head))"
  }

  /// Returns the heads of adjacent columns with the same key.
  ///
  /// A head shows the last part of the key.
  private func spans(at y: Int, _ key: (Matrix.Column) -> String) -> [HTML] {
    var spans: [HTML] = []
    var first = 0
    for index in columns.indices {
      let own = key(matrix.columns[columns[index]])
      let isLast = index + 1 == columns.count || key(matrix.columns[columns[index + 1]]) != own
      guard isLast else { continue }
      let (x, end) = (size.x(first), size.x(index) + size.cellWidth)
      let text = own.split(separator: "\u{0}").last.map(String.init) ?? ""
      spans.append(
        """
        <g><title>\(text)</title>\(line(text, x + 3, y + 14, end - x - 4, "strong"))\
        <path class="line" d="M\(x) \(y + 18)H\(end)"/></g>

        """)
      first = index + 1
    }
    return spans
  }

  private func head(_ index: Int) -> HTML {
    let column = matrix.columns[columns[index]]
    let top = size.top + 2 * size.spanHeight
    let x = size.x(index)
    guard size.isSmall else {
      let lines = MatrixPicture.lines(column.label, size.cellWidth - 6, 3)
      let texts = lines.enumerated().map { number, text in
        line(text, x + 3, top + 14 + number * 14, size.cellWidth - 4, "small")
      }
      return "<g><title>\(column.text)</title>\(texts)</g>\n"
    }
    let bottom = top + size.columnHead
    let lines = MatrixPicture.lines(column.label, size.columnHead + 20, 2)
    let texts = lines.enumerated().map { number, text -> HTML in
      let middle = x + size.cellWidth / 2 + 4 + (2 * number - lines.count + 1) * 7
      // Small letters have about four fifths of the width of others.
      let cut = MatrixPicture.cut(text, size.columnHead * 5 / 4)
      return """
        <text class="small" transform="translate(\(middle) \(bottom)) rotate(-90)">\(cut)</text>
        """
    }
    return "<g><title>\(column.text)</title>\(texts)</g>\n"
  }

  /// Returns a text in lines that fit a width.
  ///
  /// The last line may be too long.
  private static func lines(_ text: String, _ width: Int, _ most: Int) -> [String] {
    var lines: [String] = []
    for word in text.split(separator: " ").map(String.init) {
      if let last = lines.last, self.width(last + " " + word) <= width || lines.count == most {
        lines[lines.count - 1] = last + " " + word
      } else {
        lines.append(word)
      }
    }
    return lines
  }

  // MARK: Rows

  private func row(_ index: Int) -> HTML {
    let row = matrix.rows[rows[index]]
    let y = size.y(index)
    let middle = y + size.cellHeight / 2 + 4
    let logins = row.logins.isEmpty ? row.label : row.logins.joined(separator: ", ")
    let isAlone = row.note.isEmpty || size.isSmall
    let width = size.head - 12
    var label = [line(row.label, size.margin, middle - (isAlone ? 0 : 8), width, "strong")]
    if !isAlone { label.append(line(row.note, size.margin, middle + 8, size.head, "soft")) }
    let note = row.note.isEmpty ? "" : ": \(row.note)"
    let cells = columns.indices.map { cell(index, $0) }
    return "<g><title>\(logins)\(note)</title>\(label)</g>\n\(cells)"
  }

  private func cell(_ row: Int, _ column: Int) -> HTML {
    let (x, y) = (size.x(column), size.y(row))
    guard let cell = matrix.cells[rows[row]][columns[column]] else {
      let middle = (x: x + size.cellWidth / 2, y: y + size.cellHeight / 2 + 4)
      return "<text x=\"\(middle.x)\" y=\"\(middle.y)\" class=\"soft\">–</text>\n"
    }
    let notable: HTML = cell.isNotable ? " notable" : ""
    let texts = size.isSmall ? [small(cell, x, y)] : wide(cell, x, y)
    let place = "\(matrix.rows[rows[row]].label); \(matrix.columns[columns[column]].text)"
    return """
      <g class="\(cell.answer.level.name)\(notable)"><title>\(place): \(words(cell))</title>\
      <rect x="\(x)" y="\(y)" width="\(size.cellWidth)" height="\(size.cellHeight)" rx="4"/>\(texts)</g>

      """
  }

  private func small(_ cell: Matrix.Cell, _ x: Int, _ y: Int) -> HTML {
    let mark = tag(cell).map { String($0.prefix(1)) } ?? ""
    return line(cell.answer.level.code + mark, x + 4, y + 17, 2 * size.cellWidth, "small")
  }

  private func wide(_ cell: Matrix.Cell, _ x: Int, _ y: Int) -> [HTML] {
    let width = size.cellWidth - 10
    let short = MatrixPicture.lines(cell.answer.short, width, 2)
    var rest = Array(cell.details.prefix(1))
    if let before = cell.before, let kind = cell.change?.kind, kind != .same {
      rest = ["before: \(before.short)"]
    }
    var lines = short.enumerated().map { number, text in
      line(text, x + 5, y + 15 + number * 14, width, "strong")
    }
    // Small letters are narrower than the estimated width.
    for (number, text) in rest.flatMap({ MatrixPicture.lines($0, width * 8 / 7, 2) }).enumerated()
    where short.count + number < 3 {
      lines.append(line(text, x + 5, y + 15 + (short.count + number) * 14, width * 8 / 7, "small"))
    }
    if let tag = tag(cell) { lines.append(line(tag, x + 5, y + 61, width, "strong")) }
    return lines
  }

  private func tag(_ cell: Matrix.Cell) -> String? {
    switch cell.change?.kind {
    case .opened?, .weaker?: return "▼ \(cell.change?.kind.word ?? "")"
    case .stronger?, .closed?: return "▲ \(cell.change?.kind.word ?? "")"
    case .unknown?: return "? not complete"
    case .same?, nil: break
    }
    guard !cell.marks.isEmpty else { return nil }
    return "⚑ \(cell.marks.count) " + (cell.marks.count == 1 ? "finding" : "findings")
  }

  /// Returns the full content of a cell in one line.
  private func words(_ cell: Matrix.Cell) -> String {
    func told(_ answer: MatrixAnswer) -> String {
      answer.strength.isEmpty ? answer.short : "\(answer.short) (\(answer.strength))"
    }
    var parts = [told(cell.answer)]
    if let before = cell.before, let kind = cell.change?.kind, kind != .same {
      parts.append("before: \(told(before)); \(kind.word)")
    }
    return (parts + cell.marks.sorted().map { matrix.marks[$0].message }).joined(separator: "; ")
  }

  // MARK: Legend

  private var legend: HTML {
    let items = matrix.levels.enumerated().map { index, item -> HTML in
      let y = legendTop + index * 22
      return """
        <g class="\(item.level.name)"><rect x="\(size.margin)" y="\(y)" width="40" height="18" rx="4"/>\
        <text x="\(size.margin + 5)" y="\(y + 13)" class="small">\(item.level.code)</text></g>\
        <text x="\(size.margin + 50)" y="\(y + 13)">\(item.level.word): \(item.level.meaning)</text>

        """
    }
    let marks: HTML =
      switch matrix.subject {
      case .exploration: ""
      case .audit: "⚑ The cell shows a finding."
      case .difference: "▼ Less is enough than before. ▲ Less is no longer enough."
      }
    let y = legendTop + items.count * 22 + 13
    return "\(items)<text x=\"\(size.margin)\" y=\"\(y)\" class=\"soft\">\(marks)</text>\n"
  }
}
