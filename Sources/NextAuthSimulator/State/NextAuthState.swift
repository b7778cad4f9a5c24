import FlowEngine
import SimulatorKit

/// All of a simulated nextAuth that requests change: a value, to be copied, compared and gone back to.
public struct NextAuthState: Sendable, Hashable {
  /// The accounts on the device.
  var accounts: [NextAuthOrg.Account]
  /// What is registered on the device.
  var factors: Factors
  /// What was shown or sent, used or not.
  var offers: Ring<Offer>
  /// The numbers in `offers`, by nonce.
  private var offersByNonce: [NextAuthNonce: Int] = [:]
  /// The sessions under way, the oldest first.
  var sessions: [LiveSession] = []
  /// What the SDK has not been told yet, the oldest first.
  var events: [Event] = []
  /// What fails once, by server: what has not happened yet.
  var failuresToCome: Set<Failure> = []
  /// The push that was sent last.
  var lastPush: Secret?
  /// The texts that came with confirmations, the latest last.
  var inputs: Ring<String>
  /// What push messages are encrypted with; drawn with the first request.
  var pushKey: [UInt8] = []
  /// When the first request came: what the settings say to be so long ago counts from then.
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

  /// How many things are remembered: accounts, sessions, offers, events and texts.
  public var count: Int {
    accounts.count + sessions.count + offers.numbers.count + events.count + inputs.numbers.count
  }

  /// Notes the first request.
  mutating func begin(_ org: NextAuthOrg, at now: Duration, _ draw: inout Draw) {
    guard began == nil else { return }
    began = now
    pushKey = draw.bytes(32)
    factors.lastInput = org.device.lastInput.map { now - $0 }
    factors.lastPIN = org.device.lastPIN.map { now - $0 }
  }

  /// Adds something that the SDK is told when it asks; what is oldest goes first.
  mutating func tell(_ event: Event) {
    if events.count >= NextAuthLimits.events { events.removeFirst() }
    events.append(event)
  }

  /// Adds a session; the oldest is forgotten if there are too many.
  mutating func add(_ session: LiveSession) {
    if sessions.count >= NextAuthLimits.sessions { sessions.removeFirst() }
    sessions.append(session)
  }

  /// Forgets a session, and what was to be registered with it.
  mutating func endSession(_ nonce: NextAuthNonce) {
    sessions.removeAll { $0.nonce == nonce }
  }

  /// Adds something that a session can be started with; what is oldest is forgotten.
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
    /// Until when nothing is taken.
    var penalty: Duration?
    /// When a second factor was given last.
    var lastInput: Duration?
    /// When the PIN was given last.
    var lastPIN: Duration?
    /// How often the biometric was used since.
    var biometricUses: Int

    init(_ device: NextAuthOrg.Device) {
      pin = device.pin
      biometric = device.biometric
      isPINBlocked = device.isPINBlocked
      biometricUses = device.biometricUses
    }

    /// Whether the biometric is registered, as far as the SDK knows.
    var hasBiometric: Bool { biometric != .none && biometric != .lost }

    /// Whether a factor is registered.
    var isRegistered: Bool { pin != nil || hasBiometric }

    /// Forgets all.
    mutating func clear() {
      self = Factors(NextAuthOrg.Device())
    }
  }

  /// What starts a session: shown as a QR code, followed as a link, or sent.
  struct Offer: Sendable, Hashable {
    /// What the session is known by.
    var nonce: NextAuthNonce
    var kind: Kind
    /// The name of the server.
    var server: String
    /// The id of the account that it is for, if it is for one.
    var account: String?
    /// Whether this session's second factor is decided: required, or skipped.
    var needsFactor: Bool?
    /// The name of the new account, of an enrollment.
    var newName: String?
    /// From when on it is not good any more.
    var expires: Duration
    /// Whether a device has taken it.
    var isUsed = false
  }

  /// A session under way.
  struct LiveSession: Sendable, Hashable {
    let nonce: NextAuthNonce
    let kind: Kind
    /// The name of the server.
    let server: String
    /// The offer that it was started with; `nil` for one that the app itself has started.
    let offer: Offer?
    /// When it began.
    let began: Duration
    /// Whether a second factor was verified or set.
    var isVerified = false
    /// What is registered when the account is made.
    var newPIN: Secret?
    var newBiometric = false
    /// The login that was asked for and has no result yet.
    var login: Login?
    /// When the result comes.
    var due: Duration?
    /// The id of the account, once it is logged in.
    var account: String?
  }

  /// What a login was asked for with.
  struct Login: Sendable, Hashable {
    /// The id of the account; an enrollment has none that is known.
    var account: String?
    var name: String?
    var userInput: String?
    var isAppLogin: Bool
  }

  /// What came of a login.
  enum LoginResult: Sendable, Hashable {
    /// It is made: with the new account of an enrollment, and what an AppLogin is for.
    case ok(account: NextAuthOrg.Account?, credentials: Secret?)
    case failed(Int)
  }

  /// A login to an account, or the making of one.
  enum Kind: String, Sendable, Hashable, CaseIterable {
    case login
    case enrol
  }

  /// Something that the SDK is told when it asks.
  enum Event: Sendable, Hashable {
    case logout(NextAuthNonce, isByPing: Bool)
    case loginResult(NextAuthNonce, LoginResult)
    case accountDeleted(String)
    case biometricsRemoved
  }

  /// Something that fails once.
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
