import FlowEngine
import SimulatorKit

/// The part of a simulated nextAuth that requests change: a value that can be copied, compared and
/// restored.
public struct NextAuthState: Sendable, Hashable {
  /// The accounts on the device.
  var accounts: [NextAuthOrg.Account]
  /// The registered factors of the device.
  var factors: Factors
  /// The data that was shown or sent, used or not.
  var offers: Ring<Offer>
  /// The numbers in `offers`, by nonce.
  private var offersByNonce: [NextAuthNonce: Int] = [:]
  /// The running sessions, the oldest first.
  var sessions: [LiveSession] = []
  /// The events that the SDK has not received yet, the oldest first.
  var events: [Event] = []
  /// The failures that happen once, by server, and have not happened yet.
  var failuresToCome: Set<Failure> = []
  /// The latest push.
  var lastPush: Secret?
  /// The texts that came with confirmations, the latest last.
  var inputs: Ring<String>
  /// The key of push messages; drawn with the first request.
  var pushKey: [UInt8] = []
  /// The time of the first request: the ages in the settings count from then.
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

  /// The texts that came to the server with confirmations, the oldest first.
  public var userInputs: [String] { inputs.numbers.compactMap { inputs[$0] } }

  /// The number of remembered things: accounts, sessions, offers, events and texts.
  public var count: Int {
    accounts.count + sessions.count + offers.numbers.count + events.count + inputs.numbers.count
  }

  /// Records the first request.
  mutating func begin(_ org: NextAuthOrg, at now: Duration, _ draw: inout Draw) {
    guard began == nil else { return }
    began = now
    pushKey = draw.bytes(32)
    factors.lastInput = org.device.lastInput.map { now - $0 }
    factors.lastPIN = org.device.lastPIN.map { now - $0 }
  }

  /// Adds an event for the SDK; the oldest one is dropped if there are too many.
  mutating func tell(_ event: Event) {
    if events.count >= NextAuthLimits.events { events.removeFirst() }
    events.append(event)
  }

  /// Adds a session; the oldest is forgotten if there are too many.
  mutating func add(_ session: LiveSession) {
    if sessions.count >= NextAuthLimits.sessions { sessions.removeFirst() }
    sessions.append(session)
  }

  /// Forgets a session, and the PIN that was to be registered with it.
  mutating func endSession(_ nonce: NextAuthNonce) {
    sessions.removeAll { $0.nonce == nonce }
  }

  /// Adds an offer that can start a session; the oldest one is forgotten.
  mutating func add(_ offer: Offer) {
    offersByNonce[offer.nonce] = offers.next
    if let dropped = offers.append(offer) { offersByNonce[dropped.nonce] = nil }
  }

  /// The number of the offer of a nonce.
  func offer(_ nonce: NextAuthNonce) -> Int? { offersByNonce[nonce] }
}

extension NextAuthState {
  /// The second factors of the device: one PIN and one biometric for all accounts.
  struct Factors: Sendable, Hashable {
    var pin: Secret?
    var biometric: NextAuthOrg.Biometric
    var isPINBlocked: Bool
    /// Wrong PINs since the last success.
    var wrongPINs = 0
    /// The time until which nothing is accepted.
    var penalty: Duration?
    /// The time of the last second factor.
    var lastInput: Duration?
    /// The time of the last PIN.
    var lastPIN: Duration?
    /// The number of uses of the biometric since then.
    var biometricUses: Int

    init(_ device: NextAuthOrg.Device) {
      pin = device.pin
      biometric = device.biometric
      isPINBlocked = device.isPINBlocked
      biometricUses = device.biometricUses
    }

    /// Whether the biometric is registered from the SDK's point of view.
    var hasBiometric: Bool { biometric != .none && biometric != .lost }

    /// Whether a factor is registered.
    var isRegistered: Bool { pin != nil || hasBiometric }

    /// Forgets all factors.
    mutating func clear() {
      self = Factors(NextAuthOrg.Device())
    }
  }

  /// The data that starts a session: shown as a QR code, followed as a link, or sent.
  struct Offer: Sendable, Hashable {
    /// The id of the session.
    var nonce: NextAuthNonce
    var kind: Kind
    /// The name of the server.
    var server: String
    /// The id of its account, if it is for one.
    var account: String?
    /// Whether this session's second factor is required or skipped; `nil` for the server's policy.
    var needsFactor: Bool?
    /// The name of the new account, of an enrollment.
    var newName: String?
    /// The time of its expiration.
    var expires: Duration
    /// Whether a device has used it.
    var isUsed = false
  }

  /// A running session.
  struct LiveSession: Sendable, Hashable {
    let nonce: NextAuthNonce
    let kind: Kind
    /// The name of the server.
    let server: String
    /// The offer that started it; `nil` if the app itself has started it.
    let offer: Offer?
    /// The time of its beginning.
    let began: Duration
    /// Whether a second factor was verified or set.
    var isVerified = false
    /// The PIN to register when the account is created.
    var newPIN: Secret?
    var newBiometric = false
    /// The requested login that has no result yet.
    var login: Login?
    /// The time of the result.
    var due: Duration?
    /// The id of the account, once it is logged in.
    var account: String?
  }

  /// The data of a requested login.
  struct Login: Sendable, Hashable {
    /// The id of the account; an enrollment doesn't have a known one.
    var account: String?
    var name: String?
    var userInput: String?
    var isAppLogin: Bool
  }

  /// The result of a login.
  enum LoginResult: Sendable, Hashable {
    /// It succeeded: with the new account of an enrollment, and the credentials of an AppLogin.
    case ok(account: NextAuthOrg.Account?, credentials: Secret?)
    case failed(Int)
  }

  /// A login to an account, or its creation.
  enum Kind: String, Sendable, Hashable, CaseIterable {
    case login
    case enrol
  }

  /// An event that the SDK receives when it asks.
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
