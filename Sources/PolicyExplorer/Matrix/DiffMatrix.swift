package import FlowHost
import OktaSimulator

extension Matrix {
  /// Creates the matrix of two versions of an org, with the answers before and after the change.
  ///
  /// - Parameters:
  ///   - diff: The comparison, including cases without a change.
  ///   - old: The org before the change.
  ///   - new: The org after the change.
  ///   - now: The time of the org in the explorations.
  ///   - gaps: The reasons why there may be more changes, one sentence each.
  package init(
    _ diff: OrgDiff, old: OrgSource.Found, new: OrgSource.Found, now: Duration, gaps: [String]
  ) {
    self.init(
      diff, old: AnswerWriter(old, now: now), new: AnswerWriter(new, now: now), gaps: gaps)
  }

  init(_ diff: OrgDiff, old: AnswerWriter, new: AnswerWriter, gaps: [String]) {
    self.init(subject: .difference, org: new.org.name, gaps: gaps, marks: [])
    var builder = MatrixBuilder(RouteWords(new.org))
    for (logins, comparisons) in diff.byLogins {
      let kind = WalkKind(logins: logins)
      builder.add(kind, note: new.org.note(of: kind))
      for comparison in comparisons {
        builder.add(Matrix.compared(comparison, old, new))
      }
    }
    let words = WalkWords([old.org, new.org], asked: diff.asked)
    builder.fill(
      &self, labels: { MatrixColumns($0, words, of: new.org, before: old.org).all },
      witness: new.flow)
  }

  /// Returns the answers of both orgs for a case, and the change between them.
  private static func compared(
    _ comparison: OrgDiff.Comparison, _ old: AnswerWriter, _ new: AnswerWriter
  ) -> MatrixBuilder.Case {
    let nobody = AnswerWriter.Written(
      answer: MatrixAnswer(level: .noWayIn, refusal: "no one can sign up"), route: nil)
    let before = comparison.old.map(old.write) ?? nobody
    let after = comparison.new.map(new.write) ?? nobody
    let gained = new.write(comparison.gained)
    let change = Change(
      kind: kind(comparison, before.answer, after.answer), gained: gained.map(\.words),
      lost: old.write(comparison.lost).map(\.words))
    return MatrixBuilder.Case(
      answer: after.answer, before: before.answer, change: change,
      route: gained.first?.route ?? after.route,
      points: comparison.pairCase.alike.map {
        (MatrixPoint($0.new, before: $0.old), $0.new.clock)
      })
  }

  private static func kind(
    _ comparison: OrgDiff.Comparison, _ before: MatrixAnswer, _ after: MatrixAnswer
  ) -> Change.Kind {
    guard comparison.isComplete else { return .unknown }
    switch (comparison.gained.isEmpty, comparison.lost.isEmpty) {
    case (true, true): return .same
    case (false, _): return before.routes.isEmpty ? .opened : .weaker
    case (true, false): return after.routes.isEmpty ? .closed : .stronger
    }
  }
}

extension OrgDiff {
  /// The comparisons, grouped by class of users.
  fileprivate var byLogins: [(logins: UserLogins, comparisons: [Comparison])] {
    var groups: [(logins: UserLogins, comparisons: [Comparison])] = []
    var places: [UserLogins: Int] = [:]
    for comparison in comparisons {
      let logins = comparison.pairCase.logins
      let place = places[logins] ?? groups.count
      if place == groups.count {
        places[logins] = place
        groups.append((logins, []))
      }
      groups[place].comparisons.append(comparison)
    }
    return groups
  }
}
