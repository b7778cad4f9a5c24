import FlowHTTP

/// The table on the page of a matrix.
struct MatrixTable {
  private let matrix: Matrix
  private let answers: MatrixAnswers
  private let isWide: Bool

  init(_ matrix: Matrix, answers: MatrixAnswers, isWide: Bool) {
    self.matrix = matrix
    self.answers = answers
    self.isWide = isWide
  }

  /// The table as HTML.
  var html: HTML {
    let rows = matrix.rows.indices.map(row)
    let wide: HTML = isWide ? " class=\"wide\"" : ""
    return """
      <div class="scroll" tabindex="-1"><table id="matrix" role="grid" aria-readonly="true"\(wide) \
      aria-label="Classes of users by circumstances">
      <thead>
      <tr><th class="corner" rowspan="3" scope="col">Users</th>\(groups)</tr>
      <tr>\(places)</tr>
      <tr>\(columns)</tr>
      </thead>
      <tbody>
      \(rows)</tbody></table></div>
      """
  }

  // MARK: Heads

  private var groups: [HTML] {
    spans { $0.group == $1.group }.map { span in
      let text = matrix.columns[span.first].group
      return span.html("group", text, of: text)
    }
  }

  private var places: [HTML] {
    spans { $0.group == $1.group && $0.place == $1.place }.map { span in
      let column = matrix.columns[span.first]
      return span.html("place", column.placeHead, of: column.place)
    }
  }

  private var columns: [HTML] {
    matrix.columns.map { column in
      """
      <th class="col" scope="col" title="\(column.text)"><span>\(column.label)</span></th>
      """
    }
  }

  /// Adjacent columns that share a head.
  private struct Span {
    var first: Int
    var count: Int

    func html(_ kind: HTML, _ text: String, of whole: String) -> HTML {
      """
      <th class="\(kind)" scope="colgroup" colspan="\(count)" data-from="\(first)" \
      data-count="\(count)" title="\(whole)"><span>\(text)</span></th>
      """
    }
  }

  private func spans(_ isSame: (Matrix.Column, Matrix.Column) -> Bool) -> [Span] {
    var spans: [Span] = []
    for index in matrix.columns.indices {
      if let last = spans.last, isSame(matrix.columns[last.first], matrix.columns[index]) {
        spans[spans.count - 1].count += 1
      } else {
        spans.append(Span(first: index, count: 1))
      }
    }
    return spans
  }

  // MARK: Rows

  private func row(_ index: Int) -> HTML {
    let row = matrix.rows[index]
    let note: HTML = row.note.isEmpty ? "" : " <small>\(row.note)</small>"
    let classes: HTML = row.classes > 1 ? " <small>\(row.classes) classes alike</small>" : ""
    let cells = matrix.columns.indices.map { cell(index, $0) }
    let logins = row.logins.isEmpty ? row.label : row.logins.joined(separator: ", ")
    return """
      <tr><th scope="row" title="\(logins)"><span>\(row.label)</span>\(note)\(classes)</th>\(cells)</tr>

      """
  }

  private func cell(_ row: Int, _ column: Int) -> HTML {
    guard let cell = matrix.cells[row][column] else {
      return "<td class=\"absent\" tabindex=\"-1\" aria-label=\"doesn't apply\">–</td>"
    }
    let notable: HTML = cell.isNotable ? " notable" : ""
    let id: HTML = cell.marks.isEmpty ? "" : " id=\"\(MatrixAnswers.id(row, column))\""
    return """
      <td class="\(cell.answer.level.name)\(notable)"\(id)>\(link(cell))</td>

      """
  }

  private func link(_ cell: Matrix.Cell) -> HTML {
    let answer = cell.answer
    let details = cell.details.map { text -> HTML in " <small>\(text)</small>" }
    let number = answers.number(of: cell)
    let witness: HTML = answers.lines(of: cell).map { " data-flow=\"\($0)\"" } ?? ""
    let marks = cell.marks.sorted().map(String.init).joined(separator: " ")
    let marked: HTML = marks.isEmpty ? "" : " data-marks=\"\(marks)\""
    return """
      <a href="#a\(number)" tabindex="-1"\(witness)\(marked)><span class="words">\
      <b>\(answer.short)</b>\(details)\(change(cell))</span>\
      <span class="code" aria-hidden="true">\(answer.level.code)</span>\(badge(cell))\
      <i class="ref" aria-hidden="true">\(number)</i></a>
      """
  }

  /// Returns the number of findings or the change of a cell; empty if there is neither.
  private func badge(_ cell: Matrix.Cell) -> HTML {
    if let kind = cell.change?.kind, kind != .same {
      return " <span class=\"tag \(kind.name)\">\(kind.word)</span>"
    }
    guard !cell.marks.isEmpty else { return "" }
    let noun = cell.marks.count == 1 ? "finding" : "findings"
    return " <span class=\"tag finding\">\(cell.marks.count) \(noun)</span>"
  }

  private func change(_ cell: Matrix.Cell) -> HTML {
    guard let change = cell.change, change.kind != .same, let before = cell.before else {
      return ""
    }
    // The weakest route may be the same although another route has changed.
    let isSame = before.short == cell.answer.short && before.strength == cell.answer.strength
    if isSame {
      let gained: [HTML] = change.gained.prefix(1).map { " <small>now also \($0.short)</small>" }
      let lost: [HTML] = change.lost.prefix(1).map { " <small>no longer \($0.short)</small>" }
      return "\(gained + lost)"
    }
    let strength = before.strength.isEmpty ? "" : ", \(before.strength)"
    return " <small class=\"was\">before: \(before.short)\(strength)</small>"
  }
}
