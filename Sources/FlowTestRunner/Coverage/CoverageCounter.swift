package import FlowDiagnostics
import FlowEngine
package import FlowInterpreter
package import FlowSyntax
import Synchronization
package import SimulatorKit

/// Counts the coverage of a suite's flows, from any thread.
///
/// Its memory use grows with the orgs and the scripts, not with the number of runs. The items of a
/// simulated org and of scripts are known before anything runs. The transitions of an org are known
/// only from its responses; for a real issuer they are all that is known. So add every org and
/// script before the first flow runs, regardless of the shard. Then all shards count the same
/// items.
package final class CoverageCounter: Sendable {
  private let held = Mutex(Held())

  private struct Held {
    var orgs: [CoverageSubject: OrgChapter] = [:]
    var scripts: [String: [ScriptItems.Key: Coverage.Item]] = [:]
    /// The first files of the known programs.
    var programs: Set<String> = []
  }

  fileprivate struct OrgChapter {
    var items: [Coverage.Item] = []
    /// The index of each point's item.
    var places: [OrgPoint: Int] = [:]
    /// The number of flows that took each transition.
    var transitions: [Transition: Int] = [:]
  }

  /// The work of a simulated org in a flow.
  package struct OrgWork: Sendable {
    /// The org.
    package var subject: CoverageSubject
    /// The trace of the work.
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

  /// Adds the items of a script: its flows, and its profiles with the imported ones.
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
  ///   - source: The org's file; `nil` for a built-in one.
  package func add(_ org: some CoveredOrg, in source: SourceFile?) {
    let subject = CoverageSubject.org(org.name, file: source?.name)
    guard held.withLock({ $0.orgs[subject]?.items.isEmpty ?? true }) else { return }
    var chapter = OrgChapter()
    var lines = LineTables()
    for item in org.items {
      chapter.places[item.point] = chapter.items.count
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

  /// Counts the coverage of a flow.
  ///
  /// If it ran several times, its last run counts.
  ///
  /// - Parameters:
  ///   - result: The result of the flow.
  ///   - subject: The target of the run.
  ///   - works: The work of simulated orgs: the target, and the org that mobile identity providers
  ///     use for logins. Empty for a real issuer.
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

  /// Returns the work of simulated orgs in all flows, and each offered transition with whether a
  /// flow took it.
  ///
  /// - Parameter isMeant: Whether an org is included.
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

  /// The coverage so far: the orgs and then the scripts, by name.
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
