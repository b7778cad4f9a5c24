import FlowEngine
@testable import NextAuthEngine

/// The state at the beginning of a sequence; numbers choose among a few options.
struct WorldSetup: Sendable, Hashable, CustomStringConvertible {
  var startsManually = true
  var bypasses = false
  var accounts = 1
  var hasPIN = true
  var hasBiometric = false
  var isBlocked = false
  /// Never, always, or after 100 s.
  var policy = 1
  var isPinged = true
  var requiresWithoutAppLogin = false
  var blocksAll = false
  var isSingleAccount = false
  /// The idle time of AppLogins, and the time of a round of the second factor.
  var idle = 0
  var inputTimeout = 0

  static let bank = "bank.example"

  var device: Device {
    var configuration = SDKConfiguration()
    configuration.manuallyStartUserInteraction = startsManually
    configuration.automaticallySelectSingleAccountWhenSecondFactorNeeded = bypasses
    configuration.alwaysRequireSecondFactorIfInactiveAppLogin = requiresWithoutAppLogin
    configuration.blockSecondFactorOnPINBlocked = blocksAll
    configuration.singleAccount = isSingleAccount
    configuration.timeoutInactivityAppLogin = .seconds(idle)
    configuration.secondFactorUserInputTimeout = .seconds(inputTimeout)
    return Device(
      configuration: configuration,
      accounts: (0..<accounts).map {
        Account(id: "A\($0)", displayName: "a\($0)", server: WorldSetup.bank)
      },
      factors: FactorStore(
        hasPIN: hasPIN, hasBiometric: hasBiometric, isPINBlocked: isBlocked), now: .seconds(1000))
  }

  var parameters: ServerParameters {
    ServerParameters(
      pingTime: .seconds(isPinged ? 60 : 0),
      secondFactor: [.never, .always, .after(.seconds(100))][policy])
  }

  var description: String {
    """
    manual \(startsManually), bypass \(bypasses), accounts \(accounts), pin \(hasPIN), \
    biometric \(hasBiometric), blocked \(isBlocked), policy \(policy), pinged \(isPinged), \
    requiresWithoutAppLogin \(requiresWithoutAppLogin), blocksAll \(blocksAll), \
    single \(isSingleAccount), idle \(idle), inputTimeout \(inputTimeout)
    """
  }
}

/// One event of a sequence.
///
/// Numbers choose among the things that exist when it happens, so that a sequence stays valid when
/// a part of it is removed.
enum WorldMove: Sendable, Hashable {
  case start(nonce: Int, kind: SessionKind, demand: Int, isChosen: Bool, isPush: Bool)
  case push(id: Int, what: Int)
  case startAppLogin(account: Int)
  case call(session: Int, what: Int, choice: Int)
  /// Answers the request that waits longest, or a later one.
  case answer(request: Int, how: Int)
  case logout(session: Int)
  /// An unsolicited message of a server.
  case stray(session: Int, what: Int)
  case delete(account: Int, byServer: Bool)
  case wait(seconds: Int)
  case biometricsRemoved
  case garbage
}

/// A device, a server that answers at any time, and the invariants of both.
struct World: Hashable {
  private(set) var device: Device
  let parameters: ServerParameters
  /// The requests that haven't been answered yet.
  private(set) var pending: [ServerRequest] = []
  /// The rows of the latest move.
  private(set) var lastTaken: [SessionTransition.Taken] = []
  private var invariants = Invariants()
  /// The session numbers for exploring a small world.
  var sessionCount: Int { device.sessions.count }

  init(_ setup: WorldSetup) {
    device = setup.device
    parameters = setup.parameters
  }

  /// Makes a move.
  ///
  /// - Parameters:
  ///   - move: The move.
  ///   - wrong: The distortion of each step, to test that the invariants notice it.
  ///   - isThorough: Whether callbacks and history are also compared with each row of the table.
  /// - Returns: The broken invariant; `nil` if there is none.
  mutating func make(
    _ move: WorldMove, _ wrong: Wrong? = nil, isThorough: Bool = false
  ) -> String? {
    let before = device
    var step = happen(move)
    wrong?.distort(&step, &device)
    lastTaken = step.taken.map(\.row)
    for request in step.requests {
      switch request {
      case .serverInfo, .secondFactor, .login: pending.append(request)
      case .logout, .abort, .deleteAccount: break
      }
    }
    if isThorough, let fault = TableFit.fault(of: step, before, device) { return fault }
    return invariants.check(before, step, device)
  }

