package import OktaSimulator
package import SimulatorKit

/// Everything that one person can do in an org under one set of circumstances: every reachable
/// state with its shortest way, and every ending.
package struct WalkGraph: Sendable {
  /// A way: the acts in order.
  package typealias Way = [WalkAct]

  /// An ending, and the act that leads to it.
  private struct Found: Sendable {
    var ending: WalkEnding
    var from: Int32
    var act: WalkAct?
  }

  /// A state from which the exploration continues.
  ///
  /// A class, because growing lists of large values would copy them.
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

  /// The predecessor of each state, and the act that led from it; the first state has neither.
  private var parents: [Int32] = [-1]
  private var acts: [WalkAct] = [.identify]
  private var found: [Found] = []
  /// The points of the org, and where each was first reached.
  private var seen: [(point: OrgPoint, from: Int32, act: WalkAct?)] = []
  /// The authenticators whose enrollment began, and those that were enrolled.
  private var begun: Set<Authenticator> = []
  private var enrolled: Set<Authenticator> = []
  /// The number of acts.
  package private(set) var steps = 0
  /// Whether the exploration finished within its limits.
  package private(set) var isComplete = true

  /// The number of states.
  package var states: Int { parents.count }

  /// The initial capacity, which is enough for most people.
  private static let fewStates = 96

  /// Explores every state, the nearest first.
  ///
  /// - Parameters:
  ///   - walk: The walk.
  ///   - begin: The state in which it begins; `nil` for the walk's first state.
  ///   - statesMax: The maximum number of states; beyond them, the graph isn't complete.
  ///   - notes: Whether to record what the org does.
  ///   - goesOn: Called before each act; returns whether to go on.
  package init(
    _ walk: Walk, from begin: WalkPosition? = nil, statesMax: Int, notes: Bool = false,
    while goesOn: () -> Bool = { true }
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
    var endings: Set<WalkEnding> = []
    var level: [Reached] = []
    if let ending = walk.ending(at: first) {
      endings.insert(ending)
      found.append(Found(ending: ending, from: 0, act: nil))
    }
    if !first.isOver { level.append(Reached(index: 0, position: first, numbers: numbered)) }
    while !level.isEmpty {
      var next: [Reached] = []
      // Each state is released after its acts.
      level.reverse()
      while let before = level.popLast() {
        let (index, position) = (before.index, before.position)
        for act in walk.acts(at: position) {
          // Check at each act: a state may have dozens of acts, and each may take long.
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
          // A known state has known endings, except for the refusal that led to it.
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
          if !reached.isOver {
            next.append(Reached(index: Int32(parents.count - 1), position: reached, numbers: own))
          }
        }
      }
      level = next
    }
  }

  /// Records the points that the org has reached for the first time.
  private mutating func note(
    _ trace: OrgTrace?, beyond noted: inout Set<OrgPoint>, from index: Int32, _ act: WalkAct?
  ) {
    guard let points = trace?.points, points.count > noted.count else { return }
    for point in points.subtracting(noted) { seen.append((point, index, act)) }
    noted = points
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

  /// The authenticators that the org asks for, and that can't be enrolled.
  package var unenrollable: Set<Authenticator> { begun.subtracting(enrolled) }

  /// Every ending, the nearest first, with the shortest way to it.
  package var endings: [(ending: WalkEnding, way: Way)] {
    found.map { ($0.ending, way(to: $0.from, then: $0.act)) }
  }

  /// The points of the org, each with the shortest way to it; empty if the exploration didn't
  /// record them.
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
