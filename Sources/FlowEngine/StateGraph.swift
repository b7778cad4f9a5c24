/// The states of an engine and the transitions between them, from the engine's own table.
public struct StateGraph: Sendable, Hashable {
  /// The title of the graph, such as the engine's name.
  public var name: String
  /// The states.
  ///
  /// The states' order lets most transitions lead forward.
  public var states: [State]
  /// The transitions.
  public var transitions: [Transition]

  /// A state.
  public struct State: Sendable, Hashable {
    /// The kinds of states in the life of a session.
    public enum Kind: String, Sendable, Hashable {
      case usual
      /// The state is a part of another state.
      case part
      case final
    }

    /// The engine's own name of the state.
    public var name: String
    /// The kind of the state.
    public var kind: Kind
    /// A short description of the state.
    public var note: String

    /// Makes a state.
    public init(_ name: String, _ kind: Kind = .usual, note: String = "") {
      self.name = name
      self.kind = kind
      self.note = note
    }
  }

  /// A transition from one state to another.
  public struct Transition: Sendable, Hashable {
    /// The id in the engine's table.
    public var id: String
    /// The state before the transition; `nil` if the transition begins a session.
    public var from: String?
    /// The state after the transition.
    public var to: String
    /// The event that triggers the transition.
    public var trigger: String
    /// The condition for the transition; empty if there is none.
    public var condition: String

    /// Makes a transition.
    public init(
      _ id: String, from: String?, to: String, trigger: String, condition: String = ""
    ) {
      self.id = id
      self.from = from
      self.to = to
      self.trigger = trigger
      self.condition = condition
    }
  }

  /// Makes a graph.
  public init(_ name: String, states: [State], transitions: [Transition]) {
    self.name = name
    self.states = states
    self.transitions = transitions
  }
}
