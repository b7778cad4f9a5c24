/// The common members of the two apps' states.
protocol AppState {
  associatedtype Table: AppTable
  var place: Table.Place { get set }
  var screen: AppScreen? { get set }
}

/// The common members of the two apps' effects.
protocol AppEffect {
  static func call(_ call: EndpointCall) -> Self
  static func show(_ screen: AppScreen) -> Self
  static func note(_ diagnostic: AppDiagnostic) -> Self
}

/// The progress of one step: an app's new state, and the effects and table rows so far.
protocol AppReducer {
  associatedtype State: AppState
  associatedtype Effect: AppEffect
  var state: State { get set }
  var effects: [Effect] { get set }
  var taken: [AppTransition<State.Table>.Taken] { get set }
}

extension AppReducer {
  mutating func move(_ row: State.Table.ID, to place: State.Table.Place) {
    taken.append(.init(row, from: state.place, to: place))
    state.place = place
  }

  mutating func stay(_ row: State.Table.ID, _ diagnostic: AppDiagnostic? = nil) {
    move(row, to: state.place)
    if let diagnostic { effects.append(.note(diagnostic)) }
  }

  mutating func show(_ screen: AppScreen) {
    state.screen = screen
    effects.append(.show(screen))
  }

  mutating func call(_ call: EndpointCall) { effects.append(.call(call)) }
}

extension ClientState: AppState {
  typealias Table = ClientTable
}

extension ProviderState: AppState {
  typealias Table = ProviderTable
}

extension ClientEffect: AppEffect {}
extension ProviderEffect: AppEffect {}
