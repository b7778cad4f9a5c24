import FlowText
import FlowEngine
import FlowHTTP
import FlowSignInTesting
import MobileIdPEngine
import NextAuthEngine
import Testing

@testable import FlowSignIn

/// An app's own code that never returns: a run still ends at its timeout and with `cancel()`.
@Suite("App code that hangs", .timeLimit(.minutes(5)))
struct StuckAppTests {
  /// Runs twice: until the timeout, and until it is canceled in the stuck code.
  private static func expectEnds(
    sourceLocation: SourceLocation = #_sourceLocation,
    _ start: (Held, _ timeout: Duration) throws -> SignIn
  ) async throws {
    let held = Held()
    defer { held.end() }
    let late = try start(held, .milliseconds(200))
    await #expect(sourceLocation: sourceLocation) {
      _ = try await late.result()
    } throws: { error in
      if case .timedOut? = error as? SignInFailure { true } else { false }
    }
    let other = Held()
    defer { other.end() }
    let cancelled = try start(other, .seconds(240))
    await other.isBegun()
    cancelled.cancel()
    await #expect(throws: SignInFailure.cancelled, sourceLocation: sourceLocation) {
      _ = try await cancelled.result()
    }
  }

  // MARK: Inboxes

  private struct StuckInbox: Inbox {
    let held: Held
    let isStuckAtOnce: Bool

    func newest(
      _ channel: String, to address: String?, after moment: Int
    ) async throws(PlainFailure) -> InboxItem? {
      await held.wait()
      return nil
    }

    func mark() async throws(PlainFailure) -> Int {
      if isStuckAtOnce { await held.wait() }
      return 0
    }
  }

  @Test("An inbox", arguments: [true, false], [true, false])
  func inbox(isStuckAtOnce: Bool, isSimulated: Bool) async throws {
    let server = try DemoServer()
    try await Self.expectEnds { held, timeout in
      let inbox = StuckInbox(held: held, isStuckAtOnce: isStuckAtOnce)
      var configuration = isSimulated ? SignInConfiguration.simulated() : server.configuration
      configuration.timeout = timeout
      return try SignInScript(
        """
        on identify             answer identifier = "jane@example.com"
        on challenge password   answer passcode = secret JANE_PASSWORD
        on select-authenticator choose email
        on challenge email      answer code = inbox email
        """
      ).start(
        configuration, secrets: ["JANE_PASSWORD": Secret("Correct-Horse-1")], inbox: inbox)
    }
    if !isSimulated, !isStuckAtOnce { #expect(server.isAbandoned) }
  }

  // MARK: SDKs

  /// An SDK with one call that never returns.
  private struct StuckSDK: NextAuthBackend {
    let base: ScriptedSDK
    let held: Held
    let call: String

    private func pass(_ name: String) async {
      if name == call { await held.wait() }
    }

    func startSession(_ data: SessionData) async throws(CallFailure) -> SessionID {
      await pass("startSession")
      return try await base.startSession(data)
    }
    func processPush(_ message: Secret) async throws(CallFailure) -> SessionID? {
      try await base.processPush(message)
    }
    func startAppLogin(account: String?) async throws(CallFailure) -> SessionID {
      try await base.startAppLogin(account: account)
    }
    func startUserInteraction(_ session: SessionID) async throws(CallFailure) {
      await pass("startUserInteraction")
      try await base.startUserInteraction(session)
    }
    func setAccount(
      _ session: SessionID, account: String, userInput: String?
    ) async throws(CallFailure) {
      await pass("setAccount")
      try await base.setAccount(session, account: account, userInput: userInput)
    }
    func setPinBiometric(
      _ session: SessionID, pin: Secret?, biometric: Bool
    ) async throws(CallFailure) {
      try await base.setPinBiometric(session, pin: pin, biometric: biometric)
    }
    func inputCancel(_ session: SessionID) async throws(CallFailure) {
      try await base.inputCancel(session)
    }
    func stopSession(_ session: SessionID) async throws(CallFailure) {
      try await base.stopSession(session)
    }
    func deleteAccount(_ account: String) async throws(CallFailure) {
      try await base.deleteAccount(account)
    }
    func sessions() async -> [SessionRecord] {
      await pass("sessions")
      return await base.sessions()
    }
    func accounts() async -> [Account] {
      await pass("accounts")
      return await base.accounts()
    }
    func history() async -> [HistoryItem] { await base.history() }
    func callbacks(
      after place: Int?, until deadline: ContinuousClock.Instant?
    ) async -> CallbackBatch {
      if deadline != nil { await pass("callbacks") }
      return await base.callbacks(after: place, until: deadline)
    }
  }

  @Test(
    "An SDK",
    arguments: [
      "startSession", "startUserInteraction", "setAccount", "sessions", "accounts", "callbacks",
    ])
  func sdk(_ call: String) async throws {
    let script = try SignInScript(
      """
      engine nextauth
      start qr with data = code
      on ready          submit
      on confirm-login  choose jane
      on second-factor  answer pin = secret PIN
      """, values: ["code"])
    try await Self.expectEnds { held, timeout in
      let sdk = StandInSDK(pin: "4711", isSilent: call == "callbacks")
      let stuck = StuckSDK(base: ScriptedSDK(sdk), held: held, call: call)
      return try script.start(
        SignInConfiguration(nextAuth: stuck, timeout: timeout), values: ["code": "qr-1"],
        secrets: ["PIN": Secret("4711")])
    }
  }

  // MARK: Apps

  private struct StuckTransport: Transport {
    let held: Held

    func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse {
      await held.wait()
      throw .dropped("too late")
    }
  }

  @Test("Links and a transport", arguments: ["canOpen", "open", "transport"])
  func links(_ part: String) async throws {
    let way = part == "transport" ? "standard" : "identity-provider"
    try await Self.expectEnds { held, timeout in
      let links = AppLinks(
        app: "Sample App",
        canOpen: { _ in
          if part == "canOpen" { await held.wait() }
          return true
        },
        open: { _ in
          if part == "open" { await held.wait() }
          return true
        })
      let browser = StandInBrowser { _, _ in nil }
      let configured = try configuration(links: links, browser: browser, kept: [])
      guard let apps = configured.target as? MobileApps else { throw NotConfigured() }
      return try SignInScript("engine mobile-idp\non choose-login choose \(way)\n").start(
        SignInConfiguration(
          mobileIdP: apps.world, links: links, transport: StuckTransport(held: held),
          timeout: timeout))
    }
  }
}
