import FlowDiagnostics
import FlowHost
import FlowInterpreter
import FlowText
import FlowTerminal
import PolicyExplorer

/// What `flow gate` prints about the comparison of two versions.
struct GateText {
  private let format: GateCommand.Format
  private let style: Style
  /// The reports of the apps with changes.
  private var reports: [DiffReport] = []
  private var lines: [String] = []
  /// The reasons why the comparison isn't complete.
  private(set) var gaps: [String] = []
  /// The changes of a plan that aren't compared and let no one in.
  private var notes: [String] = []

  init(_ format: GateCommand.Format, _ style: Style) {
    self.format = format
    self.style = style
  }

  /// Adds the report of an app, or of several apps with the same policies.
  mutating func add(_ report: DiffReport, _ gap: String?) {
    if let gap { gaps.append(gap) }
    if !report.isEmpty { reports.append(report) }
  }

  /// Adds what isn't about a single app.
  mutating func add(_ compared: OrgComparison) {
    lines = compared.lines
    gaps += compared.gaps
  }

  /// The changes to something weaker, as diagnostics in the new org.
  var diagnostics: [Diagnostic] { reports.flatMap(\.diagnostics) }

  /// Adds the changes of a plan that aren't compared.
  mutating func add(_ plan: GatePlan) {
    let changes = plan.uncompared()
    gaps += changes.gaps
    notes = changes.notes
  }

  /// Prints the changes that aren't compared and let no one in.
  func warn(_ host: Host) {
    for note in notes { host.errors.print("flow: note: \(note)\n") }
  }

  /// The maximum length of the changes in Markdown, which leaves room for the findings.
  ///
  /// A comment on GitHub has at most 65,536 characters.
  private static let bytesMax = 40_000

  /// Prints the verdict, the changes and the reasons why the answer isn't complete.
  func show(_ isPassed: Bool, _ gaps: [String], _ host: Host) {
    let isEmpty = reports.isEmpty && lines.isEmpty
    guard format == .markdown else {
      for report in reports { host.output.print(report.text(style)) }
      for line in lines { host.output.print("\(line)\n") }
      if isEmpty { host.output.print("everyone gets in by the same methods as before\n") }
      return
    }
    let verdict = isPassed ? "✅ Nothing became weaker" : "❌ The change needs a review"
    host.output.write("## \(verdict)\n")
    for gap in gaps { host.output.write("\nNot complete: \(DiffReport.cell(gap)).\n") }
    var size = 0
    for (index, report) in reports.enumerated() {
      let text = "\n" + report.markdown
      guard size + text.utf8.count < GateText.bytesMax else {
        host.output.write(
          "\nAnd changes of \(reports.count - index) more apps or groups of apps.\n")
        break
      }
      size += text.utf8.count
      host.output.write(text)
    }
    if !lines.isEmpty { host.output.write("\n") }
    for line in lines { host.output.write("- \(DiffReport.cell(line))\n") }
    if !notes.isEmpty { host.output.write("\n") }
    for note in notes { host.output.write("- \(DiffReport.cell(note))\n") }
    if isEmpty { host.output.write("\nEveryone gets in by the same methods as before.\n") }
  }
}
