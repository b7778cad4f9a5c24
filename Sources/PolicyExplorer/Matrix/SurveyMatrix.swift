package import FlowHost
import OktaSimulator

extension Matrix {
  /// Creates the matrix of an explored org.
  ///
  /// - Parameters:
  ///   - survey: The explorations.
  ///   - found: The org.
  ///   - gaps: The reasons why there may be more routes, one sentence each.
  ///   - marks: The findings of an audit; `nil` if the org wasn't audited.
  package init(
    _ survey: OrgSurvey, of found: OrgSource.Found, gaps: [String], marks: [Mark]? = nil
  ) {
    self.init(survey, AnswerWriter(found, now: survey.now), gaps: gaps, marks: marks)
  }

  init(_ survey: OrgSurvey, _ writer: AnswerWriter, gaps: [String], marks: [Mark]? = nil) {
    self.init(
      subject: marks == nil ? .exploration : .audit, org: survey.org.name, gaps: gaps,
      marks: marks ?? [])
    var builder = MatrixBuilder(survey.words)
    var last: WalkKind?
    func begin(_ kind: WalkKind) {
      guard last != kind else { return }
      builder.add(kind, note: survey.org.note(of: kind))
      last = kind
    }
    for exploration in survey.explorations {
      begin(exploration.kind)
      let written = writer.write(exploration)
      let starts = exploration.starts
      let own = self.marks.indices.filter { index in
        guard let route = self.marks[index].route else { return false }
        return route.start.index == exploration.kind.index && starts.contains(route.start)
      }
      builder.add(
        MatrixBuilder.Case(
          answer: written.answer, marks: Set(own), route: written.route,
          points: starts.map { (MatrixPoint($0), $0.clock) }))
    }
    let unknown = MatrixAnswer(level: .incomplete, isComplete: false)
    for planned in survey.unexplored {
      begin(planned.kind)
      builder.add(
        MatrixBuilder.Case(
          answer: unknown,
          points: planned.starts.map {
            (MatrixPoint($0), $0.clock)
          }))
    }
    let words = WalkWords([survey.org], asked: survey.explorer.asked)
    builder.fill(
      &self, labels: { MatrixColumns($0, words, of: survey.org, before: nil).all },
      witness: writer.flow)
  }
}

extension Org {
  /// Returns the groups and the type that all users of a class have in common, such as `groups
  /// staff and admins`; empty if there are none.
  func note(of kind: WalkKind) -> String {
    guard let first = kind.logins.first else { return "" }
    let groups = kind.logins.dropFirst().reduce(groups(of: first)) { common, login in
      let own = Set(self.groups(of: login))
      return common.filter(own.contains)
    }
    var notes: [String] = []
    if !groups.isEmpty {
      notes.append((groups.count == 1 ? "group " : "groups ") + RouteWords.list(groups))
    }
    let type = userType(of: first)
    if let type, kind.logins.allSatisfy({ userType(of: $0) == type }) {
      notes.append("type \(type)")
    }
    return notes.joined(separator: ", ")
  }
}
