/// A table of who gets in and how.
///
/// The rows are classes of users, and the columns are circumstances.
///
/// Rows with the same cells are merged, and so are columns.
package struct Matrix: Sendable {
  /// The command that the table belongs to.
  package enum Subject: Sendable {
    case exploration, audit, difference
  }

  /// One or more classes of users with the same results.
  package struct Row: Sendable {
    /// The users in short: `ada@acme.test and 2 others`.
    package var label: String
    /// The properties that the users have in common, such as `group staff`; empty if there are
    /// none.
    package var note: String
    /// The logins of the users; empty for users who sign up.
    package var logins: [String]
    /// The number of classes in the row.
    package var classes = 1
  }

  /// One or more circumstances with the same results in every row.
  package struct Column: Sendable {
    /// How the users get to the first page, such as `Sign-in`.
    package var group: String
    /// The place that the users come from, such as `zone office`.
    package var place: String
    /// The other circumstances in short, such as `device managed`.
    package var label: String
    /// The other circumstances in full.
    package var detail: String
    /// The number of circumstances in the column.
    package var count = 1

    /// The place for the head of the column, without the word `zone` before names of zones.
    package var placeHead: String {
      let names = place.dropFirst("zone ".count)
      guard place.hasPrefix("zone "), !names.hasPrefix("anywhere"), !names.hasPrefix("outside")
      else { return place }
      return String(names)
    }

    /// The full description of the column in one line.
    package var text: String { "\(group): \(place), \(detail)" }
  }

  /// The result for a class of users in a circumstance, during a span of time.
  package struct Phase: Sendable, Hashable {
    /// The span of time, such as `within 20m`; empty if the time makes no difference.
    package var time: String
    /// The answer of the org.
    ///
    /// If two orgs are compared, this is the answer of the new org.
    package var answer: MatrixAnswer
    /// The answer of the old org; `nil` if no orgs are compared.
    package var before: MatrixAnswer?
    /// The difference between the two answers; `nil` if no orgs are compared.
    package var change: Change?

    /// Whether the cell should show this phase instead of another, because its change is worse or
    /// its answer is weaker.
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

  /// The results for a class of users in a circumstance, at all times.
  package struct Cell: Sendable {
    /// The results in order of time.
    ///
    /// Two adjacent phases differ.
    package let phases: [Phase]
    /// The index of the phase that the cell shows: the phase with the worst change or the weakest
    /// answer.
    package let shown: Int
    /// The indices of the findings whose witness is in this cell.
    package var marks: Set<Int> = []
    /// A flow that shows the answer; `nil` if no script can express it.
    package var witness: String?

    /// Creates a cell with at least one phase.
    init(phases: [Phase]) {
      self.phases = phases
      shown = phases.indices.reduce(0) { phases[$1].isWorse(than: phases[$0]) ? $1 : $0 }
    }

    package var answer: MatrixAnswer { phases[shown].answer }
    package var before: MatrixAnswer? { phases[shown].before }
    package var change: Change? { phases[shown].change }

    /// The strength of the answer, its time, and whether the exploration is incomplete, in words.
    package var details: [String] {
      let isComplete = phases.allSatisfy(\.answer.isComplete)
      let gap = isComplete || answer.level == .incomplete ? "" : "not complete"
      return [answer.strength, phases[shown].time, gap].filter { !$0.isEmpty }
    }

    /// Whether the cell has a finding or a change.
    package var isNotable: Bool { !marks.isEmpty || (change?.kind ?? .same) != .same }
  }

  /// A finding of an audit.
  package struct Mark: Sendable {
    /// The id of the kind of finding, such as `weaker-route`.
    package var id: String
    package var message: String
    /// The route that shows the finding; `nil` if no route does.
    package var route: Route?
    /// Whether the finding is only a note.
    package var isNote: Bool

    package init(id: String, message: String, route: Route?, isNote: Bool = false) {
      self.id = id
      self.message = message
      self.route = route
      self.isNote = isNote
    }
  }

  /// The difference between the answers of two orgs.
  package struct Change: Sendable, Hashable {
    package enum Kind: String, Sendable, Hashable, CaseIterable {
      case opened, weaker, stronger, closed, same
      /// The exploration of one of the orgs is incomplete.
      case unknown

      /// The rank by importance for a reader; the most important change has rank 0.
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
    /// The routes that let users in now but not before, the weakest first.
    package var gained: [MatrixRoute] = []
    /// The routes that let users in before but not now, the weakest first.
    package var lost: [MatrixRoute] = []
  }

  package let subject: Subject
  /// The name of the org.
  package let org: String
  /// The reasons why there may be more routes, one sentence each; empty if everything was explored.
  package let gaps: [String]
  /// Additional notes, one sentence each.
  package var notes: [String] = []
  package let marks: [Mark]
  package internal(set) var rows: [Row] = []
  package internal(set) var columns: [Column] = []
  /// The cells by row and column; `nil` if the users of the row can't get to the first page in the
  /// way of the column.
  package internal(set) var cells: [[Cell?]] = []

  /// The number of users in the settings.
  package var users: Int { rows.reduce(0) { $0 + $1.logins.count } }

  /// The number of classes of users.
  package var classes: Int { rows.reduce(0) { $0 + $1.classes } }

  /// The number of cells for each level, the weakest level first.
  package var levels: [(level: MatrixLevel, cells: Int)] {
    var counts: [MatrixLevel: Int] = [:]
    for case let cell? in cells.joined() { counts[cell.answer.level, default: 0] += 1 }
    return MatrixLevel.allCases.compactMap { level in counts[level].map { (level, $0) } }
  }

  /// The number of cells for each kind of change.
  package var changes: [(kind: Change.Kind, cells: Int)] {
    var counts: [Change.Kind: Int] = [:]
    for case let change?? in cells.joined().map({ $0?.change }) {
      counts[change.kind, default: 0] += 1
    }
    return Change.Kind.allCases.compactMap { kind in counts[kind].map { (kind, $0) } }
  }
}
