import FlowEngine
import SimulatorKit

/// The state of a simulated nextAuth, which requests change.
///
/// The state is a value that can be copied, compared and restored.
public struct NextAuthState: Sendable, Hashable {
  /// The accounts on the device.
  var accounts: [NextAuthOrg.Account]
  /// The registered factors of the device.
  var factors: Factors
  /// The offers that were shown or sent, whether used or not.
  var offers: Ring<Offer>
  /// The numbers of the offers in `offers`, by nonce.
  private var offersByNonce: [NextAuthNonce: Int] = [:]
  /// The running sessions, oldest first.
  var sessions: [LiveSession] = []
  /// The events that the SDK has not fetched yet, oldest first.
  var events: [Event] = []
  /// The one-time failures that have not happened yet.
  var failuresToCome: Set<Failure> = []
  /// The latest push.
  var lastPush: Secret?
  /// The texts that confirmations sent to the server, oldest first.
  var inputs: Ring<String>
  /// The key for push messages, which the first request makes.
  var pushKey: [UInt8] = []
  /// The time of the first request, from which the ages in the settings count.
  var began: Duration?

  init(_ org: NextAuthOrg) {
    accounts = org.accounts
    factors = Factors(org.device)
    offers = Ring(limit: NextAuthLimits.offers)
    inputs = Ring(limit: NextAuthLimits.inputs)
    for server in org.servers {
      for (step, answering) in Failure.steps(of: server) where answering.isOnce {
        failuresToCome.insert(Failure(step: step, server: server.name))
      }
    }
  }

  /// The texts that confirmations sent to the server, oldest first.
  public var userInputs: [String] { inputs.numbers.compactMap { inputs[$0] } }

  /// The number of all values in the state: accounts, sessions, offers, events and texts.
  public var count: Int {
    accounts.count + sessions.count + offers.numbers.count + events.count + inputs.numbers.count
  }

  /// Records the time of the first request, and makes the key for push messages.
  mutating func begin(_ org: NextAuthOrg, at now: Duration, _ draw: inout Draw) {
    guard began == nil else { return }
    began = now
    pushKey = draw.bytes(32)
    factors.lastInput = org.device.lastInput.map { now - $0 }
    factors.lastPIN = org.device.lastPIN.map { now - $0 }
  }

  /// Adds an event for the SDK, and drops the oldest one if there are too many.
  mutating func tell(_ event: Event) {
    if events.count >= NextAuthLimits.events { events.removeFirst() }
    events.append(event)
  }

  /// Adds a session, and drops the oldest one if there are too many.
  mutating func add(_ session: LiveSession) {
    if sessions.count >= NextAuthLimits.sessions { sessions.removeFirst() }
    sessions.append(session)
  }

  /// Removes a session, and the PIN that was to be registered with it.
  mutating func endSession(_ nonce: NextAuthNonce) {
    sessions.removeAll { $0.nonce == nonce }
  }

  /// Adds an offer that can start a session, and drops the oldest one if there are too many.
  mutating func add(_ offer: Offer) {
    offersByNonce[offer.nonce] = offers.next
    if let dropped = offers.append(offer) { offersByNonce[dropped.nonce] = nil }
  }

  /// The number of the offer with a nonce; `nil` if there is none.
  func offer(_ nonce: NextAuthNonce) -> Int? { offersByNonce[nonce] }
}

extension NextAuthState {
  /// The second factors of the device: one PIN and one biometric for all accounts.
  struct Factors: Sendable, Hashable {
    var pin: Secret?
    var biometric: NextAuthOrg.Biometric
    var isPINBlocked: Bool
    /// The number of wrong PINs since a factor was last verified.
    var wrongPINs = 0
    /// The time until which input is refused; `nil` if it isn't refused.
    var penalty: Duration?
    /// The time of the last second factor.
    var lastInput: Duration?
    /// The time of the last PIN.
    var lastPIN: Duration?
    /// The number of times that the biometric was used since the last PIN.
    var biometricUses: Int

    init(_ device: NextAuthOrg.Device) {
      pin = device.pin
      biometric = device.biometric
      isPINBlocked = device.isPINBlocked
      biometricUses = device.biometricUses
    }

    /// Whether the SDK regards the biometric as registered.
    var hasBiometric: Bool { biometric != .none && biometric != .lost }

    /// Whether a factor is registered.
    var isRegistered: Bool { pin != nil || hasBiometric }

    /// Removes all factors.
    mutating func clear() {
      self = Factors(NextAuthOrg.Device())
    }
  }

  /// The data that starts a session, as a QR code, a link or a push message.
  struct Offer: Sendable, Hashable {
    /// The nonce that identifies the session.
    var nonce: NextAuthNonce
    var kind: Kind
    /// The name of the server.
    var server: String
    /// The id of the session's account; `nil` if the user selects one.
    var account: String?
    /// Whether the session requires a second factor; `nil` if the server's policy decides.
    var needsFactor: Bool?
    /// The name of an enrollment's new account.
    var newName: String?
    /// The time when the offer expires.
    var expires: Duration
    /// Whether a session was started with the offer.
    var isUsed = false
  }

  /// A running session.
  struct LiveSession: Sendable, Hashable {
    let nonce: NextAuthNonce
    let kind: Kind
    /// The name of the server.
    let server: String
    /// The offer that started the session; `nil` if the app started it.
    let offer: Offer?
    /// The time when the session began.
    let began: Duration
    /// Whether a second factor was verified or set.
    var isVerified = false
    /// The PIN to register when the login succeeds; `nil` for none.
    var newPIN: Secret?
    var newBiometric = false
    /// The requested login; `nil` if none is waiting for its result.
    var login: Login?
    /// The time at which the login gets its result.
    var due: Duration?
    /// The id of the account; `nil` until the session is logged in.
    var account: String?
  }

  /// The data of a requested login.
  struct Login: Sendable, Hashable {
    /// The id of the account; `nil` for an enrollment, whose account doesn't have one yet.
    var account: String?
    var name: String?
    var userInput: String?
    var isAppLogin: Bool
  }

  /// The result of a login.
  enum LoginResult: Sendable, Hashable {
    /// The login succeeded; an enrollment has a new account, and an AppLogin has credentials.
    case ok(account: NextAuthOrg.Account?, credentials: Secret?)
    case failed(Int)
  }

  /// Whether a session is a login or an enrollment.
  enum Kind: String, Sendable, Hashable, CaseIterable {
    case login
    case enrol

    /// The word for it in scripts; the raw value is the word of the wire.
    var word: String { self == .login ? "login" : "enroll" }
  }

  /// An event for the SDK, which fetches events with a request.
  enum Event: Sendable, Hashable {
    case logout(NextAuthNonce, isByPing: Bool)
    case loginResult(NextAuthNonce, LoginResult)
    case accountDeleted(String)
    case biometricsRemoved
  }

  /// A failure that happens once.
  struct Failure: Sendable, Hashable {
    enum Step: Sendable, Hashable {
      case login
      case parameters
      case verification
    }

    var step: Step
    /// The name of the server.
    var server: String

    static func steps(
      of server: NextAuthOrg.Server
    ) -> [(step: Step, answering: NextAuthOrg.Answering)] {
      [
        (.login, server.login), (.parameters, server.parameters),
        (.verification, server.verification),
      ]
    }
  }
}
