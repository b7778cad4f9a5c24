/// A row of the machine's transition table: what leads from which state to which.
///
/// The table is data, for graphs and documents; the reducer says with each step which row it took,
/// so that a test holds both together.
public struct SessionTransition: Sendable, Hashable {
  /// The number of a row; several rows share one where a trigger ends in several states.
  public enum ID: Int, Sendable, Hashable, CaseIterable, CustomStringConvertible {
    case t1 = 1
    case t2, t3, t4, t5, t6, t7, t8, t9, t10, t11, t12, t13, t14, t15, t16, t17, t18, t19, t20
    case t21, t22, t23, t24, t25, t26, t27, t28, t29, t30, t31
    /// A second factor is needed and none may be given: not in the documentation's words, but in
    /// what follows from S25.
    case t32
    /// The world says what a session that goes on has no use for.
    case t33

    /// `T1` and so on.
    public var description: String { "T\(rawValue)" }
  }

  /// A state with its pseudo states, and what is before all.
  public enum Place: String, Sendable, Hashable, CaseIterable {
    /// There is no session.
    case absent = "NO_SESSION"
    case starting = "STARTING"
    case ready = "READY_FOR_USER_INTERACTION"
    case confirmation = "WAIT_FOR_CONFIRMATION"
    case secondFactor = "WAIT_FOR_SECOND_FACTOR"
    case verifying = "VERIFYING"
    case active = "ACTIVE"
    case done = "DONE"
    case error = "ERROR"

    /// Those that S33 times out: before ACTIVE.
    public static let beforeActive: [Place] = [
      .starting, .ready, .confirmation, .secondFactor, .verifying,
    ]
    /// Those from which a session goes on.
    public static let live: [Place] = beforeActive + [.active]

    /// The state that an app sees; `nil` where there is no session.
    public var status: SessionStatus? {
      switch self {
      case .absent: nil
      case .starting: .starting
      case .ready: .readyForUserInteraction
      case .confirmation, .secondFactor, .verifying: .waitingForUserInput
      case .active: .active
      case .done: .done
      case .error: .error
      }
    }
  }

  /// Its number.
  public var id: ID
  /// The states that it leads from.
  public var from: [Place]
  /// What happens: a call of the app, or something in the world.
  public var trigger: String
  /// What must hold, in words; empty where nothing must.
  public var condition: String
  /// The state that it leads to; `nil` where the state stays.
  public var to: Place?
  /// What the history status becomes; `nil` where it stays.
  public var history: HistoryStatus?
  /// The names of the callbacks, in their order, SessionUpdate left out.
  public var callbacks: [String]
  /// The rules of the documentation that it follows, by their numbers.
  public var rules: [Int]

  /// A row that was taken.
  public struct Taken: Sendable, Hashable {
    /// Its number.
    public var id: ID
    /// The state before.
    public var from: Place
    /// The state after.
    public var to: Place

    /// Makes one.
    public init(_ id: ID, from: Place, to: Place) {
      self.id = id
      self.from = from
      self.to = to
    }
  }

  init(
    _ id: ID, from: [Place], _ trigger: String, when condition: String = "", to: Place? = nil,
    history: HistoryStatus? = nil, _ callbacks: [String] = [], rules: [Int] = []
  ) {
    self.id = id
    self.from = from
    self.trigger = trigger
    self.condition = condition
    self.to = to
    self.history = history
    self.callbacks = callbacks
    self.rules = rules
  }
}
