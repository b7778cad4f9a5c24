package import FlowDiagnostics
import FlowEngine
package import FlowInterpreter
package import FlowSyntax
import FlowLock
package import SimulatorKit

/// Counts which parts of orgs and scripts the flows of a suite cover.
///
/// All threads share one counter.
///
/// The items of simulated orgs and scripts are known before any flow runs. Add all orgs and scripts
/// first, even those of other shards, so that all shards count the same items. The transitions of
/// an org are known only from responses. For a real issuer, only the transitions are known.
///
/// The memory use grows with the orgs and scripts, not with the number of runs.
package final class CoverageCounter: Sendable {
  private let held = Mutex(Held())

  private struct Held {
    var orgs: [CoverageSubject: OrgChapter] = [:]
    var scripts: [String: [ScriptItems.Key: Coverage.Item]] = [:]
    /// The first files of the programs that were added.
    var programs: Set<String> = []
  }

  fileprivate struct OrgChapter {
    var items: [Coverage.Item] = []
    /// The index in `items` of each point of the org.
    var places: [OrgPoint: Int] = [:]
    /// The number of flows that took each transition.
    var transitions: [Transition: Int] = [:]
  }

  /// The actions of a simulated org during a flow.
  package struct OrgWork: Sendable {
    /// The org.
    package var subject: CoverageSubject
    /// The record of the org's work.
    package var trace: OrgTrace

    /// Creates a record of work.
    package init(_ subject: CoverageSubject, _ trace: OrgTrace) {
      self.subject = subject
      self.trace = trace
    }
  }

  /// Creates an empty counter.
  package init() {}

  // MARK: Adding items

  /// Adds the items of a program: the items of its flows, and the items of all its profiles,
  /// including imported profiles.
  package func add(_ program: Program) {
    guard let file = program.scripts.first?.source.name,
      held.withLock({ $0.programs.insert(file).inserted })
    else { return }
    let found = ScriptItems(program)
    held.withLock { held in
      for (file, items) in found.files {
        held.scripts[file, default: [:]].merge(items) { old, _ in old }
      }
    }
  }

  /// Adds the items of a simulated org.
  ///
  /// - Parameters:
  ///   - org: The org.
  ///   - source: The file of the org; `nil` for a built-in org.
  package func add(_ org: some CoveredOrg, in source: SourceFile?) {
    let subject = CoverageSubject.org(org.name, file: source?.name)
    guard held.withLock({ $0.orgs[subject]?.items.isEmpty ?? true }) else { return }
    var chapter = OrgChapter()
    var lines = LineTables()
    for item in org.items {
      for point in [item.point] + item.alike { chapter.places[point] = chapter.items.count }
      let line = source.flatMap { source in
        item.place.map { lines.line(of: $0.start, in: source) }
      }
      chapter.items.append(
        Coverage.Item(
          id: "\(subject.title)/\(item.path)", subject: subject.title, kind: item.kind,
          title: item.title, file: source?.name, line: line, unreachable: item.unreachable))
    }
    held.withLock { held in
      guard held.orgs[subject]?.items.isEmpty ?? true else { return }
      chapter.transitions = held.orgs[subject]?.transitions ?? [:]
      held.orgs[subject] = chapter
    }
  }

  // MARK: Counting

  /// Counts what a flow covered.
  ///
  /// If a flow ran several times, pass the result of its last run.
  ///
  /// - Parameters:
  ///   - result: The result of the flow.
  ///   - subject: The org or issuer that the flow ran against.
  ///   - works: What simulated orgs did: the target, and the org that mobile identity providers use
  ///     for logins. The list is empty for a real issuer.
  package func count(
    _ result: RunResult, against subject: CoverageSubject, _ works: [OrgWork] = []
  ) {
    let knowsMethods = works.contains { $0.subject == subject }
    let transitions = Transition.all(of: result.records, splitsChoices: !knowsMethods)
    let reached: [(ScriptItems.Kind, [Place])] = [
      (.rule, result.firedRules), (.preference, result.takenOptions),
      (.expectation, result.reachedExpectations),
    ]
    var keys: [String: Set<ScriptItems.Key>] = [:]
    for (kind, places) in reached {
      for place in places {
        keys[place.source.name, default: []]
          .insert(ScriptItems.Key(kind: kind, start: place.range.start))
      }
    }
    held.withLock { held in
      for work in works { held.orgs[work.subject]?.count(work.trace) }
      held.orgs[subject, default: OrgChapter()].count(transitions)
      for (file, keys) in keys {
        for key in keys { held.scripts[file]?[key]?.hits += 1 }
      }
    }
  }

  /// Returns which points of simulated orgs were covered, and for each offered transition whether a
  /// flow took it.
  ///
  /// - Parameter isMeant: Whether to include an org.
  /// - Returns: The work and the transitions.
  package func work(
    of isMeant: (CoverageSubject) -> Bool
  ) -> (points: Set<OrgPoint>, transitions: [Transition: Bool]) {
    held.withLock { held in
      var points: Set<OrgPoint> = []
      var transitions: [Transition: Bool] = [:]
      for (subject, chapter) in held.orgs where isMeant(subject) {
        for (point, place) in chapter.places where chapter.items[place].hits > 0 {
          points.insert(point)
        }
        transitions.merge(chapter.transitions.mapValues { $0 > 0 }) { $0 || $1 }
      }
      return (points, transitions)
    }
  }

  /// The coverage so far.
  ///
  /// Orgs come before scripts, and both are sorted by name.
  package var coverage: Coverage {
    held.withLock { held in
      var coverage = Coverage()
      for (subject, chapter) in held.orgs {
        coverage.items += chapter.items
        coverage.items += chapter.transitions.map { $0.item(of: subject, hits: $1) }
      }
      for items in held.scripts.values {
        coverage.items += items.sorted { $0.key.start < $1.key.start }.map(\.value)
      }
      coverage.arrange()
      return coverage
    }
  }
}

extension CoverageCounter.OrgChapter {
  fileprivate mutating func count(_ trace: OrgTrace) {
    for point in trace.points {
      if let place = places[point] { items[place].hits += 1 }
    }
  }

  fileprivate mutating func count(_ found: [Transition: Bool]) {
    for (transition, isTaken) in found {
      if let hits = transitions[transition] {
        transitions[transition] = hits + (isTaken ? 1 : 0)
      } else if transitions.count < Transition.most {
        transitions[transition] = isTaken ? 1 : 0
      }
    }
  }
}
