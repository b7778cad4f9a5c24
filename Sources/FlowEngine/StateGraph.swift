/// The states of an engine and what leads from one to another, as the engine's own table has them.
public struct StateGraph: Sendable, Hashable {
  /// What it is of, such as the engine's name.
  public var name: String
  /// The states, in an order in which most transitions lead on.
  public var states: [State]
  /// The transitions.
  public var transitions: [Transition]

  /// A state.
  public struct State: Sendable, Hashable {
    /// What a state is in the life of a session.
    public enum Kind: String, Sendable, Hashable {
      case usual
      /// A part of another state.
      case part
      case final
    }

    /// The engine's own name of it.
    public var name: String
    /// What it is in the life of a session.
    public var kind: Kind
    /// A few words on what is in it.
    public var note: String

    /// Makes a state.
    public init(_ name: String, _ kind: Kind = .usual, note: String = "") {
      self.name = name
      self.kind = kind
      self.note = note
    }
  }

  /// What leads from one state to another.
  public struct Transition: Sendable, Hashable {
    /// What the engine's table calls it.
    public var id: String
    /// The state that it leads from; `nil` where a session begins.
    public var from: String?
    /// The state that it leads to.
    public var to: String
    /// What happens.
    public var trigger: String
    /// Under which condition; empty for none.
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
