import FlowText
import FlowDiagnostics
import FlowAuthenticators
import FlowCrypto
import FlowEngine
import FlowInterpreter
import FlowSignIn
import FlowSyntax
import FlowLock
import Testing

/// Passkeys of an app's user, and none without a store.
@Suite("Passkeys of an app", .enabled(if: RSA.isAvailable, "no libcrypto here"))
struct AppPasskeyTests {
  private static func server() throws -> DemoServer {
    let text = """
      org key {
        authenticators password, webauthn
        user "jane@example.com" { password "Correct-Horse-1" }
        sign-on { require password and webauthn }
      }
      """
    return try DemoServer(SourceFile(name: "key.flow", text: text), org: "key")
  }

  /// A user who answers the questions, and gives up if nothing can be answered.
  private final class Jane: Prompter {
    let questions = Mutex<[Question]>([])

    func answer(_ question: Question) async throws -> Reply {
      questions.withLock { $0.append(question) }
      if let field = question.fields.first {
        let known = ["identifier": "jane@example.com", "passkey": "My phone"]
        return .filled([known[field.name] ?? "Correct-Horse-1"])
      }
      return question.options.isEmpty ? .cancelled : .chose(0, method: nil)
    }

    /// Whether the user was asked for a passkey or for any part of one.
    var wasAskedForPasskey: Bool {
      questions.withLock {
        $0.contains { $0.fields.contains { $0.name != "identifier" && !$0.isSecret } }
      }
    }
  }

  @Test("At an issuer no passkey is made without a store: the user is informed, not locked out")
  func nobody() async throws {
    let server = try Self.server()
    for _ in 1...2 {
      let jane = Jane()
      let signIn = try SignInScript("otherwise prompt").start(
        server.configuration, prompter: jane)
      let failure = await #expect(throws: SignInFailure.self) { try await signIn.tokens() }
      #expect(failure?.kind == .cancelled)
      #expect(!jane.wasAskedForPasskey)
      let last = try #require(jane.questions.withLock { $0.last })
      #expect(last.complaint?.hasPrefix("no passkey of this run can answer") == true, "\(last)")
    }
    let scripted = try SignInScript(
      "on any prompt passcode\non enroll-authenticator answer passkey = passkey jane"
    ).start(server.configuration, prompter: Jane())
    let failure = await #expect(throws: SignInFailure.self) { try await scripted.tokens() }
    #expect(failure?.problems.map(\.id) == ["passkey-failed"])
  }

  /// An app's own holder, which outlives its runs.
  private struct Holder: PasskeyHolder {
    let keyring: Keyring

    func names(for challenge: PasskeyChallenge) -> [String] { keyring.names(for: challenge) }

    func answer(
      _ challenge: PasskeyChallenge, by name: String
    ) async throws(PlainFailure) -> [PasskeyChallenge.Part: String] {
      try await keyring.answer(challenge, by: name)
    }
  }

  @Test("A passkey that an app's holder makes is available at the next sign-in")
  func holder() async throws {
    let server = try Self.server()
    let holder = Holder(keyring: Keyring(randomBytes: { [UInt8](repeating: 7, count: $0) }))
    for _ in 1...2 {
      let jane = Jane()
      let signIn = try SignInScript("otherwise prompt").start(
        server.configuration, prompter: jane, passkeys: holder)
      #expect(try await signIn.tokens().tokenType == "Bearer")
      #expect(jane.wasAskedForPasskey)
    }
  }
}
