/// The state machine of a session as pure functions, by rules S1–S40 of the documentation.
public enum SessionMachine {
  /// Begins a session in STARTING (S1, S9).
  ///
  /// - Parameters:
  ///   - id: The session's number.
  ///   - payload: The data that starts the session.
  ///   - origin: Where the data is from (S2); a session from the app is an AppLogin.
  ///   - environment: The environment of the session.
  /// - Returns: The session, and the effect that asks the server for information.
  public static func begin(
    _ id: SessionID, _ payload: SessionPayload, origin: SessionOrigin,
    _ environment: SessionEnvironment
  ) -> SessionStep {
    var record = SessionRecord(
      id: id, origin: origin, kind: payload.kind, isAppLogin: origin == .app,
      server: payload.server)
    if origin == .app {
      record.account = environment.accounts.first { $0.id == payload.account }
      record.candidates = record.account.map { [$0] } ?? []
    }
    let timeout = environment.configuration.sessionTimeout
    let session = SessionState(
      record: record, payload: payload,
      deadline: timeout > .zero ? environment.now + timeout : nil, lastActivity: environment.now)
    let row: SessionTransition.ID =
      switch origin {
      case .qr, .deepLink: .t1
      case .push: .t3
      case .app: .t5
      }
    return SessionStep(
      session: session, effects: [.callback(.sessionUpdate(id, .starting)), .fetchServerInfo],
      taken: [.init(row, from: .absent, to: .starting)], failure: nil)
  }

  /// Gives an input to a session.
  ///
  /// - Parameters:
  ///   - session: The session.
  ///   - input: The input.
  ///   - environment: The environment of the session, which describes the other sessions.
  /// - Returns: The session after the input, the effects, and the table rows that were taken.
  public static func reduce(
    _ session: SessionState, _ input: SessionInput, _ environment: SessionEnvironment
  ) -> SessionStep {
    var reducer = SessionReducer(session, environment)
    reducer.take(input)
    return SessionStep(
      session: reducer.session, effects: reducer.effects, taken: reducer.taken,
      failure: reducer.failure)
  }
}

/// The progress of one step of a session.
struct SessionReducer {
  var session: SessionState
  let environment: SessionEnvironment
  /// The device's factors, including the changes of this step.
  var factors: FactorStore
  private(set) var effects: [SessionEffect] = []
  private(set) var taken: [SessionTransition.Taken] = []
  private(set) var failure: CallFailure?

  init(_ session: SessionState, _ environment: SessionEnvironment) {
    self.session = session
    self.environment = environment
    factors = environment.factors
  }

  var id: SessionID { session.record.id }
  var now: Duration { environment.now }
  var policy: SecondFactorPolicy { SecondFactorPolicy(session, environment, factors: factors) }

  mutating func take(_ input: SessionInput) {
    if session.record.status.isFinal {
      if input.isCall { failure = CallFailure(.sessionEnded, "the session has ended") }
      return stay(.t30)
    }
    switch (session.place, input) {
    case (.starting, .serverInfo(let parameters)): learn(parameters)
    case (.starting, .serverInfoFailed(let error)): fail(.t10, error, isTold: false)
    case (.ready, .startUserInteraction):
      if environment.isInputTaken {
        return refuse(.interactionBusy, "another session takes input")
      }
      interact()
    case (.ready, .turn) where session.isHeld && !environment.isInputTaken: interact()
    case (.confirmation, .setAccount(let account, let userInput)): confirm(account, userInput)
    case (.secondFactor, .setPinBiometric(let pin, let biometric)): give(pin, biometric)
    case (.secondFactor, .inputCancel): abort(.t21, .cancelled)
    case (.verifying, .secondFactorResult(let event, let remaining)): judge(event, remaining)
    case (.active, .loginResult(let account, let credentials))
    where session.record.history == .none:
      logIn(account, credentials)
    case (.active, .loginFailed(let error)) where session.record.history == .none:
      fail(.t26, error, isTold: false)
    case (.active, .serverLogout) where session.record.history == .loggedIn:
      logOut(.t25, isTold: false)
    case (_, .stopSession): stop()
    case (_, .accountDeleted(let account, let byServer)): lose(account, isTold: !byServer)
    case (_, .clock): tick()
    case (_, .activity):
      session.lastActivity = environment.now
      stay(.t33)
    default:
      if input.isCall {
        return refuse(.wrongState, "the call isn't allowed in \(session.place.rawValue)")
      }
      stay(.t33)
    }
  }

  // MARK: Building a step

  mutating func request(_ effect: SessionEffect) { effects.append(effect) }

  mutating func tell(_ callback: Callback) { effects.append(.callback(callback)) }

  /// Changes the device's factors, for the rest of this step and afterwards.
  mutating func change(_ change: FactorStore.Change) {
    factors.apply(change, at: now)
    effects.append(.changeFactors(change))
  }

  /// Records a row that doesn't change the state.
  mutating func stay(_ row: SessionTransition.ID) {
    taken.append(.init(row, from: session.place, to: session.place))
  }

  /// Moves to a state, and calls back SessionUpdate if the status differs.
  ///
  /// - Parameters:
  ///   - row: The row.
  ///   - status: The new status.
  ///   - input: The user input for which the session waits.
  ///   - isSilent: Whether to omit the callback.
  mutating func move(
    _ row: SessionTransition.ID, to status: SessionStatus, _ input: SessionRecord.Input? = nil,
    isSilent: Bool = false
  ) {
    let from = session.place
    let isNew = session.record.status != status
    session.record.status = status
    session.record.input = input
    taken.append(.init(row, from: from, to: session.place))
    if isNew, !isSilent { tell(.sessionUpdate(id, status)) }
  }

  /// Refuses a call without a change.
  mutating func refuse(
    _ kind: CallFailure.Kind, _ message: String, row: SessionTransition.ID = .t31
  ) {
    failure = CallFailure(kind, message)
    stay(row)
  }
}
