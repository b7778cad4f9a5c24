import FlowEngine
import FlowInterpreter
import FlowSignIn
import FlowSignInTesting
import FlowLock
import Testing

/// Okta Verify from an app's point of view, against the org in this process.
@Suite(.timeLimit(.minutes(5)))
struct PushTests {
  /// Runs a script against an org whose phone answers as specified.
  private static func signIn(
    _ rules: String, phone: String, org: String = "number-challenge on",
    prompter: (any Prompter)? = nil
  ) throws -> SignIn {
    let script = try SignInScript(
      """
      org acme {
        authenticators password, okta-verify
        user "jane@example.com" {
          password "Correct-Horse-1"
          okta-verify "JBSWY3DPEHPK3PXP" { \(phone) }
        }
        sign-on     { require password and okta-verify }
        okta-verify { \(org) }
      }
      on identify                          answer identifier = "jane@example.com"
      on challenge password                answer passcode = secret JANE_PASSWORD
      on authenticator-verification-data   choose okta-verify via push
      \(rules)
      """)
    var configuration = SignInConfiguration.simulated(org: "acme")
    configuration.clock = ManualClock(now: .seconds(1_700_000_000))
    return try script.start(
      configuration, secrets: ["JANE_PASSWORD": Secret("Correct-Horse-1")], prompter: prompter)
  }

  @Test("At each wait the app gets the number to match")
  func number() async throws {
    let signIn = try Self.signIn("on challenge-poll poll", phone: "push approve after 6s")
    var numbers: [String] = []
    for await event in signIn.events {
      guard case .waiting(let waiting) = event else { continue }
      #expect(waiting.step == "challenge-poll")
      #expect(waiting.title == "Okta Verify")
      #expect(waiting.pause == .seconds(4))
      let number = try #require(waiting.number)
      #expect(event.description == "waiting for Okta Verify, number to match: \(number)")
      numbers.append(number)
    }
    #expect(try await signIn.tokens().tokenType == "Bearer")
    #expect(numbers.count == 2)
    #expect(Set(numbers).count == 1)
  }

  @Test("A denied push is a refusal in the server's own words")
  func denied() async throws {
    let signIn = try Self.signIn("on challenge-poll poll", phone: "push deny after 2s")
    let failure = await #expect(throws: SignInFailure.self) { try await signIn.tokens() }
    #expect(failure?.kind == .refused)
    #expect(String(describing: failure).contains("reject this login"))
  }

  @Test("An unanswered push ends with the server's message, or else with the run's deadline")
  func ignored() async throws {
    let soon = try Self.signIn(
      "on challenge-poll poll", phone: "push ignore", org: "expire 1m")
    let refused = await #expect(throws: SignInFailure.self) { try await soon.tokens() }
    #expect(refused?.kind == .refused)
    let late = try Self.signIn(
      "on challenge-poll poll", phone: "push ignore", org: "expire 1h")
    let failure = await #expect(throws: SignInFailure.self) { try await late.tokens() }
    #expect(failure?.kind == .timedOut)
  }

  @Test("A script that leaves waiting to the app asks it after a while how to go on")
  func patience() async throws {
    let asked = Mutex<[Question]>([])
    let prompter = ClosurePrompter { question in
      asked.withLock { $0.append(question) }
      return question.taking(.resend) ?? .cancelled
    }
    let signIn = try Self.signIn(
      "otherwise prompt", phone: "push ignore, approve", prompter: prompter)
    #expect(try await signIn.tokens().tokenType == "Bearer")
    let questions = asked.withLock { $0 }
    #expect(questions.map(\.step) == ["challenge-poll"])
    #expect(questions.first?.kind == .proceed)
    #expect(questions.first?.options.map(\.title) == ["keep waiting"])
    #expect(questions.first?.showing.map(\.name) == ["correctAnswer"])
  }

  @Test("The code of Okta Verify comes from the app's shared secret")
  func code() async throws {
    let script = try SignInScript(
      """
      org acme {
        authenticators okta-verify via totp
        user "jane@example.com" { okta-verify secret JANE_TOTP }
      }
      on identify              answer identifier = "jane@example.com"
      on challenge okta-verify answer code = totp secret JANE_TOTP
      """)
    let signIn = try script.start(
      .simulated(org: "acme"), secrets: ["JANE_TOTP": Secret("JBSWY3DPEHPK3PXP")])
    #expect(try await signIn.result().outcome == .success)
  }
}
