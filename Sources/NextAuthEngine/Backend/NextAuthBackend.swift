public import FlowEngine

/// The calls and callbacks of a nextAuth Mobile SDK.
///
/// The engine uses this protocol. A backend is this package's own SDK with a simulated server, or
/// an app's adapter for the vendor's SDK. The calls have the names of the SDK's documentation. A
/// call returns when it is accepted, and callbacks report its result.
public protocol NextAuthBackend: Sendable {
  /// Starts a login or an enrollment from the content of a QR code or a deep link (S3, S4).
  ///
  /// - Throws: `CallFailure` with the error of the documentation, if the data can't be used.
  func startSession(_ data: SessionData) async throws(CallFailure) -> SessionID

  /// Accepts an encrypted push message (S5).
  ///
  /// - Returns: The session that the message started; `nil` if the message is a duplicate or
  ///   doesn't start a session.
  func processPush(_ message: Secret) async throws(CallFailure) -> SessionID?

  /// Starts an AppLogin (S6) with an account; `nil` for the device's only account.
  func startAppLogin(account: String?) async throws(CallFailure) -> SessionID

  /// Continues a session that waits in READY_FOR_USER_INTERACTION (S12).
  func startUserInteraction(_ session: SessionID) async throws(CallFailure)

  /// Confirms a session with an account's id, and an optional text for the server (S15).
  func setAccount(
    _ session: SessionID, account: String, userInput: String?
  ) async throws(CallFailure)

  /// Gives the second factor: a PIN, the permission to use the biometric, or both (S24).
  func setPinBiometric(
    _ session: SessionID, pin: Secret?, biometric: Bool
  ) async throws(CallFailure)

  /// Cancels the second factor and its session (S24).
  func inputCancel(_ session: SessionID) async throws(CallFailure)

  /// Stops a session in any state (S30).
  func stopSession(_ session: SessionID) async throws(CallFailure)

  /// Removes an account from the device.
  func deleteAccount(_ account: String) async throws(CallFailure)

  /// All sessions, oldest first, including sessions that have ended.
  func sessions() async -> [SessionRecord]

  /// The accounts of the device.
  func accounts() async -> [Account]

  /// The history list, oldest item first.
  func history() async -> [HistoryItem]

  /// The callbacks after a position, oldest first.
  ///
  /// - Parameters:
  ///   - place: The position after the latest batch; `nil` for a new listener, which receives no
  ///     earlier callbacks.
  ///   - deadline: The real time until which to wait for the first callback; `nil` for no wait.
  /// - Returns: The callbacks; empty if there are none.
  func callbacks(after place: Int?, until deadline: ContinuousClock.Instant?) async -> CallbackBatch
}

/// The parts of a simulated world that a script controls in addition to the SDK.
///
/// These are the login page that shows a QR code, the server that logs a session out, and the time
/// that passes. The vendor's SDK doesn't have them.
public protocol NextAuthSurroundings: Sendable {
  /// Creates the data that starts a session: the content of a QR code, a deep link or a push
  /// message.
  ///
  /// - Parameter start: The requested data.
  /// - Returns: The data.
  /// - Throws: `CallFailure` if the data can't be created as requested.
  func make(_ start: SessionOffer) async throws(CallFailure) -> SessionData

  /// Triggers an event: `server-logout`, `account-deleted`, `biometrics-removed`, `ping-lost`.
  func happen(_ event: String, _ parameters: [Answer]) async throws(CallFailure)

  /// Passes the current time and the server's events to the sessions.
  func look() async throws(CallFailure)
}

/// A request to a server to show or send the data that starts a session.
public struct SessionOffer: Sendable, Hashable {
  /// The channel by which the data reaches the app: `qr`, `deep-link` or `push`.
  public var origin: SessionOrigin
  /// Whether the session is a login or an enrollment.
  public var kind: SessionKind
  /// The requirements, such as an `account`, as the script gave them after `start`.
  public var parameters: [Answer]

  /// Makes an offer.
  public init(origin: SessionOrigin, kind: SessionKind, parameters: [Answer]) {
    self.origin = origin
    self.kind = kind
    self.parameters = parameters
  }
}

/// The data that starts a session.
public enum SessionData: Sendable, Hashable {
  /// The text of a QR code, or a deep link.
  case text(Secret, origin: SessionOrigin)
  /// The bytes of a binary QR code.
  case binary([UInt8])
  /// An encrypted push message, for `processPush`.
  case push(Secret)
}

/// The reason why the SDK didn't accept a call, which therefore has changed nothing.
public struct CallFailure: Error, Sendable, Hashable {
  /// The kind of the failure.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// The call isn't allowed in the state of the session.
    case wrongState
    /// The session has ended.
    case sessionEnded
    /// The session doesn't exist.
    case unknownSession
    /// The account isn't one of the offered accounts.
    case invalidAccount
    /// The input isn't allowed, or required input is missing.
    case invalidInput
    /// Another session waits for user input.
    case interactionBusy
    /// A session with the same nonce is already running.
    case duplicateSession
    /// The data, or the server's answer about the data, can't be used; `error` is the reason.
    case refused
    /// The simulated surroundings can't do what the script requested.
    case surroundings
    /// The server could not be reached.
    case unreachable
  }

  /// The kind of the failure.
  public var kind: Kind
  /// One sentence in lower case, without secrets.
  public var message: String
  /// The error that the user sees; `nil` if the user sees none.
  public var error: SessionError?

  /// Makes a failure.
  public init(_ kind: Kind, _ message: String, error: SessionError? = nil) {
    self.kind = kind
    self.message = message
    self.error = error
  }
}
