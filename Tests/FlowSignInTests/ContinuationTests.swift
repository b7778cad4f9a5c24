import FlowEngine
import FlowHTTP
import FlowInterpreter
import FlowSignIn
import FlowSignInTesting
import FlowLock
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Sign-ins that another run continues, as after the end of the app.
@Suite("Continued sign-ins")
struct ContinuationTests {
  /// A user who doesn't answer until the end of the test, and counts the questions.
  private final class Absent: Prompter {
    let asked = AsyncStream<Question>.makeStream()
    private let held = AsyncStream<Void>.makeStream()

    func answer(_ question: Question) async throws -> Reply {
      asked.continuation.yield(question)
      for await _ in held.stream {}
      return .cancelled
    }

    func leave() { held.continuation.finish() }

    /// Waits for the first question.
    func question() async -> Question? { await asked.stream.first { _ in true } }
  }

  /// A user who answers with a code of the inbox.
  private struct Present: Prompter {
    let inbox: any Inbox

    func answer(_ question: Question) async throws -> Reply {
      #expect(question.fields.count == 1)
      let item = try #require(try await inbox.newest("email", to: nil, after: 0))
      return .filled([try #require(item.code).reveal()])
    }
  }

  private static let source = """
    org acme {
      authenticators password, email
      user "jane@example.com" { password "Correct-Horse-1" }
      sign-on { require password and email }
    }
    on identify             answer identifier = "jane@example.com"
    on challenge password   answer passcode = secret PASSWORD
    on select-authenticator choose email
    on challenge email      prompt code
    """

  private let org: SimulatedOrg
  private let script: SignInScript
  private let absent = Absent()

  init() throws {
    script = try SignInScript(ContinuationTests.source)
    org = try SimulatedOrg(script, scopes: ["openid", "profile", "offline_access"])
  }

  /// A sign-in that waits for the user's code.
  private func begin(at configuration: SignInConfiguration? = nil) async throws -> SignIn {
    let signIn = try script.start(
      configuration ?? org.configuration, secrets: ["PASSWORD": Secret("Correct-Horse-1")],
      prompter: absent)
    let question = await absent.question()
    #expect(question?.fields.first?.purpose == .oneTimeCode)
    return signIn
  }

  private static func copy(_ continuation: SignInContinuation?) throws -> SignInContinuation {
    let kept = try JSONEncoder().encode(try #require(continuation))
    return try JSONDecoder().decode(SignInContinuation.self, from: kept)
  }

  @Test("A sign-in continues at the step where the app ended, without the earlier answers")
  func continues() async throws {
    let first = try await begin()
    let kept = try Self.copy(first.continuation)
    #expect(kept == first.continuation)
    // The password isn't given again: a run that asked for it would fail.
    let second = try script.start(
      org.configuration, resuming: kept, prompter: Present(inbox: org.inbox))
    let result = try await second.result()
    #expect(result.steps == 1)
    let tokens = try #require(result.tokens)
    #expect(tokens.claims?.username == "jane@example.com")
    _ = try await org.configuration.refresh(tokens)
    absent.leave()
    _ = try? await first.result()
  }

  @Test("A sign-in continues over HTTP, where the issuer checks the verifier of the first run")
  func continuesServed() async throws {
    let service = try org.serve()
    let first = try await begin(at: try service.configuration(timeout: .seconds(600)))
    let kept = try Self.copy(first.continuation)
    let second = try script.start(
      try service.configuration(timeout: .seconds(600)), resuming: kept,
      prompter: Present(inbox: org.inbox))
    #expect(try await second.tokens().verification != .absent)
    absent.leave()
    _ = try? await first.result()
    service.stop()
  }

  @Test("There is a continuation from the first answer to the end of the run")
  func ends() async throws {
    let first = try await begin()
    #expect(first.continuation != nil)
    absent.leave()
    await #expect(throws: SignInFailure.cancelled) { try await first.tokens() }
    #expect(first.continuation == nil)
  }

  @Test("A sign-in that was canceled meanwhile can't be continued")
  func cancelled() async throws {
    let first = try await begin()
    let kept = try Self.copy(first.continuation)
    absent.leave()
    _ = try? await first.result()
    let second = try script.start(
      org.configuration, resuming: kept, prompter: Present(inbox: org.inbox))
    let failure = try await #require(throws: SignInFailure.self) { try await second.tokens() }
    #expect(failure.kind == .refused)
    #expect(!failure.localizedDescription.isEmpty)
  }

  @Test("A sign-in isn't continued at another issuer, nor at an org that ends with its run")
  func elsewhere() async throws {
    let first = try await begin()
    let kept = try Self.copy(first.continuation)
    let other = try SignInConfiguration(
      issuer: "https://other.example.com", clientID: "0oa1", redirectURI: "app:/callback")
    for configuration in [other, .simulated()] {
      let failure = try #require(throws: SignInFailure.self) {
        try script.start(configuration, resuming: kept)
      }
      #expect(failure.kind == .configuration)
    }
    absent.leave()
    _ = try? await first.result()
  }

  @Test("A continuation shows no secret, and what is encoded contains what a run needs")
  func isSecret() async throws {
    let first = try await begin()
    let continuation = try #require(first.continuation)
    let encoded = try JSONEncoder().encode(continuation)
    let object = try #require(try JSON(parsing: Array(encoded)).object)
    var dumped = "\(continuation) \(String(reflecting: continuation))"
    dump(continuation, to: &dumped)
    dump(first, to: &dumped)
    for name in ["handle", "verifier", "state", "nonce"] {
      let text = try #require(object[name]?.string)
      #expect(!text.isEmpty)
      #expect(!dumped.contains(text), "\(name)")
    }
    absent.leave()
    _ = try? await first.result()
  }

  @Test("Other texts aren't continuations", arguments: ["{}", "[]", "{\"flow\": \"main\"}"])
  func refuses(_ text: String) {
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(SignInContinuation.self, from: Data(text.utf8))
    }
  }
}
