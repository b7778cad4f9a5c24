package import FlowTerminal
import FlowScript
import FlowText
import FlowHost

/// The value of an option that writes a report: `--report KIND`, or `--report KIND:PATH`.
package struct ReportOption: Sendable, Hashable {
  /// The format.
  package let kind: ReportKind
  /// The path of the file; `nil` for the standard output.
  package let path: String?

  private typealias Fault = UsageFault

  /// The paths of the standard output.
  private static let outputPaths: Set<String> = [
    "-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1",
  ]

  /// Reads the value of the option.
  init(_ text: String) throws(UsageFault) {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let word = String(parts[0])
    guard let kind = ReportKind(rawValue: word) else {
      let kinds = ReportKind.allCases.map(\.rawValue).joined(separator: ", ")
      throw Fault(
        message: "`--report` is one of \(kinds), not `\(word)`",
        help: "write `--report junit:results.xml`")
    }
    self.kind = kind
    path =
      parts.count > 1 && !ReportOption.outputPaths.contains(String(parts[1]))
      ? String(parts[1]) : nil
    if path?.isEmpty == true {
      throw Fault(
        message: "`--report \(word):` needs a file",
        help: "write `--report \(word):PATH`, or `--report \(word)` for the standard output")
    }
    if kind == .console, path != nil {
      throw Fault(
        message: "the console report doesn't take a file", help: "write `--report console`")
    }
  }

  /// Parses the values of the option.
  ///
  /// - Throws: `UsageFault` if two reports would be written to the same file.
  package static func all(_ texts: [String]) throws(UsageFault) -> [ReportOption] {
    var options: [ReportOption] = []
    for text in texts {
      let option = try ReportOption(text)
      if let other = options.first(where: option.conflicts) {
        // The console report can't be written to a file, so the help suggests a file for the other
        // one.
        let moved = option.kind == .console ? other.kind : option.kind
        throw Fault(
          message: "`--report \(other.kind.rawValue)` and `--report \(option.kind.rawValue)` "
            + "would be written to the same place",
          help: "write one of them to another file: `--report \(moved.rawValue):PATH`")
      }
      options.append(option)
    }
    return options
  }

  /// Checks that no report overwrites a file that the command reads.
  ///
  /// - Throws: `UsageFault` if a report would.
  static func spare(_ files: [String], _ options: [ReportOption]) throws(UsageFault) {
    for option in options {
      guard let path = option.path, FileReader.leads(path, toOneOf: files) else { continue }
      throw Fault(
        message: "the \(option.kind.rawValue) report would overwrite "
          + "`\(path)`, which the command reads",
        help: "write it to another file")
    }
  }

  /// Whether the report uses the standard output.
  ///
  /// Text for users then goes to the standard error.
  var takesOutput: Bool { path == nil && kind != .console && !kind.standsAmongOthers }

  /// Whether two reports would be written to the same place.
  ///
  /// Workflow commands may share the standard output with another report.
  private func conflicts(_ other: ReportOption) -> Bool {
    guard path.map(FileReader.place) == other.path.map(FileReader.place) else { return false }
    // Several reports may be written to a device such as /dev/null, under different paths.
    if let path, FileReader.isSpecial(path) { return path == other.path }
    return path != nil || kind == other.kind
      || !(kind.standsAmongOthers || other.kind.standsAmongOthers)
  }

  /// Opens the report's file before the run, so that an unwritable file is reported early.
  ///
  /// If the report is written as a whole at the end, its file first gets a placeholder, which says
  /// that the run hasn't ended. So if the run is killed, the file doesn't contain an older report.
  ///
  /// - Parameters:
  ///   - host: The output and the environment.
  ///   - appends: Whether a report in lines is appended to an existing file.
  /// - Returns: The reporter; `nil` for the console report, which the command writes itself.
  /// - Throws: `PlainFailure` if the file can't be opened.
  func open(_ host: Host, appends: Bool = false) throws(PlainFailure) -> (any Reporter)? {
    switch kind {
    case .console: return nil
    case .json: return EventReporter(try lineSink(host, appends: appends), path: name)
    case .tap: return TAPReporter(try lineSink(host))
    case .github:
      let page = host.environment["GITHUB_STEP_SUMMARY"].flatMap { $0.isEmpty ? nil : $0 }
      var summary: ReportFile?
      if let page { summary = try ReportFile(page, .appending, isShared: true) }
      return GitHubReporter(try lineSink(host), page: summary)
    case .junit: return try whole(host) { JUnitReporter($0, spool: $1) }
    case .html: return try whole(host) { HTMLReporter($0, spool: $1) }
    case .sarif:
      return try whole(host) { sink, spool in
        let held = (spool as? ReportFile).map { HeldSink($0, for: sink) }
        return SARIFReporter(held ?? sink) { SARIF.Explanation(of: $0) }
      }
    }
  }

  /// The name of the report in messages.
  private var name: String { path ?? OutputReport.name }

  /// Returns the sink for a report that is written line by line.
  private func lineSink(
    _ host: Host, appends: Bool = false
  ) throws(PlainFailure) -> any ReportSink {
    guard let path else { return OutputReport(output: host.output) }
    if appends { try ReportOption.checkAdding(to: path) }
    return try ReportFile(path, appends ? .appending : .anew)
  }

  /// Checks that a file doesn't exist yet, or is a report to which a run can be appended.
  private static func checkAdding(to path: String) throws(PlainFailure) {
    guard FileReader.realPath(path) != nil, !FileReader.isSpecial(path) else { return }
    do throws(PlainFailure) { _ = try EventFile(path).first() } catch {
      // If the failure has no line number, the file itself can't be read.
      let head = error.place == nil ? "" : "the file isn't a json report, so nothing is appended: "
      throw PlainFailure(head + error.message, at: path)
    }
  }

  /// Returns the reporter for a report that replaces its file when the report is complete.
  private func whole(
    _ host: Host, _ make: (any ReportSink, any ReportSpool) -> any Reporter
  ) throws(PlainFailure) -> any Reporter {
    if let path, !FileReader.isSpecial(path), !FileReader.isOpenFile(path) {
      var first = make(ReplacedFile(path), MemorySink())
      try first.finish()
      return make(ReplacedFile(path), try ReportFile(path, .unnamed))
    }
    let folder = host.environment["TMPDIR"].flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
    let spool = try ReportFile(folder + "/flow-report", .unnamed)
    guard let path else { return make(OutputReport(output: host.output), spool) }
    return make(try ReportFile(path, .anew), spool)
  }
}