  private mutating func happen(_ move: WorldMove) -> DeviceStep {
    switch move {
    case .start(let nonce, let kind, let demand, let isChosen, let isPush):
      let payload = payload(nonce, kind, demand, isChosen)
      guard isPush else { return device.start(payload, origin: nonce % 2 == 0 ? .qr : .deepLink) }
      return device.take(PushMessage(id: "p\(nonce)", content: .session(payload)))
    case .push(let id, let what):
      let contents: [PushMessage.Content] = [
        .logout("n\(id)"), .removal("A\(id)"), .message, .session(payload(id, .login, 0, false)),
      ]
      return device.take(PushMessage(id: "q\(id)", content: contents[what % contents.count]))
    case .startAppLogin(let account):
      let number = device.sessions.count
      return device.startAppLogin(
        account: account == 0 ? nil : "A\(account - 1)", nonce: "app\(number)")
    case .call(let session, let what, let choice):
      guard let id = id(session) else { return device.call(SessionID(99), .stopSession) }
      return device.call(id, call(id, what, choice))
    case .answer(let request, let how): return answer(request, how)
    case .logout(let session):
      return id(session).map { device.hear($0, .serverLogout) } ?? DeviceStep()
    case .stray(let session, let what):
      let inputs: [SessionInput] = [
        .serverInfo(parameters), .secondFactorResult(.success, remaining: nil),
        .loginResult(account: nil, credentials: nil), .loginFailed(.coded(50)), .turn,
        .serverInfoFailed(.coded(64)),
      ]
      return id(session).map { device.hear($0, inputs[what % inputs.count]) } ?? DeviceStep()
    case .delete(let account, let byServer):
      return device.delete("A\(account)", byServer: byServer)
    case .wait(let seconds): return device.advance(to: device.now + .seconds(seconds))
    case .biometricsRemoved:
      device.removeBiometrics()
      return DeviceStep()
    case .garbage: return device.refuse(.coded(32), origin: .qr)
    }
  }

  private func payload(
    _ nonce: Int, _ kind: SessionKind, _ demand: Int, _ isChosen: Bool
  ) -> SessionPayload {
    SessionPayload(
      kind: kind, server: WorldSetup.bank, nonce: "n\(nonce)", account: isChosen ? "A0" : nil,
      demand: [.byPolicy, .required, .skip][demand % 3], name: kind == .enrol ? "new" : nil)
  }

  /// A session, the latest first.
  private func id(_ session: Int) -> SessionID? {
    let index = device.sessions.count - 1 - session
    return device.sessions.indices.contains(index) ? device.sessions[index].id : nil
  }

  /// A call: one that is valid in the state, or any other.
  private func call(_ id: SessionID, _ what: Int, _ choice: Int) -> SessionInput {
    let account = device[id]?.record.candidates.dropFirst(choice).first?.id ?? "A9"
    let isBoth = device[id]?.context == .firstSet && choice == 2
    let factors: SessionInput =
      switch choice {
      case 0: .setPinBiometric(pin: Secret("1234"), biometric: false)
      case 1: .setPinBiometric(pin: nil, biometric: true)
      default: .setPinBiometric(pin: isBoth ? Secret("1234") : nil, biometric: isBoth)
      }
    switch what {
    case 0:
      switch device[id]?.place {
      case .confirmation: return .setAccount(account, userInput: nil)
      case .secondFactor: return factors
      default: return .startUserInteraction
      }
    case 1: return .stopSession
    case 2: return .inputCancel
    case 3: return .setAccount(account, userInput: nil)
    case 4: return factors
    default: return .startUserInteraction
    }
  }

  private mutating func answer(_ request: Int, _ how: Int) -> DeviceStep {
    guard pending.indices.contains(request) else { return DeviceStep() }
    let asked = pending.remove(at: request)
    switch asked {
    case .serverInfo(let id):
      return device.hear(
        id, how == 1 ? .serverInfoFailed(.coded(64)) : .serverInfo(parameters))
    case .secondFactor(let id, _, _, _):
      let events: [SecondFactorEvent] = [
        .success, .pinFail, .pinBlocked, .biometricsRemoved, .error(49), .biometricsFail,
        .penalised(.seconds(30)), .needed,
      ]
      return device.hear(
        id, .secondFactorResult(events[how % events.count], remaining: nil))
    case .login(let id):
      let isApp = device[id]?.record.isAppLogin == true
      return device.hear(
        id,
        how == 1
          ? .loginFailed(.coded(48))
          : .loginResult(account: nil, credentials: isApp ? Secret("c") : nil))
    case .logout, .abort, .deleteAccount: return DeviceStep()
    }
  }
}
