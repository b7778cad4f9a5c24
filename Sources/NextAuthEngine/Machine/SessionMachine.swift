/// The machine of a session, as a function of values: rules S1–S40 of the documentation.
public enum SessionMachine {
  /// Begins a session, in STARTING (S1, S9).
  ///
  /// - Parameters:
  ///   - id: Its number.
  ///   - payload: The data that it begins with.
  ///   - origin: Its origin (S2); from the app, it is an AppLogin.
  ///   - environment: The surroundings of the session.
  /// - Returns: The session, and the effect that asks the server.
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

  /// Gives a session an input.
  ///
  /// - Parameters:
  ///   - session: The session.
  ///   - input: The input.
  ///   - environment: The surroundings of the session, including the other sessions but not this
  ///     one.
  /// - Returns: The session after it, the effects, and the rows of the table.
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

/// One step in progress.
struct SessionReducer {
  var session: SessionState
  let environment: SessionEnvironment
  /// The device's factors as this step has changed them.
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

  /// Changes the device's factors, also for the rest of this step.
  mutating func change(_ change: FactorStore.Change) {
    factors.apply(change, at: now)
    effects.append(.changeFactors(change))
  }

  /// Takes a row that doesn't change the state.
  mutating func stay(_ row: SessionTransition.ID) {
    taken.append(.init(row, from: session.place, to: session.place))
  }

  /// Takes a row to a state; the app is informed at once, after the record has changed.
  ///
  /// - Parameters:
  ///   - row: The row.
  ///   - status: The state.
  ///   - input: The input that is expected there.
  ///   - isSilent: Whether the app is not informed.
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

  /// Refuses a call.
  mutating func refuse(
    _ kind: CallFailure.Kind, _ message: String, row: SessionTransition.ID = .t31
  ) {
    failure = CallFailure(kind, message)
    stay(row)
  }
}
