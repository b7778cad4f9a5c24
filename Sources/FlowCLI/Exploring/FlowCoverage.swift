import FlowDiagnostics
import FlowEngine
import FlowHost
import FlowTerminal
import FlowTestRunner
import FlowScript
import FlowSyntax
import SimulatorKit
import OktaSimulator

/// Flows that are run for what they cover of a simulated org, without a word of each.
struct FlowCoverage {
  /// What they make the org do.
  var points: Set<OrgPoint> = []
  /// The ways on that pages offer, and whether any of them takes it.
  private var transitions: [Transition: Bool] = [:]
  var flows = 0
  /// Those that are not as expected.
  var failed: [String] = []

  /// What no flow covers.
  init() {}

  /// The ways on from pages that none of them takes.
  var untaken: [Transition] {
    transitions.filter { !$0.value }.keys.sorted { ($0.page, $0.way) < ($1.page, $1.way) }
  }

  /// Adds what other flows cover.
  mutating func add(_ other: FlowCoverage) {
    points.formUnion(other.points)
    transitions.merge(other.transitions) { $0 || $1 }
    flows += other.flows
    failed += other.failed
  }

  /// Runs flows.
  ///
  /// - Parameters:
  ///   - paths: the files and folders.
  ///   - root: the folder that they may import from; `nil` for the usual one.
  ///   - secrets: what `--secrets` gives.
  ///   - found: the org.
  ///   - host: what the command runs in.
  /// - Throws: `OrgSource.Failure`, where there is no flow to run.
  init(
    _ paths: [String], root: String?, secrets: [String: Secret], of found: OrgSource.Found,
    _ host: Host
  ) async throws(OrgSource.Failure) {
    do throws(ParsedArguments.Fault) {
      let words = root.map { ["--root", $0] } ?? []
      let arguments = try ParsedArguments(words + ["--"] + paths, for: TestCommand.spec)
      var options = try TestOptions(arguments, host)
      options.run.secrets = secrets
      let context = try RunContext(options.run, host)
      let counter = CoverageCounter()
      let suite = try await TestSuite.find(options, context, counter)
      await run(suite, options, context, counter)
      let file = found.isBuiltIn ? nil : found.located.script.source.name
      let real = file.flatMap(FileReader.realPath)
      (points, transitions) = counter.work { subject in
        guard subject.title == CoverageSubject.org(found.org.name, file: subject.file).title
        else { return false }
        if subject.file == file { return true }
        return real != nil && subject.file.flatMap(FileReader.realPath) == real
      }
    } catch {
      throw OrgSource.Failure(fault: error, status: .usage)
    }
  }

  private mutating func run(
    _ suite: TestSuite, _ options: TestOptions, _ context: RunContext, _ counter: CoverageCounter
  ) async {
    let files = TestFiles(suite, context, workers: 1)
    let tester = FlowTester(
      context: context, options: options, gate: LiveGate(options.rate), counter: counter)
    for item in suite.order {
      guard !Task.isCancelled else { return }
      let file = await files.file(item.file)
      let report = await tester.run(file.cases[item.test], of: file).report
      files.end(item.file)
      flows += 1
      if report.status.isFailure { failed.append(report.id) }
    }
  }
}
