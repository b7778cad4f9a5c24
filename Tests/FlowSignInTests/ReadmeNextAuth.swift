import FlowEngine
import FlowLock

// Manual: sdk
import FlowSignIn
import NextAuthEngine

/// The SDK behind scripts: a script's moves become its calls, and its callbacks what a script sees.
final class ScriptedSDK: NextAuthBackend, MobileSDKDelegate {
  private let sdk: any MobileSDK
  private let ledger = SessionLedger()

  init(_ sdk: any MobileSDK) {
    self.sdk = sdk
    sdk.setDelegate(self)
  }

  // MARK: Calls

  func startSession(_ data: SessionData) async throws(CallFailure) -> SessionID {
    switch data {
    case .text(let text, let origin):
      let id = try call { try sdk.startSession(text.reveal()) }
      ledger.change(SessionID(id)) { $0.origin = origin }
      return SessionID(id)
    case .binary(let bytes):
      let id = try call { try sdk.startSession(bytes) }
      ledger.change(SessionID(id)) { $0.origin = .qr }
      return SessionID(id)
    case .push:
      throw CallFailure(.invalidInput, "a push message is for `processPush`")
    }
  }

  func processPush(_ message: Secret) async throws(CallFailure) -> SessionID? {
    guard let id = try call({ try sdk.processPush(message.reveal()) }) else { return nil }
    ledger.change(SessionID(id)) { $0.origin = .push }
    return SessionID(id)
  }

  func startAppLogin(account: String?) async throws(CallFailure) -> SessionID {
    let id = try call { try sdk.startAppLogin(account) }
    ledger.change(SessionID(id)) { $0.isAppLogin = true }
    return SessionID(id)
  }

  func startUserInteraction(_ session: SessionID) async throws(CallFailure) {
    try call { try sdk.startUserInteraction(session.number) }
  }

  func setAccount(
    _ session: SessionID, account: String, userInput: String?
  ) async throws(CallFailure) {
    let chosen = sdk.accounts.first { $0.id == account }
    ledger.change(session) { $0.account = chosen.map(Account.init) ?? $0.candidates.first }
    try call { try sdk.setAccount(session.number, account, userInput) }
  }

  func setPinBiometric(
    _ session: SessionID, pin: Secret?, biometric: Bool
  ) async throws(CallFailure) {
    try call { try sdk.setPinBiometric(session.number, pin?.reveal(), biometric) }
  }

  func inputCancel(_ session: SessionID) async throws(CallFailure) {
    try call { try sdk.inputCancel(session.number) }
  }

  func stopSession(_ session: SessionID) async throws(CallFailure) {
    try call { try sdk.stopSession(session.number) }
  }

  func deleteAccount(_ account: String) async throws(CallFailure) {
    try call { try sdk.deleteAccount(account) }
  }

  func sessions() async -> [SessionRecord] { ledger.sessions }
  func accounts() async -> [Account] { sdk.accounts.map(Account.init) }
  func history() async -> [HistoryItem] { [] }
  func callbacks(
    after place: Int?, until deadline: ContinuousClock.Instant?
  ) async -> CallbackBatch {
    await ledger.callbacks(after: place, until: deadline)
  }

  /// A call that isn't taken says why: with one of the documentation's codes, or by its text.
  private func call<Result>(_ body: () throws -> Result) throws(CallFailure) -> Result {
    do { return try body() } catch let error as MobileSDKError {
      let known = error.code.map { SessionError.coded($0) }
      throw CallFailure(known == nil ? .wrongState : .refused, error.text, error: known)
    } catch { throw CallFailure(.unreachable, "the SDK has failed") }
  }

  // MARK: Callbacks

  func sessionReadyForUserInteraction(_ session: Int) {
    ledger.tell(.sessionReadyForUserInteraction(SessionID(session)))
  }

  func confirmLogin(_ session: Int, _ accounts: [MobileAccount], needsSecondFactor: Bool) {
    ledger.tell(
      .confirmLogin(
        SessionID(session), accounts: accounts.map(Account.init), announce: nil,
        isSecondFactorNeeded: needsSecondFactor))
  }

  func confirmEnrol(_ session: Int, _ account: MobileAccount, visualHash: String?) {
    ledger.tell(
      .confirmEnrol(
        SessionID(session), account: Account(account), existing: sdk.accounts.map(Account.init),
        visualHash: visualHash))
  }

