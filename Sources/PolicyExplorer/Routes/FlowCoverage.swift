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

  /// What a run of flows covers of an org.
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
  }
}
