import FlowEngine
import FlowHTTP
public import FlowSignIn
import FlowSignInTesting
import Testing

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

#if !canImport(Darwin)
// As apps do elsewhere: the library conforms on Apple systems only.
extension SignInFailure: LocalizedError {}
#endif

/// The texts of failures that an app shows to its user.
@Suite("Texts for the user")
struct UserTextTests {
  /// A refresh that fails with an answer of the issuer.
  private func failure(_ status: Int, _ headers: SignInHTTP.Headers, _ code: String) async throws
    -> SignInFailure
  {
    struct Refusing: SignInTransport {
      let answer: SignInHTTP.Response

      func send(
        _ request: SignInHTTP.Request
      ) async throws(SignInHTTP.Failure) -> SignInHTTP.Response { answer }
    }
    let answer = SignInHTTP.Response(
      status: status, headers: headers, body: .json(["error": .string(code)]))
    let configuration = try SignInConfiguration(
      issuer: "https://acme.okta.com", clientID: "0oa1", redirectURI: "app:/callback",
      transport: Refusing(answer: answer))
    let kept = Tokens(
      accessToken: Secret("a"), tokenType: "Bearer", refreshToken: Secret("r"))
    return try await #require(throws: SignInFailure.self) { try await configuration.refresh(kept) }
  }

  private static let failures: [SignInFailure] = [
    .configuration(message: "`no` is no client.", help: "Write `id`."), .script([]),
    .unanswered("KeychainLocked"), .cancelled, .noTokens(.finished), .expectationFailed([]),
  ]

  @Test("A user never reads what is for a developer", arguments: failures)
  func isForUsers(_ failure: SignInFailure) {
    let texts = [failure.localizedDescription, failure.recoverySuggestion ?? ""]
    #expect(!failure.localizedDescription.isEmpty)
    for text in texts {
      for word in ["`", "script", "Keychain", "expect", "(finished)"] {
        #expect(!text.contains(word), "\(text)")
      }
    }
  }

  @Test("Each text has a key, and ends with a full stop")
  func keys() {
    #expect(SignInFailure.userTexts.count >= 15)
    for (key, text) in SignInFailure.userTexts {
      #expect(key.hasPrefix("sign-in."))
      #expect(text.hasSuffix("."))
    }
    #expect(
      SignInFailure.userTexts["sign-in.cancelled"] == SignInFailure.cancelled.localizedDescription)
  }

  @Test("A server that asks to wait is quoted with whole seconds")
  func waits() async throws {
    let failure = try await failure(429, ["Retry-After": "300"], "too_many_requests")
    #expect(failure.localizedDescription == "The server has a temporary problem.")
    #expect(failure.recoverySuggestion == "Try again in 300 seconds.")
  }

  @Test("A server that fails without a time leaves it open")
  func fails() async throws {
    let failure = try await failure(500, [:], "server_error")
    #expect(failure.recoverySuggestion == "Try again later.")
  }

  @Test("After the end of a refresh token, the user must sign in again")
  func ended() async throws {
    let failure = try await failure(400, [:], "invalid_grant")
    #expect(failure.localizedDescription == "You are no longer signed in.")
    #expect(failure.recoverySuggestion == "Sign in again.")
  }

  @Test("A refusal is in the server's words")
  func refused() async throws {
    let script = try SignInScript(
      """
      on identify           answer identifier = "jane@example.com"
      on challenge password answer passcode = "Not-the-password-1"
      """)
    let failure = try await #require(throws: SignInFailure.self) {
      try await script.start(.simulated()).tokens()
    }
    #expect(failure.kind == .refused)
    #expect(failure.localizedDescription == "Password is incorrect")
    #expect(failure.recoverySuggestion == nil)
  }

  @Test("The texts are those of a localized error")
  func isLocalized() throws {
    let error: any Error = SignInFailure.cancelled
    let localized = try #require(error as? any LocalizedError)
    #expect(localized.errorDescription == "The sign-in was canceled.")
  }
}
