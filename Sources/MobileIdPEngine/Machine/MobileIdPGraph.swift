public import FlowEngine

/// The two apps of the mobile identity provider flow as one graph, from their own tables.
public enum MobileIdPGraph {
  /// The graph: the client's states, then the provider's.
  public static var graph: StateGraph {
    StateGraph(
      "mobile-idp",
      states: ClientTransition.Place.allCases.map { state(client($0), $0.isLast) }
        + ProviderTransition.Place.allCases.map { state(provider($0), $0.isLast) },
      transitions: begins + clientRows + providerRows)
  }

  private static let begins = [
    StateGraph.Transition("C", from: nil, to: client(.idle), trigger: "the client app is opened"),
    StateGraph.Transition(
      "I", from: nil, to: provider(.idle), trigger: "the identity provider app is opened"),
  ]

  private static var clientRows: [StateGraph.Transition] {
    ClientTransition.table.flatMap { row in
      guard let to = row.to else { return [StateGraph.Transition]() }
      return row.from.filter { $0 != to }.map { from in
        StateGraph.Transition(
          "\(row.id)", from: client(from), to: client(to), trigger: row.event,
          condition: row.condition)
      }
    }
  }

  private static var providerRows: [StateGraph.Transition] {
    ProviderTransition.table.flatMap { row in
      guard let to = row.to else { return [StateGraph.Transition]() }
      return row.from.filter { $0 != to }.map { from in
        StateGraph.Transition(
          "\(row.id)", from: provider(from), to: provider(to), trigger: row.event,
          condition: row.condition)
      }
    }
  }

  private static func client(_ place: ClientTransition.Place) -> String {
    "client \(place.rawValue)"
  }

  private static func provider(_ place: ProviderTransition.Place) -> String {
    "provider \(place.rawValue)"
  }

  private static func state(_ name: String, _ isLast: Bool) -> StateGraph.State {
    StateGraph.State(name, isLast ? .final : .usual)
  }
}

extension ClientTransition.Place {
  /// Whether no row leads on from it.
  fileprivate var isLast: Bool {
    !ClientTransition.table.contains { row in
      row.from.contains(self) && row.to.map { $0 != self } ?? false
    }
  }
}

extension ProviderTransition.Place {
  /// Whether no row leads on from it.
  fileprivate var isLast: Bool {
    !ProviderTransition.table.contains { row in
      row.from.contains(self) && row.to.map { $0 != self } ?? false
    }
  }
}
