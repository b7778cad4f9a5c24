package import FlowTerminal
import FlowScript
import FlowText
import FlowHost

/// The value of an option that writes a report: `--report KIND`, or `--report KIND:PATH`.
package struct ReportOption: Sendable, Hashable {
  /// Its form.
  package let kind: ReportKind
  /// Its file; `nil` for the standard output.
  package let path: String?

  private typealias Fault = UsageFault

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
    path = parts.count > 1 && parts[1] != "-" ? String(parts[1]) : nil
    if path?.isEmpty == true {
      throw Fault(
        message: "`--report \(word):` names no file",
        help: "write `--report \(word):PATH`, or `--report \(word)` for the standard output")
    }
    if kind == .console, path != nil {
      throw Fault(message: "the console report takes no file", help: "write `--report console`")
    }
  }

  /// Reads the values of the option.
  ///
  /// - Throws: `UsageFault` if two reports would be written to one place.
  package static func all(_ texts: [String]) throws(UsageFault) -> [ReportOption] {
    var options: [ReportOption] = []
    for text in texts {
      let option = try ReportOption(text)
      if let other = options.first(where: option.conflicts) {
        // The console's takes no file.
        let moved = option.kind == .console ? other.kind : option.kind
        throw Fault(
          message: "`--report \(other.kind.rawValue)` and `--report \(option.kind.rawValue)` "
            + "would be written to one place",
          help: "name another file for one of them: `--report \(moved.rawValue):PATH`")
      }
      options.append(option)
    }
    return options
  }

  /// Refuses to write a report in place of what a command reads.
  ///
  /// - Throws: `UsageFault`.
  static func spare(_ files: [String], _ options: [ReportOption]) throws(UsageFault) {
    for option in options {
      guard let path = option.path, FileReader.leads(path, toOneOf: files) else { continue }
      throw Fault(
        message: "the \(option.kind.rawValue) report would be written over "
          + "`\(path)`, which is read",
        help: "name another file for it")
    }
  }

  /// Whether the standard output is this report, and so nothing for a person.
  var takesOutput: Bool { path == nil && kind != .console && !kind.standsAmongOthers }

  /// Whether two are written to one place; workflow commands stand among other lines.
  private func conflicts(_ other: ReportOption) -> Bool {
    guard path.map(FileReader.place) == other.path.map(FileReader.place) else { return false }
    // A device, such as /dev/null, takes what comes.
    if let path, FileReader.isSpecial(path) { return path == other.path }
    return path != nil || kind == other.kind
      || !(kind.standsAmongOthers || other.kind.standsAmongOthers)
  }

  /// Makes the reporter, and opens its file: one that can't be written is told before a run.
  ///
  /// A report that can only be whole has a first form in its file from the beginning, which says that
  /// the run has not ended: what kills the run leaves that, and not what an older one has found.
  ///
  /// - Parameters:
  ///   - host: The output and the environment.
  ///   - appends: Whether a report by the line is added to what its file holds.
  /// - Returns: The reporter; `nil` for the console's, which is a command's own.
  /// - Throws: `PlainFailure`.
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

  /// What a failure calls it.
  private var name: String { path ?? OutputReport.name }

  /// The place of a report that is true at any time, however far it has come.
  private func lineSink(
    _ host: Host, appends: Bool = false
  ) throws(PlainFailure) -> any ReportSink {
    guard let path else { return OutputReport(output: host.output) }
    if appends { try ReportOption.checkAdding(to: path) }
    return try ReportFile(path, appends ? .appending : .anew)
  }

  /// Finds out whether a file is a report to which a run can be added, or will be one.
  private static func checkAdding(to path: String) throws(PlainFailure) {
    guard FileReader.realPath(path) != nil, !FileReader.isSpecial(path) else { return }
    do throws(PlainFailure) { _ = try EventFile(path).first() } catch {
      // Without a line it is the file that can't be read.
      let head = error.place == nil ? "" : "nothing is added to what is no such report: "
      throw PlainFailure(head + error.message, at: path)
    }
  }

  /// The reporter of a report that takes its place when it is whole.
  private func whole(
    _ host: Host, _ make: (any ReportSink, any ReportSpool) -> any Reporter
  ) throws(PlainFailure) -> any Reporter {
    if let path, !FileReader.isSpecial(path) {
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
