import CommandSupport
import FlowCrypto
import FlowEngine
import FlowHost
import FlowInterpreter
import FlowSimulation
import FlowTerminal
import FlowHTTP
import FlowLock
import TestSupport
import Testing

@testable import FlowCLI
@testable import FlowScript
@testable import FlowSyntax
import OktaSimulator

/// `flow run --issuer` over a real socket, against the built-in org.
@Suite(.realTime) struct OverHTTPTests {
  /// Collects everything that is written.
  final class Sink: TextSink {
    private let held = Mutex("")
    let isTerminal = false

    var text: String { held.withLock { $0 } }

    func write(_ text: String) {
      held.withLock { $0 += text }
    }
  }

  static let script = """
    on identify             answer identifier = "jane@example.com"
    on challenge password   answer passcode = secret JANE_PASSWORD
    on select-authenticator choose google-otp
    on challenge google-otp answer code = totp secret JANE_TOTP
    expect success
    expect token.scope contains "openid"
    """

  /// The built-in org with a key pair, for a client that accepts no other ID token.
  private func demo(_ issuer: HTTPURL) -> OktaSimulator.Org? {
    let demo = Program.load(DemoOrg.source).program.orgs[DemoOrg.name]
    guard let settings = demo?.settings(sources: .init()).settings,
      let der = Base64.decode(TestKey.rsa), let key = try? RSA.PrivateKey(der: der)
    else { return nil }
    return OktaSimulator.Org.build(name: DemoOrg.name, settings: settings, issuer: issuer).org?
      .signing(with: key)
  }

  private func run(
    at port: Int, _ clock: any RunClock, secrets: [String: String]
  ) async throws -> (status: FlowTerminal.ExitStatus, output: String, errors: String) {
    let path = try TemporaryScript.write(OverHTTPTests.script)
    defer { TemporaryScript.remove(path) }
    let output = Sink()
    let errors = Sink()
    let host = Host(
      output: output, errors: errors, terminal: nil, environment: secrets, clock: clock,
      transport: PatientTransport(), randomBytes: ThisMachine.randomBytes)
    let status = await FlowCLI.run(
      arguments: [
        "run", path, "--issuer", "http://127.0.0.1:\(port)/oauth2/default", "--client-id",
        "0oatest", "--redirect-uri", "com.example:/callback", "--env", "JANE_PASSWORD", "--env",
        "JANE_TOTP",
      ], host: host)
    return (status, output.text, errors.text)
  }

  // The org requires a library to sign with, as the engine does to verify.
  @Test(
    "A script signs in over a socket, and the server received the engine's own requests",
    .enabled(if: RSA.isAvailable))
  func signsIn() async throws {
    let clock = ManualClock(now: .seconds(1_800_000_000))
    let org = try #require(LoopbackOrg(demo, clock: clock))
    defer { org.stop() }
    let result = try await run(
      at: org.port, clock,
      secrets: ["JANE_PASSWORD": "Correct-Horse-1", "JANE_TOTP": "JBSWY3DPEHPK3PXP"])
    #expect(result.status == FlowTerminal.ExitStatus.success, "\(result.errors)\(result.output)")
    #expect(result.errors.isEmpty)
    #expect(
      org.requests == [
        "GET /oauth2/default/.well-known/openid-configuration",
        "POST /oauth2/default/v1/interact", "POST /idp/idx/introspect", "POST /idp/idx/identify",
        "POST /idp/idx/challenge/answer", "POST /idp/idx/challenge",
        "POST /idp/idx/challenge/answer", "POST /oauth2/default/v1/token",
        "GET /oauth2/default/v1/keys",
      ])
    for secret in ["Correct-Horse-1", "JBSWY3DPEHPK3PXP"] {
      #expect(!result.output.contains(secret))
    }
  }

  @Test("A refused sign-in fails, shows the server's message, and cancels the transaction")
  func refused() async throws {
    let clock = ManualClock(now: .seconds(1_800_000_000))
    let org = try #require(LoopbackOrg(demo, clock: clock))
    defer { org.stop() }
    let result = try await run(
      at: org.port, clock,
      secrets: ["JANE_PASSWORD": "wrong-canary", "JANE_TOTP": "JBSWY3DPEHPK3PXP"])
    #expect(result.status == .failed)
    #expect(result.errors.contains("Password is incorrect"))
    #expect(org.requests.last == "POST /idp/idx/cancel")
    #expect(!(result.output + result.errors).contains("wrong-canary"))
  }

  @Test("A port without a listener is one clear problem with status 3")
  func nobodyThere() async throws {
    let clock = ManualClock(now: .seconds(1_800_000_000))
    let closed = try BoundSocket()
    let result = try await run(
      at: closed.port, clock,
      secrets: ["JANE_PASSWORD": "x-canary", "JANE_TOTP": "JBSWY3DPEHPK3PXP"])
    #expect(result.status == .serverFailed)
    #expect(result.errors.contains("error[server-unreachable]"))
    #expect(result.errors.split(separator: "error[").count == 1)
    withExtendedLifetime(closed) {}
  }
}
