public import FlowEngine

/// A row of the machine's transition table: the trigger and the states of a transition.
///
/// Graphs and documents are made from the table. The reducer reports each row that it took, so that
/// a test can compare the reducer with the table.
public struct SessionTransition: Sendable, Hashable {
  /// A row's number; several rows have the same number if a trigger leads to different states.
  public enum ID: Int, Sendable, Hashable, CaseIterable, CustomStringConvertible {
    case t1 = 1
    case t2, t3, t4, t5, t6, t7, t8, t9, t10, t11, t12, t13, t14, t15, t16, t17, t18, t19, t20
    case t21, t22, t23, t24, t25, t26, t27, t28, t29, t30, t31
    /// A second factor is needed, but none is allowed.
    ///
    /// The documentation doesn't state this row, but it follows from S25.
    case t32
    /// An event from outside that doesn't affect the session.
    case t33

    /// `T1` and so on.
    public var description: String { "T\(rawValue)" }
  }

  /// A state, with pseudo states for user input, and with a state for no session.
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

    /// The states to which the time limit of S33 applies: all before ACTIVE.
    public static let beforeActive: [Place] = [
      .starting, .ready, .confirmation, .secondFactor, .verifying,
    ]
    /// The states in which a session hasn't ended.
    public static let live: [Place] = beforeActive + [.active]

    /// The status that an app sees; `nil` if there is no session.
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

  /// The row's number.
  public var id: ID
  /// The states in which the row applies.
  public var from: [Place]
  /// The trigger: a call of the app, or an event from outside.
  public var trigger: String
  /// The condition, in words; empty if there is none.
  public var condition: String
  /// The next state; `nil` if the state stays the same.
  public var to: Place?
  /// The new history status; `nil` if it stays the same.
  public var history: HistoryStatus?
  /// The names of the callbacks in their order, without SessionUpdate.
  public var callbacks: [String]
  /// The numbers of the documentation's rules that the row follows.
  public var rules: [Int]

  /// A row that the reducer took, with the states before and after it.
  public struct Taken: Sendable, Hashable {
    /// The row's number.
    public var id: ID
    /// The state before the row.
    public var from: Place
    /// The state after the row.
    public var to: Place

    /// Makes a record of a row.
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

  /// The machine as a graph, with every row that leads to another state or calls back the app.
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

  /// All rows, in the order of their numbers.
  public static let table: [SessionTransition] = starting + interacting + verifying + ending

  /// The rows from the start of a session to the user's interaction (S1–S13).
  private static let starting: [SessionTransition] = [
    .init(
      .t1, from: [.absent], "startSession", when: "the data can be read", to: .starting,
      rules: [1, 2, 3, 4, 9, 19]),
    .init(
      .t2, from: [.absent], "startSession", when: "the data can't be read", [error], rules: [3, 4]),
    .init(
      .t2, from: [.absent], "startSession",
      when: "the same session is running, or there are too many"),
    .init(
      .t3, from: [.absent], "processPush", when: "a login or an enrollment, for the first time",
      to: .starting, rules: [1, 2, 5, 9, 19]),
    .init(.t4, from: [.absent], "processPush", when: "something else, or once more", rules: [5]),
    .init(.t4, from: [.absent], "processPush", when: "the message can't be read", [error]),
    .init(
      .t5, from: [.absent], "startAppLogin", when: "with an account, or there is only one",
      to: .starting, rules: [1, 2, 6, 9]),
    .init(
      .t6, from: [.absent], "startAppLogin", when: "there are no accounts, or several", [error]),
    .init(.t6, from: [.absent], "startAppLogin", when: "another session takes input"),
    .init(
      .t7, from: [.starting], "server information", when: "AppLogin", to: .secondFactor, [factor],
      rules: [13, 23]),
    .init(
      .t8, from: [.starting], "server information", when: "no AppLogin, started by hand",
      to: .ready, ["SessionReadyForUserInteraction"], rules: [9, 10]),
    .init(
      .t9, from: [.starting], "server information",
      when: "no AppLogin, READY is skipped: it continues once no other session takes input",
      to: .ready, rules: [11]),
    .init(
      .t10, from: [.starting], "server information", when: "a failure, or it can't be used here",
      to: .error, history: .error, [error, stop], rules: [31, 40]),
  ]

