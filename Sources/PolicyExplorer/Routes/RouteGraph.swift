package import FlowEngine
import OktaSimulator

/// The routes of all users as one graph.
///
/// Routes that begin with the same steps share these steps.
package struct RouteGraph {
  /// The graph, in the form in which state machines are drawn.
  package let graph: StateGraph

  /// Creates the graph.
  ///
  /// - Parameters:
  ///   - survey: The explorations.
  ///   - gap: The reason why there may be more routes; `nil` if everything was explored. A picture
  ///     shows it in a separate box.
  package init(_ survey: OrgSurvey, gap: String?) {
    var maker = Maker(survey)
    if let gap { maker.states.append(StateGraph.State("not complete", .part, note: gap)) }
    for (kind, explorations) in survey.explorations.byKind {
      for exploration in explorations { maker.add(exploration, of: kind) }
    }
    graph = StateGraph(
      "routes of \(survey.org.name)", states: maker.states, transitions: maker.transitions)
  }

  private struct Maker {
    let survey: OrgSurvey
    var states: [StateGraph.State] = []
    var transitions: [StateGraph.Transition] = []
    private var known: Set<String> = []
    private var ids: Set<StateGraph.Transition> = []

    init(_ survey: OrgSurvey) { self.survey = survey }

    mutating func add(_ exploration: Exploration, of kind: WalkKind) {
      let who = survey.words.people(kind)
      let starts = exploration.toldStarts.map(survey.words.circumstances)
      let told = starts == [""] ? "" : RouteWords.listed(starts)
      let rules = Set(exploration.ways.map { survey.org.name(ofRule: $0.ending.rule) })
      let rule = rules.sorted().first ?? "no way in"
      let begin = rules.isEmpty ? "no way in" : "rule \(rule)"
      add(StateGraph.State(begin, rules.isEmpty ? .final : .usual))
      add(nil, begin, who, told)
      var replay = WalkReplay(Walk(survey.org, exploration.start, now: survey.now))
      for route in exploration.ways {
        var state = begin
        for word in survey.words.way(replay.steps(of: route.way)) {
          let next = state == begin ? "\(rule): \(word)" : "\(state), \(word)"
          add(StateGraph.State(next))
          add(state, next, word, "")
          state = next
        }
        let end = survey.words.outcome(route.ending)
        add(StateGraph.State(end, .final))
        add(state, end, "in", "")
      }
    }

    private mutating func add(_ state: StateGraph.State) {
      if known.insert(state.name).inserted { states.append(state) }
    }

    private mutating func add(_ from: String?, _ to: String, _ trigger: String, _ note: String) {
      var transition = StateGraph.Transition(
        "", from: from, to: to, trigger: trigger, condition: note)
      guard ids.insert(transition).inserted else { return }
      transition.id = "\(ids.count)"
      transitions.append(transition)
    }
  }
}
