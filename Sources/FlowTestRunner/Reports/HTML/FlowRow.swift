import FlowHTTP

/// A row of the page for one flow.
///
/// The user can open it to see the details.
struct FlowRow {
  let flow: FlowReport
  /// The anchor of links to the row.
  let anchor: HTML
  /// Whether it is open at first.
  let isOpen: Bool
  /// Whether the details include the steps.
  ///
  /// If the steps are left out, a note states this.
  let isWhole: Bool
  /// The command that runs only this flow.
  let command: String

  /// The row as HTML.
  ///
  /// The details are in a `noscript` element. A browser without scripts shows them. Otherwise they
  /// are plain text, which costs little, until the script inserts them.
  var html: HTML {
    let status: HTML = FlowRow.name(flow.status)
    let tags = flow.tags.map { tag -> HTML in "<span class=\"tag\">\(tag)</span>" }
    let list = flow.tags.enumerated().map { index, tag -> HTML in
      index == 0 ? "\(tag)" : "&#10;\(tag)"
    }
    let data: HTML = flow.tags.isEmpty ? "" : " data-tags=\"\(list)\""
    let open: HTML = isOpen ? " open" : ""
    return """
      <details class="flow \(status)" id="\(anchor)"\(data)\(open)><summary>\
      <span class="mark">\(status)</span> <b>\(flow.name)</b> \(tags) \
      <small>line \(flow.line)</small> <small>\(RunSummary.duration(flow.duration))</small>\
      </summary><noscript>
      \(told)</noscript></details>

      """
  }

  private var told: HTML {
    var parts: [HTML] = []
    if let reason = flow.reason { parts.append("<p>\(reason)</p>\n") }
    parts.append("<p class=\"soft\">\(flow.engine), \(flow.org)</p>\n")
    if flow.status.isFailure {
      parts.append("<p class=\"soft\">Run it again: <code>\(command)</code></p>\n")
    }
    guard isWhole else {
      return "\(parts)<p class=\"soft\">Its steps are left out: the page has too many flows.</p>\n"
    }
    for (index, attempt) in flow.attempts.enumerated() {
      if flow.attempts.count > 1 {
        let word = attempt.passed ? "as expected" : "not as expected"
        parts.append("<h4>Attempt \(index + 1): \(word)</h4>\n")
      }
      parts.append(FlowRow.html(attempt))
    }
    return "\(parts)"
  }

  /// Returns a status as a CSS class.
  static func name(_ status: FlowReport.Status) -> HTML { "\(status.rawValue)" }

  // MARK: An attempt

  private static func html(_ attempt: Attempt) -> HTML {
    let decided = attempt.decided.map { fact -> HTML in
      "<dt>\(fact.name)</dt><dd>\(fact.value)</dd>"
    }
    let facts: HTML = decided.isEmpty ? "" : "<dl>\(decided)</dl>\n"
    return """
      \(attempt.problems.map(html))\(expectations(attempt))\(PathPicture(attempt).html)\
      \(steps(attempt))\(facts)<p class="soft">\(RunSummary.time(attempt.began)), \
      \(RunSummary.duration(attempt.duration))</p>

      """
  }

  static func html(_ problem: ProblemReport) -> HTML {
    let lines = problem.drawn.split(separator: "\n", omittingEmptySubsequences: false)
      .map { line -> HTML in "\(String(line))\n" }
    return "<pre tabindex=\"0\">\(lines)</pre>\n"
  }

  private static func expectations(_ attempt: Attempt) -> HTML {
    guard !attempt.expectations.isEmpty else { return "" }
    let items = attempt.expectations.map { expectation -> HTML in
      let place: HTML = expectation.line.map { " <small>line \($0)</small>" } ?? ""
      guard !expectation.holds else {
        return "<li class=\"holds\">expected \(expectation.expected)\(place)</li>\n"
      }
      return "<li class=\"fails\">\(expectation.reason)\(place)</li>\n"
    }
    return "<ul>\(items)</ul>\n"
  }

  private static func steps(_ attempt: Attempt) -> HTML {
    let items = attempt.steps.filter { !$0.isEmpty }.map { step -> HTML in
      let name = step.taken ?? step.offered.joined(separator: ", ")
      let did: HTML = step.did.map { ": <code>\($0)</code>" } ?? ""
      let place: HTML = step.place.map { " <small>\($0)</small>" } ?? ""
      let says = step.messages.map { message -> HTML in "<br>the server says: \(message)" }
      return "<li>\(name)\(did)\(place)\(says)</li>\n"
    }
    return items.isEmpty ? "" : "<ol>\(items)</ol>\n"
  }
}
