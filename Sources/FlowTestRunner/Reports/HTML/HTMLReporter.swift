package import FlowText
import FlowHTTP

/// The report as a self-contained HTML page.
///
/// The page loads nothing else.
///
/// Every flow is a row of plain HTML, so the page can be read, printed and searched without
/// scripts. The rows are kept in a spool until the end of the run, and are then sorted by file and
/// line.
package struct HTMLReporter: Reporter {
  private var sink: any ReportSink
  private var parts: OrderedParts
  private var summary = RunSummary()
  private var tags: Set<String> = []
  private var failed = FailureLinks()
  private var tables = RowTables()
  private var rows = 0
  private var failures = 0
  private var wholePasses = 0

  /// The maximum number of passed flows whose details are written.
  ///
  /// The same maximum applies to the other flows.
  ///
  /// A page with more details would have hundreds of megabytes. The remaining flows are rows
  /// without details.
  static let wholeMax = 10_000
  /// The maximum number of failed flows that are open when the page is loaded.
  private static let openMax = 10
  /// The maximum number of failed flows in the list at the top of the page.
  private static let listedMax = 200
  /// The maximum number of tags in the filter.
  private static let tagsMax = 500

  /// Creates a reporter.
  ///
  /// - Parameters:
  ///   - sink: The sink that the page is written to.
  ///   - spool: The spool that keeps the rows until the end of the run.
  package init(_ sink: any ReportSink, spool: any ReportSpool) {
    self.sink = sink
    parts = OrderedParts(spool)
  }

  package mutating func take(_ event: TestEvent) throws(PlainFailure) {
    summary.add(event)
    guard case .flow(let flow) = event else { return }
    rows += 1
    let isFailure = flow.status.isFailure
    if isFailure { failures += 1 } else { wholePasses += 1 }
    for tag in flow.tags where tags.count < HTMLReporter.tagsMax { tags.insert(tag) }
    let row = FlowRow(
      flow: flow, anchor: "flow-\(rows)", isOpen: isFailure && failures <= HTMLReporter.openMax,
      isWhole: (isFailure ? failures : wholePasses) <= HTMLReporter.wholeMax,
      command: flow.command(summary.head?.options ?? []))
    if isFailure, failures <= HTMLReporter.listedMax { failed.add(flow, anchor: row.anchor) }
    tables.add(flow, anchor: row.anchor)
    try parts.add(Array(row.html.markup.utf8), file: flow.file, line: flow.line)
  }

  package mutating func finish() throws(PlainFailure) {
    let parts = parts
    var sink = sink
    func write(_ piece: HTML) throws(PlainFailure) { try sink.write(Array(piece.markup.utf8)) }
    try write(head)
    try write(tables.html)
    if rows > 0 { try write(search) }
    try parts.forEach { file throws(PlainFailure) in
      try write("<section class=\"file\" data-file=\"\(file)\"><h3>\(file)</h3>\n")
    } end: { _ throws(PlainFailure) in
      try write("</section>\n")
    } part: { bytes throws(PlainFailure) in
      try sink.write(bytes)
    }
    if rows > 0 { try write("</section>\n") }
    if let warnings = summary.end?.warnings, !warnings.isEmpty {
      let drawn = warnings.map(FlowRow.html)
      try write("<section class=\"card\"><h2>Warnings</h2>\n\(drawn)</section>\n")
    }
    if let coverage = summary.end?.coverage { try write(CoverageTables(coverage: coverage).html) }
    let script = HTML(trusted: Resources.reportJs)
    try write("</main>\n<script>\(script)</script>\n</body></html>\n")
    try sink.complete()
  }

  // MARK: Parts

  private static let policy = PagePolicy.text(
    style: ReportStyle.text, script: Resources.reportJs)

  private var head: HTML {
    let style = HTML(trusted: ReportStyle.text)
    let word = summary.passed ? "passed" : "failed"
    let gaps = summary.gaps.map { gap -> HTML in "<p class=\"gap\">Incomplete: \(gap)</p>\n" }
    let facts = summary.facts.map { fact -> HTML in
      "<dt>\(fact.name)</dt><dd>\(fact.value)</dd>\n"
    }
    let more = failures - failed.count
    let rest: HTML = more > 0 ? "<li>and \(more) more</li>\n" : ""
    let list: HTML =
      failures == 0
      ? "" : "<h2>\(failures) to check</h2>\n<ul>\n\(failed.html)\(rest)</ul>\n"
    return """
      <!doctype html>
      <html lang="en"><head><meta charset="utf-8">
      <meta http-equiv="Content-Security-Policy" content="\(HTMLReporter.policy)">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <title>\(word): \(summary.words)</title>
      <style>\(style)</style></head>
      <body><main>
      <section class="card" id="summary"><h1>flow test \(word) <small>\(summary.words)</small></h1>
      \(bar)\(gaps)<dl>
      \(facts)</dl>
      \(list)</section>

      """
  }

  /// A bar that shows the number of flows for each status.
  private var bar: HTML {
    let all = max(1, summary.totals.flows)
    var left = 0
    var rects: [HTML] = ["<rect class=\"none\" width=\"\(all)\" height=\"1\"/>"]
    for status in FlowReport.Status.allCases {
      let count = summary.totals[status]
      guard count > 0 else { continue }
      rects.append(
        """
        <rect class="\(FlowRow.name(status))" x="\(left)" width="\(count)" height="1"/>
        """)
      left += count
    }
    return """
      <svg class="bar" viewBox="0 0 \(all) 1" preserveAspectRatio="none" role="img" \
      aria-label="\(summary.words)">\(rects)</svg>

      """
  }

  /// The controls that filter the flows.
  ///
  /// The check boxes need only style sheets, and the other controls need the script.
  private var search: HTML {
    let boxes = FlowReport.Status.allCases.filter { summary.totals[$0] > 0 }.map { status -> HTML in
      let name = FlowRow.name(status)
      return """
        <input type="checkbox" id="show-\(name)" value="\(name)" checked>\
        <label class="show" for="show-\(name)">\(summary.totals[status]) \(status.words)</label>

        """
    }
    let tags = tags.sorted().map { tag -> HTML in "<option value=\"\(tag)\">\(tag)</option>\n" }
    return """
      <section class="card" id="flows"><h2>Flows</h2>
      \(boxes)<div role="search"><label class="ask">Search <input type="search" id="query" \
      placeholder="press /" autocomplete="off"></label>
      <label class="ask">Tag <select id="tag"><option value="">any</option>
      \(tags)</select></label>
      <p class="soft" id="shown" role="status"></p></div>

      """
  }
}
