public import FlowEngine

/// Makes one graph from the transition tables of the client and the provider.
public enum MobileIdPGraph {
  /// The graph: the client's states, then the provider's.
  public static var graph: StateGraph {
    let begins = [
      StateGraph.Transition(
        "C", from: nil, to: name("client", ClientTable.Place.idle),
        trigger: "the client app is opened"),
      StateGraph.Transition(
        "I", from: nil, to: name("provider", ProviderTable.Place.idle),
        trigger: "the identity provider app is opened"),
    ]
    return StateGraph(
      "mobile-idp",
      states: states("client", ClientTable.self) + states("provider", ProviderTable.self),
      transitions: begins + rows("client", ClientTable.self)
        + rows("provider", ProviderTable.self))
  }

  private static func rows<App: AppTable>(
    _ app: String, _: App.Type
  ) -> [StateGraph.Transition] {
    App.table.flatMap { row in
      guard let to = row.to else { return [StateGraph.Transition]() }
      return row.from.filter { $0 != to }.map { from in
        StateGraph.Transition(
          "\(row.id)", from: name(app, from), to: name(app, to), trigger: row.event,
          condition: row.condition)
      }
    }
  }

  private static func states<App: AppTable>(_ app: String, _: App.Type) -> [StateGraph.State] {
    App.Place.allCases.map { place in
      let leads = App.table.contains { row in
        row.from.contains(place) && row.to.map { $0 != place } ?? false
      }
      return StateGraph.State(name(app, place), leads ? .usual : .final)
    }
  }

  private static func name(_ app: String, _ place: some RawRepresentable<String>) -> String {
    "\(app) \(place.rawValue)"
  }
}
