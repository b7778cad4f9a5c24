import FlowEngine
import FlowInterpreter
import FlowSignIn
import FlowSignInTesting
import NextAuthEngine
import FlowLock
import TestSupport
import Testing

/// Scripts of nextAuth in an app: with an SDK, and against a simulated org.
@Suite("nextAuth in an app", .timeLimit(.minutes(5)))
struct NextAuthTests {
  private static let code = "qr-0123456789"
  private static let login = """
    engine nextauth
    start qr with data = code
    on ready          submit
    on confirm-login  choose jane

    """

  /// The lines of a run's events.
  private static func lines(of signIn: SignIn) async -> [String] {
    var lines: [String] = []
    for await event in signIn.events { lines.append("\(event)") }
    return lines
  }

  @Test("The manual's SDK signs in, and its callbacks are reported in order")
  func readme() async throws {
    let sdk = StandInSDK(pin: "4711")
    let heard = Mutex<[String]>([])
    let result = try await ReadmeNextAuth.signIn(sdk, scanned: Self.code, pin: "4711") { line in
      heard.withLock { $0.append(line) }
    }
    #expect(result.outcome == .success && result.tokens == nil)
    #expect(result.facts.contains(Fact("account", .text("jane"))))
    #expect(result.facts.contains(Fact("origin", .text("qr"))))
    #expect(
      sdk.calls == ["startSession", "startUserInteraction", "setAccount a1", "setPinBiometric"])
    #expect(
      heard.withLock { $0 } == [
        "SessionReadyForUserInteraction 1", "ConfirmLogin 1 jane or sam, second factor needed",
        "SecondFactor 1 VERIFY NEEDED, allowed pin and biometric",
        "SecondFactor 1 VERIFY SUCCESS", "SessionLogin 1 LOGGED_IN",
      ])
  }

  @Test("A wrong PIN is a message that a rule can answer")
  func wrongPIN() async throws {
    let script = try SignInScript(
      Self.login + """
        on second-factor when message.key is "PIN_FAIL" answer biometric
        on second-factor answer pin = secret PIN
        on active stop
        expect finished and reason is "logged-out"
        """, values: ["code"])
    let sdk = StandInSDK(pin: "4711")
    let signIn = try script.start(
      SignInConfiguration(nextAuth: ScriptedSDK(sdk)), values: ["code": Self.code],
      secrets: ["PIN": Secret("9-wrong-9")])
    let lines = await Self.lines(of: signIn)
    #expect(try await signIn.result().outcome == .finished)
    #expect(lines.contains("the PIN is wrong, 2 attempts left"))
    #expect(!lines.contains { $0.contains("9-wrong-9") || $0.contains(Self.code) })
    #expect(sdk.calls.last == "stopSession")
  }

  @Test("An answer that the SDK rejects is asked for again, and doesn't count as an answered step")
  func unsent() async throws {
    let asked = Mutex(0)
    let prompter = ClosurePrompter { _ in
      let number = asked.withLock { asked in
        asked += 1
        return asked
      }
      return .filled(["4711", number < 4 ? "true" : ""])
    }
    let script = try SignInScript(Self.login + "on second-factor prompt", values: ["code"])
    let signIn = try script.start(
      SignInConfiguration(nextAuth: ScriptedSDK(StandInSDK(pin: "4711"))),
      values: ["code": Self.code], prompter: prompter)
    var steps: [String] = []
    for await case .step(let step) in signIn.events { steps.append(step.name) }
    #expect(try await signIn.result().outcome == .success)
    #expect(asked.withLock { $0 } == 4)
    #expect(steps == ["ready", "confirm-login", "second-factor"])
  }

  @Test("A refusal with a code is the SDK's refusal, with the code's text")
  func refused() async throws {
    let script = try SignInScript(Self.login, values: ["code"])
    let sdk = StandInSDK(pin: "4711")
    let signIn = try script.start(
      SignInConfiguration(nextAuth: ScriptedSDK(sdk)), values: ["code": "no code"])
    await #expect {
      _ = try await signIn.result()
    } throws: { error in
      guard case .refused(let messages, _)? = error as? SignInFailure else { return false }
      return messages.map(\.key) == ["32"]
    }
  }

  @Test("A session of a failed run is stopped, and so is a session of a canceled one")
  func abandoned() async throws {
    let sdk = StandInSDK(pin: "4711")
    let backend = ScriptedSDK(sdk)
    let script = try SignInScript(Self.login + "on second-factor fail \"no\"", values: ["code"])
    let signIn = try script.start(
      SignInConfiguration(nextAuth: backend), values: ["code": Self.code])
    await #expect(throws: SignInFailure.self) { _ = try await signIn.result() }
    #expect(sdk.calls.last == "stopSession")

    let silent = StandInSDK(pin: "4711", isSilent: true)
    let waits = try SignInScript(
      Self.login + "on second-factor answer pin = secret PIN", values: ["code"]
    ).start(
      SignInConfiguration(nextAuth: ScriptedSDK(silent)), values: ["code": Self.code],
      secrets: ["PIN": Secret("4711")])
    while silent.calls.last != "setPinBiometric" { await Task.yield() }
    waits.cancel()
    await #expect(throws: SignInFailure.cancelled) { _ = try await waits.result() }
    #expect(silent.calls.last == "stopSession")
  }

  @Test("A session that the app begins during a run isn't answered, and isn't stopped with it")
  func pushDuringRun() async throws {
    let sdk = StandInSDK(pin: "4711")
    let backend = ScriptedSDK(sdk)
    let script = try SignInScript(
      Self.login + """
        on second-factor expect sessions is 1 then prompt pin
        on active        fail "no"
        """, values: ["code"])
    let prompter = ClosurePrompter { _ in
      _ = try sdk.processPush("hello")
      while await backend.sessions().count < 2 { await Task.yield() }
      return .filled(["4711"])
    }
    let signIn = try script.start(
      SignInConfiguration(nextAuth: backend), values: ["code": Self.code], prompter: prompter)
    await #expect(throws: SignInFailure.self) { _ = try await signIn.result() }
    #expect(sdk.pins == [1: ["4711"]])
    #expect(sdk.stopped == [1])
  }

  @Test("Concurrent runs on one configuration each have their own sessions and callbacks")
  func atOnce() async throws {
    let sdk = StandInSDK(pin: "4711", others: ["0815"])
    let configuration = SignInConfiguration(nextAuth: ScriptedSDK(sdk), timeout: .seconds(600))
    let script = try SignInScript(Self.login + "on second-factor prompt pin", values: ["code"])
    func start(_ pin: String) throws -> SignIn {
      let prompter = ClosurePrompter { _ in
        // Both runs are at their second factors before one continues.
        while sdk.calls.count(where: { $0 == "setAccount a1" }) < 2 { await Task.yield() }
        return .filled([pin])
      }
      return try script.start(configuration, values: ["code": Self.code], prompter: prompter)
    }
    let first = try start("4711")
    while sdk.calls.isEmpty { await Task.yield() }
    let second = try start("0815")
    for signIn in [first, second] { #expect(try await signIn.result().outcome == .success) }
    #expect(sdk.pins == [1: ["4711"], 2: ["0815"]])
    #expect(sdk.stopped.isEmpty)
  }

  /// A clock that leaves a run almost no time once a session has been started.
  private struct EndingClock: RunClock {
    static let limit = Duration.seconds(240)
    let sdk: StandInSDK

    var now: Duration {
      sdk.calls.contains("startSession") ? Self.limit - .milliseconds(50) : .zero
    }

    func sleep(for duration: Duration) {}
  }

  @Test("An SDK that stops answering ends the run at its time limit")
  func silent() async throws {
    let sdk = StandInSDK(pin: "4711", isSilent: true)
    var configuration = SignInConfiguration(
      nextAuth: ScriptedSDK(sdk), timeout: EndingClock.limit)
    configuration.clock = EndingClock(sdk: sdk)
    let signIn = try SignInScript(
      Self.login + "on second-factor answer pin = secret PIN", values: ["code"]
    ).start(
      configuration,
      values: ["code": Self.code], secrets: ["PIN": Secret("4711")])
    await #expect {
      _ = try await signIn.result()
    } throws: { error in
      if case .timedOut? = error as? SignInFailure { true } else { false }
    }
    #expect(sdk.calls.last == "stopSession")
  }

  @Test("Other calls reach the SDK too")
  func calls() async throws {
    let cases: [(script: String, calls: [String])] = [
      (
        "start app-login\non second-factor cancel\nexpect cancelled",
        ["startAppLogin", "inputCancel"]
      ),
      (
        "start push with data = \"hello\"\non ready deny\non ready stop",
        ["processPush", "startSession", "stopSession"]
      ),
      ("start push with data = \"nothing\"\nexpect finished\non ready submit", ["processPush"]),
      (
        "start enroll with data = \"qr-enrol\"\non confirm-enroll submit\n"
          + "on second-factor answer biometric",
        ["startSession", "setAccount a3", "setPinBiometric"]
      ),
      (
        "start app-login\non second-factor answer biometric\n"
          + "on active once meanwhile delete-account with account = \"sam\"",
        ["startAppLogin", "setPinBiometric", "deleteAccount a2"]
      ),
    ]
    for (text, calls) in cases {
      let sdk = StandInSDK(pin: "4711")
      let signIn = try SignInScript("engine nextauth\n" + text).start(
        SignInConfiguration(nextAuth: ScriptedSDK(sdk)))
      _ = try? await signIn.result()
      #expect(sdk.calls == calls, "\(text)")
    }
  }

  // MARK: The simulated org

  @Test("The same script runs against the built-in org, where nothing waits")
  func simulated() async throws {
    let script = try SignInScript(
      """
      engine nextauth
      on ready          submit
      on confirm-login  choose sam
      on second-factor  answer pin = secret PIN
      expect success and account is "sam" and history is "LOGGED_IN"
      """)
    let signIn = try script.start(.simulated())
    let lines = await Self.lines(of: signIn)
    let result = try await signIn.result()
    #expect(result.outcome == .success)
    #expect(lines.contains("SessionLogin 1 LOGGED_IN"))
    #expect(lines.first == "SessionUpdate 1 STARTING")
    await #expect(throws: SignInFailure.noTokens(.success)) { _ = try await signIn.tokens() }
    await #expect(throws: SignInFailure.noTokens(.success)) { _ = try await result.refresh() }
    await #expect(throws: SignInFailure.noTokens(.success)) { try await result.signOut() }
  }

  @Test("An AppLogin's value for a web session is a fact, and shown nowhere")
  func credentials() async throws {
    let script = try SignInScript(
      """
      engine nextauth
      start app-login with account = "jane"
      on second-factor answer pin = secret PIN
      expect credentials is not ""
      """)
    let result = try await script.start(.simulated(org: "demo")).result()
    guard
      case .secret(let credentials)? = result.facts.first(where: { $0.name == "credentials" })?
        .value
    else {
      Issue.record("there are none: \(result.facts)")
      return
    }
    #expect(!credentials.isEmpty)
    #expect(!"\(result)".contains(credentials.reveal()))
  }

  @Test("A flow and a configuration of different engines are reported before anything happens")
  func mismatch() throws {
    let nextAuth = try SignInScript("engine nextauth\non ready submit")
    let idx = try SignInScript("on identify submit")
    let issuer = try SignInConfiguration(
      issuer: "https://acme.okta.com", clientID: "0oa1", redirectURI: "a:/b")
    let sdk = SignInConfiguration(nextAuth: ScriptedSDK(StandInSDK(pin: "4711")))
    for (script, configuration) in [(nextAuth, issuer), (idx, sdk)] {
      #expect {
        _ = try script.start(configuration)
      } throws: { error in
        if case .configuration(_, let help)? = error as? SignInFailure {
          help != nil
        } else {
          false
        }
      }
    }
    let org = try SignInScript("org a { }\nflow \"f\" { engine nextauth; on ready submit }")
    #expect {
      _ = try org.start(.simulated(org: "a"))
    } throws: { error in
      if case .script(let problems)? = error as? SignInFailure {
        problems.map(\.id) == ["engine-mismatch"]
      } else {
        false
      }
    }
  }

  @Test("An SDK has no tokens to refresh or to revoke")
  func tokens() async throws {
    let sdk = SignInConfiguration(nextAuth: ScriptedSDK(StandInSDK(pin: "4711")))
    await #expect {
      try await sdk.signOut(Tokens(accessToken: Secret("a"), tokenType: "Bearer"))
    } throws: { error in
      if case .configuration? = error as? SignInFailure { true } else { false }
    }
  }
}
