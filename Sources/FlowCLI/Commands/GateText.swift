import FlowDiagnostics
import FlowHTTP
import FlowHost
import FlowInterpreter
import FlowText
import FlowTerminal
import PolicyExplorer

/// What `flow gate` prints about the comparison of two versions.
struct GateText {
  /// The report of apps with changes.
  private struct Part {
    var report: DiffReport
    /// The indices of the changes that are shown in full.
    var shown: Set<Int>
  }

  private let format: GateCommand.Format
  private let style: Style
  /// The reports of the apps with changes.
  private var parts: [Part] = []
  private var causes: ChangeCauses
  private let showsAll: Bool
  /// The numbers of all changes.
  private var counts = DiffCounts()
  private var lines: [String] = []
  /// The reasons why the comparison isn't complete.
  private(set) var gaps: [String] = []
  /// The objects with other names, and the changes of a plan that aren't compared and let no one
  /// in.
  private var notes: [String] = []

  /// Creates an empty text.
  ///
  /// - Parameters:
  ///   - format: The format.
  ///   - style: The style of the text.
  ///   - showsAll: Whether every change is shown in full.
  init(_ format: GateCommand.Format, _ style: Style, showsAll: Bool) {
    self.format = format
    self.style = style
    self.showsAll = showsAll
    causes = ChangeCauses(showsAll: showsAll)
  }

  /// Adds the report of an app, or of several apps with the same policies.
  mutating func add(_ report: DiffReport, _ gap: String?) {
    if let gap { gaps.append(gap) }
    guard !report.isEmpty else { return }
    counts.add(report)
    parts.append(Part(report: report, shown: causes.add(report)))
  }

  /// Adds what isn't about a single app.
  mutating func add(_ compared: OrgComparison) {
    lines = compared.lines
    gaps += compared.gaps
  }

  /// The changes to something weaker, as diagnostics in the new org.
  var diagnostics: [Diagnostic] { parts.flatMap(\.report.diagnostics) }

  /// Adds the changes of a plan that aren't compared.
  mutating func add(_ plan: GatePlan) {
    let changes = plan.uncompared()
    gaps += changes.gaps
    notes += changes.notes
  }

  /// Adds the objects with other names.
  mutating func add(_ renames: GateRenames) {
    notes += renames.notes
    gaps += renames.gaps
  }

  /// Prints the notes, if the format doesn't have them.
  func warn(_ host: Host) {
    guard format == .sarif || format == .github else { return }
    for note in notes { host.errors.print("flow: note: \(note)\n") }
  }

  /// The maximum length of the changes in Markdown, which leaves room for the findings.
  ///
  /// A comment on GitHub has at most 65,536 characters.
  private static let bytesMax = 40_000
  /// The maximum number of reports to show only for their settings and notes.
  private static let reportsMax = 20

  /// The reports to show: those with an example of a cause, and the first ones with something else.
  private var shownParts: [Part] {
    guard !showsAll else { return parts }
    var left = GateText.reportsMax
    return parts.filter { part in
      if !part.shown.isEmpty { return true }
      guard part.report.hasMoreThanRoutes, left > 0 else { return false }
      left -= 1
      return true
    }
  }

  /// Prints the changes, and whether there are any.
  ///
  /// - Parameters:
  ///   - isPassed: Whether the change passes.
  ///   - gaps: The reasons why the answer isn't complete.
  ///   - host: The screen.
  func show(_ isPassed: Bool, _ gaps: [String], _ host: Host) {
    switch format {
    case .markdown: host.output.write(markdown(isPassed, gaps))
    case .json:
      host.output.writeLine(
        [
          "version": 1, "passed": .bool(isPassed), "causes": causes.json,
          "incomplete": .array(gaps.map { .string($0) }),
          "notes": .array((lines + notes).map { .string($0) }),
        ])
      for part in parts { host.output.writeLine(part.report.json) }
    case .text, .sarif, .github: host.output.print(text(gaps))
    }
  }

  /// Returns that nothing has changed; limited to what was compared, if something wasn't.
  private static func unchanged(_ gaps: [String]) -> String {
    (gaps.isEmpty ? "" : "in what was compared, ")
      + "everyone gets in by the same methods as before"
  }

  private func text(_ gaps: [String]) -> TerminalText {
    var text: TerminalText = ""
    let sentences = causes.sentences
    if !sentences.isEmpty {
      text += style("\(causes.count) changes, by the rules that decide:", as: .bold) + "\n"
      for sentence in sentences { text += "  \(sentence)\n" }
      text += "\n"
    }
    let shown = shownParts
    for part in shown { text += part.report.body(style, showing: part.shown) }
    for line in rest(shown) + lines + notes.map({ "note: \($0)" }) { text += "\(line)\n" }
    // The totals come last, so that they include what isn't shown.
    if !parts.isEmpty { return text + DiffReport.summary(counts, style) }
    return lines.isEmpty ? text + "\(GateText.unchanged(gaps))\n" : text
  }

  /// What isn't shown in full.
  private func rest(_ shown: [Part]) -> [String] {
    let apps = parts.count - shown.count
    let left =
      (causes.left > 0 ? ["\(Prose.count(causes.left, "more change")) with these causes"] : [])
      + (apps > 0 ? [Prose.count(apps, "more report") + " of apps"] : [])
    return left.isEmpty ? [] : ["and \(RouteWords.list(left)): `--all` prints all"]
  }

  private func markdown(_ isPassed: Bool, _ gaps: [String]) -> String {
    let verdict = isPassed ? "✅ Nothing became weaker" : "❌ The change needs a review"
    var text = "## \(verdict)\n"
    for gap in gaps { text += "\nNot complete: \(DiffReport.cell(gap)).\n" }
    let sentences = causes.sentences
    if !sentences.isEmpty { text += "\n" }
    for sentence in sentences { text += "- \(DiffReport.cell(sentence))\n" }
    var size = 0
    let shown = shownParts
    for (index, part) in shown.enumerated() {
      let own = "\n" + part.report.markdown(showing: part.shown)
      guard size + own.utf8.count < GateText.bytesMax else {
        text += "\nAnd changes of \(shown.count - index) more apps or groups of apps.\n"
        break
      }
      size += own.utf8.count
      text += own
    }
    for line in rest(shown) { text += "\n\(line)\n" }
    for (index, line) in (lines + notes).enumerated() {
      text += (index == 0 ? "\n" : "") + "- \(DiffReport.cell(line))\n"
    }
    if parts.isEmpty, lines.isEmpty {
      let sentence = GateText.unchanged(gaps)
      text += "\n\(sentence.prefix(1).uppercased())\(sentence.dropFirst()).\n"
    }
    return text
  }
}
