import FlowAuthenticators
import FlowDiagnostics
import FlowEngine
import FlowInterpreter
import FlowScript
import FlowSimulation
import FlowSyntax
import MobileIdPSimulator
import NextAuthSimulator
import OktaSimulator
import SimulatorKit
import Testing

/// The settings of an org are read when its script is checked, and not again for a run.
@Suite("An org that was read before")
struct BuiltOrgTests {
  private static let engines = [
    "idx": "user \"a\" { password secret PW }",
    "nextauth": "device { pin secret PW }",
    "mobile-idp": "user \"a\" { password secret PW }",
  ]

  /// An org of a name in a script, which was checked with a secret.
  private static func script(
    _ name: String, for engine: String, _ secret: String
  ) -> LoadedScript {
    var options = LoadedScript.Options(orgs: .simulated)
    options.sources = sources(secret)
    let text = "org \(name) for \(engine) {\n  \(engines[engine] ?? "")\n}\n"
    return LoadedScript.load(SourceFile(name: "o.flow", text: text), options: options)
  }

  private static func sources(_ secret: String) -> ValueSources {
    ValueSources(secret: { _ in Secret(secret) })
  }

  /// The name of the org that a run gets, if another org with the same settings was read for it.
  private static func name(
    for engine: String, checkedWith old: String, runWith new: String
  ) throws -> String {
    let script = script("one", for: engine, old)
    let org = try #require(script.program.orgs["one"])
    let reading = try #require(Self.script("two", for: engine, old).orgs["two"])
    #expect(reading.diagnostics.isEmpty)
    let named = NamedOrg.make(
      org, in: script.program, read: ["one": reading], sources(new),
      Keyring { [UInt8](repeating: 1, count: $0) })
    return switch try #require(named.org) {
    case .simulated(let org, _, _): org.name
    case .issuer: ""
    }
  }

  @Test("A run gets the org that was read", arguments: engines.keys.sorted())
  func same(engine: String) throws {
    #expect(try Self.name(for: engine, checkedWith: "1234", runWith: "1234") == "two")
  }

  @Test("A run with other values gets its own org", arguments: engines.keys.sorted())
  func other(engine: String) throws {
    #expect(try Self.name(for: engine, checkedWith: "1234", runWith: "5678") == "one")
  }
}
