public import FlowEngine

/// An input of a session: a call of the app, or an event from outside.
public enum SessionInput: Sendable, Hashable {
  // Calls of the app.

  /// Continues from READY_FOR_USER_INTERACTION (S12).
  case startUserInteraction
  /// Confirms with an account's id, and an optional text for the server (S15).
  case setAccount(String, userInput: String?)
  /// Gives a PIN, the biometric, or both (S24).
  case setPinBiometric(pin: Secret?, biometric: Bool)
  /// Cancels the second factor (S24).
  case inputCancel
  /// Stops the session (S30).
  case stopSession

  // Events from outside.

  /// The server has answered the request that STARTING sends (S9).
  case serverInfo(ServerParameters)
  /// The server has not answered, or the answer can't be used.
  case serverInfoFailed(SessionError)
  /// The result of a second factor (S26), with the number of remaining attempts if the server
  /// reported it.
  case secondFactorResult(SecondFactorEvent, remaining: Int?)
  /// The login has succeeded (S37).
  ///
  /// An enrollment has the new account, and an AppLogin has credentials.
  case loginResult(account: Account?, credentials: Secret?)
  /// The login has failed (S40).
  case loginFailed(SessionError)
  /// The server has ended the session: on its own, by a push message, or because pings are missing
  /// (S38).
  case serverLogout
  /// An account was deleted, identified by its id.
  case accountDeleted(String, byServer: Bool)
  /// Time has passed (S33).
  case clock
  /// No other session takes input any more.
  case turn
  /// The user has used the app.
  case activity

  /// Whether the input is a call, which is refused in a state that doesn't allow it.
  public var isCall: Bool {
    switch self {
    case .startUserInteraction, .setAccount, .setPinBiometric, .inputCancel, .stopSession: true
    default: false
    }
  }
}

/// An effect of a session's step.
public enum SessionEffect: Sendable, Hashable {
  /// Calls back the app.
  case callback(Callback)
  /// Asks the server for the information that STARTING needs (S9).
  case fetchServerInfo
  /// Asks the server to verify a second factor, or to store a new one.
  case verifyFactor(SecondFactorContext, pin: Secret?, biometric: Bool)
  /// Asks the server to log in.
  case authenticate
  /// Reports to the server that the session was aborted.
  case tellAbort
  /// Reports to the server that a logged-in session has ended.
  case tellLogout
  /// Changes the device's factors.
  case changeFactors(FactorStore.Change)
  /// Stores the new account of an enrollment, and whether the account needs no second factor.
  case commitAccount(Account, isHeadless: Bool)
  /// Adds an item to the history, or replaces the session's item.
  case history(HistoryItem)
}

/// The result of one input to a session.
public struct SessionStep: Sendable, Hashable {
  /// The session after the input.
  public var session: SessionState
  /// The effects, in order.
  public var effects: [SessionEffect]
  /// The rows of the transition table that were taken, in order.
  public var taken: [SessionTransition.Taken]
  /// The reason why a call was not accepted, if so; the session is then unchanged.
  public var failure: CallFailure?
}
