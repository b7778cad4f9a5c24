package import FlowHost
package import FlowTerminal
import FlowInterpreter
import FlowScript
import FlowSyntax
import FlowText

/// Merges several reports, and prints the result.
package struct MergeSession {
  private let files: [String]
  private let options: [ReportOption]
  private let coverageMin: Double?
  private let host: Host
  private let style: Style

  /// Creates a merge.
  ///
  /// - Parameters:
  ///   - files: The paths of the reports.
  ///   - options: The reports to write.
  ///   - coverageMin: The minimum coverage in percent; `nil` if none is required.
  ///   - host: The world outside.
  ///   - style: The colors of the summary.
  package init(
    files: [String], options: [ReportOption], coverageMin: Double?, host: Host, style: Style
  ) {
    self.files = files
    self.options = options
    self.coverageMin = coverageMin
    self.host = host
    self.style = style
  }

  /// The maximum number of failed flows that the console lists.
  private static let namedMax = 100

  /// Reads and merges the reports, and writes the result.
  package func run() -> ExitStatus {
    do throws(UsageFault) { try ReportOption.spare(files, options) } catch {
      host.errors.print(FlowTerminal.usage(error))
      return .usage
    }
    do throws(PlainFailure) {
      var merge = ReportMerge()
      // If the machine of a shard was lost, its file doesn't exist. The other reports are still
      // merged.
      let there = files.filter { $0 == "-" || FileReader.realPath($0) != nil }
      let present = there.isEmpty ? files : there
      for file in files where !present.contains(file) { merge.miss(DisplayText.line(file)) }
      for file in present {
        try read(file, isWithinRun: { merge.isWithinRun }) { event throws(PlainFailure) in
          try merge.count(event, file: DisplayText.line(file))
        }
        merge.endFile()
      }
      guard let head = merge.head else {
        throw PlainFailure("there is no run in this file", at: "\(files[0]):1")
      }
      if coverageMin != nil, merge.end.coverage == nil {
        throw PlainFailure(
          "none of these reports has coverage", at: "\(present[0]):1",
          help: "run the tests with `--coverage`")
      }
      return try write(merge, head, present)
    } catch {
      let fault = UsageFault(
        message: "\(error.place ?? ""): \(error.message)", help: error.help.map { "\($0)" })
      host.errors.print(FlowTerminal.usage(fault))
      return .wrongScript
    }
  }

  private func read(
    _ file: String, isWithinRun: () -> Bool, _ body: (TestEvent) throws(PlainFailure) -> Void
  ) throws(PlainFailure) {
    // The file is read twice, which isn't possible with a pipe.
    if file == "-" || FileReader.isSpecial(file) {
      throw unreadable(file, "only a file can be merged")
    }
    guard !FileReader.isFolder(file) else { throw unreadable(file, "this is a folder") }
    do throws(PlainFailure) {
      try EventFile(file).forEach(isWithinRun: isWithinRun, body)
    } catch {
      let place = error.place.map { "\(file):\($0)" }
      throw PlainFailure(error.message, at: place ?? file, help: error.help)
    }
  }

  private func unreadable(_ file: String, _ reason: String) -> PlainFailure {
    var failure = EventFile.unreadable(reason)
    failure.place = file
    return failure
  }

  // MARK: Writing

  private func write(
    _ merge: ReportMerge, _ head: TestRunHead, _ files: [String]
  ) throws(PlainFailure) -> ExitStatus {
    var reports: ReportSet
    do throws(PlainFailure) { reports = try ReportSet(options, host) } catch {
      tell([error])
      return .serverFailed
    }
    var summary = RunSummary()
    var named: [String] = []
    func take(_ event: TestEvent) {
      summary.add(event)
      reports.take(event)
      if case .flow(let flow) = event, flow.status.isFailure, named.count < MergeSession.namedMax {
        named.append(
          "\(flow.file):\(flow.line): \(flow.name): \(flow.reason ?? flow.status.words)")
      }
    }
    take(.began(head))
    var place = 0
    for file in files {
      // The first pass has already checked this, so a run without an end is accepted here.
      try read(file, isWithinRun: { true }) { event throws(PlainFailure) in
        guard case .flow = event else { return }
        if merge.passesOn(place) { take(event) }
        place += 1
      }
    }
    guard place == merge.flowsRead else {
      throw unreadable(files[0], "it changed while it was read")
    }
    take(.ended(merge.end))
    reports.finish()
    tell(summary, notes: merge.notes, named: named)
    tell(reports.failures)
    let gaps = summary.gaps.isEmpty ? ExitStatus.success : .serverFailed
    let isBelow = coverageMin.map { summary.end?.coverage?.isBelow($0) == true } ?? false
    return gaps.worse(isBelow ? .belowCoverage : .success).worse(
      summary.totals.failures > 0 ? .failed : .success
    )
    .worse(reports.failures.isEmpty ? .success : .serverFailed)
  }

  /// Prints the summary.
  ///
  /// If a report uses the standard output, the summary goes to the standard error.
  private func tell(_ summary: RunSummary, notes: [String], named: [String]) {
    let sink = options.contains(where: \.takesOutput) ? host.errors : host.output
    let style = Style(isColored: style.isColored && sink.isTerminal)
    var lines = named.map { style("✗", as: .bad) + " \($0)" }
    let rest = summary.totals.failures - named.count
    if rest > 0 { lines.append("and \(rest) more that failed") }
    lines += notes.map { "note: \($0)" }
    lines += summary.gaps.map { style("incomplete:", as: .bad) + " \($0)" }
    if let coverage = summary.end?.coverage {
      lines.append("coverage: \(RunSummary.percent(coverage.percent))")
      if let least = coverageMin, coverage.isBelow(least) {
        let asked = Coverage.shown(least)
        lines.append(style("the coverage is below \(asked) %", as: .bad))
      }
    }
    let warnings = (summary.end?.warnings.count ?? 0) + (summary.end?.otherWarnings ?? 0)
    if warnings > 0 {
      let told = Prose.count(warnings, "warning")
      lines.append(style("\(told) about the files", as: .caution))
    }
    lines.append(style("\(summary.words)", as: summary.passed ? .good : .bad))
    sink.print(lines.map { $0 + "\n" }.joined())
  }

  private func tell(_ failures: [PlainFailure]) {
    for failure in failures {
      host.errors.print(FlowTerminal.usage(UsageFault(ofReport: failure)))
    }
  }
}
