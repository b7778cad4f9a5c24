import FlowHTTP

/// A matrix as a self-contained HTML page, which loads no other files.
///
/// The page is usable without its script: each cell links to the numbered section with its routes.
/// The script opens the section next to the cell's witness, and adds a filter and arrow keys.
package struct MatrixPage {
  private let matrix: Matrix
  private let answers: MatrixAnswers

  /// Creates a page.
  package init(_ matrix: Matrix) {
    self.matrix = matrix
    answers = MatrixAnswers(matrix)
  }

  /// The number of columns from which the page shows small cells by default.
  private static let wideMin = 13
  /// The number of columns from which A4 paper is too small.
  private static let vastMin = 46

  private static let style = PagePalette.text + "\n" + MatrixColors.page + Resources.matrixCss

  /// The page as HTML.
  package var text: String {
    let script = HTML(trusted: Resources.matrixJs)
    let style = HTML(trusted: MatrixPage.style)
    let policy = PagePolicy.text(style: MatrixPage.style, script: Resources.matrixJs)
    let page: HTML = """
      <!doctype html>
      <html lang="en"><head><meta charset="utf-8">
      <meta http-equiv="Content-Security-Policy" content="\(policy)">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <title>\(title)</title>
      <style>\(style)</style></head>
      <body><main\(vast)>
      \(head)\(body)</main>
      <script>\(script)</script>
      </body></html>

      """
    return page.markup
  }

  private var title: String {
    switch matrix.subject {
    case .exploration: "\(matrix.org): who gets in, and how"
    case .audit: "\(matrix.org): who gets in, and what is wrong"
    case .difference: "\(matrix.org): how a change affects who gets in"
    }
  }

  private var body: HTML {
    guard !matrix.columns.isEmpty else {
      return "<p class=\"card\">The org has no users, and no one can sign up.</p>\n"
    }
    return """
      \(tools)\(MatrixTable(matrix, answers: answers, isWide: isWide).html)
      <p id="shown" class="soft" role="status"></p>
      \(answers.html)<dialog id="sheet" aria-labelledby="sheet-who"></dialog>

      """
  }

  /// The class of a matrix that needs larger paper; empty for other matrices.
  private var vast: HTML {
    matrix.columns.count >= MatrixPage.vastMin ? " class=\"vast\"" : ""
  }

  private var isWide: Bool { matrix.columns.count >= MatrixPage.wideMin }

  // MARK: Head

  private var head: HTML {
    let gaps = matrix.gaps.map { gap -> HTML in
      "<p class=\"gap\">Not complete: \(gap).</p>\n"
    }
    let notes = matrix.notes.map { note -> HTML in "<p>\(note)</p>\n" }
    return """
      <header class="card"><h1>\(title) <small>\(facts)</small></h1>
      \(gaps)<p>\(explanation)</p>
      \(notes)\(findings)\(changes)\(legend)</header>

      """
  }

  private var facts: String {
    func count(_ number: Int, _ one: String, _ many: String) -> String {
      "\(number) \(number == 1 ? one : many)"
    }
    return [
      count(matrix.users, "user", "users"),
      count(matrix.classes, "class of users", "classes of users"),
      count(matrix.rows.count, "row", "rows"), count(matrix.columns.count, "column", "columns"),
    ].joined(separator: ", ")
  }

  private var explanation: HTML {
    let what: HTML =
      matrix.subject == .difference
      ? "A cell shows the weakest way in after the change, and before it if the two differ."
      : "A cell shows the <b>weakest</b> way in of a class of users (row) in a circumstance (column)."
    return """
      \(what) Select a cell to see the route step by step, its witness (a flow that shows it), and all \
      other routes. A circumstance that a column doesn't name makes no difference there.
      """
  }

  private var findings: HTML {
    guard matrix.subject == .audit else { return "" }
    guard !matrix.marks.isEmpty else { return "<p class=\"good\">No findings.</p>\n" }
    let items = matrix.marks.indices.map { index -> HTML in
      let mark = matrix.marks[index]
      let cells = answers.cells(ofMark: index)
      let link: HTML =
        cells.first.map { " <a class=\"to\" href=\"#\($0)\">show its cell</a>" } ?? ""
      return """
        <li id="f\(index)"><code>\(mark.id)</code> \(mark.isNote ? "note: " : "")\
        <span>\(mark.message)</span>\(link)</li>

        """
    }
    let notes = matrix.marks.count(where: \.isNote)
    let told: HTML = notes == 0 ? "" : ", notes: \(notes)"
    return """
      <h2>Findings: \(items.count - notes)\(told)</h2>
      <ol class="findings">\(items)</ol>

      """
  }

  private var changes: HTML {
    guard matrix.subject == .difference else { return "" }
    let items = matrix.changes.map { kind, cells -> HTML in
      """
      <li><span class="tag \(kind.name)">\(kind.word)</span> \
      <span class="soft">\(kind.meaning)</span> <b>\(cells)</b></li>

      """
    }
    return "<h2>Cells by kind of change</h2>\n<ul class=\"legend\">\(items)</ul>\n"
  }

  private var legend: HTML {
    let items = matrix.levels.map { level, cells -> HTML in
      """
      <li><span class="swatch \(level.name)">\(level.code)</span> <b>\(level.word)</b> \
      <span class="soft">\(level.meaning)</span> <b>\(cells)</b></li>

      """
    }
    return """
      <h2>Cells by the strength of the weakest way in</h2>
      <ul class="legend">\(items)</ul>
      <p class="soft">A kind of factor is something that the user knows, has or is. What an earlier \
      sign-in verified isn't asked for, and what is set up on the way proves nothing: neither counts. \
      "Other risk" in a column is every risk that no rule names, including unknown. The same applies \
      to devices and platforms.</p>

      """
  }

  // MARK: Tools

  private var tools: HTML {
    let wide: HTML = isWide ? " checked" : ""
    let notable: HTML =
      switch matrix.subject {
      case .exploration: ""
      case .audit: box("notable", "only rows and columns with findings", "")
      case .difference: box("notable", "only rows and columns that change", " checked")
      }
    return """
      <div class="tools" role="search"><label class="ask">Filter <input type="search" id="query" \
      placeholder="user, group, circumstance, password, denied, … (press /)" autocomplete="off">\
      </label>\(box("small", "small cells", wide))\(notable)</div>

      """
  }

  private func box(_ id: HTML, _ text: HTML, _ checked: HTML) -> HTML {
    let kind: HTML = id == "notable" ? " class=\"ask\"" : ""
    return """
      <label\(kind)><input type="checkbox" id="\(id)"\(checked)> \(text)</label>
      """
  }
}

extension MatrixLevel {
  /// The class name in the style sheet.
  var name: HTML { "\(rawValue)" }
}

extension Matrix.Change.Kind {
  /// The class name in the style sheet.
  var name: HTML { "\(rawValue)" }

  /// The word in a cell.
  package var word: String {
    switch self {
    case .opened: "opened"
    case .weaker: "weaker"
    case .stronger: "stronger"
    case .closed: "closed"
    case .same: "same"
    case .unknown: "not complete"
    }
  }

  /// An explanation of the word for the legend.
  var meaning: String {
    switch self {
    case .opened: "there was no way in before"
    case .weaker: "something is enough now that wasn't before"
    case .stronger: "something was enough before and no longer is"
    case .closed: "there is no longer a way in"
    case .same: "the same is enough"
    case .unknown: "one of the orgs wasn't explored to the end"
    }
  }
}
