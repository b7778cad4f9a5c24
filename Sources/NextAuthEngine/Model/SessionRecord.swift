public import FlowEngine

/// An account on the device (S16, S17).
public struct Account: Sendable, Hashable {
  /// The internal id, never shown to a user.
  public var id: String
  /// The name that a user sees.
  public var displayName: String
  /// The server of the account.
  public var server: String

  /// Makes an account.
  public init(id: String, displayName: String, server: String) {
    self.id = id
    self.displayName = displayName
    self.server = server
  }
}

/// Information that a server shows to the user.
///
/// Announce info is shown while the user confirms, and session info after the login (S36).
public struct ShownInfo: Sendable, Hashable {
  /// The address of a picture.
  public var logo: String?
  /// The texts, in their order.
  public var texts: [Text]

  /// A text with its key.
  public struct Text: Sendable, Hashable {
    /// The key.
    public var key: String
    /// The text.
    public var text: String

    /// Makes a text.
    public init(_ key: String, _ text: String) {
      self.key = key
      self.text = text
    }
  }

  /// Makes an info.
  public init(logo: String? = nil, texts: [Text] = []) {
    self.logo = logo
    self.texts = texts
  }
}

/// The number of a session; no number is used twice.
public struct SessionID: Sendable, Hashable, Comparable {
  /// The number.
  public var number: Int

  /// Makes an id.
  public init(_ number: Int) {
    self.number = number
  }

  /// Whether the left session was begun before the right one.
  public static func < (left: SessionID, right: SessionID) -> Bool { left.number < right.number }
}

/// Everything about a session that an app can see (S34–S36).
public struct SessionRecord: Sendable, Hashable {
  /// The session's number.
  public var id: SessionID
  /// The origin of the data that started the session.
  public var origin: SessionOrigin
  /// Whether the session is a login or an enrollment.
  public var kind: SessionKind
  /// Whether the session is an AppLogin.
  public var isAppLogin: Bool
  /// The session's state.
  public var status: SessionStatus
  /// The input for which the session waits; `nil` if it doesn't wait for the user.
  public var input: Input?
  /// The session's history status.
  public var history: HistoryStatus
  /// The server of the session.
  public var server: String
  /// The session's account; `nil` until it is known.
  public var account: Account?
  /// The accounts from which the user can select.
  public var candidates: [Account]
  /// The information shown while the user confirms.
  public var announce: ShownInfo?
  /// The information shown after the login; `nil` before.
  public var info: ShownInfo?
  /// The time that the server waits for a ping; zero for a one-shot login.
  public var pingTime: Duration
  /// The credentials with which the app starts a web session of its own after an AppLogin (S35).
  public var credentials: Secret?
  /// The error that ended the session; `nil` if no error did.
  public var error: SessionError?
  /// The reason why the session ended; `nil` before its end.
  public var reason: EndReason?

  /// Whether the session is an enrollment (S34).
  public var isRegistration: Bool { kind == .enrol }

  /// The input for which a session in `WAITING_FOR_USER_INPUT` waits, called pseudo state.
  public enum Input: Sendable, Hashable {
    /// WAIT_FOR_CONFIRMATION (S15).
    case confirmation(Confirmation)
    /// WAIT_FOR_SECOND_FACTOR (S24).
    case secondFactor(SecondFactorReport)
    /// The user gave a factor, and the result has not arrived.
    case verifying
  }

  /// The content of a ConfirmLogin or ConfirmEnrol callback.
  public struct Confirmation: Sendable, Hashable {
    /// Whether a second factor follows; only for a login.
    public var isSecondFactorNeeded: Bool
    /// The accounts that the device already has; only for an enrollment.
    public var existing: [Account]
    /// The visual hash of the server's parameters; `nil` for a login, or if the hash isn't shown.
    public var visualHash: String?

    /// Makes a confirmation.
    public init(
      isSecondFactorNeeded: Bool, existing: [Account] = [], visualHash: String? = nil
    ) {
      self.isSecondFactorNeeded = isSecondFactorNeeded
      self.existing = existing
      self.visualHash = visualHash
    }
  }

  /// Makes the record of a session that has just begun.
  public init(
    id: SessionID, origin: SessionOrigin, kind: SessionKind, isAppLogin: Bool = false,
    server: String
  ) {
    self.id = id
    self.origin = origin
    self.kind = kind
    self.isAppLogin = isAppLogin
    status = .starting
    history = .none
    self.server = server
    candidates = []
    pingTime = .zero
  }
}

/// One item of the history list.
public struct HistoryItem: Sendable, Hashable {
  /// The session of the item.
  public var session: SessionID
  /// The result of the session.
  public var status: HistoryStatus
  /// Whether the session was a login or an enrollment.
  public var kind: SessionKind
  /// The account; `nil` if the session didn't have one.
  public var account: Account?
  /// The server.
  public var server: String
  /// The time of the item's last change, since the start of 1970.
  public var time: Duration

  /// Makes an item.
  public init(
    session: SessionID, status: HistoryStatus, kind: SessionKind, account: Account?,
    server: String, time: Duration
  ) {
    self.session = session
    self.status = status
    self.kind = kind
    self.account = account
    self.server = server
    self.time = time
  }
}