  /// The rows for the user's confirmation and second factor (S12, S14–S25).
  private static let interacting: [SessionTransition] = [
    .init(
      .t11, from: [.ready], "startUserInteraction, or READY is skipped", when: "enrollment",
      to: .confirmation, ["ConfirmEnrol"], rules: [12, 14, 16, 18]),
    .init(
      .t12, from: [.ready], "startUserInteraction, or READY is skipped",
      when: "login whose account is to be confirmed", to: .confirmation, ["ConfirmLogin"],
      rules: [12, 14, 17, 18]),
    .init(
      .t13, from: [.ready], "startUserInteraction, or READY is skipped",
      when: "login with one account and a second factor, confirmation bypassed",
      to: .secondFactor, [factor], rules: [22]),
    .init(
      .t14, from: [.confirmation], "setAccount", when: "an offered account, a factor is needed",
      to: .secondFactor, [factor], rules: [15, 20, 21, 25]),
    .init(
      .t15, from: [.confirmation], "setAccount", when: "an offered account, no factor is needed",
      to: .active, rules: [25, 28, 29]),
    .init(.t16, from: [.confirmation], "setAccount", when: "another account", rules: [15]),
    .init(
      .t17, from: [.secondFactor], "setPinBiometric", when: "what is allowed and required",
      to: .verifying, rules: [24]),
  ]

  /// The rows for the results of a second factor (S26–S28).
  private static let verifying: [SessionTransition] = [
    .init(
      .t18, from: [.verifying], "second factor verified", when: "SUCCESS", to: .active, [factor],
      rules: [26, 28, 29]),
    .init(
      .t19, from: [.verifying], "second factor verified",
      when: "not yet, and it may be tried again",
      to: .secondFactor, [factor], rules: [14, 26, 27]),
    .init(
      .t20, from: [.verifying], "second factor verified", when: "no, and no attempts are left",
      to: .error, history: .error, [factor, error, stop], rules: [26, 28, 31, 40]),
  ]

  /// The rows that end a session (S28–S40).
  private static let ending: [SessionTransition] = [
    .init(
      .t21, from: [.secondFactor], "inputCancel", to: .done, history: .aborted, [stop],
      rules: [24, 39]),
    .init(
      .t22, from: Place.live, "stopSession", when: "not logged in", to: .done, history: .aborted,
      [stop], rules: [15, 30, 39]),
    .init(
      .t23, from: [.active], "login result", when: "it is valid and pinged (pingTime > 0)",
      history: .loggedIn, ["SessionLogin"], rules: [35, 36, 37]),
    .init(
      .t24, from: [.active], "login result", when: "it is valid once (pingTime = 0)", to: .done,
      history: .loggedInOneShot, ["SessionLogin", stop], rules: [32, 37]),
    .init(
      .t25, from: [.active], "stopSession, logout, AppLogin timeout or lost ping",
      when: "logged in", to: .done, history: .loggedOut, [stop], rules: [30, 38]),
    .init(
      .t26, from: [.active], "login result", when: "it failed", to: .error, history: .error,
      [error, stop], rules: [31, 40]),
    .init(
      .t27, from: [.active], "account deleted", when: "logged in with it", to: .done,
      history: .loggedOut, [stop], rules: [38]),
    .init(
      .t27, from: Place.live, "account deleted", when: "its account, or the only one it offers",
      to: .error, history: .error, [error, stop], rules: [40]),
    .init(
      .t28, from: Place.beforeActive, "time passes", when: "its time is up", to: .done,
      history: .aborted, [stop], rules: [33, 39]),
    .init(.t29, from: [.active], "time passes", when: "its time is up", rules: [33]),
    .init(.t30, from: [.done, .error], "anything", rules: [31, 32]),
    .init(.t31, from: Place.live, "a call that isn't allowed there"),
    .init(
      .t32, from: [.starting, .ready, .confirmation], "as T7, T13 and T14",
      when: "a second factor is needed and none may be given", to: .error, history: .error,
      [error, stop], rules: [25, 31, 40]),
    .init(.t33, from: Place.live, "the world", when: "the event is for another state or time"),
  ]

  private static let error = "UserErrorMessage"
  private static let factor = "SecondFactor"
  private static let stop = "SessionStop"
}
