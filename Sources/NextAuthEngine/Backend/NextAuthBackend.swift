public import FlowEngine

/// The calls and callbacks of a nextAuth Mobile SDK.
///
/// The engine speaks to this: to the session machine of this package at a simulated server, or to
/// the vendor's SDK, which an app puts behind it. The calls are named as the documentation names
/// them. A call returns when it is taken; what comes of it is told by callbacks.
public protocol NextAuthBackend: Sendable {
  /// Starts a login or an enrolment by what a QR code or a deep link holds (S3, S4).
  ///
  /// - Throws: `CallFailure` with the error of the documentation, where the data can't be used.
  func startSession(_ data: SessionData) async throws(CallFailure) -> SessionID

  /// Takes an encrypted push message (S5).
  ///
  /// - Returns: The session that it has started; `nil` where it is no login, or came before.
  func processPush(_ message: Secret) async throws(CallFailure) -> SessionID?

  /// Starts an AppLogin (S6) with an account; `nil` for the only one.
  func startAppLogin(account: String?) async throws(CallFailure) -> SessionID

  /// Goes on from READY_FOR_USER_INTERACTION (S12).
  func startUserInteraction(_ session: SessionID) async throws(CallFailure)

  /// Confirms with an account, by its id, and a text for the server (S15).
  func setAccount(
    _ session: SessionID, account: String, userInput: String?
  ) async throws(CallFailure)

  /// Gives a PIN, the leave to use the biometric, or both (S24).
  func setPinBiometric(
    _ session: SessionID, pin: Secret?, biometric: Bool
  ) async throws(CallFailure)

  /// Gives a second factor up, and with it the session (S24).
  func inputCancel(_ session: SessionID) async throws(CallFailure)

  /// Stops a session in whatever state (S30).
  func stopSession(_ session: SessionID) async throws(CallFailure)

  /// Removes an account from the device.
  func deleteAccount(_ account: String) async throws(CallFailure)

  /// All sessions, the oldest first, those that have ended too.
  func sessions() async -> [SessionRecord]

  /// The accounts of the device.
  func accounts() async -> [Account]

  /// The history, the oldest item first.
  func history() async -> [HistoryItem]

  /// The callbacks that came after a place among all, the oldest first.
  ///
  /// - Parameters:
  ///   - place: The place that the latest batch has named; `nil` for who has just come, and hears
  ///     nothing of what was before.
  ///   - deadline: Until when to wait for the first, in real time; `nil` to wait for none.
  /// - Returns: The callbacks; none where none came.
  func callbacks(after place: Int?, until deadline: ContinuousClock.Instant?) async -> CallbackBatch
}

/// What surrounds a simulated app.
///
/// The login page that shows a QR code, the server that logs a session out, the time that passes.
/// The vendor's SDK has none.
public protocol NextAuthSurroundings: Sendable {
  /// Makes what starts a session: the content of a QR code, a deep link, a push message.
  ///
  /// - Parameter start: What is asked for.
  /// - Returns: What was made.
  /// - Throws: `CallFailure`, where it can't be made so.
  func make(_ start: SessionOffer) async throws(CallFailure) -> SessionData

  /// Lets something happen: `server-logout`, `account-deleted`, `biometrics-removed`, `ping-lost`.
  func happen(_ event: String, _ parameters: [Answer]) async throws(CallFailure)

  /// Tells the sessions what time it is, and what has come from the server.
  func look() async throws(CallFailure)
}

/// What a server is asked to show or send.
public struct SessionOffer: Sendable, Hashable {
  /// `qr`, `deep-link` or `push`.
  public var origin: SessionOrigin
  /// A login or an enrolment.
  public var kind: SessionKind
  /// What is wanted of it, such as an `account`, by the parameters of `start`.
  public var parameters: [Answer]

  /// Makes an offer.
  public init(origin: SessionOrigin, kind: SessionKind, parameters: [Answer]) {
    self.origin = origin
    self.kind = kind
    self.parameters = parameters
  }
}

/// What a session is started with.
public enum SessionData: Sendable, Hashable {
  /// The text of a QR code, or a deep link.
  case text(Secret, origin: SessionOrigin)
  /// The bytes of a binary QR code.
  case binary([UInt8])
  /// An encrypted push message, for `processPush`.
  case push(Secret)
}

/// Why a call was not taken; nothing has changed.
public struct CallFailure: Error, Sendable, Hashable {
  /// What is wrong with the call.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// The session is in a state that has no such call.
    case wrongState
    /// The session has ended.
    case sessionEnded
    /// There is no such session.
    case unknownSession
    /// The account is none of those offered.
    case invalidAccount
    /// What is given is not what is allowed or required.
    case invalidInput
    /// Another session takes input.
    case interactionBusy
    /// A session with the same nonce is under way.
    case duplicateSession
    /// The data, or what the server says of it, can't be used: `error` says why.
    case refused
    /// What is asked of the surroundings can't be.
    case surroundings
    /// The server could not be reached.
    case unreachable
  }

  /// What is wrong.
  public var kind: Kind
  /// One sentence in lower case, without secrets.
  public var message: String
  /// The error that the user is told, where there is one.
  public var error: SessionError?

  /// Makes a failure.
  public init(_ kind: Kind, _ message: String, error: SessionError? = nil) {
    self.kind = kind
    self.message = message
    self.error = error
  }
}
