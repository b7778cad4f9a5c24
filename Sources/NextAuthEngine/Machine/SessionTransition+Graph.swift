public import FlowEngine

extension SessionTransition {
  /// The machine as a graph: every row that leads to another state, or tells the app of something.
  public static var graph: StateGraph {
    let places = Place.allCases.filter { $0 != .absent }
    let transitions = table.flatMap { row in
      row.from.compactMap { from -> StateGraph.Transition? in
        guard let to = row.to ?? (row.history == nil || from == .absent ? nil : from) else {
          return nil
        }
        return StateGraph.Transition(
          "\(row.id)", from: from == .absent ? nil : from.rawValue, to: to.rawValue,
          trigger: row.trigger, condition: row.condition)
      }
    }
    return StateGraph("nextauth", states: places.map(state), transitions: transitions)
  }

  private static func state(_ place: Place) -> StateGraph.State {
    guard let status = place.status, status.rawValue != place.rawValue else {
      return StateGraph.State(place.rawValue, place.status?.isFinal == true ? .final : .usual)
    }
    return StateGraph.State(place.rawValue, .part, note: "in \(status.rawValue)")
  }
}