  func secondFactor(_ session: Int, _ context: String, _ event: String, _ left: Int?) {
    let context = SecondFactorContext(rawValue: context) ?? .verify
    let events: [String: (SecondFactorEvent, Set<SecondFactor>)] = [
      "NEEDED": (.needed, [.pin, .biometric]), "PIN_FAIL": (.pinFail, [.pin, .biometric]),
      "BIOMETRICS_REMOVED": (.biometricsRemoved, [.pin]), "SUCCESS": (.success, []),
    ]
    let (told, allowed) = events[event] ?? (.pinBlocked, [])
    let report = SecondFactorReport(context, told, allowed: allowed, remaining: left)
    ledger.tell(.secondFactor(SessionID(session), report))
  }

  func sessionLogin(_ session: Int, isContinuous: Bool) {
    ledger.tell(.sessionLogin(SessionID(session), isContinuous ? .loggedIn : .loggedInOneShot))
  }

  func userErrorMessage(_ session: Int?, code: Int) {
    ledger.tell(.userErrorMessage(session.map { SessionID($0) }, .coded(code)))
  }

  func sessionStop(_ session: Int, _ reason: String) {
    ledger.tell(.sessionStop(SessionID(session), EndReason(rawValue: reason) ?? .stopped))
  }
}

extension Account {
  nonisolated init(_ account: MobileAccount) {
    self.init(id: account.id, displayName: account.name, server: account.server)
  }
}
// Manual: end

/// What the manual shows of a run with an SDK.
enum ReadmeNextAuth {
  static func signIn(
    _ sdk: any MobileSDK, scanned: String, pin: String, log: (String) -> Void
  ) async throws -> SignInResult {
    // Manual: run
    let script = try SignInScript(
      """
      engine nextauth
      start qr with data = code
      on ready          submit
      on confirm-login  choose jane
      on second-factor  answer pin = secret PIN
      """, values: ["code"])
    let scripted = ScriptedSDK(sdk)  // one for the SDK, and kept: it is its only delegate
    let signIn = try script.start(
      SignInConfiguration(nextAuth: scripted), values: ["code": scanned],
      secrets: ["PIN": Secret(pin)])
    for await case .callback(let line) in signIn.events { log(line) }
    return try await signIn.result()
    // Manual: end
  }
}

// MARK: A stand-in for the vendor's SDK

// The vendor's classes aren't public. These have the calls and callbacks of its documentation, in
// the simplest form. An app uses the SDK's own types in their place.

/// An account in the SDK's form.
struct MobileAccount: Sendable {
  var id: String
  var name: String
  var server: String
}

/// An error of the SDK.
struct MobileSDKError: Error {
  var code: Int?
  var text: String
}

/// The SDK's calls.
protocol MobileSDK: Sendable {
  var accounts: [MobileAccount] { get }
  func setDelegate(_ delegate: any MobileSDKDelegate)
  func startSession(_ text: String) throws -> Int
  func startSession(_ bytes: [UInt8]) throws -> Int
  func processPush(_ message: String) throws -> Int?
  func startAppLogin(_ account: String?) throws -> Int
  func startUserInteraction(_ session: Int) throws
  func setAccount(_ session: Int, _ account: String, _ userInput: String?) throws
  func setPinBiometric(_ session: Int, _ pin: String?, _ biometric: Bool) throws
  func inputCancel(_ session: Int) throws
  func stopSession(_ session: Int) throws
  func deleteAccount(_ account: String) throws
}

/// The SDK's callbacks.
protocol MobileSDKDelegate: AnyObject, Sendable {
  func sessionReadyForUserInteraction(_ session: Int)
  func confirmLogin(_ session: Int, _ accounts: [MobileAccount], needsSecondFactor: Bool)
  func confirmEnrol(_ session: Int, _ account: MobileAccount, visualHash: String?)
  func secondFactor(_ session: Int, _ context: String, _ event: String, _ left: Int?)
  func sessionLogin(_ session: Int, isContinuous: Bool)
  func userErrorMessage(_ session: Int?, code: Int)
  func sessionStop(_ session: Int, _ reason: String)
}

