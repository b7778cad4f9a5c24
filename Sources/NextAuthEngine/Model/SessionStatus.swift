/// The state of a session, as on the documentation's lifecycle page (S7).
public enum SessionStatus: String, Sendable, Hashable, CaseIterable {
  case starting = "STARTING"
  case readyForUserInteraction = "READY_FOR_USER_INTERACTION"
  case waitingForUserInput = "WAITING_FOR_USER_INPUT"
  case active = "ACTIVE"
  case done = "DONE"
  case error = "ERROR"

  /// Reads a state's name; `INPUT` is another name for `WAITING_FOR_USER_INPUT` (S12).
  ///
  /// - Parameter name: The name in the documentation, in capitals.
  public init?(named name: String) {
    self.init(rawValue: name == "INPUT" ? "WAITING_FOR_USER_INPUT" : name)
  }

  /// Whether the session has ended, so that no other state follows (S31, S32).
  public var isFinal: Bool { self == .done || self == .error }
}

/// The result of a session in the history (S37–S40).
public enum HistoryStatus: String, Sendable, Hashable, CaseIterable {
  /// The login has neither succeeded nor been aborted.
  case none = "NONE"
  case loggedIn = "LOGGED_IN"
  case loggedInOneShot = "LOGGED_IN_ONE_SHOT"
  case loggedOut = "LOGGED_OUT"
  case aborted = "ABORTED"
  case error = "ERROR"
  /// The item's account was deleted; a live session never has this status.
  case deleted = "DELETED"
}

/// The origin of the data that started a session (S2).
public enum SessionOrigin: String, Sendable, Hashable, CaseIterable {
  case qr
  case deepLink = "deep-link"
  case push
  case app
}

/// Whether a session is a login or an enrollment (S18, S19).
public enum SessionKind: String, Sendable, Hashable, CaseIterable {
  case login
  case enrol

  /// The word for it in scripts; the raw value is the word of the wire.
  public var word: String {
    switch self {
    case .login: "login"
    case .enrol: "enroll"
    }
  }

  /// Whether a start with this word begins an enrollment.
  static func isEnrollment(_ intent: String) -> Bool { intent == SessionKind.enrol.word }
}

/// The reason why a session ended; the history status is its result.
public enum EndReason: String, Sendable, Hashable, CaseIterable {
  /// The user refused at a confirmation or a second factor.
  case denied
  case cancelled
  case timedOut = "timed-out"
  case stopped
  case loggedOut = "logged-out"
  /// A one-shot login has completed.
  case completed
  case failed
}
