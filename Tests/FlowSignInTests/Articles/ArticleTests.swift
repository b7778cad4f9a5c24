import FlowAuthenticators
import FlowCrypto
import FlowDiagnostics
import FlowEngine
import FlowHTTP
import FlowInterpreter
import FlowScript
import FlowSignIn
import FlowSignInTesting
import Foundation
import FlowLock
import Testing

/// The articles of the documentation catalogs show code that compiles, and that does what they say.
@Suite("The articles", .timeLimit(.minutes(5)))
struct ArticleTests {
  // MARK: The pages

  private static let catalogs = [
    "Sources/FlowSignIn/FlowSignIn.docc", "Sources/FlowSignInTesting/FlowSignInTesting.docc",
  ]
  private static let samples = "Tests/FlowSignInTests"

  @Test(
    "Every Swift block of an article is compiled here, word for word, and no sample is left out")
  func compiled() throws {
    let own = try [Self.samples + "/Articles", "Examples/app/Sources"]
      .flatMap { try CompiledSamples.files(of: $0, suffix: ".swift") }
      .flatMap { CompiledSamples.compiled($0, mark: "Article") }
    let manual = try CompiledSamples.files(of: Self.samples, suffix: ".swift")
      .flatMap { CompiledSamples.compiled($0, mark: "Manual") }
    var shown: Set<String> = []
    for page in try Self.catalogs.flatMap({ try CompiledSamples.files(of: $0, suffix: ".md") }) {
      for block in try CompiledSamples.shown(page) {
        #expect(own.contains(block) || manual.contains(block), "\(page):\n\(block)")
        shown.insert(block)
      }
    }
    #expect(own.count > 15)
    for sample in own where !shown.contains(sample) {
      Issue.record("no article shows:\n\(sample)")
    }
  }

  // MARK: Getting started

  @Test("The first sign-in gets tokens")
  func first() async throws {
    #expect(try await signInJane().scope == "openid profile")
  }

  @Test("The prompter asks for fields and options, and shows a refusal")
  func prompter() async throws {
    let typed = Mutex([
      "jane@example.com", "not it", "Correct-Horse-1", "no number", "4", "Rabbit",
    ])
    let asked = Mutex<[String]>([])
    let user = TextPrompter { prompt in
      asked.withLock { $0.append(prompt) }
      return typed.withLock { $0.isEmpty ? nil : $0.removeFirst() }
    }
    let signIn = try SignInScript("otherwise prompt").start(.simulated(), prompter: user)
    #expect(try await signIn.tokens().tokenType == "Bearer", "\(asked.withLock { $0 })")
    #expect(asked.withLock { $0 }.contains { $0.hasPrefix("Password is incorrect\n") })
  }

  // MARK: Scripts

