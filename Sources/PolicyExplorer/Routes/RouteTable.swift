package import FlowTerminal
package import FlowInterpreter
import FlowText
import OktaSimulator

/// The routes of an org as text, grouped by class of users and by circumstances.
package struct RouteTable {
  private let survey: OrgSurvey
  private let style: Style
  private let isWhole: Bool

  /// Creates a table.
  ///
  /// - Parameters:
  ///   - survey: The explorations.
  ///   - style: The colors.
  ///   - isWhole: Whether to list every outcome.
  package init(_ survey: OrgSurvey, style: Style, isWhole: Bool) {
    self.survey = survey
    self.style = style
    self.isWhole = isWhole
  }

  /// Writes the table, one class of users at a time, and then a summary.
  package func write(to output: any OutputSink) {
    for (kind, explorations) in survey.explorations.byKind {
      var text: TerminalText = style("\(survey.words.people(kind))", as: .bold) + "\n"
      for (heading, rows) in headed(grouped(explorations)) {
        text += "  " + style("\(heading)", as: .dim) + "\n"
        for row in rows { text += "    " + row + "\n" }
      }
      output.print(text + "\n")
    }
    let kinds = survey.explorations.byKind.count
    let people = survey.explorations.byKind.reduce(0) { $0 + max($1.kind.logins.count, 1) }
    output.print(
      "\(survey.org.name): \(people) \(people == 1 ? "user" : "users") in "
        + "\(kinds) \(kinds == 1 ? "class" : "classes"), "
        + "\(Prose.count(survey.explorations.count, "walk")), "
        + "\(survey.states) positions"
        + (survey.isWhole ? "\n" : ", not complete\n"))
  }

  /// Returns the rows, grouped so that explorations with equal rows share a group.
  ///
  /// Each group lists the circumstances of its explorations.
  private func grouped(
    _ explorations: [Exploration]
  ) -> [(circumstances: [String], rows: [TerminalText])] {
    var groups: [(circumstances: [String], rows: [TerminalText])] = []
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

  /// Returns the groups with headings: `in every circumstance`, a list of circumstances, or `in all
  /// other circumstances`.
  ///
  /// The group for all other circumstances is last.
  private func headed(
    _ groups: [(circumstances: [String], rows: [TerminalText])]
  ) -> [(heading: String, rows: [TerminalText])] {
    guard groups.count > 1 else { return groups.map { ("in every circumstance", $0.rows) } }
    let most = groups.map(\.circumstances.count).max() ?? 0
    let largest = groups.indices.filter { groups[$0].circumstances.count == most }
    let rest = isWhole || most <= RouteWords.listedMost || largest.count > 1 ? nil : largest.first
    var headed: [(heading: String, rows: [TerminalText])] = []
    for (index, group) in groups.enumerated() where index != rest {
      let shown = isWhole ? group.circumstances.count : RouteWords.listedMost
      headed.append((RouteWords.listed(group.circumstances, atMost: shown), group.rows))
    }
    if let rest { headed.append(("in all other circumstances", groups[rest].rows)) }
    return headed
  }

  private func rows(_ exploration: Exploration) -> [TerminalText] {
    let ways = isWhole ? exploration.routes : exploration.toldWays
    let unlocks = isWhole ? [] : exploration.unlocks
    var rows: [TerminalText] = []
    if ways.isEmpty {
      rows.append(
        !exploration.isComplete
          ? style("not explored to the end", as: .caution)
          : unlocks.isEmpty
            ? style("no way in", as: .bad) + reason(exploration)
            : style("no way in while the account is locked", as: .bad))
    }
    return rows + self.rows(of: ways + unlocks, exploration)
  }

  private func rows(of routes: [Route], _ exploration: Exploration) -> [TerminalText] {
    var replay = WalkReplay(Walk(survey.org, exploration.start, now: survey.now))
    return routes.map { route in
      let way = survey.words.way(replay.steps(of: route.way))
      return "\(RouteWords.told(way))  → \(ending(route.ending))"
    }
  }

  /// Returns the refusal of a user who answers everything correctly, after a colon; empty if there
  /// is none.
  private func reason(_ exploration: Exploration) -> TerminalText {
    let refusal = exploration.routes.last(where: \.isStraight)
    return refusal.map { ": \(survey.words.outcome($0.ending))" } ?? ""
  }

  private func ending(_ ending: WalkEnding) -> TerminalText {
    var told: TerminalText = "\(survey.words.outcome(ending))"
    guard ending.outcome == .signedIn else { return told }
    let rule = survey.org.name(ofRule: ending.rule)
    told += ", rule \(rule)"
    return told + (ending.isEnough ? "" : style(", weaker than its rule", as: .caution))
  }
}
