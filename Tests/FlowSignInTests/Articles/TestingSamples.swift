import FlowEngine
import FlowInterpreter

// Article: tests
import FlowSignIn
import FlowSignInTesting
import Testing

@Suite struct SignInRulesTests {
  /// The script of the app.
  static let rules = """
    on identify           answer identifier = email
    on challenge password answer passcode = secret PASSWORD
    on challenge email    prompt code

    """

  /// The org of the tests.
  static let org = """
    org acme {
      authenticators password, email
      user "ann@acme.example" { password "Correct-Horse-1" }
      sign-on { require password and email }
    }
    """

  /// Starts the rules of the app, after the rules of a test.
  func start(
    _ testRules: String = "", password: String = "Correct-Horse-1",
    prompter: (any Prompter)? = nil
  ) throws -> SignIn {
    try SignInScript(testRules + Self.rules + Self.org, values: ["email"]).start(
      .simulated(), values: ["email": "ann@acme.example"],
      secrets: ["PASSWORD": Secret(password)], prompter: prompter)
  }

  @Test func codeFromTheMailSignsIn() async throws {
    let signIn = try start("on challenge email answer code = inbox email\n")
    #expect(try await signIn.tokens().tokenType == "Bearer")
  }

  @Test func wrongPasswordIsRefused() async throws {
    let signIn = try start(password: "Wrong-Horse-1")
    let failure = await #expect(throws: SignInFailure.self) { try await signIn.tokens() }
    #expect(failure?.description == "Password is incorrect")
  }

  @Test func userIsAskedForTheCode() async throws {
    let user = ScriptedUser(texts: ["credentials.passcode": "000000"])
    let signIn = try start(prompter: user)
    let failure = await #expect(throws: SignInFailure.self) { try await signIn.tokens() }
    guard case .refused(let messages, _) = failure else {
      Issue.record("\(String(describing: failure))")
      return
    }
    #expect(messages.map(\.key) == ["api.authn.error.PASSCODE_INVALID"])
  }
}

/// Types a text into each field, by the field's name.
struct ScriptedUser: Prompter {
  var texts: [String: String]

  func answer(_ question: Question) async -> Reply {
    .filled(question.fields.map { texts[$0.name] ?? "" })
  }
}
// Article: end

// Article: fault
@Test func brokenServerIsReported() async throws {
  let script = try SignInScript(
    """
    org shaky {
      authenticators password
      user "ann@acme.example" { password "Correct-Horse-1" }
      fault "challenge once: 503"
    }
    on identify           answer identifier = "ann@acme.example"
    on challenge password answer passcode = secret PASSWORD
    """)
  let signIn = try script.start(
    .simulated(org: "shaky"), secrets: ["PASSWORD": Secret("Correct-Horse-1")])
  let failure = await #expect(throws: SignInFailure.self) { try await signIn.tokens() }
  guard case .server = failure else {
    Issue.record("\(String(describing: failure))")
    return
  }
}
// Article: end

// Article: lasting
@Test func threeWrongPasswordsLockTheNextRunOut() async throws {
  let org = try SimulatedOrg(
    """
    org acme {
      authenticators password
      user "ann@acme.example" { password "Correct-Horse-1" }
      lockout { after 3 attempts for 15m }
    }
    """)
  let script = try SignInScript(
    """
    on identify           answer identifier = "ann@acme.example"
    on challenge password answer passcode = secret PASSWORD
    """)
  func signIn(_ password: String) async throws -> Tokens {
    try await script.start(org.configuration, secrets: ["PASSWORD": Secret(password)]).tokens()
  }
  for _ in 1...3 {
    await #expect(throws: SignInFailure.self) { try await signIn("Wrong-Horse-1") }
  }
  await #expect(throws: SignInFailure.self) { try await signIn("Correct-Horse-1") }
  org.clock.advance(by: .seconds(901))
  #expect(try await signIn("Correct-Horse-1").tokenType == "Bearer")
}
// Article: end

// Article: suite
@Suite struct EachTestHasAnOrgTests {
  /// Swift Testing creates the suite for each test, and with it an org, an inbox and a clock.
  let org: SimulatedOrg

  init() throws {
    org = try SimulatedOrg(
      """
      org acme {
        authenticators email
        user "ann@acme.example" { }
      }
      """)
  }

  @Test(arguments: 1...3) func oneMailIsSent(attempt: Int) async throws {
    let script = try SignInScript(
      """
      on identify        answer identifier = "ann@acme.example"
      on challenge email answer code = inbox email
      """)
    _ = try await script.start(org.configuration).tokens()
    #expect(try await org.inbox.mark() == 1)
  }
}
// Article: end

// Article: push
@Test func pushIsApproved() async throws {
  let script = try SignInScript(
    """
    org acme {
      authenticators okta-verify via push
      user "ann@acme.example" { okta-verify "JBSWY3DPEHPK3PXP" }
    }
    on identify       answer identifier = "ann@acme.example"
    on challenge-poll poll for 5m
    """)
  let org = try SimulatedOrg(script, waits: .manual, timeout: .seconds(600))
  let run = try script.start(org.configuration)
  let pause = try await org.clock.nextWait()
  org.pushes.approve()
  org.clock.advance(by: pause)
  #expect(try await run.tokens().tokenType == "Bearer")
}
// Article: end

// Article: serve
@Test func anotherClientSignsIn() async throws {
  let org = try SimulatedOrg(
    """
    org acme {
      authenticators email
      user "ann@acme.example" { }
    }
    """)
  let service = try org.serve()
  defer { service.stop() }
  // Another process gets these three, such as in the environment of a UI test's app.
  print(service.issuer, service.clientID, service.redirectURI)
  // A client in this process signs in over HTTP, too.
  var client = try service.configuration(timeout: .seconds(600))
  client.inbox = org.inbox
  let script = try SignInScript(
    """
    on identify        answer identifier = "ann@acme.example"
    on challenge email answer code = inbox email
    """)
  #expect(try await script.start(client).tokens().idToken != nil)
  let mail = try await org.inbox.newest("email", to: nil, after: 0)
  #expect(mail?.code != nil)
}
// Article: end

/// The other samples of the article about tests.
enum TestingSamples {
  static func inbox() async throws -> Tokens {
    // Article: inbox
    let script = try SignInScript(
      """
      on identify             answer identifier = "jane@example.com"
      on challenge password   answer passcode = secret JANE_PASSWORD
      on select-authenticator choose phone via sms
      on challenge phone      answer code = inbox sms
      """)
    let tokens = try await script.start(.simulated()).tokens()
    // Article: end
    return tokens
  }

  static func time() -> SignInConfiguration {
    // Article: time
    let newYear = SignInConfiguration.simulated(at: .seconds(1_767_225_600))
    // Article: end
    return newYear
  }
}
