import FlowHTTP

/// The answers on the page of a matrix: a numbered section for each distinct answer, and the lines
/// of all flows.
struct MatrixAnswers {
  /// The content of a section, which is the phases of a cell.
  private typealias Section = [Matrix.Phase]

  private var sections: [(phases: Section, shown: Int)] = []
  private var numbers: [Section: Int] = [:]
  /// For each section, the flow of the first cell that has one.
  private var witnesses: [String?] = []
  private var isNotable: [Bool] = []
  private var lines: [String] = []
  private var lineNumbers: [String: Int] = [:]
  private var marked: [Int: [String]] = [:]

  /// Numbers the answers of a matrix.
  init(_ matrix: Matrix) {
    for (row, cells) in matrix.cells.enumerated() {
      for case let (column, cell?) in cells.enumerated().map({ ($0, $1) }) {
        add(cell)
        for mark in cell.marks { marked[mark, default: []].append(MatrixAnswers.id(row, column)) }
      }
    }
  }

  private mutating func add(_ cell: Matrix.Cell) {
    let number = numbers[cell.phases] ?? sections.count
    if number == sections.count {
      numbers[cell.phases] = number
      sections.append((cell.phases, cell.shown))
      witnesses.append(nil)
      isNotable.append(false)
    }
    if witnesses[number] == nil { witnesses[number] = cell.witness }
    if cell.isNotable { isNotable[number] = true }
    for line in MatrixAnswers.split(cell.witness) where lineNumbers[line] == nil {
      lineNumbers[line] = lines.count
      lines.append(line)
    }
  }

  private static func split(_ flow: String?) -> [String] {
    (flow ?? "").split(separator: "\n").map(String.init)
  }

  /// Returns the HTML id of a cell, for links.
  static func id(_ row: Int, _ column: Int) -> String { "c\(row)-\(column)" }

  /// Returns the number of a cell's section, counted from 1.
  func number(of cell: Matrix.Cell) -> Int { (numbers[cell.phases] ?? 0) + 1 }

  /// Returns the line numbers of a cell's flow; `nil` if the cell has no flow.
  func lines(of cell: Matrix.Cell) -> String? {
    guard let witness = cell.witness else { return nil }
    return MatrixAnswers.split(witness).compactMap { lineNumbers[$0].map(String.init) }
      .joined(separator: " ")
  }

  /// Returns the HTML ids of the cells that show a finding.
  func cells(ofMark mark: Int) -> [String] { marked[mark] ?? [] }

  // MARK: HTML

  /// The sections, and the lines from which the page's script assembles flows.
  var html: HTML {
    let all = sections.indices.map(html)
    let lines = lines.map { line -> HTML in "<li>\(line)</li>\n" }
    return """
      <div class="answers card"><h2>Routes</h2>
      <p class="soft">The small number in a cell is the number of its section here.</p>
      \(all)</div>
      <ol id="lines" hidden>
      \(lines)</ol>

      """
  }

  private func html(_ index: Int) -> HTML {
    let (phases, shown) = sections[index]
    let phase = phases[shown]
    let notable: HTML = isNotable[index] ? " notable" : ""
    let lines = MatrixAnswers.split(witnesses[index]).map { line -> HTML in "\(line)\n" }
    let witness: HTML =
      lines.isEmpty
      ? ""
      : "<div class=\"example\"><h4>Witness of one cell</h4>\n<pre>\(lines)</pre></div>\n"
    let others = phases.indices.filter { $0 != shown }.map { other(phases[$0]) }
    let rest: HTML =
      others.isEmpty ? "" : "<h4>At other times</h4>\n<ul class=\"times\">\(others)</ul>\n"
    let time: HTML = phase.time.isEmpty ? "" : ", \(phase.time)"
    return """
      <section class="answer\(notable)" id="a\(index + 1)"><h3>\
      <span class="number">\(index + 1)</span> \(phase.answer.short) <small>\(phase.answer.strength)\(time)</small></h3>
      \(change(phase))\(answer(phase.answer))\(rest)\(witness)</section>

      """
  }

