import FlowEngine
import FlowHTTP
import FlowSignIn
import FlowSignInTesting

/// The parts of the manual's page for apps, in its order.
enum ReadmeSteps {
  static func configure(path: String) throws -> [SignInConfiguration] {
    // Manual: configure
    let okta = try SignInConfiguration(contentsOf: path)
    let same = try SignInConfiguration(
      issuer: "https://acme.okta.com/oauth2/default", clientID: "0oa1",
      redirectURI: "com.example:/callback", scopes: ["openid", "profile", "offline_access"])
    let preview = SignInConfiguration.simulated()
    // Manual: end
    return [okta, same, preview]
  }

  static func carry(log: @escaping @Sendable (String) -> Void) throws -> SignInConfiguration {
    // Manual: carry
    /// Tells how each request was answered, and no more of it: the rest may be secret.
    struct LoggingTransport: SignInTransport {
      let base = SignInHTTP.Network()
      let log: @Sendable (String) -> Void

      func send(
        _ request: SignInHTTP.Request
      ) async throws(SignInHTTP.Failure) -> SignInHTTP.Response {
        let response = try await base.send(request)
        log("\(request.method.rawValue) \(request.url.path): \(response.status)")
        return response
      }
    }

    let okta = try SignInConfiguration(
      issuer: "https://acme.okta.com/oauth2/default", clientID: "0oa1",
      redirectURI: "com.example:/callback", transport: LoggingTransport(log: log))
    // Manual: end
    return okta
  }

  static func start(
    _ configuration: SignInConfiguration, email: String, password: String, prompter: any Prompter
  ) throws -> SignIn {
    // Manual: start
    let script = try SignInScript(
      """
      on identify           answer identifier = email
      on challenge password answer passcode = secret PASSWORD
      otherwise prompt
      """, values: ["email"])
    let signIn = try script.start(
      configuration, values: ["email": email], secrets: ["PASSWORD": Secret(password)],
      prompter: prompter)
    // Manual: end
    return signIn
  }

  static func process(_ signIn: SignIn, show: (String) -> Void) async {
    // Manual: process
    for await event in signIn.events {
      switch event {
      case .message(let message): show(message.text)
      case .waiting(let waiting): show(waiting.number.map { "Tap \($0)" } ?? "Waiting")
      case .step, .said, .callback, .disconnected: show("\(event)")
      }
    }
    // Manual: end
  }

  static func token(_ signIn: SignIn, show: (String) -> Void) async -> Tokens? {
    // Manual: token
    do throws(SignInFailure) {
      return try await signIn.tokens()
    } catch {
      switch error {
      case .cancelled: break
      case .refused(let messages, _): show(messages.map(\.text).joined(separator: "\n"))
      default: show(error.localizedDescription)
      }
      return nil
    }
    // Manual: end
  }

  static func signOut(_ signIn: SignIn) async throws {
    // Manual: sign-out
    let result = try await signIn.result()
    try await result.signOut()
    // Manual: end
  }
}
