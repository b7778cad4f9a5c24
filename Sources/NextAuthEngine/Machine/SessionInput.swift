public import FlowEngine

/// What a session can be told: the app's calls, and what happens in the world.
public enum SessionInput: Sendable, Hashable {
  // Calls of the app.

  /// Goes on from READY (S12).
  case startUserInteraction
  /// Confirms with an account, by its id, and a text for the server (S15).
  case setAccount(String, userInput: String?)
  /// Gives a PIN, a biometric, or both (S24).
  case setPinBiometric(pin: Secret?, biometric: Bool)
  /// Gives the second factor up (S24).
  case inputCancel
  /// Stops the session (S30).
  case stopSession

  // What happens in the world.

  /// The server has said what was asked in STARTING (S9).
  case serverInfo(ServerParameters)
  /// The server has not, or it can't be used.
  case serverInfoFailed(SessionError)
  /// What was given is verified (S26), with how many wrong PINs are left, where that was told.
  case secondFactorResult(SecondFactorEvent, remaining: Int?)
  /// The login is made (S37), with the new account of an enrolment and an AppLogin's credentials.
  case loginResult(account: Account?, credentials: Secret?)
  /// The login has failed (S40).
  case loginFailed(SessionError)
  /// The server has ended the session, by itself, by a push or for want of pings (S38).
  case serverLogout
  /// An account is no more.
  case accountDeleted(String, byServer: Bool)
  /// Time has passed (S33).
  case clock
  /// No other session takes input any more.
  case turn
  /// The app has done something.
  case activity

  /// Whether it is a call, which is refused where it has no place.
  public var isCall: Bool {
    switch self {
    case .startUserInteraction, .setAccount, .setPinBiometric, .inputCancel, .stopSession: true
    default: false
    }
  }
}

/// What is to be done for a session.
public enum SessionEffect: Sendable, Hashable {
  /// The app is told.
  case callback(Callback)
  /// The server is asked for what STARTING needs (S9).
  case fetchServerInfo
  /// The server is asked whether a second factor is right, or to keep it.
  case verifyFactor(SecondFactorContext, pin: Secret?, biometric: Bool)
  /// The server is asked to log in.
  case authenticate
  /// The server is told that nothing comes of the session.
  case tellAbort
  /// The server is told that a session that was logged in is no more.
  case tellLogout
  /// The device's factors change.
  case changeFactors(FactorStore.Change)
  /// The new account of an enrolment is kept; whether it has no second factor.
  case commitAccount(Account, isHeadless: Bool)
  /// The history gets an item, or the session's item changes.
  case history(HistoryItem)
}

/// What came of an input.
public struct SessionStep: Sendable, Hashable {
  /// The session after it.
  public var session: SessionState
  /// What is to be done, in order.
  public var effects: [SessionEffect]
  /// The rows of the transition table that were taken, in order.
  public var taken: [SessionTransition.Taken]
  /// Why a call was not taken; the session has not changed.
  public var failure: CallFailure?
}
