package import OktaSimulator
package import SimulatorKit

/// Everything that a user can do in an org under one set of circumstances: every reachable state
/// and every ending, with the shortest path to each.
package struct WalkGraph: Sendable {
  /// The acts on a path, in order.
  package typealias Way = [WalkAct]

  /// An ending, with the index of the state before it and the act that leads to it.
  private struct Found: Sendable {
    var ending: WalkEnding
    var from: Int32
    var act: WalkAct?
  }

  /// A state that the exploration continues from.
  ///
  /// It is a class, because growing a list of large values would copy them.
  private final class Reached {
    let index: Int32
    let position: WalkPosition
    let numbers: WalkKeys.Numbered

    init(index: Int32, position: WalkPosition, numbers: WalkKeys.Numbered) {
      self.index = index
      self.position = position
      self.numbers = numbers
    }
  }

  /// For each state, the index of the previous state on the path.
  ///
  /// `acts` has the act that leads from the previous state to the state. The first state's entries
  /// are placeholders.
  private var parents: [Int32] = [-1]
  private var acts: [WalkAct] = [.identify]
  private var found: [Found] = []
  /// The events in the org, with the state and the act that first caused each.
  private var seen: [(point: OrgPoint, from: Int32, act: WalkAct?)] = []
  /// The authenticators whose enrollment began.
  ///
  /// `enrolled` has the authenticators that were enrolled.
  private var begun: Set<Authenticator> = []
  private var enrolled: Set<Authenticator> = []
  /// What the user can enroll, with the least that it needs; empty if it isn't recorded.
  package private(set) var gained: [WalkGain] = []
  /// The number of acts that were performed.
  package private(set) var steps = 0
  /// Whether the exploration finished within its limits.
  package private(set) var isComplete = true

  /// The number of states.
  package var states: Int { parents.count }

  /// The initial capacity, which is enough for most users.
  private static let fewStates = 96

  /// Explores all states, starting with the states with the shortest paths.
  ///
  /// - Parameters:
  ///   - walk: The exploration to run.
  ///   - begin: The state to begin with; `nil` for the first state.
  ///   - statesMax: The maximum number of states. If there are more, the graph is incomplete.
  ///   - notes: Whether to record the events in the org.
  ///   - notesGains: Whether to record what the user can enroll.
  ///   - goesOn: Called before each act. Returns whether to continue.
  package init(
    _ walk: Walk, from begin: WalkPosition? = nil, statesMax: Int, notes: Bool = false,
    notesGains: Bool = false, while goesOn: () -> Bool = { true }
  ) {
    var trace = notes ? OrgTrace() : nil
    guard let first = begin ?? walk.begin(noting: &trace) else {
      parents = []
      acts = []
      return
    }
    var noted: Set<OrgPoint> = []
    note(trace, beyond: &noted, from: 0, nil)
    var keys = WalkKeys(walk)
    let numbered = keys.number(first)
    var known = Set<WalkKeys.Key>(minimumCapacity: WalkGraph.fewStates)
    known.insert(numbered.key)
    parents.reserveCapacity(WalkGraph.fewStates)
    acts.reserveCapacity(WalkGraph.fewStates)
    var holdings: Set<UInt64> = []
    var endings: Set<WalkEnding> = []
    var level: [Reached] = []
    if let ending = walk.ending(at: first) {
      endings.insert(ending)
      found.append(Found(ending: ending, from: 0, act: nil))
    }
    if !first.isOver { level.append(Reached(index: 0, position: first, numbers: numbered)) }
    while !level.isEmpty {
      var next: [Reached] = []
      // Takes states from the end, so that the memory of each is freed after its acts.
      level.reverse()
      while let before = level.popLast() {
        let (index, position) = (before.index, before.position)
        for act in walk.acts(at: position) {
          // Checks before each act, because a state may have dozens of acts and each may take long.
          guard goesOn() else {
            isComplete = false
            return
          }
          let reached = walk.take(act, at: position, noting: &trace)
          steps += 1
          note(act, position, reached)
          note(trace, beyond: &noted, from: index, act)
          let own = keys.number(reached, after: before.numbers)
          let isNew = known.insert(own.key).inserted
          // The endings of a known state are already known, except for a refusal by the last act.
          if isNew || reached.refusal != nil || !reached.hasSucceeded,
            let ending = walk.ending(at: reached), endings.insert(ending).inserted
          {
            found.append(Found(ending: ending, from: index, act: act))
          }
          guard isNew else { continue }
          guard parents.count < statesMax else {
            isComplete = false
            continue
          }
          parents.append(index)
          acts.append(act)
          if notesGains, holdings.insert(own.key.holdings).inserted { note(reached, in: walk) }
          if !reached.isOver {
            next.append(Reached(index: Int32(parents.count - 1), position: reached, numbers: own))
          }
        }
      }
      level = next
    }
  }

  /// Records the events that happened for the first time.
  private mutating func note(
    _ trace: OrgTrace?, beyond noted: inout Set<OrgPoint>, from index: Int32, _ act: WalkAct?
  ) {
    guard let points = trace?.points, points.count > noted.count else { return }
    for point in points.subtracting(noted) { seen.append((point, index, act)) }
    noted = points
  }

  /// Records what the user has enrolled in the latest state.
  private mutating func note(_ position: WalkPosition, in walk: Walk) {
    let index = Int32(parents.count - 1)
    let gain = walk.gain(at: position) { way(to: parents[Int(index)], then: acts[Int(index)]) }
    guard let gain, !gained.contains(where: { $0.content.covers(gain.content) }) else {
      return
    }
    gained.removeAll { gain.content.covers($0.content) }
    gained.append(gain)
  }

  /// Records which enrollments began and which finished.
  private mutating func note(_ act: WalkAct, _ before: WalkPosition, _ after: WalkPosition) {
    switch (act, before.page) {
    case (.selectNew(let authenticator, _), _): begun.insert(authenticator)
    case (.enroll, .enroll(let authenticator, _)) where after.page != before.page:
      enrolled.insert(authenticator)
    case (.enroll, .enrollApp) where after.page != before.page: enrolled.insert(.oktaVerify)
    default: break
    }
  }

  /// The authenticators whose enrollment a user can begin but never finish.
  package var unenrollable: Set<Authenticator> { begun.subtracting(enrolled) }

  /// Every ending with the shortest path to it.
  ///
  /// Endings with shorter paths come first.
  package var endings: [(ending: WalkEnding, way: Way)] {
    found.map { ($0.ending, way(to: $0.from, then: $0.act)) }
  }

  /// The events in the org, each with the shortest path to it; empty if they weren't recorded.
  package var points: [(point: OrgPoint, way: Way)] {
    seen.map { ($0.point, way(to: $0.from, then: $0.act)) }
  }

  private func way(to position: Int32, then act: WalkAct?) -> Way {
    var way: Way = act.map { [$0] } ?? []
    var index = Int(position)
    while parents[index] >= 0 {
      way.append(acts[index])
      index = Int(parents[index])
    }
    return way.reversed()
  }
}
