import FlowDiagnostics
import FlowCrypto
package import FlowEngine
import FlowInterpreter
package import OktaSimulator
import FlowSyntax
import FlowHTTP
import TestSupport
import Testing

extension OrgServer {
  /// An org whose state a test can read, and which persists between runs, like a real one.
  package static func signing(
    _ settings: String, clock: ManualClock = ManualClock(now: .seconds(1_700_000_000))
  ) throws -> OrgServer {
    let text = "org acme {\n\(settings)\n}\n"
    let program = Program.load(SourceFile(name: "org.flow", text: text)).program
    let read = try #require(program.orgs["acme"]).settings(sources: .init()).settings
    let (org, problems) = OktaSimulator.Org.build(name: "acme", settings: read)
    #expect(problems == [])
    let key = try RSA.PrivateKey(der: try #require(Base64.decode(TestKey.rsa)))
    return OrgServer(
      try #require(org).signing(with: key), clock: clock, seed: 1, sendsBytes: true)
  }
}