  @Test("A script's file is loaded with its warnings")
  func load() throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).flow")
    defer { try? FileManager.default.removeItem(at: path) }
    try Data("on identify answer identifier = email, passcode = \"Battery-Staple-2\"".utf8)
      .write(to: path)
    var log: [String] = []
    let script = try ScriptSamples.load(path: path.path()) { log.append($0) }
    #expect(script.flows.count == 1)
    #expect(log.count == 1 && log[0].contains("secret-literal"), "\(log)")
  }

  @Test("A flow of several unlocks an account, and needs no tokens")
  func unlock() async throws {
    let inbox = AsyncStream.makeStream(of: Question.self)
    let prompter = ClosurePrompter { question in
      inbox.continuation.yield(question)
      return .cancelled
    }
    await #expect(throws: SignInFailure.cancelled) {
      try await ScriptSamples.unlock(
        .simulated(), email: "lee@example.com", prompter: prompter)
    }
    let asked = await inbox.stream.first { _ in true }
    #expect(asked?.title == "Email")
  }

  // MARK: Tests

  @Test("A code comes from the org's inbox")
  func testing() async throws {
    #expect(try await TestingSamples.inbox().tokenType == "Bearer")
  }

  @Test("An org's clock starts at the given time")
  func time() async throws {
    let signIn = try SignInScript(
      """
      on identify             answer identifier = "jane@example.com"
      on challenge password   answer passcode = secret JANE_PASSWORD
      on select-authenticator choose email
      on challenge email      answer code = inbox email
      expect token.iat >= 1767225600 and token.iat < 1767225660
      """
    ).start(TestingSamples.time())
    #expect(try await signIn.result().outcome == .success)
  }

  // MARK: Errors

  @Test("An app shows a refusal, offers to retry, and reports a mistake of the script")
  func errors() async throws {
    func finished(_ text: String, at configuration: SignInConfiguration) async throws -> String {
      let script = try SignInScript(text)
      return "\(await finish(try script.start(configuration)))"
    }
    let wrong = """
      on identify           answer identifier = "jane@example.com"
      on challenge password answer passcode = "not it"
      """
    let refused = try await finished(wrong, at: .simulated())
    #expect(refused == #"show("Password is incorrect")"#)
    let server = try DemoServer { _ in HTTPResponse(status: 429, headers: ["Retry-After": "300"]) }
    #expect(
      try await finished(wrong, at: server.configuration).hasSuffix(
        "after: Optional(300.0 seconds))"))
    #expect(try await finished("on identify cancel", at: .simulated()) == "stay")
    let mistake = try await finished("on identify prompt", at: .simulated())
    #expect(mistake.hasPrefix("report(") && mistake.contains("on identify prompt"))
  }

  @Test("A refresh token that is no longer valid is the reason to sign in again")
  func refresh() async throws {
    let server = try DemoServer { _ in
      HTTPResponse(status: 400, body: .json(["error": "invalid_grant"]))
    }
    let kept = Tokens(accessToken: Secret("a"), tokenType: "Bearer", refreshToken: Secret("r"))
    #expect(try await ErrorSamples.refresh(kept, by: server.configuration) == nil)
  }

  // MARK: Passkeys

  /// An authenticator in software.
  private struct Device: PasskeyDevice {
    struct Missing: Error {}

    let keyring: Keyring

    private func parts(
      _ challenge: PasskeyChallenge
    ) async throws -> (PasskeyChallenge.Part) throws -> String {
      let parts = try await keyring.answer(challenge, by: "this device")
      return { part in
        guard let text = parts[part] else { throw Missing() }
        return text
      }
    }

    func create(for challenge: PasskeyChallenge) async throws -> NewPasskey {
      let part = try await parts(challenge)
      return NewPasskey(
        clientDataJSON: try part(.clientData), attestationObject: try part(.attestation))
    }

    func sign(_ challenge: PasskeyChallenge) async throws -> PasskeySignature {
      let part = try await parts(challenge)
      return PasskeySignature(
        clientDataJSON: try part(.clientData), authenticatorData: try part(.authenticatorData),
        signature: try part(.signature), userID: try part(.userHandle))
    }
  }

  @Test(
    "The platform's passkey is made in one sign-in, and signs in the next",
    .enabled(if: RSA.isAvailable, "no libcrypto here"))
  func passkeys() async throws {
    let server = try DemoServer(
      SourceFile(
        name: "key.flow",
        text: """
          org key {
            authenticators password, webauthn
            user "jane@example.com" { password "Correct-Horse-1" }
            sign-on { require password and webauthn }
          }
          """), org: "key")
    let device = Device(keyring: Keyring(randomBytes: ThisMachine.randomBytes))
    let known = ["identifier": "jane@example.com", "credentials.passcode": "Correct-Horse-1"]
    let prompter = ClosurePrompter { question in
      guard question.options.isEmpty else { return .chose(0, method: nil) }
      return .filled(question.fields.map { known[$0.name] ?? "" })
    }
    let script = try SignInScript(
      """
      on enroll-authenticator webauthn answer passkey = passkey device
      on challenge webauthn            answer passkey = passkey device
      otherwise prompt
      """)
    for _ in 1...2 {
      let signIn = try script.start(
        server.configuration, prompter: prompter, passkeys: DevicePasskeys(device: device))
      #expect(try await signIn.tokens().tokenType == "Bearer")
    }
    #expect(try await PasskeySamples.simulated().outcome == .success)
  }

  // MARK: Other engines and issuers

  @Test("The other engines have built-in orgs")
  func engines() async throws {
    #expect(try await EngineSamples.nextAuth().outcome == .success)
    #expect(try await EngineSamples.mobileIdP().tokenType == "Bearer")
  }

  @Test("The configurations of an issuer are valid")
  func issuers() async throws {
    let okta = try IssuerSamples.inbox(IssuerSamples.values())
    #expect(okta.inbox != nil)
    _ = try IssuerSamples.org()
    #expect(throws: SignInFailure.self) { try IssuerSamples.file(path: "/nowhere/Okta.plist") }
  }

  @Test("Stored tokens are refreshed, and revoked")
  func kept() async throws {
    let server = try DemoServer()
    let configuration = server.configuration(scopes: ["openid", "offline_access"])
    let script = try SignInScript(
      """
      on identify             answer identifier = "sam@example.com"
      on select-authenticator choose password
      on challenge password   answer passcode = secret SAM_PASSWORD
      on skip                 skip
      """)
    let signIn = try script.start(
      configuration, secrets: ["SAM_PASSWORD": Secret("Battery-Staple-2")])
    let url = FileManager.default.temporaryDirectory.appending(path: "flow-\(UUID().uuidString)")
    let store = FileTokenStore(path: url.path())
    var used: [String] = []
    try await IssuerSamples.kept(
      configuration, signIn, store: store, showSignIn: { Issue.record("signed out") },
      use: { used.append($0) })
    #expect(used.count == 1)
    #expect(try await store.read() == nil)
  }
}