  /// Returns the HTML of a phase that the cell doesn't show.
  private func other(_ phase: Matrix.Phase) -> HTML {
    let answer = phase.answer
    let strength: HTML = answer.strength.isEmpty ? "" : " <small>\(answer.strength)</small>"
    let refusal: HTML = answer.refusal.isEmpty ? "" : " <small>\(answer.refusal)</small>"
    let routes = answer.routes.map { item($0) }
    let list: HTML = """
      <details><summary>routes: \(routes.count)</summary><ul class="ways">\(routes)</ul></details>
      """
    return """
      <li>\(phase.time): <b>\(answer.short)</b>\(strength)\(refusal)\(change(phase))\
      \(routes.isEmpty ? "" : list)</li>

      """
  }

  private func change(_ phase: Matrix.Phase) -> HTML {
    guard let change = phase.change, let before = phase.before, change.kind != .same else {
      return ""
    }
    let gained = change.gained.map { item($0) }
    let lost = change.lost.map { item($0) }
    let now: HTML =
      gained.isEmpty
      ? "" : "<h4>Now enough, and not before</h4>\n<ul class=\"ways\">\(gained)</ul>\n"
    let past: HTML =
      lost.isEmpty
      ? "" : "<h4>Enough before, and no longer</h4>\n<ul class=\"ways\">\(lost)</ul>\n"
    let strength = before.strength.isEmpty ? "" : ", \(before.strength)"
    let refusal = before.refusal.isEmpty ? "" : " (\(before.refusal))"
    return """
      <p><span class="tag \(change.kind.name)">\(change.kind.word)</span> Before: \
      <b>\(before.short)</b>\(strength)\(refusal)</p>
      \(now)\(past)
      """
  }

  private func answer(_ answer: MatrixAnswer) -> HTML {
    let gap: HTML =
      answer.isComplete
      ? "" : "<p class=\"gap\">Not explored to the end: there may be weaker routes.</p>\n"
    guard let weakest = answer.routes.first else {
      let refusal: HTML =
        answer.refusal.isEmpty
        ? "" : "<p>A user who does everything right gets: <b>\(answer.refusal)</b></p>\n"
      return "\(gap)\(refusal)"
    }
    let others = answer.routes.dropFirst().map { item($0) }
    let rest: HTML =
      others.isEmpty
      ? "<p class=\"soft\">There is no other minimal route.</p>\n"
      : "<h4>All other minimal routes: \(others.count)</h4>\n<ul class=\"ways\">\(others)</ul>\n"
    let steps = weakest.steps.map { step -> HTML in "<li>\(step)</li>\n" }
    let list: HTML =
      steps.isEmpty
      ? "<p>Nothing to do: the user is signed in.</p>\n"
      : "<ol>\(steps)<li>signed in</li></ol>\n"
    return """
      \(gap)<h4>The weakest route, step by step</h4>
      \(list)\(facts(weakest))\(rest)
      """
  }

  private func facts(_ route: MatrixRoute) -> HTML {
    let earlier: HTML =
      route.earlier.isEmpty
      ? "" : "<dt>counts from an earlier sign-in</dt><dd>\(RouteWords.list(route.earlier))</dd>"
    return """
      <dl><dt>takes</dt><dd>\(route.short): \(route.strengthWords)</dd>\(earlier)\
      <dt>sign-on rule</dt><dd>\(route.rule)\(weaker(route))</dd>\
      <dt>session rule</dt><dd>\(route.sessionRule)</dd></dl>

      """
  }

  private func weaker(_ route: MatrixRoute) -> HTML {
    route.isEnough ? "" : " <span class=\"tag weaker\">weaker than its rule</span>"
  }

  private func item(_ route: MatrixRoute) -> HTML {
    """
    <li>\(RouteWords.told(route.steps)) <small>\(route.strengthWords), rule \(route.rule)</small>\
    \(weaker(route))</li>

    """
  }
}
