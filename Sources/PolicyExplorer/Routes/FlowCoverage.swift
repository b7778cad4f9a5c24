import FlowDiagnostics
import FlowEngine
import FlowHost
import FlowTerminal
import FlowTestRunner
import FlowScript
import FlowSyntax
import SimulatorKit
import OktaSimulator

/// The parts of a simulated org that flows cover.
///
/// The flows run without printing a report.
struct FlowCoverage {
  /// The events in the org that the flows cause.
  var points: Set<OrgPoint> = []
  /// The steps that pages offered to flows, and whether any flow took the step.
  private var transitions: [Transition: Bool] = [:]
  var flows = 0
  /// The flows that failed.
  var failed: [String] = []

  /// Creates an empty coverage.
  init() {}

  /// The steps that no flow took.
  var untaken: [Transition] {
    transitions.filter { !$0.value }.keys.sorted { ($0.page, $0.way) < ($1.page, $1.way) }
  }

  /// Adds the coverage of other flows.
  mutating func add(_ other: FlowCoverage) {
    points.formUnion(other.points)
    transitions.merge(other.transitions) { $0 || $1 }
    flows += other.flows
    failed += other.failed
  }

  /// Creates the coverage of an org from a run of flows.
  init(_ run: CoverageRun, of found: OrgSource.Found) {
    flows = run.flows
    failed = run.failed
    let file = found.isBuiltIn ? nil : found.located.script.source.name
    let real = file.flatMap(FileReader.realPath)
    (points, transitions) = run.counter.work { subject in
      guard subject.title == CoverageSubject.org(found.org.name, file: subject.file).title
      else { return false }
      if subject.file == file { return true }
      return real != nil && subject.file.flatMap(FileReader.realPath) == real
    }
    points = Set(points.compactMap { $0.ofApp(found.org.appName) })
  }
}