/// An SDK whose callbacks come on a separate thread, some time after the call.
final class StandInSDK: MobileSDK {
  private struct State {
    var delegate: (any MobileSDKDelegate)?
    var sessions = 0
    var left = 3
    var pending: Task<Void, Never>?
    var calls: [String] = []
    var pins: [Int: [String]] = [:]
    var stopped: [Int] = []
    var accounts = [
      MobileAccount(id: "a1", name: "jane", server: "bank.example"),
      MobileAccount(id: "a2", name: "sam", server: "bank.example"),
    ]
  }

  private let state = Mutex(State())
  private let known: Set<String>
  /// Whether it never reports the result of a PIN.
  private let isSilent: Bool

  init(pin: String, others: [String] = [], isSilent: Bool = false) {
    known = Set([pin] + others)
    self.isSilent = isSilent
  }

  var accounts: [MobileAccount] { state.withLock { $0.accounts } }
  var calls: [String] { state.withLock { $0.calls } }
  /// The PINs that each session received.
  var pins: [Int: [String]] { state.withLock { $0.pins } }
  /// The sessions that were stopped, in order.
  var stopped: [Int] { state.withLock { $0.stopped } }

  func setDelegate(_ delegate: any MobileSDKDelegate) {
    state.withLock { $0.delegate = delegate }
  }

  private func note(_ call: String) { state.withLock { $0.calls.append(call) } }

  /// Calls back later, in order.
  private func later(_ body: @escaping @Sendable (any MobileSDKDelegate) -> Void) {
    state.withLock { state in
      guard let delegate = state.delegate else { return }
      state.pending = Task { [before = state.pending] in
        await before?.value
        await Task.yield()
        body(delegate)
      }
    }
  }

  func startSession(_ text: String) throws -> Int {
    guard text.hasPrefix("qr-") else {
      throw MobileSDKError(code: 32, text: "not a QR code of nextAuth")
    }
    let id = begin("startSession")
    if text == "qr-enrol" {
      later {
        $0.confirmEnrol(id, MobileAccount(id: "a3", name: "ann", server: "b"), visualHash: nil)
      }
    } else {
      later { $0.sessionReadyForUserInteraction(id) }
    }
    return id
  }

  func startSession(_ bytes: [UInt8]) throws -> Int {
    try startSession(String(decoding: bytes, as: UTF8.self))
  }

  func processPush(_ message: String) throws -> Int? {
    note("processPush")
    return message == "nothing" ? nil : try startSession("qr-push")
  }

  func startAppLogin(_ account: String?) throws -> Int {
    let id = begin("startAppLogin")
    later { $0.secondFactor(id, "VERIFY", "NEEDED", nil) }
    return id
  }

  private func begin(_ call: String) -> Int {
    note(call)
    return state.withLock { state in
      state.sessions += 1
      return state.sessions
    }
  }

  func startUserInteraction(_ session: Int) throws {
    note("startUserInteraction")
    let accounts = accounts
    later { $0.confirmLogin(session, accounts, needsSecondFactor: true) }
  }

  func setAccount(_ session: Int, _ account: String, _ userInput: String?) throws {
    note("setAccount \(account)")
    later { $0.secondFactor(session, "VERIFY", "NEEDED", nil) }
  }

  func setPinBiometric(_ session: Int, _ pin: String?, _ biometric: Bool) throws {
    guard pin != nil || biometric else { throw MobileSDKError(text: "nothing is given") }
    guard pin == nil || !biometric else { throw MobileSDKError(text: "one factor, not both") }
    note("setPinBiometric")
    if let pin { state.withLock { $0.pins[session, default: []].append(pin) } }
    guard !isSilent else { return }
    guard biometric || pin.map(known.contains) == true else {
      let left = state.withLock { state in
        state.left -= 1
        return state.left
      }
      return later { $0.secondFactor(session, "VERIFY", "PIN_FAIL", left) }
    }
    later { delegate in
      delegate.secondFactor(session, "VERIFY", "SUCCESS", nil)
      delegate.sessionLogin(session, isContinuous: true)
    }
  }

  func inputCancel(_ session: Int) throws {
    note("inputCancel")
    later { $0.sessionStop(session, "cancelled") }
  }

  func stopSession(_ session: Int) throws {
    note("stopSession")
    state.withLock { $0.stopped.append(session) }
    later { $0.sessionStop(session, "logged-out") }
  }

  func deleteAccount(_ account: String) throws {
    note("deleteAccount \(account)")
    state.withLock { $0.accounts.removeAll { $0.id == account } }
  }
}
