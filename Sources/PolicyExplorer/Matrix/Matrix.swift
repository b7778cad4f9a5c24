/// A table of who gets in and how: classes of users by circumstances.
///
/// Rows whose cells are all alike are merged, and so are columns.
package struct Matrix: Sendable {
  /// The question that the table answers.
  package enum Subject: Sendable {
    case exploration, audit, difference
  }

  /// One or more classes of users that get in alike.
  package struct Row: Sendable {
    /// `ada@acme.test and 2 others`.
    package var label: String
    /// What the users have in common, for example `group staff`; empty if they have nothing in
    /// common.
    package var note: String
    /// The logins; empty for users who sign up.
    package var logins: [String]
    /// The number of classes.
    package var classes = 1
  }

  /// One or more circumstances that make no difference to any row.
  package struct Column: Sendable {
    /// The entry, for example `Sign-in`.
    package var group: String
    /// The place that the users come from, for example `zone office`.
    package var place: String
    /// The rest of the circumstances, for example `device managed`.
    package var label: String
    /// The label without anything left out.
    package var detail: String
    /// The number of circumstances.
    package var count = 1

    /// The place as the column head shows it, without the word before the names of zones.
    package var placeHead: String {
      let names = place.dropFirst("zone ".count)
      guard place.hasPrefix("zone "), !names.hasPrefix("anywhere"), !names.hasPrefix("outside")
      else { return place }
      return String(names)
    }

    /// All of it, in one line.
    package var text: String { "\(group): \(place), \(detail)" }
  }

  /// The result for a class of users in a circumstance during a span of time.
  package struct Phase: Sendable, Hashable {
    /// The span, for example `until 20m later`; empty if time makes no difference.
    package var time: String
    /// The answer of the org; of two orgs, the answer of the new one.
    package var answer: MatrixAnswer
    /// The answer of the old org; `nil` if there is only one org.
    package var before: MatrixAnswer?
    /// The difference between the two.
    package var change: Change?

    /// Whether to show this phase instead of another: it has changed for the worse, or is weaker.
    fileprivate func isWorse(than other: Phase) -> Bool {
      let ranks = (change?.kind.rank ?? 0, other.change?.kind.rank ?? 0)
      if ranks.0 != ranks.1 { return ranks.0 < ranks.1 }
      switch (answer.routes.first, other.answer.routes.first) {
      case (let own?, let others?): return MatrixRoute.isWeaker(own, than: others)
      case (nil, _): return false
      case (_?, nil): return true
      }
    }
  }

  /// The result for a class of users in a circumstance.
  package struct Cell: Sendable {
    /// The spans of time in which it is the same, in their order.
    package let phases: [Phase]
    /// The phase that represents the cell: the weakest, or the one that has changed for the worse.
    package let shown: Int
    /// The findings whose witness is in this cell, as indices.
    package var marks: Set<Int> = []
    /// A flow that shows the answer; `nil` if no script can express it.
    package var witness: String?

    /// Makes a cell of at least one phase.
    init(phases: [Phase]) {
      self.phases = phases
      shown = phases.indices.reduce(0) { phases[$1].isWorse(than: phases[$0]) ? $1 : $0 }
    }

    package var answer: MatrixAnswer { phases[shown].answer }
    package var before: MatrixAnswer? { phases[shown].before }
    package var change: Change? { phases[shown].change }

    /// The strength of the answer, its time, and whether something is missing.
    package var details: [String] {
      let isComplete = phases.allSatisfy(\.answer.isComplete)
      let gap = isComplete || answer.level == .incomplete ? "" : "not complete"
      return [answer.strength, phases[shown].time, gap].filter { !$0.isEmpty }
    }

    /// Whether the cell matters most to a reader of an audit or of a difference.
    package var isNotable: Bool { !marks.isEmpty || (change?.kind ?? .same) != .same }
  }

  /// A finding of an audit.
  package struct Mark: Sendable {
    /// The identifier of the problem, for example `weaker-route`.
    package var id: String
    package var message: String
    /// The route that shows it; `nil` if none does.
    package var route: Route?
    /// Whether it requires no action.
    package var isNote: Bool

    package init(id: String, message: String, route: Route?, isNote: Bool = false) {
      self.id = id
      self.message = message
      self.route = route
      self.isNote = isNote
    }
  }

  /// The difference between two orgs in one cell.
  package struct Change: Sendable, Hashable {
    package enum Kind: String, Sendable, Hashable, CaseIterable {
      case opened, weaker, stronger, closed, same
      /// One of the orgs wasn't explored to the end.
      case unknown

      /// The priority for a reader.
      fileprivate var rank: Int {
        switch self {
        case .opened: 0
        case .weaker: 1
        case .unknown: 2
        case .closed: 3
        case .stronger: 4
        case .same: 5
        }
      }
    }

    package var kind: Kind
    /// The routes that are enough now and weren't before, the weakest first.
    package var gained: [MatrixRoute] = []
    /// The routes that were enough before and no longer are, the weakest first.
    package var lost: [MatrixRoute] = []
  }

  package let subject: Subject
  /// The name of the org.
  package let org: String
  /// Why there may be more routes, a sentence each; empty if nothing was left out.
  package let gaps: [String]
  /// The additional notes, a sentence each.
  package var notes: [String] = []
  package let marks: [Mark]
  package internal(set) var rows: [Row] = []
  package internal(set) var columns: [Column] = []
  /// The cells by row and column; `nil` if the entry of the column doesn't apply to the users of
  /// the row.
  package internal(set) var cells: [[Cell?]] = []

  /// The number of users, without those who sign up.
  package var users: Int { rows.reduce(0) { $0 + $1.logins.count } }

  /// The number of classes of users.
  package var classes: Int { rows.reduce(0) { $0 + $1.classes } }

  /// The number of cells of each level, from the weakest to the strongest.
  package var levels: [(level: MatrixLevel, cells: Int)] {
    var counts: [MatrixLevel: Int] = [:]
    for case let cell? in cells.joined() { counts[cell.answer.level, default: 0] += 1 }
    return MatrixLevel.allCases.compactMap { level in counts[level].map { (level, $0) } }
  }

  /// The number of cells with each kind of change.
  package var changes: [(kind: Change.Kind, cells: Int)] {
    var counts: [Change.Kind: Int] = [:]
    for case let change?? in cells.joined().map({ $0?.change }) {
      counts[change.kind, default: 0] += 1
    }
    return Change.Kind.allCases.compactMap { kind in counts[kind].map { (kind, $0) } }
  }
}
