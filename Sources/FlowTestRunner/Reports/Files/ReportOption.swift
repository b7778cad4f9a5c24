package import FlowTerminal
import FlowScript
import FlowText

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
}
