public import FlowEngine

/// An input of a session: a call of the app, or an event of the world.
public enum SessionInput: Sendable, Hashable {
  // Calls of the app.

  /// Continues from READY (S12).
  case startUserInteraction
  /// Confirms with an account, by its id, and a text for the server (S15).
  case setAccount(String, userInput: String?)
  /// Gives a PIN, a biometric, or both (S24).
  case setPinBiometric(pin: Secret?, biometric: Bool)
  /// Cancels the second factor (S24).
  case inputCancel
  /// Stops the session (S30).
  case stopSession

  // Events of the world.

  /// The server has answered the request of STARTING (S9).
  case serverInfo(ServerParameters)
  /// The server has not answered, or the answer can't be used.
  case serverInfoFailed(SessionError)
  /// The result of a second factor (S26), with the number of wrong PINs left, if it was reported.
  case secondFactorResult(SecondFactorEvent, remaining: Int?)
  /// The login has succeeded (S37), with the new account of an enrollment and an AppLogin's
  /// credentials.
  case loginResult(account: Account?, credentials: Secret?)
  /// The login has failed (S40).
  case loginFailed(SessionError)
  /// The server has ended the session: on its own, by a push, or because of missing pings (S38).
  case serverLogout
  /// An account was deleted.
  case accountDeleted(String, byServer: Bool)
  /// Time has passed (S33).
  case clock
  /// No other session takes input now.
  case turn
  /// The app was used.
  case activity

  /// Whether it is a call, which is refused in a state that doesn't allow it.
  public var isCall: Bool {
    switch self {
    case .startUserInteraction, .setAccount, .setPinBiometric, .inputCancel, .stopSession: true
    default: false
    }
  }
}

/// An effect of a session's step.
public enum SessionEffect: Sendable, Hashable {
  /// The app receives a callback.
  case callback(Callback)
  /// The server is asked for the information that STARTING needs (S9).
  case fetchServerInfo
  /// The server is asked whether a second factor is right, or to keep it.
  case verifyFactor(SecondFactorContext, pin: Secret?, biometric: Bool)
  /// The server is asked to log in.
  case authenticate
  /// The server is informed that the session was aborted.
  case tellAbort
  /// The server is informed that a logged-in session has ended.
  case tellLogout
  /// The device's factors change.
  case changeFactors(FactorStore.Change)
  /// The new account of an enrollment is kept, with whether it has no second factor.
  case commitAccount(Account, isHeadless: Bool)
  /// The history gets an item, or the session's item changes.
  case history(HistoryItem)
}

/// The result of an input.
public struct SessionStep: Sendable, Hashable {
  /// The session after it.
  public var session: SessionState
  /// The effects, in order.
  public var effects: [SessionEffect]
  /// The rows of the transition table that were taken, in order.
  public var taken: [SessionTransition.Taken]
  /// The reason why a call was not accepted; then the session has not changed.
  public var failure: CallFailure?
}
