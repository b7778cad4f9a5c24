/// The state of a session (the session lifecycle page: S7).
public enum SessionStatus: String, Sendable, Hashable, CaseIterable {
  case starting = "STARTING"
  case readyForUserInteraction = "READY_FOR_USER_INTERACTION"
  case waitingForUserInput = "WAITING_FOR_USER_INPUT"
  case active = "ACTIVE"
  case done = "DONE"
  case error = "ERROR"

  /// Reads a state as the documentation writes it; `INPUT` is its other word for
  /// `WAITING_FOR_USER_INPUT` (S12).
  ///
  /// - Parameter name: the state's name, in capitals.
  public init?(named name: String) {
    self.init(rawValue: name == "INPUT" ? "WAITING_FOR_USER_INPUT" : name)
  }

  /// Whether nothing can follow (S31, S32).
  public var isFinal: Bool { self == .done || self == .error }
}

/// What is told of a session after it (S37–S40), and what its history item says.
public enum HistoryStatus: String, Sendable, Hashable, CaseIterable {
  /// Nothing yet: the login is neither made nor given up.
  case none = "NONE"
  case loggedIn = "LOGGED_IN"
  case loggedInOneShot = "LOGGED_IN_ONE_SHOT"
  case loggedOut = "LOGGED_OUT"
  case aborted = "ABORTED"
  case error = "ERROR"
  /// The account of the item is no more; no session has this while it lives.
  case deleted = "DELETED"
}

/// Where a session came from (S2).
public enum SessionOrigin: String, Sendable, Hashable, CaseIterable {
  case qr
  case deepLink = "deep-link"
  case push
  case app
}

/// Whether a session is a login or an enrolment (S18, S19).
public enum SessionKind: String, Sendable, Hashable, CaseIterable {
  case login
  case enrol
}

/// Why a session ended; its history status says what it came to.
public enum EndReason: String, Sendable, Hashable, CaseIterable {
  /// The user refused at a confirmation or a second factor.
  case denied
  case cancelled
  case timedOut = "timed-out"
  case stopped
  case loggedOut = "logged-out"
  /// A one-shot login has done what it was for.
  case completed
  case failed
}
