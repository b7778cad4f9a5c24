package import FlowTerminal
package import FlowInterpreter
import OktaSimulator

/// The routes of an org as a person reads them: by who goes them, and from where.
package struct RouteTable {
  private let survey: OrgSurvey
  private let style: Style
  private let isWhole: Bool

  /// Makes a table.
  ///
  /// - Parameters:
  ///   - survey: The walks.
  ///   - style: The colors.
  ///   - isWhole: Whether every outcome is listed.
  package init(_ survey: OrgSurvey, style: Style, isWhole: Bool) {
    self.survey = survey
    self.style = style
    self.isWhole = isWhole
  }

  /// Writes the table, a class of users at a time, and what it was made of.
  package func write(to output: any OutputSink) {
    for (kind, explorations) in survey.explorations.byKind {
      var text = style(survey.words.people(kind).terminalSafe, .bold) + "\n"
      for (circumstances, rows) in grouped(explorations) {
        text += "  " + heading(circumstances) + "\n"
        for row in rows { text += "    " + row + "\n" }
      }
      output.write(text + "\n")
    }
    let kinds = survey.explorations.byKind.count
    let people = survey.explorations.byKind.reduce(0) { $0 + max($1.kind.logins.count, 1) }
    output.write(
      "\(survey.org.name.terminalSafe): \(people) people of \(kinds) kinds, "
        + "\(survey.explorations.count) walks, \(survey.states) positions"
        + (survey.isComplete ? "\n" : ", not complete\n"))
  }

  /// The circumstances under which the same is told of somebody.
  private func grouped(
    _ explorations: [Exploration]
  ) -> [(circumstances: [String], rows: [String])] {
    var groups: [(circumstances: [String], rows: [String])] = []
    for exploration in explorations {
      let rows = rows(exploration)
      let told = exploration.toldStarts.map(survey.words.circumstances)
      if let index = groups.firstIndex(where: { $0.rows == rows }) {
        groups[index].circumstances += told
      } else {
        groups.append((told, rows))
      }
    }
    return groups
  }

  private func heading(_ circumstances: [String]) -> String {
    style(RouteWords.listed(circumstances).terminalSafe, .dim)
  }

  private func rows(_ exploration: Exploration) -> [String] {
    let routes = isWhole ? exploration.routes : exploration.ways
    guard !routes.isEmpty else {
      guard exploration.isComplete else { return [style("not walked to the end", .caution)] }
      return [style("no way in", .bad) + reason(exploration)]
    }
    var replay = WalkReplay(Walk(survey.org, exploration.start, now: survey.now))
    return routes.map { route in
      let way = survey.words.way(replay.steps(of: route.way))
      return RouteWords.told(way).terminalSafe + "  → " + ending(route.ending)
    }
  }

  /// What somebody who doesn't get in is told who does everything right.
  private func reason(_ exploration: Exploration) -> String {
    let refusal = exploration.routes.last(where: \.isStraight)
    return refusal.map { ": " + survey.words.outcome($0.ending).terminalSafe } ?? ""
  }

  private func ending(_ ending: WalkEnding) -> String {
    var told = survey.words.outcome(ending).terminalSafe
    guard ending.outcome == .signedIn else { return told }
    let rule = survey.org.name(ofRule: ending.rule)
    told += ", rule \(rule.terminalSafe)"
    return told + (ending.isEnough ? "" : style(", weaker than its rule", .caution))
  }
}
