import FlowTerminal
import FlowTestRunner
import FlowScript

/// A report that a command line asks for: `--report KIND`, or `--report KIND:PATH`.
struct ReportOption: Sendable, Hashable {
  /// Its form.
  let kind: ReportKind
  /// Its file; `nil` for the standard output.
  let path: String?

  typealias Fault = ParsedArguments.Fault

  /// The option of the commands that write reports.
  static let spec = OptionSpec(
    name: "--report", value: "KIND[:PATH]", repeats: true,
    meaning: "write a report: " + ReportKind.allCases.map(\.rawValue).joined(separator: ", "),
    words: ReportKind.allCases.map(\.rawValue))

  /// Whether a line's report is added to what its file holds.
  static let append = OptionSpec(
    name: "--append", meaning: "add to the file of a json report, don't replace it")

  /// Reads the value of the option.
  init(_ text: String) throws(Fault) {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let word = String(parts[0])
    guard let kind = ReportKind(rawValue: word) else {
      let kinds = ReportKind.allCases.map(\.rawValue).joined(separator: ", ")
      throw Fault(
        message: "`--report` is one of \(kinds), not `\(word.terminalSafe)`",
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

  /// All that a command line asks for.
  ///
  /// - Throws: `Fault` where two would be written to one place.
  static func all(_ arguments: ParsedArguments) throws(Fault) -> [ReportOption] {
    var options: [ReportOption] = []
    for text in arguments.all(spec.name) {
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
  /// - Throws: `Fault`.
  static func spare(_ files: [String], _ options: [ReportOption]) throws(Fault) {
    for option in options {
      guard let path = option.path, FileReader.leads(path, toOneOf: files) else { continue }
      throw Fault(
        message: "the \(option.kind.rawValue) report would be written over "
          + "`\(path.terminalSafe)`, which is read",
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
}
