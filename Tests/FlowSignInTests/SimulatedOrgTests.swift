import FlowEngine
import FlowHTTP
import FlowInterpreter
import FlowSignIn
import FlowSignInTesting
import Foundation
import Testing

/// An org that outlives a run, with which several runs share a state.
@Suite("An org that outlives a run", .timeLimit(.minutes(5)))
struct SimulatedOrgTests {
  private static let acme = """
    org acme {
      authenticators password
      user "jane@example.com" { password "Correct-Horse-1" }
      lockout { after 3 attempts for 15m }
    }

    """

  private static func script(password: String = "Correct-Horse-1") throws -> SignInScript {
    try SignInScript(
      """
      on identify           answer identifier = "jane@example.com"
      on challenge password answer passcode = "\(password)"
      """)
  }

  @Test("Three wrong passwords lock the next run out, until the clock has moved")
  func lockout() async throws {
    let org = try SimulatedOrg(Self.acme)
    let wrong = try Self.script(password: "not it")
    for _ in 1...3 {
      await #expect(throws: SignInFailure.self) {
        try await wrong.start(org.configuration).tokens()
      }
    }
    let right = try Self.script()
    await #expect(throws: SignInFailure.self) {
      try await right.start(org.configuration).tokens()
    }
    // Another org isn't affected.
    let other = try SimulatedOrg(Self.acme)
    #expect(try await right.start(other.configuration).tokens().tokenType == "Bearer")
    org.clock.advance(by: .seconds(901))
    #expect(try await right.start(org.configuration).tokens().tokenType == "Bearer")
  }

  @Test("A reset unlocks, and forgets the messages and the tokens")
  func reset() async throws {
    let org = try SimulatedOrg(Self.acme)
    for _ in 1...3 {
      _ = try? await Self.script(password: "not it").start(org.configuration).tokens()
    }
    org.reset()
    #expect(try await Self.script().start(org.configuration).tokens().tokenType == "Bearer")
  }

  @Test("Tokens are refreshed after their run, and a sign-out ends them")
  func tokens() async throws {
    let org = try SimulatedOrg(Self.acme, scopes: ["openid", "offline_access"])
    let tokens = try await Self.script().start(org.configuration).tokens()
    org.clock.advance(by: .seconds(4000))
    let fresh = try await org.configuration.refresh(tokens)
    #expect(fresh.accessToken != tokens.accessToken)
    try await org.configuration.signOut(fresh)
    let failure = await #expect(throws: SignInFailure.self) {
      try await org.configuration.refresh(fresh)
    }
    #expect(failure?.code == "invalid_grant")
  }

  @Test("The same seed gives the same codes, and the inbox keeps them between the runs")
  func seed() async throws {
    let script = try SignInScript(
      """
      on identify             answer identifier = "jane@example.com"
      on challenge password   answer passcode = secret JANE_PASSWORD
      on select-authenticator choose email
      on challenge email      answer code = inbox email
      """)
    var codes: [String] = []
    for _ in 1...2 {
      let org = try SimulatedOrg(seed: 7)
      _ = try await script.start(org.configuration).tokens()
      let first = try #require(try await org.inbox.newest("email", to: nil, after: 0))
      _ = try await script.start(org.configuration).tokens()
      let mark = try await org.inbox.mark()
      #expect(mark == 2)
      codes.append(first.code?.reveal() ?? "")
      #expect(org.seed == 7)
    }
    #expect(codes[0] == codes[1] && !codes[0].isEmpty)
    #expect(try SimulatedOrg().seed != SimulatedOrg().seed)
  }

  private static let pushes = """
    org pushes {
      authenticators okta-verify via push
      user "jane@example.com" { okta-verify "JBSWY3DPEHPK3PXP" }
    }
    on identify       answer identifier = "jane@example.com"
    on challenge-poll poll for 10m

    """

  @Test("A test answers a push, if it moves the clock itself", arguments: [true, false])
  func push(approves: Bool) async throws {
    let script = try SignInScript(Self.pushes)
    let org = try SimulatedOrg(script, waits: .manual, timeout: .seconds(3600))
    let run = try script.start(org.configuration)
    let before = org.clock.now
    let wait = try await org.clock.nextWait()
    #expect(wait > .zero && org.clock.now == before)
    #expect(org.pushes.waiting.map(\.login) == ["jane@example.com"])
    #expect(org.pushes.approve("sam@example.com") == 0)
    #expect((approves ? org.pushes.approve() : org.pushes.deny()) == 1)
    #expect(org.pushes.waiting.isEmpty)
    org.clock.advance(by: wait)
    if approves {
      #expect(try await run.tokens().tokenType == "Bearer")
    } else {
      let failure = await #expect(throws: SignInFailure.self) { try await run.tokens() }
      guard case .refused? = failure else {
        Issue.record("\(String(describing: failure))")
        return
      }
    }
  }

  @Test("A canceled run leaves no wait behind, and a canceled test stops waiting for one")
  func cancels() async throws {
    let script = try SignInScript(Self.pushes)
    let org = try SimulatedOrg(script, waits: .manual, timeout: .seconds(3600))
    let run = try script.start(org.configuration)
    _ = try await org.clock.nextWait()
    run.cancel()
    await #expect(throws: SignInFailure.cancelled) { try await run.tokens() }
    let watching = Task { try await org.clock.nextWait() }
    watching.cancel()
    await #expect(throws: CancellationError.self) { try await watching.value }
  }

  @Test("Runs at the same time share the org")
  func parallel() async throws {
    let org = try SimulatedOrg(Self.acme)
    let script = try Self.script()
    let tokens = try await withThrowingTaskGroup { group in
      for _ in 1...20 {
        group.addTask { try await script.start(org.configuration).tokens().accessToken.reveal() }
      }
      var all: Set<String> = []
      for try await token in group { all.insert(token) }
      return all
    }
    #expect(tokens.count == 20)
  }

  @Test("A served org answers other clients over HTTP, and shares its state with them")
  func serves() async throws {
    let org = try SimulatedOrg(Self.acme)
    let service = try org.serve()
    let app = try service.configuration(timeout: .seconds(600))
    let script = try Self.script()
    let result = try await script.start(app).result()
    #expect(result.tokens?.idToken != nil && result.warnings.isEmpty, "\(result.warnings)")
    for _ in 1...3 { _ = try? await Self.script(password: "not it").start(app).tokens() }
    await #expect(throws: SignInFailure.self) {
      try await script.start(org.configuration).tokens()
    }
    let taken = #expect(throws: SignInFailure.self) {
      let port = HTTPURL(service.issuer)?.port ?? 0
      return try org.serve(port: port)
    }
    #expect(taken?.description.contains("can't be served") == true)
    service.stop()
    let failure = await #expect(throws: SignInFailure.self) {
      try await script.start(app).tokens()
    }
    guard case .network? = failure else {
      Issue.record("\(String(describing: failure))")
      return
    }
  }

  @Test("Mistakes are reported: no org, several orgs, an unknown one, a missing secret, a typo")
  func mistakes() throws {
    func failure(_ text: String, name: String? = nil) -> SignInFailure? {
      #expect(throws: SignInFailure.self) { try SimulatedOrg(text, name: name) }
    }
    #expect(failure("on identify skip")?.description.contains("no org") == true)
    let two = "org a { authenticators password }\norg b { authenticators password }\n"
    #expect(failure(two)?.description.contains("several orgs") == true)
    #expect(failure(two, name: "c")?.description.contains("`c`") == true)
    #expect(try SimulatedOrg(two, name: "b").pushes.waiting.isEmpty)
    let secret = "org a { authenticators password; user \"j@x.example\" { password secret PW } }"
    guard case .missingValues? = failure(secret) else {
      Issue.record("a missing secret isn't reported as such")
      return
    }
    #expect(throws: Never.self) { try SimulatedOrg(secret, secrets: ["PW": Secret("Abc-12345")]) }
    guard case .script(let problems)? = failure("org a { authenticators pasword }") else {
      Issue.record("a typo isn't reported as such")
      return
    }
    #expect(problems.first?.message.contains("pasword") == true)
    guard case .configuration? = failure("org a for nextauth { account \"jane\" }") else {
      Issue.record("another engine isn't reported as such")
      return
    }
  }
}
