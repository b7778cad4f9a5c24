import FlowEngine
import FlowScript
import FlowSignIn
import FlowHTTP
import FlowSignInTesting
import IDXEngine
import Testing

/// Extreme values that an app can give by mistake: none of them ends its process.
@Suite struct ExtremeValueTests {
  private static let script = """
    on identify             answer identifier = "sam@example.com"
    on select-authenticator choose password
    on challenge password   answer passcode = secret SAM_PASSWORD
    on skip                 skip
    """
  private static let durations: [Duration] = [
    Duration(attoseconds: .max), Duration(attoseconds: .min), .seconds(Int64.max),
    .seconds(Int64.min), .zero, .seconds(-1),
  ]

  private func outcome(_ configuration: SignInConfiguration) async throws -> SignInFailure.Kind? {
    let signIn = try SignInScript(Self.script).start(
      configuration, secrets: ["SAM_PASSWORD": Secret("Battery-Staple-2")])
    do throws(SignInFailure) {
      _ = try await signIn.tokens()
      return nil
    } catch { return error.kind }
  }

  @Test(
    "A run with an excessive timeout goes on, and a zero timeout has expired", arguments: durations)
  func timeout(_ timeout: Duration) async throws {
    let expected: SignInFailure.Kind? = timeout > .zero ? nil : .timedOut
    #expect(try await outcome(.simulated(timeout: timeout)) == expected)
    var set = SignInConfiguration.simulated()
    set.timeout = timeout
    #expect(try await outcome(set) == expected)
    var served = try DemoServer().configuration
    served.timeout = timeout
    #expect(try await outcome(served) == expected)
  }

  @Test("An org's clock begins within the years that it supports", arguments: durations)
  func time(_ time: Duration) async throws {
    #expect(try await outcome(.simulated(at: time)) == nil)
  }

  @Test("A lifetime from a server, however long, can be printed", arguments: [Int.max, .min])
  func expiry(_ life: Int) throws {
    let issuer = try #require(HTTPURL("https://acme.okta.com"))
    let saved = SavedTokens(
      Tokens(
        accessToken: Secret("a"), tokenType: "Bearer", expiresIn: life,
        receivedAt: .seconds(1_700_000_000)),
      of: IDXConfiguration(issuer: issuer, clientID: "0oa1", redirectURI: "a:/b"))
    let seconds = try #require(saved.tokens.expiresAt).components.seconds
    #expect(life > 0 ? seconds > 1_700_000_000 : seconds < 1_700_000_000)
  }
}
